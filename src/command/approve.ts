import { readCode } from '../approval/call.ts'
import { TTL_MS } from '../approval/files.ts'
import type { Pending } from '../approval/pending.ts'
import { approve, listApproved, listPending, readPending, revoke } from '../approval/records.ts'
import type { Host } from '../host/host.ts'
import { ageOf } from '../text/age.ts'
import { plainLine, plainText } from '../text/plain.ts'
import type { Style } from './hook-list.ts'
import { notAPerson, type Terminal } from './person.ts'

export interface Given {
  readonly list?: boolean
  readonly revoke?: boolean
  readonly minutes?: string
}

/** What differs between the engines. */
export interface Person {
  readonly host: Host
  /** The controlling terminal; undefined: there is none. */
  openTerminal(): Terminal | undefined
  readonly out: Style
  /** For what is shown on the terminal. */
  readonly terminal: Style
}

/**
 * `hookbox approve`: a person allows one refused call once (docs/configuration.md). Exit codes:
 * 0 done, 1 nothing was allowed, 2 refused, 64 usage.
 */
export function approveCommand(typed: string | undefined, given: Given, person: Person): number {
  const { host } = person
  const code = typed === undefined ? undefined : readCode(typed)
  if (typed !== undefined && code === undefined) return fail(`${JSON.stringify(typed)} is no code`, 64, host)
  if (given.list) return list(person)
  if (given.revoke) {
    const count = revoke(code, host)
    host.write('stdout', `${count === 1 ? '1 approval' : `${count} approvals`} taken back\n`)
    return 0
  }
  const minutes = Number(given.minutes ?? 10)
  if (!(minutes > 0 && minutes <= 60))
    return fail(`--minutes is ${given.minutes}, expected 1 to 60`, 64, host)
  if (code === undefined)
    return fail('which call? Give the code from the refusal; --list shows them', 64, host)
  return decide(code, minutes === 10 ? TTL_MS : minutes * 60_000, person)
}

function fail(message: string, exit: number, host: Host): number {
  host.write('stderr', `hookbox approve: ${message}\n`)
  return exit
}

function decide(code: string, ttlMs: number, person: Person): number {
  const { host } = person
  const why = notAPerson(host)
  const terminal = why === undefined ? person.openTerminal() : undefined
  if (!terminal) {
    return fail(
      `only a person at a terminal can do this: ${why ?? 'this process has no controlling terminal'}. ` +
        'Open a terminal of your own, outside the agent, and run it there.',
      2,
      host,
    )
  }
  try {
    const pending = readPending(code, host)
    if (!pending)
      return fail(`no refused call of the last day has the code ${code}; --list shows them`, 1, host)
    const answer = terminal.ask(question(pending, ttlMs, person)).trim()
    if (!/^(?:y|yes)$/i.test(answer)) return fail('nothing was allowed', 1, host)
    if (!approve(pending, ttlMs, host)) return fail('the approval could not be written', 1, host)
    host.write(
      'stdout',
      `Allowed once, within ${ttlMs / 60_000} minutes. Tell the agent to do exactly the same again.\n`,
    )
    return 0
  } finally {
    terminal.close()
  }
}

const MAX_REASON_LINES = 20

function question(pending: Pending, ttlMs: number, { host, terminal }: Person): string {
  const { hook, rule, cwd, tool, subject, partial, reason, at } = pending
  const rows = [
    ['hook', rule === undefined ? hook : `${hook}, rule ${rule}`],
    ['refused', ageOf(host.now() - at)],
    ['folder', cwd],
    ['tool', tool],
  ].map(([label = '', text = '']) => `${terminal.dim(label.padEnd(8))} ${plainLine(text, 400)}`)
  const indented = (text: string) =>
    visible(text)
      .split('\n')
      .map((line) => `    ${line}`)
      .join('\n')
  return [
    ...rows,
    '',
    terminal.bold(indented(subject)),
    '',
    ...(partial ? ['Not all of it is shown: what looks like a secret or is very long is left out.', ''] : []),
    plainText(reason).split('\n').slice(0, MAX_REASON_LINES).join('\n'),
    '',
    `Allow exactly this call once, within ${ttlMs / 60_000} minutes? [y/N] `,
  ].join('\n')
}

/** Nothing in it moves the cursor or hides; what can't be seen is written out, not left out. */
function visible(text: string): string {
  return text.replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\u034f|[\ufe00-\ufe0f]|[\u{e0000}-\u{e0fff}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
}

function list({ host, out }: Person): number {
  const approved = listApproved(host)
  const pending = listPending(host)
  const lines = [
    ...approved.map(
      ({ code, hook, until }) =>
        `${out.bold(code)}  ${hook}  allowed for ${Math.ceil((until - host.now()) / 60_000)} more minutes`,
    ),
    ...pending
      .filter(({ code }) => !approved.some((one) => one.code === code))
      .map(
        ({ code, hook, at, subject }) =>
          `${out.bold(code)}  ${hook}  refused ${ageOf(host.now() - at)}  ${plainLine(subject, 80)}`,
      ),
  ]
  host.write('stdout', lines.length === 0 ? 'nothing waits for an approval\n' : `${lines.join('\n')}\n`)
  return 0
}
