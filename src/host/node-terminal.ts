import * as fs from 'node:fs'
import * as tty from 'node:tty'
import type { Terminal } from './terminal.ts'

/** Opens the terminal; undefined: there is none. */
export async function openTerminal(): Promise<Terminal | undefined> {
  let fd: number
  try {
    fd = fs.openSync(process.platform === 'win32' ? '\\\\.\\CON' : '/dev/tty', 'r+')
  } catch {
    return undefined
  }
  // Somebody may have put a file in its place.
  if (!tty.isatty(fd)) return undefined
  return {
    ask: (question, maxBytes) => {
      const bytes = Buffer.alloc(maxBytes)
      try {
        fs.writeSync(fd, question)
        return bytes.toString('utf8', 0, fs.readSync(fd, bytes, 0, maxBytes, null)).trim()
      } catch {
        return ''
      }
    },
    close: () => fs.closeSync(fd),
  }
}
