import * as fs from 'node:fs'
import type { Terminal } from '../command/person.ts'

/** Opens the terminal that controls this process; undefined: there is none. */
export function openTerminal(): Terminal | undefined {
  try {
    const fd = fs.openSync(process.platform === 'win32' ? '\\\\.\\CON' : '/dev/tty', 'r+')
    return {
      ask: (question) => {
        fs.writeSync(fd, question)
        const bytes = Buffer.alloc(100)
        return bytes.toString('utf8', 0, fs.readSync(fd, bytes, 0, bytes.length, null))
      },
      close: () => fs.closeSync(fd),
    }
  } catch {
    return undefined
  }
}
