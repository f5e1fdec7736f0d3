/**
 * What the native program costs, beside a static C program that does nothing, a shell, Node, the
 * shell script that it replaces, and other guards. Every round runs all rows in a new random order; every
 * answer is checked before its time counts. Linux.
 *
 *   npm run bench:native                 30 rounds of 5 runs
 *   npm run bench:native -- --quick      6 rounds of 3 runs
 *   npm run bench:native -- --limit 4    exit 1 when a guard's pass path costs more times the C program;
 *                                        without the rows that start Node, and other guards
 *   npm run bench:native -- --write      write docs/benchmarks-native.md as well
 */
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { parseArgs } from 'node:util'
import { hookNames } from '../src/names.ts'
import { makeTool, thisPlatform } from './native/native.ts'
import { busyPayload, PASSING, passingPayload, shellGuards, shellPayload } from './payloads.ts'
import { installedVersion, refuses as isRefusal, PEERS } from './peers.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    limit: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})
const [rounds, runs] = values.quick ? [6, 3] : [30, 5]
const root = path.resolve(import.meta.dirname, '..')
const native = path.join(root, 'dist/native', thisPlatform().name)
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookbox-bench-')))
const cwd = path.join(folder, 'home/project')
const bare = path.join(folder, 'home/notes')
/** A project with an audit log, where guards record what they refuse. */
const logged = path.join(folder, 'home/logged')
for (const made of [path.join(cwd, 'src'), bare, path.join(folder, 'tmp')])
  fs.mkdirSync(made, { recursive: true })
for (const repository of [cwd, logged]) spawnSync('git', ['init', '-q', repository])
const env = { PATH: process.env['PATH'], HOME: path.join(folder, 'home'), TMPDIR: path.join(folder, 'tmp') }

interface Row {
  readonly name: string
  readonly argv: readonly [string, ...string[]]
  readonly input: string
  readonly exit: number
  readonly bytes: number
  readonly wall: number[]
  readonly cpu: number[]
  kilobytes: number
}

const FLOOR = 'a static C program that does nothing'
/** The script that people write: it reads the command and looks for dangerous words. */
const SCRIPT = `#!/usr/bin/env bash
input=$(cat)
command=$(printf '%s' "$input" | jq -r '.tool_input.command // ""')
if printf '%s' "$command" | grep -Eq 'rm[[:space:]]+-[a-zA-Z]*[rf]'; then
  jq -n --arg reason 'recursive deletes are refused' '{decision: "block", reason: $reason}'
  exit 2
fi
`

const guards = await shellGuards()
/** Those that most people have on. */
const FOUR = ['block-dangerous-rm', 'block-sudo', 'block-destructive-git', 'protect-sensitive-files']
const rows = allRows()
for (let round = 0; round < rounds; round++) for (const row of shuffled(rows)) measure(row)

const floor = rows.find(({ name }) => name === FLOOR)
const table = [
  [
    '',
    'wall ms',
    'min',
    'CPU ms',
    'x C',
    'memory MB',
    'size',
    ...(has('valgrind') ? ['million instructions'] : []),
    ...(has('strace') ? ['system calls'] : []),
  ],
  ...rows.map((row) => [
    row.name,
    (median(row.wall) / 1000).toFixed(2),
    (Math.min(...row.wall) / 1000).toFixed(2),
    (median(row.cpu) / 1000).toFixed(2),
    ratio(row).toFixed(1),
    (row.kilobytes / 1024).toFixed(1),
    size(row.argv[0]),
    ...(has('valgrind') ? [instructions(row)] : []),
    ...(has('strace') ? [systemCalls(row)] : []),
  ]),
]
const widths =
  table[0]?.map((_, column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0))) ?? []
const machine = `${os.cpus()[0]?.model ?? ''}, ${os.cpus().length} cores, ${os.type()} ${os.arch()}, node ${process.version}, ${rounds} rounds of ${runs} runs`
process.stdout.write(`${machine}\n`)
for (const cells of table) {
  process.stdout.write(
    `${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart((widths[column] ?? 0) + 2))).join('')}\n`,
  )
}
const cold = coldStart()
process.stdout.write(`${cold}\n`)
if (values.write) fs.writeFileSync(path.join(root, 'docs/benchmarks-native.md'), page())
fs.rmSync(folder, { recursive: true, force: true })
const over = rows.filter((row) => / passes$/.test(row.name) && ratio(row) > Number(values.limit ?? Infinity))
if (over.length > 0) {
  process.stderr.write(
    `over ${values.limit} times the C program: ${over.map(({ name }) => name).join(', ')}\n`,
  )
  process.exitCode = 1
}

function allRows(): Row[] {
  const payload = (object: object) => `${JSON.stringify(object)}\n`
  const nothing = path.join(folder, 'nothing')
  makeTool('nothing.c', nothing)
  const script = path.join(folder, 'script.sh')
  fs.writeFileSync(script, SCRIPT, { mode: 0o755 })
  const ordinary = payload(shellPayload(cwd, PASSING))
  const dangerous = payload(busyPayload('block-dangerous-rm', cwd))
  const row = (name: string, argv: readonly [string, ...string[]], input: string): Row => {
    const { status, stdout, error } = spawnSync(argv[0], argv.slice(1), { cwd, env, input })
    // Not every one reads its input.
    if (error && (error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
    return { name, argv, input, exit: status ?? -1, bytes: stdout.length, wall: [], cpu: [], kilobytes: 0 }
  }
  const passes = (one: Row): Row => {
    if (one.exit !== 0 || one.bytes > 0) throw new Error(`${one.name} did not pass: exit ${one.exit}`)
    return one
  }
  const refuses = (one: Row): Row => {
    if (one.exit !== 2 || one.bytes === 0) throw new Error(`${one.name} did not refuse: exit ${one.exit}`)
    return one
  }
  const found = (program: string) =>
    spawnSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).stdout.trim()
  const jq = found('jq') !== ''
  const node = (name: string): [string, ...string[]] => [process.execPath, path.join(root, 'bin', name)]
  const pass = (name: string) =>
    payload(passingPayload(name, name === 'audit-tool-call' ? logged : cwd, bare))
  const together = (names: readonly string[]) =>
    passes(
      row(
        `hookbox run, ${names.length} guards, pass as well`,
        [path.join(native, 'hookbox'), 'run', ...names],
        ordinary,
      ),
    )
  const isShort = values.limit !== undefined
  const others = (isShort ? [] : PEERS).flatMap(
    ({ name, argv: [program = '', ...args], trigger, ...peer }) => {
      const version = installedVersion({ name, argv: [program, ...args], trigger, ...peer })
      if (version === undefined) return []
      const answers = (word: string, input: string, wanted: boolean) => {
        const { status, stdout } = spawnSync(program, args, { cwd, env, input, encoding: 'utf8' })
        if (isRefusal(status, stdout) !== wanted)
          throw new Error(`${name} does not answer as expected: ${stdout}`)
        return row(`${name} ${version}: ${word}`, [program, ...args], input)
      }
      return [
        answers('passes as well', ordinary, false),
        answers('refuses', payload(shellPayload(cwd, trigger)), true),
      ]
    },
  )
  const withNode = () => [
    ...hookNames.map((name) => passes(row(`Node: ${name} passes as well`, node(name), pass(name)))),
    ...guards.map((name) => refuses(row(`Node: ${name} refuses`, node(name), payload(refusedPayload(name))))),
    ...withPkg(ordinary, dangerous).map(({ name, argv, input, isPass }) =>
      (isPass ? passes : refuses)(row(name, argv, input)),
    ),
  ]
  return [
    row(FLOOR, [nothing], ordinary),
    row('sh -c : (a second shell)', [found('sh'), '-c', ':'], ordinary),
    ...(jq ? [row('a script with bash and jq, passes as well', [found('bash'), script], ordinary)] : []),
    ...(jq ? [row('a script with bash and jq, refuses', [found('bash'), script], dangerous)] : []),
    ...others,
    row('node -e 0', [process.execPath, '-e', '0'], ordinary),
    ...(isShort ? [] : withNode()),
    ...hookNames.map((name) => passes(row(`${name} passes`, [path.join(native, name)], pass(name)))),
    together(FOUR),
    together(guards),
    ...guards.map((name) =>
      refuses(row(`${name} refuses`, [path.join(native, name)], payload(refusedPayload(name)))),
    ),
    // Behind the row of audit-tool-call, whose first call makes the log.
    refuses(
      row(
        'block-dangerous-rm refuses and records it',
        [path.join(native, 'block-dangerous-rm')],
        payload(busyPayload('block-dangerous-rm', logged)),
      ),
    ),
  ]
}

/** The executable with Node inside, where it is built (`npm run binaries -- --engine pkg`). */
function withPkg(ordinary: string, dangerous: string) {
  const program = path.join(root, 'dist/pkg', thisPlatform().name, 'hookbox')
  if (!fs.existsSync(program)) return []
  const argv: [string, ...string[]] = [program, 'block-dangerous-rm']
  return [
    { name: 'pkg: block-dangerous-rm passes as well', argv, input: ordinary, isPass: true },
    { name: 'pkg: block-dangerous-rm refuses', argv, input: dangerous, isPass: false },
  ]
}

function refusedPayload(name: string): object {
  const commands: Readonly<Record<string, string>> = {
    'block-destructive-git': 'git push --force origin main',
    'check-deploy-env': 'kubectl apply -f . --context production',
  }
  return commands[name] === undefined ? busyPayload(name, cwd) : shellPayload(cwd, commands[name])
}

function measure(row: Row, times = runs): void {
  const input = path.join(folder, 'input')
  fs.writeFileSync(input, row.input)
  // Through a shell, as harnesses start hooks; it becomes the program.
  const line = row.argv.map((word) => `'${word}'`).join(' ')
  const args = [String(times), input, String(row.exit), String(row.bytes), '/bin/sh', '-c', line]
  const { status, stdout, stderr } = spawnSync(measurer(), args, { cwd, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${row.name}: ${stderr}`)
  for (const line of stdout.trim().split('\n')) {
    const [wall = 0, cpu = 0, kilobytes = 0] = line.split(' ').map(Number)
    row.wall.push(wall)
    row.cpu.push(cpu)
    row.kilobytes = Math.max(row.kilobytes, kilobytes)
  }
}

function measurer(): string {
  const program = path.join(folder, 'measure')
  if (!fs.existsSync(program)) makeTool('measure.c', program)
  return program
}

/** CPU time to that of the C program, by medians. */
function ratio(row: Row): number {
  return median(row.cpu) / median(floor?.cpu ?? [1])
}

function size(program: string): string {
  const bytes = fs.statSync(program).size
  return bytes < 1e6 ? `${Math.round(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`
}

function has(program: string): boolean {
  return spawnSync(program, ['--version']).status === 0
}

/** Of user space, in millions; without noise. */
function instructions(row: Row): string {
  // Valgrind takes seconds for each of those that start Node.
  if (values.quick && row.kilobytes > 20 * 1024) return ''
  const args = ['--tool=callgrind', '--callgrind-out-file=/dev/null', ...row.argv]
  const { stderr } = spawnSync('valgrind', args, { cwd, env, input: row.input, encoding: 'utf8' })
  const count = /Collected : (\d+)/.exec(stderr)?.[1]
  return count === undefined ? '' : (Number(count) / 1e6).toFixed(2)
}

/** Of all threads and children. */
function systemCalls(row: Row): string {
  const log = path.join(folder, 'calls')
  spawnSync('strace', ['-f', '-c', '-o', log, ...row.argv], { cwd, env, input: row.input })
  return /(\d+)(?:\s+\d+)?\s+total\s*$/.exec(fs.readFileSync(log, 'utf8'))?.[1] ?? ''
}

/** With nothing of the program's file in the system's cache. */
function coldStart(): string {
  const row = rows.find(({ name }) => name === 'block-dangerous-rm passes')
  const file = path.join(native, 'hookbox')
  const times = Array.from({ length: 10 }, () => {
    // What nobody has changed is dropped at once.
    spawnSync('dd', [`if=${file}`, 'iflag=nocache', 'count=0'])
    const before = row?.wall.length ?? 0
    if (row) measure(row, 1)
    return row?.wall.splice(before)[0] ?? 0
  })
  return `A cold start of block-dangerous-rm, its file not in memory: ${(median(times) / 1000).toFixed(1)} ms (10 tries, the longest ${(Math.max(...times) / 1000).toFixed(1)}).`
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? 0
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, key: Math.random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)
}

function page(): string {
  const lines = table.map((cells) => `| ${cells.join(' | ')} |\n`)
  lines.splice(1, 0, `| --- |${' ---: |'.repeat((table[0]?.length ?? 1) - 1)}\n`)
  return `# What the native program costs

Whole processes, each started as \`sh -c\`, as harnesses start hooks, by a small C program that
waits for it; standard input is a file. "x C" compares CPU time with a static C program that reads
its input and ends. Rows without another word are the native program.

${lines.join('')}
${cold}

${machine}. Wall-clock times hold for a machine with other work on it.

Made by \`npm run bench:native -- --write\`. Every round runs all rows in a new random order, and
each answer is checked before its time counts. Instructions are those of user space, counted by
valgrind, and the same in every run; system calls are counted by strace, those of children included.
Other guards are rows where npm has them; the command that each is shown to refuse is its own.
The executable with Node inside is one where it is built (\`npm run binaries -- --engine pkg\`).
`
}
