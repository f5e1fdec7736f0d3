import { wordTable } from '../text/word-table.ts'

/**
 * What a name says about its value:
 * - password: anything at all may be one
 * - token: too long to be a word, no number
 * - line: the value of an HTTP header, to the end of its line
 * - blob: a secret when it is long and without spaces
 * - folder: `pwd`, a password in connection strings and the working directory elsewhere
 */
export type SecretKind = 'password' | 'token' | 'line' | 'blob' | 'folder'

/** Parts of names that are in every secret name; a name without any of them is none. */
export const NAME_PARTS: readonly string[] = [
  'pass',
  'pwd',
  'secret',
  'token',
  'key',
  'auth',
  'cookie',
  'credential',
  'user_email',
]

const PASSWORD_WORDS = ['password', 'passwd', 'passphrase', 'secret', 'secrets', 'credential', 'credentials']
const LINE_WORDS = wordTable('authorization cookie cookies')
const GLUED =
  /(?:password|passwd|passphrase|secret|secretkey|accesskey|apikey|privatekey|accountkey|authkey|signingkey|token)$/

/** `<one of these> key` is a secret; `public key`, `primary key` and `cache key` are none. */
const KEY_OWNERS = wordTable(
  'api access private secret signing encryption account master shared auth service subscription deploy admin webhook jwt hmac',
)

/** After one of these at its end a name is about a secret rather than the name of one. */
const ABOUT = wordTable(
  'name names id ids file files path dir folder url uri type length len count policy field label hint ttl expiry expires expired enabled required store manager provider version rotation reset strength min max prompt input placeholder changed at index status arn ref env sock socket class service scanning handler error mode format regex pattern',
)

/** How the value of this name is to be taken; undefined for a name that hides nothing. */
export function secretKind(name: string, more: ReadonlySet<string> = NONE): SecretKind | undefined {
  if (name.length > 100) return undefined
  const lower = name.toLowerCase()
  if (more.size > 0 && more.has(squeezed(lower))) return 'password'
  if (!NAME_PARTS.some((part) => lower.includes(part))) return undefined
  if (name === 'PWD' || name === 'OLDPWD') return undefined
  const words = wordsOf(name)
  const last = words.at(-1)
  if (last === undefined || ABOUT.has(last)) return undefined
  if (words.some((word) => PASSWORD_WORDS.includes(word)) || lower === 'user_email') return 'password'
  if (LINE_WORDS.has(last)) return 'line'
  if (last === 'pwd') return 'folder'
  if (last === 'key') return KEY_OWNERS.has(words.at(-2) ?? '') ? 'token' : undefined
  if (last === 'auth') return 'blob'
  if (last === 'pass') return words.length > 1 ? 'password' : 'token'
  if (!GLUED.test(last)) return undefined
  return /(?:token|key)$/.test(last) ? 'token' : 'password'
}

const NONE: ReadonlySet<string> = new Set()

/** A name without case and separators, for comparing. */
export function squeezed(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '')
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$2 ')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}
