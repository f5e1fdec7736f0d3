import { native, OPEN } from './quickjs-native.ts'
import type { Terminal } from './terminal.ts'

/** As in node-terminal.ts. Files are opened so that nothing waits for them, so it is waited for here. */
export function openTerminal(): Terminal | undefined {
  const fd = native.open('/dev/tty', OPEN.read | OPEN.write, 0)
  if (typeof fd === 'string') return undefined
  return {
    ask: (question, maxBytes) => {
      const bytes = native.encode(question)
      for (let at = 0; at < bytes.byteLength; ) {
        const written = native.write(fd, bytes, at)
        if (typeof written === 'number') at += written
        else if (written !== 'EAGAIN') return ''
        else native.poll([], [fd], -1)
      }
      for (;;) {
        native.poll([fd], [], -1)
        const got = native.read(fd, maxBytes)
        if (got === 'EAGAIN') continue
        return typeof got === 'string' ? '' : (native.decode(new Uint8Array(got), false, false) ?? '').trim()
      }
    },
    close: () => native.close(fd),
  }
}
