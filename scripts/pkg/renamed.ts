/**
 * Variables of the environment that Node, and the libraries in it, look at before a script has a
 * word, and that run code, end the process or write files. Their names are made unreadable in
 * the executable, so that they mean nothing to it; programs that a hook starts still get them.
 * docs/decisions/0043-node-inside.md has what each of them did.
 */
const VARIABLES: readonly string[] = [
  // Run code: of a script, of a cache of compiled scripts, of a library.
  'NODE_OPTIONS',
  'NODE_REPL_EXTERNAL_MODULE',
  'NODE_PATH',
  'NODE_COMPILE_CACHE',
  'OPENSSL_CONF',
  'OPENSSL_CONF_INCLUDE',
  'OPENSSL_MODULES',
  'OPENSSL_ENGINES',
  // Data that is read instead of the built-in.
  'NODE_ICU_DATA',
  'ICU_TIMEZONE_FILES_DIR',
  // End the process before it could refuse.
  'NODE_CHANNEL_FD',
  'NODE_UNIQUE_ID',
  'LC_ALL',
  'LC_MESSAGES',
  'LANG',
  // Hold it, or write files.
  'NODE_V8_COVERAGE',
  'NODE_REDIRECT_WARNINGS',
  // Speak into the answer.
  'NODE_DEBUG',
  'NODE_DEBUG_NATIVE',
  'NODE_PENDING_DEPRECATION',
  // Not used: the program makes no connection of its own.
  'NODE_EXTRA_CA_CERTS',
]

/** What the processor is said to be able to do; each has its own name for it, and Windows no locale. */
const OF_SOME: readonly string[] = ['OPENSSL_ia32cap', 'OPENSSL_armcap']
const NOT_ON_WINDOWS: readonly string[] = ['LC_ALL', 'LC_MESSAGES', 'LANG']

/** All of them, for what is kept in the cache under them. */
export const RENAMED: readonly string[] = [...VARIABLES, ...OF_SOME]

/**
 * An executable of Node to which the variables mean nothing: each name becomes the empty one, which
 * no variable has. Names stand as C strings and, for what Node's own JavaScript reads, as the
 * strings of V8's snapshot and code cache; a zero is before both. Throws when one is missing, which
 * another version of Node may call otherwise.
 */
export function withoutVariables(node: Uint8Array, windows: boolean): Uint8Array {
  const bytes = Buffer.from(node)
  for (const name of RENAMED) {
    const optional = OF_SOME.includes(name) || (windows && NOT_ON_WINDOWS.includes(name))
    if (rename(bytes, name) === 0 && !optional) throw new Error(`this Node has no ${name}`)
  }
  return bytes
}

/** How often. */
function rename(bytes: Buffer, name: string): number {
  const wanted = Buffer.from(`\0${name}`)
  let count = 0
  for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + wanted.length)) {
    if (/\w/.test(String.fromCharCode(bytes[at + wanted.length] ?? 0))) continue
    bytes[at + 1] = 0
    count++
  }
  return count
}
