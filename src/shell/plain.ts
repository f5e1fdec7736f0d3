import { wordTable } from '../text/word-table.ts'
import { mayCarry } from './plain-marks.ts'
import { withoutVersion } from './version-suffix.ts'

/**
 * The commands of a text of literal words, so that most calls need no parser: words without
 * or with plain quotes, separated by `;`, `&&`, `||`, `|`, `&` and line ends. Undefined when
 * anything in it could mean more: expansions, globs, constructs, redirections into files, a
 * program that runs others (`wrappers`: those a person has added), a script by its path.
 * Where it answers, `readShell` finds the same words in the same order; what tasks run
 * (`runsTasks`) it does not look up.
 */
export function plainWords(text: string, wrappers: readonly string[] = []): PlainCommands | undefined {
  if (text.length > MAX_PLAIN) return undefined
  if (last?.text !== text) last = { text, commands: readCommands(text) }
  const { commands } = last
  return commands?.some(([name = '']) => wrappers.includes(name)) ? undefined : commands
}

type PlainCommands = readonly (readonly string[])[]

/** What was read last: in one process several guards read the same text. */
let last: { readonly text: string; readonly commands: PlainCommands | undefined } | undefined

function readCommands(text: string): PlainCommands | undefined {
  const commands: string[][] = []
  let words: string[] = []
  let at = 0
  // What a command has to follow: nothing, or an operator that wants one.
  let wanted = false
  while (at < text.length) {
    const char = text[at] ?? ''
    if (char === ' ' || char === '\t') at++
    else if (char === ';' || char === '&' || char === '|' || char === '\n') {
      const double = char !== ';' && char !== '\n' && text[at + 1] === char
      if (words.length === 0 && !(char === '\n' && !wanted)) return undefined
      if (words.length > 0) commands.push(words)
      words = []
      wanted = double || char === '|'
      at += double ? 2 : 1
    } else {
      const quiet = mayRedirect(char) ? QUIET.exec(text.slice(at, at + 16)) : null
      if (quiet) {
        if (words.length === 0) return undefined
        at += quiet[0].length
        continue
      }
      const word = readWord(text, at)
      if (!word) return undefined
      words.push(word.value)
      at = word.end
    }
  }
  if (words.length > 0) commands.push(words)
  else if (wanted) return undefined
  return commands.some(([name = '', ...rest]) => startsMore(name, rest)) ? undefined : commands
}

const MAX_PLAIN = 16 * 1024

// The engine compiles an expression anew in every process, so the common characters go without.
const mayRedirect = (char: string) => char === '>' || (char >= '0' && char <= '9')

/** Redirections that read and write no file. */
const QUIET = /^(?:\d?>&\d|[\d&]?> ?\/dev\/null)(?=[\s;|]|$)/

function readWord(text: string, from: number): { readonly value: string; readonly end: number } | undefined {
  let value = ''
  let at = from
  while (at < text.length && !' \t\n;&|'.includes(text[at] ?? '')) {
    const quote = text[at]
    const quoted = quote === '"' || quote === "'"
    const start = quoted ? at + 1 : at
    const end = quoted ? text.indexOf(quote, start) : endOfPlain(text, start)
    if (end < start || (end === start && !quoted)) return undefined
    const piece = text.slice(start, end)
    if (quote === '"' && (piece.includes('$') || piece.includes('`') || piece.includes('\\')))
      return undefined
    value += piece
    at = quoted ? end + 1 : end
  }
  return value.includes('\0') ? undefined : { value, end: at }
}

/** Where the characters end that mean nothing inside a word: letters, digits and `+,-./:@%_=`. */
function endOfPlain(text: string, start: number): number {
  let end = start
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end)
    const isLetter = (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a && code >= 0x41
    if (!isLetter && !(code >= 0x2b && code <= 0x3a) && !'@%_='.includes(text.charAt(end))) break
  }
  return end
}

const SOMETIMES = wordTable('git npm pnpm yarn')
/** Programs of SOMETIMES run others only after one of these words, or an option. */
const SECOND = wordTable('exec x dlx submodule bisect rebase')

function startsMore(name: string, rest: readonly string[]): boolean {
  const [next] = rest
  if (name === '' || name.includes('/') || name.includes('=')) return true
  if (MORE.has(name) || VERSIONED.has(withoutVersion(name))) return true
  if (SOMETIMES.has(name) && next !== undefined && (next.startsWith('-') || SECOND.has(next))) return true
  return mayCarry(name, rest)
}

const VERSIONED = wordTable('python pypy perl ruby php lua')

/**
 * Names after which more is to be read than the words themselves. A test compares it with
 * the tables of the reader.
 */
export const MORE = wordTable(
  [
    // Reserved words.
    'if then elif else fi for while until do done case esac select function in time coproc',
    // Builtins that change how the rest is read, whether it runs, or that run something.
    'alias unalias eval source . exec exit logout return break continue export declare typeset local readonly',
    '- repeat hash set unset shift trap read mapfile readarray getopts false command builtin enable shopt let compgen complete',
    // Shells and interpreters.
    'sh bash zsh dash ksh ksh93 ash mksh rbash fish pwsh powershell cmd node nodejs bun tsx ts-node deno',
    'Rscript julia elixir groovy scala osascript awk gawk mawk nawk',
    // Programs that run others.
    'find gfind parallel xargs gxargs fd fdfind entr watch watchexec nodemon hyperfine concurrently script',
    'sudo doas run0 pkexec gsudo su runuser sg gosu su-exec setuidgid chpst setpriv',
    'env genv cross-env cross-env-shell envchain nohup setsid noglob nocorrect proxychains proxychains4 torsocks',
    'tsocks caffeinate unbuffer chronic fakeroot xvfb-run ssh-agent dbus-run-session systemd-inhibit linux32',
    'linux64 setarch rlwrap valgrind firejail busybox toybox catchsegv capsh eatmydata dotenv envdir env-cmd',
    'nice ionice chrt taskset numactl timeout gtimeout gtime stdbuf gstdbuf strace ltrace flock unshare',
    'systemd-run bwrap sshpass perf gdb lldb tmux screen npx bunx pnpx uvx uv poetry pipenv pdm rye hatch conda',
    'mamba micromamba bundle rbenv pyenv nodenv goenv asdf jenv mise rtx direnv nvm fnm volta rustup dotenvx op',
    'infisical doppler aws-vault chamber sops nix-shell nix guix lerna pipx corepack',
    'ssh autossh mosh tailscale chroot arch-chroot nsenter docker podman nerdctl docker-compose podman-compose',
    'kubectl oc k3s microk8s lxc incus multipass lima limactl colima distrobox toolbox vagrant gcloud fly flyctl',
    'heroku adb machinectl wsl',
    'start-stop-daemon csh tcsh yash osh nu elvish xonsh',
    // Programs that run text of their words or their input.
    'at batch crontab vi vim nvim gvim view vimdiff rvim ex ed red dc ftp sqlite3 socat emacs',
    'emacsclient expect tclsh wish jimsh',
    'dbus-launch prlimit choom tini dumb-init catatonit fakechroot proot annotate-output systemd-cat sem retry',
    'faketime datefudge gdbserver s6-setuidgid cgexec sandbox-exec arch xcrun wait-for-it dockerize',
    'honcho foreman teller pixi devbox xterm uxterm rxvt urxvt alacritty konsole foot st gnome-terminal',
    'kitty wezterm zellij systemd-nspawn xfce4-terminal ip bpftrace',
  ].join(' '),
)
