import { plainWords } from '../../src/shell/plain.ts'
import { HARMLESS } from './names.ts'

/**
 * Whether a POSIX shell text could lose work with git, without reading it as a shell does. May
 * say yes to what is harmless; must not say no to what the reading would find.
 */
export function mayLose(text: string, wrappers: readonly string[]): boolean {
  const plain = plainWords(text, wrappers)
  if (plain) return plain.some(([name = '', ...words]) => isHost(name) && !isHarmless(words))
  // What quoting and line continuations can't hide.
  const bare = text.replace(/\\\r?\n/g, '').replace(/['"\\]/g, '')
  const lower = bare.toLowerCase()
  if (lower.includes('git') || /[$`*?[{]/.test(bare)) return true
  return (lower.includes('h') && NAMED.test(lower)) || RUNS.test(lower)
}

function isHarmless([next = '', ...rest]: readonly string[]): boolean {
  if (HARMLESS.has(next)) return true
  if (next === 'stash') return /^(?:|push|list|show|pop|apply)$/.test(rest[0] ?? '')
  if (next === 'checkout') return rest[0] === '-b' && rest.slice(1).every((word) => NAME.test(word))
  return ONLY_NAMES.test(next) && rest.every((word) => NAME.test(word) || SHOWS.test(word))
}

/** Commands that lose nothing as long as their words are names and these options. */
const ONLY_NAMES = /^(?:push|fetch|pull|branch|tag|switch)$/
const NAME = /^\w[\w./@-]*$/
const SHOWS =
  /^(?:-[ualrvbct]|-vv|--(?:list|tags|show-current|set-upstream|rebase|no-rebase|ff-only|create|verbose|quiet))$/

/** By how their names begin, whatever their case; without an expression, which is compiled in every call. */
const HOSTS = ['git', 'hub', 'gh', 'glab']
const isHost = (name: string) => HOSTS.some((host) => name.slice(0, host.length).toLowerCase() === host)

const NAMED = /(?<![\w-])(?:hub|gh|glab)(?![\w-])/

/** Names that are only known after an expansion, and programs that run a text or a file. */
const RUNS =
  /(?:^|[\s;&|()])(?:\.|source|eval|trap|alias|[^\s;&|()]*sh|pwsh|powershell|cmd|(?:python|pypy|perl|ruby|php|lua)[\d.]*|node|nodejs|deno|bun|tsx|osascript|[gmn]?awk|base64|base32|xxd|openssl|g?xargs|parallel|at|batch|crontab|mapfile|readarray)(?:\.exe)?(?=[\s;&|<]|$)|(?:^|[\s;&|(])(?:\.{0,2}\/|[a-z]:)|\.sh\b/
