import type { Carried, Carrier, Options } from './carried.ts'
import { optionValues } from './carried.ts'
import { leadingText, wordAfter } from './unwrap.ts'
import { words } from './wrapper-rule.ts'

/** Options whose value is shell text, or the words of a program. */
interface CodeOptions extends Options {
  readonly names: string
  /** Only values that begin so; what follows is the text. */
  readonly value?: RegExp
  /** Another machine runs it. */
  readonly elsewhere?: boolean
}

const SSH_COMMANDS = /^(?:ProxyCommand|LocalCommand|KnownHostsCommand)\s*[=\s]\s*/i

const TABLE: readonly CodeOptions[] = [
  {
    names: 'tar gtar bsdtar',
    short: 'IF',
    long: words(
      '--to-command --use-compress-program --rsh-command --rmt-command --info-script --new-volume-script',
    ),
  },
  { names: 'tar gtar', long: ['--checkpoint-action'], value: /^exec=/ },
  { names: 'rsync', short: 'e', long: ['--rsh'] },
  { names: 'rsync', long: ['--rsync-path'], elsewhere: true },
  { names: 'ssh scp sftp autossh sshfs', short: 'o', value: SSH_COMMANDS },
  { names: 'ssh scp sftp autossh', short: 'o', value: /^RemoteCommand\s*[=\s]\s*/i, elsewhere: true },
  { names: 'scp sftp', short: 'S' },
  { names: 'mosh', long: ['--ssh'] },
  { names: 'rg', long: ['--pre', '--hostname-bin'] },
  { names: 'man', short: 'P', long: ['--pager'] },
  { names: 'split gsplit', long: ['--filter'] },
  { names: 'sort gsort', long: ['--compress-program'] },
  { names: 'zip', long: ['--unzip-command', '-TT'] },
  { names: 'tcpdump', short: 'z' },
  { names: 'nc ncat netcat', short: 'ec', long: ['--exec', '--sh-exec'] },
  { names: 'fzf', long: ['--preview'] },
  { names: 'fzf', long: ['--bind'], value: /^[^:]*:(?:execute(?:-silent|-multi)?|become|reload)[([{:]/ },
  { names: 'psql', short: 'c', long: ['--command'], value: /^\s*\\!\s*/ },
  { names: 'mysql mariadb', short: 'e', long: ['--execute'], value: /^\s*(?:\\!|system\s)\s*/ },
  {
    names: 'hg',
    long: ['--config'],
    value: /^(?:alias\.[\w-]+=!|hooks\.[\w.-]+=|ui\.(?:ssh|editor|merge)=|pager\.pager=)/,
  },
  { names: 'gdb lldb', long: ['--eval-command', '--one-line'], value: /^\s*(?:!|shell\s|platform shell\s)/ },
]

/** Operands that name a program to run: `socat - EXEC:program`, `sqlite3 x '.shell program'`. */
const OPERANDS: Readonly<Record<string, RegExp>> = {
  socat: /^(?:EXEC|SYSTEM|SHELL):/i,
  sqlite3: /^\s*\.(?:shell|system)\s+/,
}

/** By program name. */
export function optionCarriers(): [string, Carrier][] {
  const found: [string, Carrier][] = TABLE.flatMap(({ names, value, elsewhere, ...options }) =>
    words(names).map((name): [string, Carrier] => [
      name,
      ({ call }) =>
        optionValues(call.argv, options).flatMap((word): Carried[] => {
          const start = value?.exec(leadingText(word))
          if (value && !start) return []
          const code = wordAfter(word, start?.[0].length ?? 0).parts
          return [{ code, ...(elsewhere ? { elsewhere } : {}) }]
        }),
    ]),
  )
  for (const [name, start] of Object.entries(OPERANDS)) {
    found.push([
      name,
      ({ call }) =>
        call.argv.slice(1).flatMap((word) => {
          const match = start.exec(leadingText(word))
          return match ? [{ code: wordAfter(word, match[0].length).parts }] : []
        }),
    ])
  }
  return found
}
