import { readCode } from '../../approval/call.ts'
import { TTL_MS } from '../../approval/files.ts'
import type { Pending } from '../../approval/pending.ts'
import { approve, listApproved, listPending, readPending, revoke } from '../../approval/records.ts'
import { ageOf } from '../../text/age.ts'
import { plainLine, plainText } from '../../text/plain.ts'
import type { Registry } from '../registry.ts'
import type { Given } from './options.ts'
import { confirm, type Desk, fail, withPerson } from './person.ts'

/**
 * `hookbox approve`: a person allows one refused call, or one deploy, once (docs/configuration.md).
 * Exit codes: 0 done, 1 nothing was allowed, 2 refused, 64 usage.
 */
export async function approveCommand(
  typed: string | undefined,
  given: Given,
  registry: Registry,
  desk: Desk,
): Promise<number> {
  const { host } = desk
  if (typed === 'deploy' && !given.list && !given.revoke) {
    const { allowDeploy } = await import('./deploy.ts')
    return allowDeploy(given, registry, desk)
  }
  const code = typed === undefined ? undefined : readCode(typed)
  if (typed !== undefined && code === undefined) return fail(host, `${JSON.stringify(typed)} is no code`, 64)
  if (given.list) return list(desk)
  if (given.revoke) {
    const count = revoke(code, host)
    host.write('stdout', `${count === 1 ? '1 approval' : `${count} approvals`} taken back\n`)
    return 0
  }
  const forDeploys = given.env !== undefined || given.commit !== undefined || given.breakGlass === true
  if (forDeploys) return fail(host, '--env, --commit and --break-glass are for `hookbox approve deploy`', 64)
  const minutes = Number(given.minutes)
  if (!(minutes > 0 && minutes <= 60))
    return fail(host, `--minutes is ${given.minutes}, expected 1 to 60`, 64)
  if (code === undefined)
    return fail(host, 'which call? Give the code from the refusal; --list shows them', 64)
  return decide(code, minutes === 10 ? TTL_MS : minutes * 60_000, given.reason, desk)
}

function decide(code: string, ttlMs: number, reason: string | undefined, desk: Desk): number {
  const { host } = desk
  return withPerson(desk, (terminal) => {
    const pending = readPending(code, host)
    if (!pending)
      return fail(host, `no refused call of the last day has the code ${code}; --list shows them`, 1)
    const yes = confirm(terminal, question(pending, ttlMs, desk), pending.asksWhy === true, reason)
    if (!yes) return fail(host, 'nothing was allowed', 1)
    const { digest, hook, rule } = pending
    const allowed = { digest, hook, ...(rule === undefined ? {} : { rule }), ...yes }
    if (!approve(allowed, ttlMs, host)) return fail(host, 'the approval could not be written', 1)
    host.write(
      'stdout',
      `Allowed once, within ${ttlMs / 60_000} minutes. Tell the agent to do exactly the same again.\n`,
    )
    return 0
  })
}

const MAX_REASON_LINES = 20

function question(pending: Pending, ttlMs: number, { host, terminal: { bold, dim } }: Desk): string {
  const { hook, rule, cwd, tool, subject, partial, reason, at } = pending
  const rows = [
    ['hook', rule === undefined ? hook : `${hook}, rule ${rule}`],
    ['refused', ageOf(host.now() - at)],
    ['folder', cwd],
    ['tool', tool],
  ].map(([label = '', text = '']) => `${dim(label.padEnd(8))} ${plainLine(text, 400)}`)
  const indented = (text: string) =>
    visible(text)
      .split('\n')
      .map((line) => `    ${line}`)
      .join('\n')
  return [
    ...rows,
    '',
    bold(indented(subject)),
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

function list({ host, out: { bold } }: Desk): number {
  const approved = listApproved(host)
  const pending = listPending(host)
  const lines = [
    ...approved.map(
      ({ code, hook, until, subject }) =>
        `${bold(code)}  ${hook}  allowed for ${Math.ceil((until - host.now()) / 60_000)} more minutes${subject === undefined ? '' : `  ${plainLine(subject, 200)}`}`,
    ),
    ...pending
      .filter(({ code }) => !approved.some((one) => one.code === code))
      .map(
        ({ code, hook, at, subject }) =>
          `${bold(code)}  ${hook}  refused ${ageOf(host.now() - at)}  ${plainLine(subject, 80)}`,
      ),
  ]
  host.write('stdout', lines.length === 0 ? 'nothing waits for an approval\n' : `${lines.join('\n')}\n`)
  return 0
}
