import type { Stats } from 'node:fs'
import type { FileInfo } from './host.ts'

/**
 * What something on the disk is, by its mode (inode(7); libuv fills it in on Windows as well). The
 * methods of `Stats` are compiled one by one in every process.
 */
export function kindOf({ mode }: Stats): FileInfo['kind'] | 'pipe' | 'device' {
  switch (mode & 0o170000) {
    case 0o120000:
      return 'link'
    case 0o040000:
      return 'directory'
    case 0o100000:
      return 'file'
    case 0o010000: // a named pipe or one of a shell
    case 0o140000: // a socket
      return 'pipe'
    case 0o020000: // a terminal, /dev/null
      return 'device'
    default:
      return 'other'
  }
}
