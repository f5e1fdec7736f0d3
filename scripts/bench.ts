/**
 * What a hook costs: CPU time of the whole process, `node bin/<hook>`, on a payload that
 * passes, beside `node -e 0` in the same run. Rounds are interleaved and their order is
 * random; each answer is checked before its time counts.
 *
 *   npm run bench                  20 rounds of 10 runs
 *   npm run bench -- --quick       5 rounds of 6 runs
 *   npm run bench -- --limit 1.25  exit 1 when a hook costs more than that, or a context hook that
 *                                  much more than it may
 *   npm run bench -- --context     what the context hooks cost when they have something to say, too
 *   npm run bench -- --write       write docs/benchmarks.md as well, with that
 *   npm run bench -- --files 50000 the repository that is stopped in holds so many files (1,000)
 *
 * Linux only: the CPU time of children is read from /proc.
 */
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { parseArgs } from 'node:util'
import { hookNames } from '../src/names.ts'
import { type ContextFigures, contextFigures } from './bench-context.ts'
import { StopBench } from './bench-stop.ts'
import { childrenCpu, median, shuffled } from './measure.ts'
import { PASSING, passingPayload, shellGuards, shellPayload } from './payloads.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    runs: { type: 'string' },
    limit: { type: 'string' },
    context: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    files: { type: 'string', default: '1000' },
  },
})
const rounds = Number(values.rounds ?? (values.quick ? 5 : 20))
const runs = Number(values.runs ?? (values.quick ? 6 : 10))

const root = path.resolve(import.meta.dirname, '..')
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookbox-bench-')))
const cwd = path.join(folder, 'home/project')
fs.mkdirSync(path.join(cwd, '.git'), { recursive: true })
/** No repository and no tests: nothing to verify, so no git is started. */
const bare = path.join(folder, 'home/notes')
fs.mkdirSync(bare)

/** Nothing of the machine's own: NODE_EXTRA_CA_CERTS alone costs Node 20 more than any hook. */
const env = { PATH: process.env['PATH'], HOME: path.join(folder, 'home'), TMPDIR: path.join(folder, 'tmp') }
fs.mkdirSync(env.TMPDIR)

interface Row {
  readonly name: string
  readonly argv: readonly string[]
  readonly input: string
  readonly cpu: number[]
  /** Something else than a hook, which may print. */
  readonly program?: string
}
const stop = new StopBench(path.join(folder, 'home/large'), Number(values.files), env)

const guards = await shellGuards()
const together = `hookbox run, ${guards.length} guards`
const rows: Row[] = [
  { name: 'node -e 0', argv: ['-e', '0'], input: '', cpu: [] },
  ...hookNames.map((name) => ({
    name,
    argv: [path.join(root, 'bin', name)],
    input: `${JSON.stringify(passingPayload(name, cwd, bare))}\n`,
    cpu: [],
  })),
  {
    name: together,
    argv: [path.join(root, 'bin/hookbox'), 'run', ...guards],
    input: `${JSON.stringify(shellPayload(cwd, PASSING))}\n`,
    cpu: [],
  },
  ...stop.rows(path.join(root, 'bin/verify-before-stop')).map((row) => ({ ...row, cpu: [] })),
]

for (let round = -1; round < rounds; round++) {
  for (const row of shuffled(rows)) {
    const before = childrenCpu()
    for (let run = 0; run < runs; run++) once(row)
    if (round >= 0) row.cpu.push((childrenCpu() - before) / runs) // the first round only warms up
  }
}

const [floor, ...hooks] = rows
if (!floor) throw new Error('no rows')
const table = [
  ['', 'CPU ms', 'min', 'x node -e 0'],
  ...rows.map((row) => [
    row.name,
    median(row.cpu).toFixed(1),
    Math.min(...row.cpu).toFixed(1),
    ratio(row).toFixed(2),
  ]),
]
const width = Math.max(...table.map(([first = '']) => first.length))
const machine = `${os.cpus()[0]?.model ?? ''}, ${os.cpus().length} cores, ${os.type()} ${os.arch()}, node ${process.version}, ${rounds} rounds of ${runs} runs`
process.stdout.write(`${machine}\n`)
for (const [first = '', ...cells] of table) {
  process.stdout.write(`${first.padEnd(width)}${cells.map((cell) => cell.padStart(13)).join('')}\n`)
}
const beside = `${together} in one process: ${toOneGuard().toFixed(2)} times one of them alone`
const unchanged = stop.figure(rows)
process.stdout.write(`${beside}\n${unchanged.words}\n`)
const figures = values.context || values.write ? measureContext() : undefined
const context = figures === undefined ? [] : inWords(figures)
for (const line of context) process.stdout.write(`${line}\n`)
if (values.write) fs.writeFileSync(path.join(root, 'docs/benchmarks.md'), page())
fs.rmSync(folder, { recursive: true, force: true })

const over =
  values.limit === undefined
    ? []
    : hooks.filter((row) => hookNames.includes(row.name) && ratio(row) > Number(values.limit))
/** What the context hooks may cost: milliseconds, and times the hook without a ticket. */
const MOST: ContextFigures = { session: 300, ticket: 1.2 }
const slack = Number(values.limit ?? Number.POSITIVE_INFINITY)
if (figures && (figures.session > MOST.session * slack || figures.ticket > MOST.ticket * slack)) {
  process.stderr.write(`over the limit of ${slack}: the context of a session, or of a ticket\n`)
  process.exitCode = 1
}
if (over.length > 0) {
  process.stderr.write(`over the limit of ${values.limit}: ${over.map((row) => row.name).join(', ')}\n`)
  process.exitCode = 1
}
if (values.limit !== undefined && unchanged.ratio > stop.limit) {
  process.stderr.write(`over the limit of ${stop.limit}: ${unchanged.words}\n`)
  process.exitCode = 1
}

function measureContext(): ContextFigures {
  const place = path.join(folder, 'context')
  fs.mkdirSync(place)
  return contextFigures({ root, folder: place, env: { ...env, HOME: place }, cpu: childrenCpu, rounds })
}

function inWords({ session, ticket }: ContextFigures): string[] {
  return [
    `prepare-session-context, all of it, in a repository of 50,000 files: ${session.toFixed(0)} ms of CPU, git included`,
    `inject-ticket-context with a ticket from a warm cache: ${ticket.toFixed(2)} times the same hook on a prompt without one`,
  ]
}

function once(row: Row): void {
  const program = row.program ?? process.execPath
  const result = spawnSync(program, row.argv, { cwd, env, input: row.input, encoding: 'utf8' })
  if (row.program !== undefined && result.status === 0) return
  if (result.status !== 0 || result.stdout !== '' || result.stderr !== '') {
    throw new Error(`${row.name} did not pass: exit ${result.status}, ${result.stdout}${result.stderr}`)
  }
}

/** The median over the rounds of this row's time to the floor's in the same round. */
function ratio(row: Row): number {
  return median(row.cpu.map((time, index) => time / (floor?.cpu[index] ?? time)))
}

/** The time of the guards together to the mean time of one of them, in the median round. */
function toOneGuard(): number {
  const alone = rows.filter(({ name }) => guards.includes(name))
  const times = rows.find(({ name }) => name === together)?.cpu ?? []
  return median(
    times.map((time, index) => {
      const sum = alone.reduce((total, { cpu }) => total + (cpu[index] ?? 0), 0)
      return (time * alone.length) / sum
    }),
  )
}

function page(): string {
  const lines = table.map((cells) => `| ${cells.join(' | ')} |\n`)
  lines.splice(1, 0, '| --- | ---: | ---: | ---: |\n')
  return `# What a hook costs

CPU time of the whole process, \`node bin/<hook>\`, on a payload that passes, beside
\`node -e 0\` in the same run. A hook is a new process on every tool call, so nearly all of it
is Node's own start.

${lines.join('')}
${beside}.

A${unchanged.words.slice(1)}. The limit is ${stop.limit}.

${context.map((line) => `${line}.\n`).join('\n')}
${machine}.

Made by \`npm run bench -- --write\`. Rounds are interleaved, their order is random, and every
answer is checked before its time counts. The environment holds PATH, HOME and TMPDIR only:
\`NODE_EXTRA_CA_CERTS\` alone, which many companies set, costs Node 20 more than any hook, and
would make every ratio look better. The payloads are in \`scripts/payloads.ts\`: an ordinary
command with a pipe for the command guards, an edit of a source file, a tool call to record, a
prompt without a ticket, a stop where nothing is to be verified.

Texts made to be slow (1 MB of words, 10,000 nested \`$(\`, 2,000 git commands that each depend on the
repository) are answered within twice the time of 100 ordinary bytes and a tenth of a second, by
every guard and by all in one process: \`npm run bench:hostile\` shows the times, and
\`test/hostile.test.ts\` holds the CPU time and the number of programs started.
`
}
