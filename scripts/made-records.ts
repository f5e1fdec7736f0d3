/**
 * Records as a team's agents leave them, made up: the same ones in every run. For benchmarks,
 * tests and pictures of the page.
 */
import type { AuditRecord } from '../src/audit/record.ts'

export type MadeRecord = AuditRecord & { readonly id: string }

/** A small generator of pseudo-random numbers (mulberry32), 0 to 1. */
export function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const USERS = ['ada', 'grace', 'linus', 'margaret', 'ken', 'barbara']
const PROJECTS = ['payments', 'web-shop', 'infra', 'search', 'mobile-app', 'docs']
const COMMANDS = [
  'npm test',
  'git status --short',
  'git diff HEAD~1 --stat',
  'rg -n "TODO" src',
  'npx vitest run test/orders.test.ts',
  'cargo build --release',
  'pytest -q tests/api',
  'docker compose up -d',
  'ls -la dist',
  'psql -c "select count(*) from orders"',
  'kubectl get pods -n staging',
  'make lint',
]
const REFUSED: readonly (readonly [hook: string, rule: string, command: string, reason: string])[] = [
  [
    'block-dangerous-rm',
    'unproven-target',
    'rm -rf ./data',
    'deletes ./data, which is not known to be disposable',
  ],
  ['block-sudo', 'sudo', 'sudo systemctl restart nginx', 'runs systemctl as root through sudo'],
  ['block-destructive-git', 'force-push', 'git push --force origin main', 'overwrites main on origin'],
  [
    'protect-sensitive-files',
    'secret-file',
    'cat .env.production',
    'reads .env.production, which holds secrets',
  ],
  [
    'check-deploy-env',
    'production',
    'kubectl apply -f k8s/prod',
    'deploys to production from a branch that is not main',
  ],
]
const FILES = [
  'src/orders/total.ts',
  'src/app.tsx',
  'README.md',
  'api/routes.py',
  'k8s/web.yaml',
  'test/orders.test.ts',
]

/** Endless sessions, one call after the other; `end` is the time of the last of `count` records. */
export function* madeRecords(count: number, end: number, days: number, seed = 1): Generator<MadeRecord> {
  const random = dice(seed)
  const pick = <Value>(from: readonly Value[]): Value => from[Math.floor(random() * from.length)] as Value
  const step = (days * 86_400_000) / count
  let made = 0
  let session = 0
  while (made < count) {
    session++
    const user = pick(USERS)
    const project = pick(PROJECTS)
    const session_id = `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-9${hex(random, 3)}-${hex(random, 12)}`
    let number = 0
    const record = (stage: AuditRecord['stage'], event: string, fields: object): MadeRecord => ({
      timestamp: new Date(Math.round(end - (count - 1 - made) * step)).toISOString(),
      stage,
      session_id,
      ...fields,
      harness: 'claude-code',
      event,
      cwd: `/home/${user}/${project}`,
      user,
      v: 1,
      id: `${session.toString(36)}.${(number++).toString(36)}.${hex(random, 12)}`,
    })
    const batch: (() => MadeRecord)[] = [
      () => record('session-start', 'SessionStart', { source: 'startup', session_title: pick(TITLES) }),
      () => record('prompt', 'UserPromptSubmit', { prompt_sha256: hex(random, 64), prompt_length: 120 }),
    ]
    const calls = 5 + Math.floor(random() * 40)
    for (let call = 0; call < calls; call++)
      batch.push(...callOf(record, random, pick, `toolu_${session}_${call}`))
    batch.push(
      () => record('stop', 'Stop', {}),
      () => record('session-end', 'SessionEnd', { reason: 'other' }),
    )
    for (const make of batch) {
      if (made >= count) return
      yield make()
      made++
    }
  }
}

const TITLES = [
  'Round the order total once',
  'Move the search index to its own service',
  'Fix the flaky login test',
  'Write the release notes',
  'Why is the nightly build slow?',
]

type Make = (stage: AuditRecord['stage'], event: string, fields: object) => MadeRecord

function callOf(
  record: Make,
  random: () => number,
  pick: <Value>(from: readonly Value[]) => Value,
  tool_use_id: string,
): (() => MadeRecord)[] {
  const kind = random()
  if (kind < 0.03) {
    const [hook, rule, command, reason] = pick(REFUSED)
    const call = {
      tool_use_id,
      tool_name: 'Bash',
      tool_input: { command, description: 'A step of the work' },
    }
    return [
      () => record('attempt', 'PreToolUse', call),
      () =>
        record('verdict', 'PreToolUse', { ...call, hook, verdict: 'deny', rule, mode: 'enforce', reason }),
      () => record('denied', 'PostToolBatch', { ...call, reason: `PreToolUse:Bash hook error: ${reason}` }),
    ]
  }
  const call =
    kind < 0.5
      ? {
          tool_use_id,
          tool_name: 'Bash',
          tool_input: { command: pick(COMMANDS), description: 'A step of the work' },
        }
      : kind < 0.75
        ? { tool_use_id, tool_name: 'Read', tool_input: { file_path: pick(FILES) } }
        : kind < 0.93
          ? {
              tool_use_id,
              tool_name: pick(['Edit', 'Write', 'Grep', 'Glob']),
              tool_input: { file_path: pick(FILES), old_string: 'a + b', new_string: 'round(a + b)' },
            }
          : {
              tool_use_id,
              tool_name: pick(['WebFetch', 'Agent', 'mcp__github__create_issue']),
              tool_input: { url: 'https://example.invalid/docs', prompt: 'What changed in this version?' },
            }
  const slow = call.tool_name === 'Bash' ? 900 : call.tool_name === 'Agent' ? 30_000 : 12
  const duration_ms = Math.max(1, Math.round(slow * Math.exp(2.2 * (random() + random() + random() - 1.5))))
  const failed = random() < (call.tool_name === 'Bash' ? 0.08 : 0.02)
  return [
    () => record('attempt', 'PreToolUse', call),
    () =>
      failed
        ? record('failure', 'PostToolUseFailure', {
            ...call,
            error: 'Exit code 1\n1 test failed',
            duration_ms,
          })
        : record('success', 'PostToolUse', {
            ...call,
            tool_response: {
              stdout: 'ok '.repeat(1 + Math.floor(random() * 80)),
              stderr: '',
              interrupted: false,
            },
            duration_ms,
          }),
  ]
}

function hex(random: () => number, length: number): string {
  let text = ''
  while (text.length < length)
    text += Math.floor(random() * 0x1000000)
      .toString(16)
      .padStart(6, '0')
  return text.slice(0, length)
}
