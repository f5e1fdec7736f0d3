import type { Word } from '../../src/shell/command.ts'
import { type Argument, argumentOf, readArguments } from './call.ts'
import type { Deploy } from './deploy.ts'
import { ifProtected } from './found.ts'
import { gitPush } from './git-push.ts'
import { gh } from './hosting.ts'
import { matchPhrases } from './phrase.ts'
import { request } from './request.ts'
import type { Call, Scene } from './scene.ts'
import type { Clue } from './target.ts'
import { REMOTE_READS } from './tools/remote.ts'

const SSH_VALUED = new Set('-B -b -c -D -E -e -F -I -i -J -L -l -m -O -o -P -p -Q -R -S -W -w'.split(' '))

/** The host that an ssh command line names, without the user. */
export function sshHost(words: readonly Word[]): Argument | undefined {
  const [host] = readArguments(words, SSH_VALUED).operands
  return host && { ...host, value: host.value?.replace(/^ssh:\/\//, '').replace(/^[^@]*@/, '') }
}

/**
 * What reaches another machine, repository or service without a deploy tool. null: the
 * program is one of those, and this call of it deploys nothing. Undefined: another program.
 */
export async function byReach(call: Call, scene: Scene): Promise<Deploy | null | undefined> {
  switch (call.program) {
    case 'ssh':
      return sshInput(call, scene)
    case 'rsync':
    case 'scp':
      return copy(call, scene)
    case 'git':
      return gitPush(call, scene)
    case 'gh':
      return gh(call, scene)
    case 'curl':
    case 'wget':
    case 'http':
    case 'https':
    case 'xh':
      return request(call, scene)
    default:
      return undefined
  }
}

/** Commands from a file for a host: `ssh prod < deploy.sh`. */
function sshInput(call: Call, scene: Scene): Deploy | null {
  const host = sshHost(call.words)
  const fed =
    call.command.input !== undefined || call.command.redirects.some(({ reads, target }) => reads && target)
  if (!host || !fed) return null
  return ifProtected([{ name: host.value, from: 'the host', weight: 'names' }], call, scene, 'likely')
}

const COPY_VALUED: Readonly<Record<string, ReadonlySet<string>>> = {
  rsync: new Set(
    (
      '-e --rsh -f --filter --exclude --include --exclude-from --include-from --files-from --rsync-path --chmod --chown ' +
      '--port --bwlimit --timeout --out-format --log-file --backup-dir --suffix --partial-dir -T --temp-dir ' +
      '--compare-dest --copy-dest --link-dest --password-file -M --info --debug --max-size --min-size --max-delete -B'
    ).split(' '),
  ),
  scp: new Set('-c -D -F -i -J -l -o -P -S -X'.split(' ')),
}

/** The last operand is where to: `host:path`, `user@host:path`, `rsync://host/path`. */
function copy(call: Call, scene: Scene): Deploy | null {
  const { flags, operands } = readArguments(call.words, COPY_VALUED[call.program] ?? new Set())
  if (
    flags.some(({ name }) => name === '--dry-run' || (call.program === 'rsync' && /^-[A-Za-z]*n/.test(name)))
  )
    return null
  const to = operands.at(-1)?.value
  const host = /^(?:(?:rsync|scp|ssh):\/\/(?:[^@/]*@)?([^/:]+)|(?:[^@/:]*@)?([^/:]+):)(.*)$/s.exec(to ?? '')
  if (operands.length < 2 || !host) return null
  return ifProtected(
    [
      { name: host[1] ?? host[2], from: 'the host', weight: 'names' },
      { name: host[3], from: 'the folder there', weight: 'betrays' },
    ],
    call,
    scene,
    'sure',
  )
}

/**
 * A command on a protected host that is not known to only look. Undefined: it is not on one,
 * or only looks.
 */
export function onProtectedHost(call: Call, scene: Scene): Deploy | undefined {
  if (!call.host) return undefined
  const clues: Clue[] = [{ name: call.host.value, from: 'the host', weight: 'names' }]
  if (onlyLooks(call)) return undefined
  return ifProtected(clues, call, scene, 'likely') ?? undefined
}

/** Whether a command on another machine is known to only look. */
export function onlyLooks({ program, words, command }: Call): boolean {
  if (command.redirects.some(({ writes, target }) => writes && target && target.value !== '/dev/null'))
    return false
  const operands = readArguments(words, new Set()).operands
  const said = [{ value: program, source: program, open: false }, ...operands]
  const all = [said[0], ...words.map(argumentOf)].filter((one) => one !== undefined)
  if (!matchPhrases(REMOTE_READS, said, false)?.sure && !matchPhrases(REMOTE_READS, all, false)?.sure)
    return false
  const changes: Readonly<Record<string, RegExp>> = {
    find: /^-(?:delete|exec|execdir|ok|okdir|fprint)/,
    fd: /^(?:-x|-X|--exec)/,
    sed: /^(?:-[a-zA-Z]*i|--in-place)/,
    curl: /^(?:-X|--request|-d|--data|-T|-F|-o|-O)/,
    wget: /^(?:--post|--method)/,
    crontab: /^-[re]/,
  }
  return !words.some((word) => changes[program]?.test(word.value ?? '') ?? false)
}
