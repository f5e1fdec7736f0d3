import { runsTasks } from '../../src/shell/plain.ts'

/**
 * Whether a text could delete anything, without reading it as a shell does. May say yes to
 * what is harmless; must not say no to what the reading would find. `wrappers`: programs that
 * a person has named.
 */
export function mayDelete(text: string, wrappers: readonly string[]): boolean {
  // What quoting and line continuations can't hide.
  const bare = text
    .replace(/\\\r?\n/g, '')
    .replace(/['"\\\0]/g, '')
    .replace(/([<>]&[ \t]*)-/g, '$1 ')
  if (
    DANGEROUS.test(bare) ||
    SPLIT.test(bare) ||
    PIECED.test(bare) ||
    EMPTIES.test(bare) ||
    /\$['"]/.test(text)
  )
    return true
  const expands = /[$`*?[{~]/.test(bare)
  return bare.split(SEPARATORS).some((piece) => mayRunMore(piece, expands, wrappers))
}

/** Programs and calls that delete, overwrite or empty; places that nothing may be written to. */
const WORDS =
  'rm|grm|srm|rmdir|unlink|shred|rd|del|erase|ri|rimraf|del-cli|remove-item|move-item|mi|rmtree|removetree|remove_tree|rm_rf|rm_r|rmsync|rmdirsync|unlinksync|removesync|emptydirsync|remove_dir|delete_tree|rb'
const DANGEROUS = new RegExp(
  `(?<![\\w-])(?:${WORDS})(?![\\w-])|-delete\\b|--del(?:ete|\\b)|--remove-files|truncate|mkfs|format-volume|clear-disk|clear-content|robocopy|wipefs|blkdiscard|newfs|/dev/(?!null)|/dev/null\\s+[^\\s;&|)>]|/dev/null\\s*>|\\bmv\\b|\\bdd\\b|\\bzip\\b|delete|remove|purge|>\\s*/etc/|/etc/(?:passwd|shadow|sudoers|fstab|group|hosts)|\\btee\\b.*/etc/`,
  'i',
)

/** A name in pieces: `r{m,}`, a substitution in it. */
const PIECED = /\{[^{}\s]*(?:,|\.\.)[^{}\s]*\}|\w`|`\w/

/** `env -Srm`: the words begin in the option. */
const SPLIT = /\benv\s[^;&|]*-\w*S/

/** `> file` with nothing to write in front of it. */
const EMPTIES = /(?:^|[;&|({\n])\s*(?::|true|false|(?:echo|printf)(?:\s+-[neE]+)*)?\s*\d*>\|?\s*[^\s>&|]/

/** Between simple commands, and around what is put in place of text. */
const SEPARATORS = /[;&|()\n`{}]/
const KEYWORDS = new Set(['if', 'then', 'elif', 'else', 'do', 'while', 'until', '!', 'time', 'coproc', ''])
/** Their words are a list or a pattern, not a command. */
const LISTS = new Set(['for', 'case', 'select', 'function', 'in', '[', '[[', 'esac', 'done', 'fi'])

/** They run text, files or input: only a reading can tell what. */
const RUNS_CODE =
  /^(?:\.|source|eval|trap|(?:ba|z|da|k|a|mk|rba|fi|t?c|ya|o)?sh|nu|elvish|xonsh|pwsh|powershell|cmd|(?:python|pypy|perl|ruby|php|lua)[\d.]*|node|nodejs|deno|bun|tsx|ts-node|osascript|[gmn]?awk|base64|base32|xxd|openssl|uudecode|xargs|gxargs|parallel|at|batch|crontab|ssh|wsl|iex|invoke-expression|alias|mapfile|readarray|complete|bind)$/i
/** They run the command in their words: safe while the words are plain. */
const RUNS_WORDS =
  /^(?:sudo|doas|run0|pkexec|su|runuser|env|command|builtin|exec|nohup|nice|ionice|chrt|taskset|timeout|gtimeout|time|gtime|stdbuf|setsid|watch|flock|chroot|unshare|nsenter|strace|ltrace|busybox|toybox|npx|bunx|pnpm|pnpx|yarn|npm|uv|uvx|poetry|pipenv|pipx|hatch|pdm|rye|bundle|mise|asdf|direnv|nix|nix-shell|docker|podman|nerdctl|docker-compose|kubectl|oc|script|expect|tmux|screen|find|gfind|fd|fdfind|vagrant|adb|gcloud|heroku|systemd-run|caffeinate|proxychains4?|torsocks|lxc|incus|multipass|distrobox|toolbox|rtk|entr|watchexec|nodemon|dotenv|doppler|op|aws-vault|chezmoi|firejail|bwrap|git)$/

function mayRunMore(piece: string, expands: boolean, wrappers: readonly string[]): boolean {
  const words = piece.trim().split(/\s+/)
  let at = 0
  while (at < words.length) {
    const word = words[at] ?? ''
    if (KEYWORDS.has(word) || /^\w+\+?=/.test(word)) at++
    else if (/^\d*[<>]/.test(word)) at += /^\d*[<>]+[&|]?$/.test(word) ? 2 : 1
    else break
  }
  const name = words[at]
  if (name === undefined || LISTS.has(name)) return false
  if (/[$*?[~/]/.test(name) || runsTasks(name, words[at + 1])) return true
  return RUNS_CODE.test(name) || (expands && (RUNS_WORDS.test(name) || wrappers.includes(name)))
}
