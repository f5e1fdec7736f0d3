import { leading, type Program, plain, split, type Use, uses } from './use.ts'

/** Programs that change a protected file without naming it. */

const CONTAINER = /^(?:run|create|container)$/

/** `docker run -v /var/run/docker.sock:...`: a folder or socket of this machine goes inside. */
export const mounts: Program = ({ args }) => {
  if (!args.some((word) => CONTAINER.test(leading(word)))) return []
  const words = args.map(leading)
  return words.flatMap((word, at): Use[] => {
    const volume = /^(?:-v|--volume)$/.test(word)
      ? words[at + 1]
      : /^(?:-v|--volume=)(?=.)(.*)$/.exec(word)?.[1]
    const mount = word === '--mount' ? words[at + 1] : /^--mount=(.*)$/.exec(word)?.[1]
    const source = volume?.split(':')[0] ?? /(?:^|,)(?:source|src)=([^,]+)/.exec(mount ?? '')?.[1]
    if (!source || !/[/~.]/.test(source)) return []
    const readOnly = /:ro\b/.test(volume ?? '') || /(?:^|,)(?:readonly|ro)\b/.test(mount ?? '')
    // A socket can be used whether it may be written to or not.
    const access = readOnly && !/\.sock$/.test(source) ? 'read' : 'write'
    return uses([plain(source)], access, { only: ['control'] })
  })
}

const crontab: Program = ({ args }) => {
  const line = split(args, { short: 'u' })
  const changes = line.has('e', 'r') || (line.operands.length > 0 && !line.has('l'))
  return changes ? uses([plain('/var/spool/cron/crontabs/user')], 'write') : []
}

/** Programs for accounts, and the options with which they only look. */
const accounts: Program = ({ args }) =>
  split(args).has('S', '--status', '--help', '--version') ? [] : uses([plain('/etc/passwd')], 'write')

/** `claude config set`, `claude plugin disable`: the harness's settings by its own program. */
const claude: Program = ({ args }) => {
  const [subject, action] = split(args).operands.map(leading)
  const changes =
    (subject === 'config' && /^(?:set|add|remove|rm)$/.test(action ?? '')) ||
    (/^plugins?$/.test(subject ?? '') && /^(?:disable|uninstall|remove|rm)$/.test(action ?? ''))
  return changes ? uses([plain('~/.claude/settings.json')], 'write') : []
}

export const ADMINISTRATION: Readonly<Record<string, Program>> = {
  crontab,
  ...Object.fromEntries(
    'passwd chpasswd useradd usermod userdel adduser deluser groupadd groupmod groupdel gpasswd visudo vipw chsh'
      .split(' ')
      .map((name) => [name, accounts]),
  ),
  claude,
}
