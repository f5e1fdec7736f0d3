/**
 * What a hook costs: CPU time of the whole process, `node bin/<hook>`, on a payload that
 * passes, beside `node -e 0` in the same run. Rounds are interleaved and their order is
 * random; each answer is checked before its time counts.
 *
 *   npm run bench                  20 rounds of 10 runs
 *   npm run bench -- --quick       5 rounds of 6 runs
 *   npm run bench -- --limit 1.25  exit 1 when a hook costs more than that
 *   npm run bench -- --write       write docs/benchmarks.md as well
 *
 * Linux only: the CPU time of children is read from /proc.
 */
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { parseArgs } from 'node:util'
import { hookNames } from '../src/names.ts'
import { PASSING, passingPayload, shellGuards, shellPayload } from './payloads.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    runs: { type: 'string' },
    limit: { type: 'string' },
    write: { type: 'boolean', default: false },
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
}

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
process.stdout.write(`${beside}\n`)
if (values.write) fs.writeFileSync(path.join(root, 'docs/benchmarks.md'), page())
fs.rmSync(folder, { recursive: true, force: true })

const over = values.limit === undefined ? [] : hooks.filter((row) => ratio(row) > Number(values.limit))
if (over.length > 0) {
  process.stderr.write(`over the limit of ${values.limit}: ${over.map((row) => row.name).join(', ')}\n`)
  process.exitCode = 1
}

function once(row: Row): void {
  const result = spawnSync(process.execPath, row.argv, { cwd, env, input: row.input, encoding: 'utf8' })
  if (result.status !== 0 || result.stdout !== '' || result.stderr !== '') {
    throw new Error(`${row.name} did not pass: exit ${result.status}, ${result.stdout}${result.stderr}`)
  }
}

/** CPU milliseconds of all children so far. */
function childrenCpu(): number {
  const stat = fs.readFileSync('/proc/self/stat', 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticksPerSecond = 100 // fixed by the kernel's interface, USER_HZ
  return ((Number(fields[13]) + Number(fields[14])) * 1000) / ticksPerSecond
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

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, key: Math.random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)
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
