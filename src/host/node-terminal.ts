import * as fs from 'node:fs'
import type { Terminal } from './terminal.ts'

/** Undefined: no terminal controls this process. */
export function openTerminal(): Terminal | undefined {
  try {
    const fd = fs.openSync(process.platform === 'win32' ? '\\\\.\\CON' : '/dev/tty', 'r+')
    return {
      ask: (question, maxBytes) => {
        fs.writeSync(fd, question)
        const bytes = Buffer.alloc(maxBytes)
        const length = fs.readSync(fd, bytes, 0, bytes.length, null)
        return bytes.toString('utf8', 0, length).trim()
      },
      close: () => fs.closeSync(fd),
    }
  } catch {
    return undefined
  }
}
