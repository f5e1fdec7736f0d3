import { HostError } from './host.ts'

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is not a folder',
  ELOOP: 'too many symbolic links',
  EEXIST: 'it exists already',
  EFBIG: 'the file would get too large',
  ENOTSUP: 'not supported there',
  ENXIO: 'it is no plain file',
  EDQUOT: 'the disk quota is used up',
  ENAMETOOLONG: 'the name is too long',
}

/**
 * The error of a file operation: `code` is the system's, `doing` for example "read /a/b".
 * Never repeats the system's own "no such file": on Stop, Claude Code takes those words
 * on stderr for a missing hook (docs/contracts/claude-code.md, section 9).
 */
export function fileError(code: string, doing: string): HostError {
  return new HostError(code, `could not ${doing}: ${WORDS[code] ?? code}`)
}
