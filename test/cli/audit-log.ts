import { LOG } from '../support/audit-log.ts'
import { callExecutable } from '../support/call.ts'
import { makeWorld, type World, worldEnv } from '../support/world.ts'

type Fields = Readonly<Record<string, unknown>>

const SESSION = '11111111-2222-4333-8444-555555555555'

/** Fields of every record of a call. */
const call = (number: number, tool: string, input: Fields, more: Fields = {}): Fields => ({
  session_id: SESSION,
  tool_use_id: `toolu_${String(number).padStart(3, '0')}`,
  tool_name: tool,
  tool_input: input,
  harness: 'claude-code',
  cwd: '/p',
  user: 'dev',
  v: 1,
  ...more,
})

const at = (time: string, stage: string, fields: Fields): Fields => ({
  timestamp: `2026-11-${time}.000Z`,
  stage,
  ...fields,
})

const bash = (command: string) => ({ command })
const one = call(1, 'Bash', bash('git status'))
const two = call(2, 'Bash', bash('sudo reboot'))
const three = call(3, 'Edit', { file_path: '/p/src/app.ts', old_string: 'a', new_string: 'b' })
const four = call(4, 'mcp__db__query', { query: 'select "é"' }, { session_id: 'other-session', user: 'eve' })
const noId = {
  ...call(5, 'bash', bash('make')),
  tool_use_id: undefined,
  session_id: undefined,
  harness: 'openharness',
}

/** One call of each kind of end, over two days. */
export const RECORDS: readonly Fields[] = [
  at('28T09:00:00', 'session-start', {
    session_id: SESSION,
    harness: 'claude-code',
    cwd: '/p',
    v: 1,
    source: 'startup',
  }),
  at('28T09:00:01', 'attempt', one),
  at('28T09:00:02', 'success', {
    ...one,
    tool_response: { stdout: 'clean\n\u001b[31mred' },
    duration_ms: 120,
  }),
  at('28T10:00:00', 'attempt', two),
  at('28T10:00:00', 'verdict', {
    ...two,
    hook: 'block-sudo',
    verdict: 'deny',
    rule: 'sudo',
    mode: 'enforce',
    reason: '`sudo reboot` runs commands as root',
  }),
  at('29T11:00:00', 'attempt', three),
  at('29T11:00:02', 'failure', { ...three, error: 'String not found', duration_ms: 1900 }),
  at('29T12:00:00', 'attempt', four),
  at('29T12:00:00', 'attempt', noId),
  at('29T12:00:01', 'success', { ...noId, tool_response: 'ok' }),
  at('29T12:00:02', 'attempt', noId),
]

const text = (records: readonly Fields[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('')

/** A project with that log, in two files, with a line that is no record. */
export function auditWorld(): World {
  return makeWorld({
    files: { [`${LOG}.1`]: text(RECORDS.slice(0, 3)), [LOG]: `${text(RECORDS.slice(3))}{"torn": ` },
  })
}

export async function audit(world: World, ...argv: readonly string[]) {
  return callExecutable('hookbox', {
    argv: ['audit', ...argv],
    env: worldEnv(world, { TZ: 'UTC', COLUMNS: '80' }),
    cwd: world.project,
  })
}
