/**
 * Two quick looks at a shell text, so that most calls need no parser. Both answer only when
 * they are certain.
 */

const MAX_PLAIN = 4096

/** Letters, digits and what means nothing inside a word; separators; blanks. */
const PLAIN = /^[A-Za-z0-9_./:,@%+=\-;&| \t\n]*$/

/**
 * The commands of a text of literal words, separated by `;`, `&&`, `||`, `|`, `&` and line
 * ends. Undefined when anything in it could mean more: quotes, expansions, constructs,
 * redirections, a program that runs others (`wrappers`: those a person has added), a script
 * by its path. Where it answers, `readShell` finds the same words in the same order.
 */
export function plainWords(text: string, wrappers: readonly string[] = []): string[][] | undefined {
  if (text.length > MAX_PLAIN || !PLAIN.test(text)) return undefined
  const commands: string[][] = []
  for (const line of text.split('\n')) {
    const pieces = line.split(/&&|\|\||[;|&]/)
    for (const [index, piece] of pieces.entries()) {
      const words = piece.split(/[ \t]+/).filter((word) => word !== '')
      const [name] = words
      if (name === undefined) {
        // Nothing after a last `;` or `&` is fine; elsewhere it is a mistake.
        const last = index === pieces.length - 1
        if (pieces.length === 1 || (last && index > 0 && /[^;&|][;&][ \t]*$/.test(line))) continue
        return undefined
      }
      if (startsMore(name, words[1]) || wrappers.includes(name)) return undefined
      commands.push(words)
    }
  }
  return commands
}

const EXPANDS = /[$`\\{}*?[\]~!#]/
const DECODERS = /\b(?:base64|base32|xxd|rev|tr|openssl|uudecode|gzip|zcat|gunzip|printf|awk|sed)\b/

/**
 * True when it is certain that the text runs no program whose name matches `names` (a
 * pattern without flags `g` and `y`). Quotes are allowed: when nothing expands, every word is
 * a stretch of the text without its quotes, so a name that does not occur there can't be run,
 * except by other code: scripts, which have to be read, and what is decoded at run time.
 */
export function cannotRun(text: string, names: RegExp, wrappers: readonly string[] = []): boolean {
  if (text.length > 4 * MAX_PLAIN || EXPANDS.test(text)) return false
  const bare = text.replace(/['"]/g, '')
  if (names.test(bare) || DECODERS.test(bare)) return false
  for (const match of bare.matchAll(/(^|[;&|()\n<>])([^;&|()\n<>]*)/g)) {
    const [first, second, third] = (match[2] ?? '').split(/[ \t\r]+/).filter((word) => word !== '')
    // After a redirection's target the command may still come.
    const [name, next] = match[1] === '<' || match[1] === '>' ? [second, third] : [first, second]
    if (name !== undefined && (startsMore(name, next) || wrappers.includes(name))) return false
  }
  return true
}

/** Programs that run others only after one of these words. */
const SECOND = /^(?:exec|x|dlx|submodule|bisect|rebase|-.*)$/

function startsMore(name: string, next: string | undefined): boolean {
  if (name.includes('/') || name.includes('=') || /^\d+$/.test(name) || MORE.has(name)) return true
  if (/^(?:git|npm|pnpm|yarn)$/.test(name) && next !== undefined && SECOND.test(next)) return true
  return /^(?:python|pypy|perl|ruby|php|lua)[\d.]*$/.test(name)
}

const words = (list: string): string[] => list.split(/\s+/)

/**
 * Names after which more is to be read than the words themselves. A test compares it with
 * the tables of the reader.
 */
export const MORE: ReadonlySet<string> = new Set([
  // Reserved words.
  ...words('if then elif else fi for while until do done case esac select function in time coproc'),
  // Builtins that change how the rest is read, whether it runs, or that run something.
  ...words(
    'alias unalias eval source . exec exit logout return break continue export declare typeset local readonly',
  ),
  ...words(
    'set unset shift trap read mapfile readarray getopts false command builtin enable shopt let compgen complete',
  ),
  // Shells and interpreters.
  ...words(
    'sh bash zsh dash ksh ksh93 ash mksh rbash fish pwsh powershell cmd node nodejs bun tsx ts-node deno',
  ),
  ...words('Rscript julia elixir groovy scala osascript awk gawk mawk nawk'),
  // Programs that run others.
  ...words(
    'find gfind parallel xargs gxargs fd fdfind entr watch watchexec nodemon hyperfine concurrently script',
  ),
  ...words('sudo doas run0 pkexec gsudo su runuser sg gosu su-exec setuidgid chpst setpriv'),
  ...words(
    'env genv cross-env cross-env-shell envchain nohup setsid noglob nocorrect proxychains proxychains4 torsocks',
  ),
  ...words(
    'tsocks caffeinate unbuffer chronic fakeroot xvfb-run ssh-agent dbus-run-session systemd-inhibit linux32',
  ),
  ...words(
    'linux64 setarch rlwrap valgrind firejail busybox toybox catchsegv capsh eatmydata dotenv envdir env-cmd',
  ),
  ...words(
    'nice ionice chrt taskset numactl timeout gtimeout gtime stdbuf gstdbuf strace ltrace flock unshare',
  ),
  ...words(
    'systemd-run bwrap sshpass perf gdb lldb tmux screen npx bunx pnpx uvx uv poetry pipenv pdm rye hatch conda',
  ),
  ...words(
    'mamba micromamba bundle rbenv pyenv nodenv goenv asdf jenv mise rtx direnv nvm fnm volta rustup dotenvx op',
  ),
  ...words('infisical doppler aws-vault chamber sops nix-shell nix guix lerna'),
  ...words(
    'ssh autossh mosh tailscale chroot arch-chroot nsenter docker podman nerdctl docker-compose podman-compose',
  ),
  ...words(
    'kubectl oc k3s microk8s lxc incus multipass lima limactl colima distrobox toolbox vagrant gcloud fly flyctl',
  ),
  ...words('heroku adb machinectl wsl'),
])
