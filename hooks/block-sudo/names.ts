/**
 * Programs that run something as another user, and what they do. Those that only root can
 * use to become somebody lesser (gosu, runuser, setpriv, chpst) are not among them.
 */
export const PRIVILEGED: ReadonlyMap<string, string> = new Map([
  ['sudo', 'runs commands as root'],
  ['sudoedit', 'edits files as root'],
  ['sudo-rs', 'runs commands as root'],
  ['doas', 'runs commands as root'],
  ['dzdo', 'runs commands as root'],
  ['su', 'starts a shell as another user'],
  ['su-rs', 'starts a shell as another user'],
  ['pkexec', 'runs commands as root'],
  ['run0', 'runs commands as root'],
  ['gsudo', 'runs commands as administrator'],
  ['runas', 'runs commands as another user'],
  ['please', 'runs commands as root'],
  ['calife', 'starts a shell as root'],
  ['gksu', 'runs commands as root'],
  ['gksudo', 'runs commands as root'],
  ['kdesu', 'runs commands as root'],
  ['kdesudo', 'runs commands as root'],
  ['lxsudo', 'runs commands as root'],
  ['beesu', 'runs commands as root'],
])

/** Those that are about another user rather than about root. */
export const AS_ANOTHER: ReadonlySet<string> = new Set(['su', 'su-rs', 'calife', 'runas'])

/** A program that may be one of them or start one, by its name. */
export function mayBePrivileged(name: string): boolean {
  const lower = name.toLowerCase()
  return STARTS.some((start) => lower.startsWith(start))
}

// No expression: it would be compiled anew in every call.
const STARTS =
  'su doas dzdo pkexec run gsudo please calife gksu kdesu lxsudo beesu systemd-run machinectl start saps'.split(
    ' ',
  )

/** A name of theirs in a text, without those that ordinary prose has too. */
export const PRIVILEGED_FOR_SURE =
  /(?:^|[^\w.-])(?:sudo(?:edit|-rs)?|doas|dzdo|pkexec|run0|gsudo|runas|gksudo|gksu|kdesudo|kdesu|lxsudo|beesu)(?:\.exe)?(?![\w-])|(?:^|[\s;&|])su\s+-/i

/** Options with which they only tell about themselves. */
export const TELLS: ReadonlySet<string> = new Set(['--version', '-V', '--help', '-h'])
