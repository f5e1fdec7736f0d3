import { native, OPEN } from './quickjs-native.ts'
import type { Terminal } from './terminal.ts'

/** What is opened never waits by itself, and not every system can wait for a terminal. */
const PAUSE_MS = 20

/** As in node-terminal.ts. */
export function openTerminal(): Terminal | undefined {
  // There a process has one console, and its input and error output have been found to be that.
  if (native.platform === 'win32') return over(0, 2, () => {})
  const fd = native.open('/dev/tty', OPEN.read | OPEN.write, 0)
  // Somebody may have put a file in its place.
  return typeof fd !== 'string' && native.isTerminal(fd) ? over(fd, fd, () => native.close(fd)) : undefined
}

function over(input: number, output: number, close: () => void): Terminal {
  return {
    ask: (question, maxBytes) => {
      const bytes = native.encode(question)
      for (let at = 0; at < bytes.byteLength; ) {
        const done = patient(() => native.write(output, bytes, at))
        if (typeof done === 'string') return ''
        at += done
      }
      const line = patient(() => native.read(input, maxBytes))
      return typeof line === 'string' ? '' : (native.decode(new Uint8Array(line), false, false) ?? '').trim()
    },
    close,
  }
}

function patient<Result>(attempt: () => Result | string): Result | string {
  for (;;) {
    const result = attempt()
    if (result !== 'EAGAIN') return result
    native.poll([], [], PAUSE_MS)
  }
}
