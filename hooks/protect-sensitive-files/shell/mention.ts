import type { Host } from '../../../src/host/host.ts'
import { resolvePath } from '../../../src/paths/written.ts'
import { runsTasks } from '../../../src/shell/plain-marks.ts'
import { scriptTexts } from '../../../src/tasks/quick.ts'
import { holdsAny, spacedWords, splitAtAny } from '../../../src/text/characters.ts'
import { endOfWord } from '../../../src/text/word.ts'
import { wordTable } from '../../../src/text/word-table.ts'
import type { ShellText } from '../../../src/tool.ts'
import { expandTilde, foldCase } from '../forms.ts'
import { mentions } from '../keys.ts'

// Words are looked up rather than matched: an expression is compiled anew in every process, and
// large ones cost more than all the rest.

/** What can spell a name without showing it: expansions, globs, braces, escapes beyond a plain backslash. */
const HIDING = '$`*?[]{}'

/** A script is run: what is in it does not show here. */
const SCRIPT =
  /(?:^|[;&|(\n])[ \t]*(?:\w+=[^\s;&|(]*[ \t]+){0,9}(?:(?:sudo|time|nohup|exec|env|command|nice)[ \t]+){0,9}(?:[\w.~-]*\/|(?:ba|z|da|k)?sh\s|source\s|\.\s)/

/** Without one of these a text does not match `SCRIPT`. */
const SCRIPT_SIGNS = ['/', 'sh', 'source', '. ', '.\t', '.\n']

/**
 * Programs that run code which is decoded first, and those that touch what is protected without
 * naming it (administration.ts, environment.ts).
 */
const SPECIAL = wordTable(
  'security pass op bw lpass keyring token tokens vault keyvault secrets secretsmanager ssm heroku doppler infisical ' +
    'base64 secret xxd eval rev openssl python python2 python3 node deno bun perl ruby php ' +
    'env printenv export declare typeset set crontab chpasswd passwd useradd usermod userdel adduser deluser ' +
    'groupadd groupmod groupdel gpasswd visudo vipw chsh claude',
)

/** Programs without which nothing here is a read or a write. */
const HARMLESS_HEADS = wordTable('ls pwd cd date whoami true false')
const HARMLESS = /^[a-z]+(?:\s+[\w./~ -]*)?$/

/** Characters. */
const LONG = 16 * 1024

/**
 * Whether shell text may touch a protected file; when not, it is not parsed. Errs on the side
 * of parsing: names may be quoted in parts, what could hide one counts as one, and so does a
 * link on the disk.
 */
export function mayTouch(
  { command, cwd }: Pick<ShellText, 'command' | 'cwd'>,
  host: Host,
  depth = 0,
): boolean {
  const text = command.trimStart()
  if (HARMLESS_HEADS.has(firstWord(text)) && HARMLESS.test(text)) return false
  // The reader has a limit; to look for names in all of it here and there takes twice as long.
  if (command.length > LONG) return true
  return (
    holdsAny(command, HIDING) ||
    namesHolder(command) ||
    (SCRIPT_SIGNS.some((sign) => command.includes(sign)) && SCRIPT.test(command)) ||
    mayRun(command, cwd, host, depth) ||
    namesProtected(command) ||
    namesLink(command, cwd, host)
  )
}

/** Whether a word of the text is a program of SPECIAL, or runs a task that may touch one. */
function mayRun(command: string, cwd: string, host: Host, depth: number): boolean {
  let runs = false
  for (let start = 0; start < command.length; ) {
    const end = endOfWord(command, start)
    if (end > start) {
      const word = command.slice(start, end)
      if (SPECIAL.has(word)) return true
      runs ||= RUNNERS.has(word)
    }
    start = end + 1
  }
  return runs && mayTask(command, cwd, host, depth)
}

const RUNNERS = wordTable('npm pnpm yarn bun make gmake just task composer run')
const TASK =
  /(?:^|[;&|(\n])[ \t]*((?:npm|pnpm|yarn|bun|g?make|just|task|composer|run-[sp])(?:[ \t][^;&|()\n<>]*)?)(?=[;&|()\n<>]|$)/g
const MOVES = /\b(?:cd|chdir|pushd|popd)\b/
const MAX_DEPTH = 4

/** Whether a task that the text runs may touch one: what is in it does not show here. */
function mayTask(command: string, cwd: string, host: Host, depth: number): boolean {
  return [...command.matchAll(TASK)].some((match) => {
    const words = (match[1] ?? '').trim().split(/\s+/)
    if (words[0] !== 'bun' && !runsTasks(words[0] ?? '', words[1])) return false
    const certain = depth < MAX_DEPTH && !MOVES.test(command)
    const texts = certain ? scriptTexts(words, host.realpath(cwd) ?? cwd, host) : undefined
    return texts?.some((text) => mayTouch({ command: text, cwd }, host, depth + 1)) ?? true
  })
}

const firstWord = (text: string): string => text.slice(0, endOfWord(text, 0))

/** Whether the text may take away a folder that these hooks are in, or put them to rest by name. */
function namesHolder(text: string): boolean {
  if (text.includes('hookbox')) return true
  if (text.includes('clean') && text.includes('git')) return true
  const holds = text.includes('node_modules') || text.includes('.cache') || text.includes('.config')
  return (
    holds && /\b(?:rm|mv|cp|rsync|tar|unzip|rimraf|trash|find|rd|del|move|copy|remove-item)\b/i.test(text)
  )
}

/** Whether the text has a protected name in it, quoted or not. */
function namesProtected(text: string): boolean {
  return mentions(foldCase(unquoted(text)))
}

function unquoted(text: string): string {
  return holdsAny(text, '\'"\\') ? text.replace(/['"\\]/g, '') : text
}

const MAX_TOKENS = 40

/** Whether a word of the text is a path that leads elsewhere than it says. */
function namesLink(text: string, cwd: string, host: Host): boolean {
  const words = splitAtAny(unquoted(text), ';&|<>()=').flatMap(spacedWords)
  const tokens = [...new Set(words)].filter((token) => !token.startsWith('-'))
  if (tokens.length > MAX_TOKENS) return true
  const real = host.realpath(cwd)
  const start = real ?? cwd
  const windows = host.platform === 'win32'
  const given = tokens.map((token) => expandTilde(host, token))
  const folders = [start]
  for (const [at, folder] of given.entries()) {
    const before = tokens[at - 1]
    if (before === 'cd' || before === 'pushd') folders.push(resolvePath(start, folder, windows))
  }
  return given.some((token) =>
    folders.some((folder) => {
      // A name in a folder without links; where case means nothing it may be another one.
      if (host.platform === 'linux' && folder === real && isName(token))
        return host.lstat(real === '/' ? `/${token}` : `${real}/${token}`)?.kind === 'link'
      const path = resolvePath(folder, token, windows)
      const target = host.realpath(path)
      return target === undefined
        ? host.lstat(path) !== undefined
        : resolvePath('/', target, windows) !== path
    }),
  )
}

const isName = (token: string) => !token.includes('/') && token !== '.' && token !== '..'
