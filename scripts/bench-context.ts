import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { capturedPayload } from './payloads.ts'

/** What the two context hooks cost when they have something to say. */

interface Place {
  /** The checkout. */
  readonly root: string
  /** An empty folder for what is measured. */
  readonly folder: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** CPU milliseconds of all children so far. */
  readonly cpu: () => number
  readonly rounds: number
}

export interface ContextFigures {
  /** CPU milliseconds of a session's whole context, git and the programs that were asked included. */
  readonly session: number
  /** CPU of a prompt whose ticket is in the cache, to the same prompt without one. */
  readonly ticket: number
}

const FILES = 50_000

/** Medians over the rounds, each of 5 runs. */
export function contextFigures({ root, folder, env, cpu, rounds }: Place): ContextFigures {
  const repository = path.join(folder, 'repository')
  makeRepository(repository, env)
  const cold = { ...capturedPayload('claude-code/SessionStart.startup.json'), cwd: repository }
  let session = 0
  const sessions = measured(rounds, cpu, () => {
    const payload = { ...cold, session_id: `session-${session++}` }
    const { stdout } = run(root, 'prepare-session-context', payload, repository, env)
    if (!stdout.includes('Toolchain') || !stdout.includes('Database schema'))
      throw new Error(`not whole: ${stdout}`)
  })
  return { session: median(sessions), ticket: warmTicket(root, folder, env, cpu, rounds) }
}

/** A prompt with a ticket in the cache and the same without: the order is the same in every round. */
function warmTicket(
  root: string,
  folder: string,
  env: Place['env'],
  cpu: Place['cpu'],
  rounds: number,
): number {
  const home = path.join(folder, 'home')
  const project = path.join(home, 'project')
  const own = { ...env, HOME: home }
  fs.mkdirSync(path.join(home, '.config/hookbox'), { recursive: true })
  fs.mkdirSync(path.join(project, '.git'), { recursive: true })
  const file = path.join(home, 'ticket.json')
  const description = 'A card payment that times out is retried once.\n'.repeat(40)
  fs.writeFileSync(file, JSON.stringify({ title: 'Retry', status: 'open', owner: 'Mia', description }))
  const providers = [{ type: 'command', run: ['cat', file] }]
  fs.writeFileSync(
    path.join(home, '.config/hookbox/hookbox.json'),
    JSON.stringify({ 'inject-ticket-context': { providers, cacheMinutes: 10_000 } }),
  )
  let session = 0
  const ask = (prompt: string, wanted: RegExp) => () => {
    const payload = {
      ...capturedPayload('claude-code/UserPromptSubmit.json'),
      cwd: project,
      prompt,
      session_id: `ticket-${session++}`,
    }
    const { stdout } = run(root, 'inject-ticket-context', payload, project, own)
    if (!wanted.test(stdout)) throw new Error(`another answer: ${stdout}`)
  }
  const withTicket = ask('Please finish PAY-1842', /begin ticket PAY-1842/)
  const without = ask('Please finish it', /^$/)
  withTicket() // now it is in the cache
  fs.rmSync(file)
  const ratios: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const [bare = 1] = measured(1, cpu, without)
    const [warm = 1] = measured(1, cpu, withTicket)
    if (round > 0) ratios.push(warm / bare)
  }
  return median(ratios)
}

const RUNS = 5

/** CPU milliseconds of one run, for each round. */
function measured(rounds: number, cpu: () => number, once: () => void): number[] {
  return Array.from({ length: rounds }, () => {
    const before = cpu()
    for (let index = 0; index < RUNS; index++) once()
    return (cpu() - before) / RUNS
  })
}

function run(root: string, name: string, payload: object, cwd: string, env: Place['env']) {
  const result = spawnSync(process.execPath, [path.join(root, 'bin', name)], {
    cwd,
    env,
    input: JSON.stringify(payload),
    encoding: 'utf8',
  })
  if (result.status !== 0 || result.stderr !== '') throw new Error(`${name}: ${result.stderr}`)
  return result
}

/** A repository of many files, with an upstream branch, migrations and pinned versions. */
function makeRepository(repository: string, env: Place['env']): void {
  fs.mkdirSync(repository)
  const git = (args: readonly string[], input?: string) => {
    const identity = ['-c', 'user.name=dev', '-c', 'user.email=dev@example.invalid']
    const { status, stderr } = spawnSync('git', [...identity, ...args], {
      cwd: repository,
      env,
      input,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  }
  git(['init', '-q', '-b', 'main'])
  const names = Array.from({ length: FILES }, (_, at) => `src/${at % 500}/${at % 7}/file-${at}.ts`)
  names.push(
    'package.json',
    'prisma/migrations/migration_lock.toml',
    'prisma/migrations/20260101101010_init/m.sql',
  )
  const content = (name: string) =>
    name === 'package.json' ? '{"engines":{"node":">=20"}}\n' : `// ${name}\n`
  const files = names.map(
    (name) => `M 100644 inline ${name}\ndata ${content(name).length}\n${content(name)}\n`,
  )
  git(
    ['fast-import', '--quiet'],
    `commit refs/heads/main\ncommitter dev <dev@example.invalid> 0 +0000\ndata 5\nstart\n${files.join('')}\n`,
  )
  git(['reset', '-q', '--hard', 'main'])
  git(['update-ref', 'refs/remotes/origin/main', 'main'])
  for (const [key, value] of [
    ['remote.origin.url', '/srv/shop.git'],
    ['remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*'],
    ['branch.main.remote', 'origin'],
    ['branch.main.merge', 'refs/heads/main'],
  ] as const) {
    git(['config', key, value])
  }
  fs.writeFileSync(path.join(repository, 'src/0/0/new.ts'), '')
  // Files as young as the index are read again by every status, until one writes a younger index.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1100)
  git(['status'])
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? 0
}
