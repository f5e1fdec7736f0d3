import { plainWords } from '../../src/shell/plain.ts'
import { runsTasks } from '../../src/shell/plain-marks.ts'
import { HARMLESS } from './names.ts'

/** The shell texts of the scripts that a command of plain words runs; undefined: not certain. */
export type Tasks = (command: readonly string[]) => readonly string[] | undefined

const MAX_DEPTH = 4
const MOVES: ReadonlySet<string> = new Set(['cd', 'chdir', 'pushd', 'popd'])

/**
 * Whether a POSIX shell text could lose work with git, without reading it as a shell does. May
 * say yes to what is harmless; must not say no to what the reading would find.
 */
export function mayLose(text: string, wrappers: readonly string[], tasks: Tasks, depth = 0): boolean {
  const plain = plainWords(text, wrappers)
  if (plain) {
    return plain.some((command) => {
      const [name = '', ...words] = command
      if (isHost(name)) return !isHarmless(words)
      if (words.some((word) => isOfOthers(word) || (name === 'patch' && REVERSES.test(word)))) return true
      if (!runsTasks(name, words[0])) return false
      // Scripts run where their package is: nothing may have changed the folder.
      const moved = depth >= MAX_DEPTH || plain.some(([other = '']) => MOVES.has(other))
      const texts = moved ? undefined : tasks(command)
      return !texts?.every((one) => !mayLose(one, wrappers, tasks, depth + 1))
    })
  }
  // What quoting and line continuations can't hide.
  const bare = text.replace(/\\\r?\n/g, '').replace(/['"\\]/g, '')
  const lower = bare.toLowerCase()
  if (lower.includes('git') || /[$`*?[{]/.test(bare)) return true
  return (/[hf]/.test(lower) && NAMED.test(lower)) || RUNS.test(lower)
}

function isHarmless([next = '', ...rest]: readonly string[]): boolean {
  if (next === 'config') return !rest.some((word) => SETS.test(word))
  if (HARMLESS.has(next)) return true
  if (next === 'apply') return !rest.some((word) => /^-[a-zA-Z]*R|^--r/.test(word))
  if (next === 'stash') return /^(?:|push|list|show|pop|apply)$/.test(rest[0] ?? '')
  if (next === 'checkout') return rest[0] === '-b' && rest.slice(1).every((word) => NAME.test(word))
  return ONLY_NAMES.test(next) && rest.every((word) => NAME.test(word) || SHOWS.test(word))
}

/** Commands that lose nothing as long as their words are names and these options. */
const ONLY_NAMES = /^(?:push|fetch|pull|branch|tag|switch)$/
/** Settings on which it depends what a later command loses. */
const SETS = /^(?:alias|clean|fetch|gc|submodule)\.|^remote\..*\.(?:push|mirror)$/i
const NAME = /^\w[\w./@-]*$/
const SHOWS =
  /^(?:-[ualrvbct]|-vv|--(?:list|tags|show-current|set-upstream|rebase|no-rebase|ff-only|create|verbose|quiet))$/

/** By how their names begin, whatever their case; without an expression, which is compiled in every call. */
const HOSTS = ['git', 'hub', 'gh', 'glab', 'bfg']
const isHost = (name: string) => HOSTS.some((host) => name.slice(0, host.length).toLowerCase() === host)

/** Words that make another program do what they do: requests to a server, `java -jar bfg.jar`. */
function isOfOthers(word: string): boolean {
  const lower = word.toLowerCase()
  return lower.endsWith('delete') || lower.includes('bfg')
}
/** `git diff | patch -R` */
const REVERSES = /^(?:-[a-zA-Z]*R|--reverse)$/

const NAMED = /(?<![\w-])(?:hub|gh|glab|bfg)(?![\w-])/

/** Names that are only known after an expansion, and programs that run a text or a file. */
const RUNS =
  /(?:^|[\s;&|()])(?:\.|source|eval|trap|alias|[^\s;&|()]*sh|pwsh|powershell|cmd|(?:python|pypy|perl|ruby|php|lua)[\d.]*|node|nodejs|deno|bun|tsx|osascript|[gmn]?awk|base64|base32|xxd|openssl|g?xargs|parallel|at|batch|crontab|mapfile|readarray)(?:\.exe)?(?=[\s;&|<]|$)|(?:^|[\s;&|(])(?:\.{0,2}\/|[a-z]:)|\.sh\b/
