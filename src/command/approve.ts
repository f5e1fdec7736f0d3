import { readCode } from '../approval/call.ts'
import { TTL_MS } from '../approval/files.ts'
import type { Pending } from '../approval/pending.ts'
import { approve, listApproved, listPending, readPending, revoke } from '../approval/records.ts'
import type { Host } from '../host/host.ts'
import { ageOf } from '../text/age.ts'
import { BOLD, DIM, painter } from '../text/paint.ts'
import { plainLine, plainText } from '../text/plain.ts'
import { VERSION } from '../version.ts'
import { allowDeploy } from './approve-deploy.ts'
import { APPROVE_HELP } from './approve-help.ts'
import { readOwnWords } from './own-words.ts'
import { confirm, fail, type Surroundings, withPerson } from './person.ts'
import type { Registry } from './registry.ts'

/**
 * `hookbox approve`: a person allows one refused call, or one deploy, once (docs/configuration.md).
 * Exit codes: 0 done, 1 nothing was allowed, 2 refused, 64 usage.
 */
export async function runApprove(
  [first, ...words]: readonly string[],
  registry: Registry,
  surroundings: Surroundings,
): Promise<number> {
  const { host } = surroundings
  const { operands, values, problem } = readOwnWords(words, APPROVE_HELP)
  if (first === 'help' || values.has('help')) {
    host.write('stdout', APPROVE_HELP)
    return 0
  }
  if (values.has('version')) {
    host.write('stdout', `${VERSION}\n`)
    return 0
  }
  const usage = (text: string) => fail(host, text, 64)
  if (problem !== undefined) return usage(problem)
  const [typed] = operands
  if (operands.length > 1) return usage(`one code is expected, ${operands.length} came`)
  if (typed === 'deploy' && !values.has('list') && !values.has('revoke'))
    return allowDeploy(values, registry, surroundings)
  const code = typed === undefined ? undefined : readCode(typed)
  if (typed !== undefined && code === undefined) return usage(`${JSON.stringify(typed)} is no code`)
  if (values.has('list')) return list(host)
  if (values.has('revoke')) {
    const count = revoke(code, host)
    host.write('stdout', `${count === 1 ? '1 approval' : `${count} approvals`} taken back\n`)
    return 0
  }
  if (['env', 'commit', 'break-glass'].some((name) => values.has(name)))
    return usage('--env, --commit and --break-glass are for `hookbox approve deploy`')
  const minutes = Number(values.get('minutes') ?? TTL_MS / MINUTE_MS)
  if (!(minutes > 0 && minutes <= 60)) return usage(`--minutes is ${values.get('minutes')}, expected 1 to 60`)
  if (code === undefined) return usage('which call? Give the code from the refusal; --list shows them')
  return decide(code, minutes * MINUTE_MS, values.get('reason'), surroundings)
}

const MINUTE_MS = 60_000

function decide(
  code: string,
  ttlMs: number,
  reason: string | undefined,
  surroundings: Surroundings,
): Promise<number> {
  const { host } = surroundings
  return withPerson(surroundings, (terminal) => {
    const pending = readPending(code, host)
    if (!pending)
      return fail(host, `no refused call of the last day has the code ${code}; --list shows them`, 1)
    const yes = confirm(terminal, question(pending, ttlMs, host), pending.asksWhy === true, reason)
    if (!yes) return fail(host, 'nothing was allowed', 1)
    const { digest, hook, rule } = pending
    const allowed = { digest, hook, ...(rule === undefined ? {} : { rule }), ...yes }
    if (!approve(allowed, ttlMs, host)) return fail(host, 'the approval could not be written', 1)
    host.write(
      'stdout',
      `Allowed once, within ${ttlMs / MINUTE_MS} minutes. Tell the agent to do exactly the same again.\n`,
    )
    return 0
  })
}

const MAX_REASON_LINES = 20

function question(pending: Pending, ttlMs: number, host: Host): string {
  const { hook, rule, cwd, tool, subject, partial, reason, at } = pending
  const paint = painter(host, 'stderr')
  const rows = [
    ['hook', rule === undefined ? hook : `${hook}, rule ${rule}`],
    ['refused', ageOf(host.now() - at)],
    ['folder', cwd],
    ['tool', tool],
  ].map(([label = '', text = '']) => `${paint(DIM)(label.padEnd(8))} ${plainLine(text, 400)}`)
  const indented = (text: string) =>
    visible(text)
      .split('\n')
      .map((line) => `    ${line}`)
      .join('\n')
  return [
    ...rows,
    '',
    paint(BOLD)(indented(subject)),
    '',
    ...(partial ? ['Not all of it is shown: what looks like a secret or is very long is left out.', ''] : []),
    plainText(reason).split('\n').slice(0, MAX_REASON_LINES).join('\n'),
    '',
    `Allow exactly this call once, within ${ttlMs / MINUTE_MS} minutes? [y/N] `,
  ].join('\n')
}

/** Nothing in it moves the cursor or hides; what can't be seen is written out, not left out. */
function visible(text: string): string {
  return text.replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\u034f|[\ufe00-\ufe0f]|[\u{e0000}-\u{e0fff}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
}

function list(host: Host): number {
  const bold = painter(host, 'stdout')(BOLD)
  const approved = listApproved(host)
  const pending = listPending(host)
  const lines = [
    ...approved.map(
      ({ code, hook, until, subject }) =>
        `${bold(code)}  ${hook}  allowed for ${Math.ceil((until - host.now()) / MINUTE_MS)} more minutes${subject === undefined ? '' : `  ${plainLine(subject, 200)}`}`,
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
