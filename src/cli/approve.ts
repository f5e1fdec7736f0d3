import chalk, { chalkStderr } from 'chalk'
import type { Command } from 'commander'
import { readCode } from '../approval/call.ts'
import { TTL_MS } from '../approval/files.ts'
import type { Pending } from '../approval/pending.ts'
import { approve, listApproved, listPending, readPending, revoke } from '../approval/records.ts'
import type { Registry } from '../command/registry.ts'
import type { Host } from '../host/host.ts'
import { nodeHost } from '../host/node.ts'
import { ageOf } from '../text/age.ts'
import { plainLine, plainText } from '../text/plain.ts'
import { confirm, fail, withPerson } from './person.ts'

interface Given {
  readonly list?: boolean
  readonly revoke?: boolean
  readonly minutes?: string
  readonly env?: string
  readonly ttl?: string
  readonly commit?: string
  readonly breakGlass?: boolean
  readonly reason?: string
}

/** `hookbox approve`: a person allows one refused call, or one deploy, once (docs/configuration.md). */
export function addApprove(program: Command, registry: Registry): void {
  program
    .command('approve')
    .description('allow a refused call or a deploy once; for a person at a terminal')
    .argument('[code]', 'the code from the refusal, or the word deploy')
    .option('--list', 'the calls that can be approved, and the approvals that wait for their call')
    .option('--revoke', 'take the approval with this code back; without a code all of them')
    .option('--minutes <number>', 'how long the approval waits for its call, up to 60', '10')
    .option('--env <name>', 'of a deploy: the environment')
    .option('--ttl <time>', 'of a deploy: how long the approval waits, such as 30m or 2h, up to 24h', '30m')
    .option('--commit <revision>', 'of a deploy: the commit; default: the one checked out here')
    .option('--break-glass', 'of a deploy: although conditions fail; asks why')
    .option('--reason <text>', 'why, where that is asked')
    .action(async (code: string | undefined, given: Given) => {
      process.exitCode = await run(code, given, registry, nodeHost)
    })
}

/** Exit codes: 0 done, 1 nothing was allowed, 2 refused, 64 usage. */
async function run(typed: string | undefined, given: Given, registry: Registry, host: Host): Promise<number> {
  if (typed === 'deploy' && !given.list && !given.revoke) {
    const { allowDeploy } = await import('./approve-deploy.ts')
    return allowDeploy(given, registry, host)
  }
  const code = typed === undefined ? undefined : readCode(typed)
  if (typed !== undefined && code === undefined) return fail(`${JSON.stringify(typed)} is no code`, 64)
  if (given.list) return list(host)
  if (given.revoke) {
    const count = revoke(code, host)
    process.stdout.write(`${count === 1 ? '1 approval' : `${count} approvals`} taken back\n`)
    return 0
  }
  const forDeploys = given.env !== undefined || given.commit !== undefined || given.breakGlass === true
  if (forDeploys) return fail('--env, --commit and --break-glass are for `hookbox approve deploy`', 64)
  const minutes = Number(given.minutes)
  if (!(minutes > 0 && minutes <= 60)) return fail(`--minutes is ${given.minutes}, expected 1 to 60`, 64)
  if (code === undefined) return fail('which call? Give the code from the refusal; --list shows them', 64)
  return decide(code, minutes === 10 ? TTL_MS : minutes * 60_000, given.reason, host)
}

function decide(code: string, ttlMs: number, reason: string | undefined, host: Host): number {
  return withPerson((terminal) => {
    const pending = readPending(code, host)
    if (!pending) return fail(`no refused call of the last day has the code ${code}; --list shows them`, 1)
    const yes = confirm(terminal, question(pending, ttlMs, host), pending.asksWhy === true, reason)
    if (!yes) return fail('nothing was allowed', 1)
    const { digest, hook, rule } = pending
    const allowed = { digest, hook, ...(rule === undefined ? {} : { rule }), ...yes }
    if (!approve(allowed, ttlMs, host)) return fail('the approval could not be written', 1)
    process.stdout.write(
      `Allowed once, within ${ttlMs / 60_000} minutes. Tell the agent to do exactly the same again.\n`,
    )
    return 0
  })
}

const MAX_REASON_LINES = 20

function question(pending: Pending, ttlMs: number, host: Host): string {
  const { hook, rule, cwd, tool, subject, partial, reason, at } = pending
  const bold = chalkStderr.bold
  const rows = [
    ['hook', rule === undefined ? hook : `${hook}, rule ${rule}`],
    ['refused', ageOf(host.now() - at)],
    ['folder', cwd],
    ['tool', tool],
  ].map(([label = '', text = '']) => `${chalkStderr.dim(label.padEnd(8))} ${plainLine(text, 400)}`)
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

function list(host: Host): number {
  const approved = listApproved(host)
  const pending = listPending(host)
  const lines = [
    ...approved.map(
      ({ code, hook, until, subject }) =>
        `${chalk.bold(code)}  ${hook}  allowed for ${Math.ceil((until - host.now()) / 60_000)} more minutes${subject === undefined ? '' : `  ${plainLine(subject, 200)}`}`,
    ),
    ...pending
      .filter(({ code }) => !approved.some((one) => one.code === code))
      .map(
        ({ code, hook, at, subject }) =>
          `${chalk.bold(code)}  ${hook}  refused ${ageOf(host.now() - at)}  ${plainLine(subject, 80)}`,
      ),
  ]
  process.stdout.write(lines.length === 0 ? 'nothing waits for an approval\n' : `${lines.join('\n')}\n`)
  return 0
}
