import { runsTasks } from '../../src/shell/plain-marks.ts'
import { withoutVersion } from '../../src/shell/version-suffix.ts'
import { holdsAny, spacedWords, splitAtAny } from '../../src/text/characters.ts'
import { endOfWord } from '../../src/text/word.ts'
import { wordTable } from '../../src/text/word-table.ts'

// Expressions are compiled anew in every process, which costs more than all the rest here. So the
// words are looked up, and expressions see a text only where it holds a sign of what they look for.

/**
 * Whether a text could delete anything, without reading it as a shell does. May say yes to
 * what is harmless; must not say no to what the reading would find. `wrappers`: programs that
 * a person has named. `tasks`: what scripts of package.json would run.
 */
export function mayDelete(
  text: string,
  wrappers: readonly string[],
  tasks: Tasks = () => undefined,
  depth = 0,
): boolean {
  // What quoting and line continuations can't hide.
  const unquoted = holdsAny(text, QUOTING) ? text.replace(/\\\r?\n/g, '').replace(/['"\\\0]/g, '') : text
  // `>&-rm x` closes a descriptor and runs rm.
  const bare = unquoted.includes('&') ? unquoted.replace(/([<>]&[ \t]*)-/g, '$1 ') : unquoted
  if (namesDeletion(bare.toLowerCase()) || text.includes("$'") || text.includes('$"')) return true
  if (bare.includes('>') && EMPTIES.test(bare)) return true
  if ((bare.includes('{') || bare.includes('`')) && PIECED.test(bare)) return true
  if (bare.includes('env') && splitsInOption(bare)) return true
  const expands = holdsAny(bare, '$`*?[{~')
  const followed: Tasks = (words) =>
    depth >= MAX_DEPTH || MOVES.test(bare) || text !== bare ? undefined : tasks(words)
  const mayTask = (words: readonly string[]) =>
    followed(words)?.some((one) => mayDelete(one, wrappers, tasks, depth + 1)) ?? true
  return splitAtAny(bare, SEPARATORS).some((piece) => mayRunMore(piece, expands, wrappers, mayTask))
}

const QUOTING = '\\\'"\0'

/** The texts that a task would run; undefined: not certain. */
type Tasks = (words: readonly string[]) => readonly string[] | undefined

const MAX_DEPTH = 4
/** They lead to another package. */
const MOVES = /\b(?:cd|chdir|pushd|popd)\b/

/** Programs and calls that delete, overwrite or empty. */
const WORDS = wordTable(
  'prune drop dropdb flushall flushdb flush purge fresh wipe dropdatabase deletemany downgrade destroy ' +
    'rm grm srm mi rmdir unlink shred rd del erase ri rimraf rmtree removetree rm_rf rm_r rmsync rmdirsync ' +
    'unlinksync removesync emptydirsync rb',
)
/** The same where they are part of a longer word with dashes as well. */
const WORDS_ANYWHERE = wordTable('mv dd zip')
const PARTS = (
  'delete remove purge truncate mkfs format-volume clear-disk clear-content robocopy wipefs blkdiscard newfs ' +
  '--del del-cli move-item'
).split(' ')
/** Places that nothing may be written to. */
const PLACES =
  /\/dev\/(?!null)|\/dev\/null\s+[^\s;&|)>]|\/dev\/null\s*>|>\s*\/etc\/|\/etc\/(?:passwd|shadow|sudoers|fstab|group|hosts)|\btee\b.*\/etc\//

function namesDeletion(lower: string): boolean {
  if (PARTS.some((part) => lower.includes(part))) return true
  if (lower.includes('down') && / -\w*v|--volumes/.test(lower)) return true
  if (lower.includes('reset') && /db|migrate|ecto/.test(lower)) return true
  if ((lower.includes('curl') || lower.includes('wget')) && /sh\b|python|node|ruby|perl|php|\.\//.test(lower))
    return true
  if (lower.includes('push') && lower.includes('prisma')) return true
  if ((lower.includes('iex') || lower.includes('invoke-expression')) && lower.includes('|')) return true
  if ((lower.includes('/dev/') || lower.includes('/etc/')) && PLACES.test(lower)) return true
  for (let start = 0; start < lower.length; ) {
    const end = endOfWord(lower, start)
    if (end > start) {
      const word = lower.slice(start, end)
      if (WORDS_ANYWHERE.has(word)) return true
      if (WORDS.has(word) && lower[start - 1] !== '-' && lower[end] !== '-') return true
    }
    start = end + 1
  }
  return false
}

/** A name in pieces: `r{m,}`, a substitution in it. */
const PIECED = /\{[^{}\s]*(?:,|\.\.)[^{}\s]*\}|\w`|`\w/

/** `env -Srm`: the words begin in the option. One look at each piece, since texts may be long. */
function splitsInOption(text: string): boolean {
  return text.split(/[;&|]/).some((piece) => {
    const at = piece.search(/\benv\s/)
    return at >= 0 && /-\w*S/.test(piece.slice(at))
  })
}

/** `> file` with nothing to write in front of it. */
const EMPTIES = /(?:^|[;&|({\n])\s*(?::|true|false|(?:echo|printf)(?:\s+-[neE]+)*)?\s*\d*>\|?\s*[^\s>&|]/

/** Between simple commands, and around what is put in place of text. */
const SEPARATORS = ';&|()\n`{}'
const KEYWORDS = wordTable('if then elif else do while until ! time coproc')
/** Their words are a list or a pattern, not a command. */
const LISTS = wordTable('for case select function in [ [[ esac done fi')

/** They run text, files or input: only a reading can tell what. */
const RUNS_CODE = wordTable(
  '. source eval trap pwsh powershell cmd python pypy perl ruby php lua node nodejs deno bun tsx ' +
    'ts-node osascript awk gawk mawk nawk base64 base32 xxd openssl uudecode xargs gxargs parallel at ' +
    'batch crontab ssh wsl iex invoke-expression alias mapfile readarray complete bind sh bash zsh dash ' +
    'ksh ash mksh rbash fish csh tcsh yash osh nu elvish xonsh',
)
/** They run the command in their words: safe while the words are plain. */
const RUNS_WORDS = wordTable(
  'sudo doas run0 pkexec su runuser env command builtin exec nohup nice ionice chrt taskset timeout ' +
    'gtimeout time gtime stdbuf setsid watch flock chroot unshare nsenter strace ltrace busybox toybox ' +
    'npx bunx pnpm pnpx yarn npm uv uvx poetry pipenv pipx hatch pdm rye bundle mise asdf direnv nix ' +
    'nix-shell docker podman nerdctl docker-compose kubectl oc script expect tmux screen find gfind fd ' +
    'fdfind vagrant adb gcloud heroku systemd-run caffeinate proxychains proxychains4 torsocks lxc incus ' +
    'multipass distrobox toolbox rtk entr watchexec nodemon dotenv doppler op aws-vault chezmoi firejail ' +
    'bwrap git',
)

function mayRunMore(
  piece: string,
  expands: boolean,
  wrappers: readonly string[],
  mayTask: (words: readonly string[]) => boolean,
): boolean {
  const words = spacedWords(piece)
  let at = 0
  while (at < words.length) {
    const word = words[at] ?? ''
    if (KEYWORDS.has(word) || (word.includes('=') && /^\w+\+?=/.test(word))) at++
    else if (holdsAny(word, '<>') && /^\d*[<>]/.test(word)) at += /^\d*[<>]+[&|]?$/.test(word) ? 2 : 1
    else break
  }
  const name = words[at]
  if (name === undefined || LISTS.has(name)) return false
  if (holdsAny(name, '$*?[~/')) return true
  if (runsTasks(name, words[at + 1]) && mayTask(words.slice(at))) return true
  const lower = name.toLowerCase()
  if (RUNS_CODE.has(lower) || RUNS_CODE.has(withoutVersion(lower))) return true
  return expands && (RUNS_WORDS.has(name) || wrappers.includes(name))
}
