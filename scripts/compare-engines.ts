/**
 * Asks Node and the native program the same, and the executable with Node inside where one has been
 * built: every answer has to be the same, to the byte. All guards of shell commands judge each
 * command together; of every tenth the explanation is compared too. So are the collected cases, and
 * every verdict on every event of each harness. Then a sample goes through whole processes.
 *
 *   npm run compare-engines                    20,000 commands
 *   npm run compare-engines -- --count 2000 --seed 7 --engines node,native,pkg
 */
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { hookNames } from '../src/names.ts'
import type { BatchAnswer, BatchCall } from './engines/batch.ts'
import { caseCalls, contractCalls } from './engines/collected.ts'
import { commands, numbers } from './engines/commands.ts'
import { makeNative, named, thisPlatform } from './native/native.ts'
import { capturedPayload, shellGuards } from './payloads.ts'
import { makePkg, PKG_PLATFORMS } from './pkg/pkg.ts'
import { makeScoreWorld } from './score-world.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    processes: { type: 'string', default: '300' },
    engines: { type: 'string' },
  },
})
const count = Number(values.count)
const seed = Number(values.seed)
const root = path.resolve(import.meta.dirname, '..')
const batch = path.join(import.meta.dirname, 'engines/batch.ts')

type Start = readonly [program: string, ...words: string[]]

interface Engine {
  readonly name: string
  /** Makes the program of batch.ts. */
  batch(file: string): Promise<Start>
  /** The executable of a hook. */
  hook(name: string): Start
}

const ENGINES: readonly Engine[] = [
  {
    name: 'node',
    batch: async (file) => {
      await bundle(file)
      return [process.execPath, file]
    },
    hook: (name) => [process.execPath, path.join(root, 'bin', name)],
  },
  {
    name: 'native',
    batch: async (file) => {
      await makeNative(thisPlatform(), batch, file)
      return [file]
    },
    hook: (name) => [path.join(root, 'dist/native', thisPlatform().name, name)],
  },
  {
    name: 'pkg',
    batch: async (file) => {
      await makePkg(named(PKG_PLATFORMS, thisPlatform().name), batch, file)
      return [file]
    },
    hook: (name) => [path.join(root, 'dist/pkg', thisPlatform().name, name)],
  },
]
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookbox-engines-')))
const home = path.join(folder, 'home/dev')
const cwd = path.join(home, 'app')
const env = { PATH: process.env['PATH'] ?? '', HOME: home, TMPDIR: path.join(folder, 'tmp'), USER: 'dev' }

const engines = chosen()
const score = makeScoreWorld()
try {
  makeWorld()
  const guards = await shellGuards()
  const collected = [...(await caseCalls(score)), ...contractCalls()].map(({ call }) => call)
  const calls = [...callsOf(guards), ...collected]
  const different = await compareBatches(calls)
  const processes = compareProcesses(guards)
  const wrong = different + processes
  process.stdout.write(
    `${engines.map(({ name }) => name).join(', ')}: ${calls.length + Number(values.processes) - wrong} passed, ${wrong} failed\n`,
  )
  process.exitCode = wrong === 0 ? 0 : 1
} finally {
  score.remove()
  fs.rmSync(folder, { recursive: true, force: true })
}

/** The engines to compare, the first of them with each of the others. */
function chosen(): readonly Engine[] {
  const built = ({ name, hook }: Engine) => name !== 'pkg' || fs.existsSync(hook('hookbox')[0])
  return values.engines === undefined
    ? ENGINES.filter(built)
    : values.engines.split(',').map((wanted) => {
        const found = ENGINES.find(({ name }) => name === wanted)
        if (!found)
          throw new Error(`--engines has ${wanted}, expected ${ENGINES.map(({ name }) => name).join()}`)
        return found
      })
}

function makeWorld(): void {
  for (const name of ['src', 'build', 'node_modules/a'])
    fs.mkdirSync(path.join(cwd, name), { recursive: true })
  fs.mkdirSync(env.TMPDIR)
  const files = {
    '.gitignore': 'build/\nnode_modules/\n.env\n',
    'src/a.ts': 'export {}\n',
    'README.md': '# app\n',
    'package.json': '{ "scripts": { "deploy": "./deploy.sh production" } }\n',
    'deploy.sh': '#!/bin/sh\nkubectl apply -f .\n',
  }
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(cwd, name), text)
  const identity = ['-c', 'user.name=dev', '-c', 'user.email=dev@example.invalid']
  for (const words of [
    ['init', '-q', '-b', 'main'],
    ['add', '-A'],
    [...identity, 'commit', '-q', '-m', 'start'],
  ]) {
    const { status, stderr } = spawnSync('git', words, { cwd, env, encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
  }
  fs.writeFileSync(path.join(cwd, '.env'), 'KEY=abc\n')
}

function payloadOf(command: string, index: number): Record<string, unknown> {
  if (index % 7 === 0) return { event: 'pre_tool_use', tool_name: 'bash', tool_input: { command }, cwd }
  return capturedPayload('claude-code/PreToolUse.Bash.json', { cwd, tool_input: { command } })
}

function callsOf(guards: readonly string[]): BatchCall[] {
  const calls: BatchCall[] = []
  let index = 0
  for (const command of commands(seed)) {
    if (index >= count) break
    const payload = JSON.stringify(payloadOf(command, index))
    calls.push({ hooks: guards, argv: [payload] })
    if (index % 10 === 0) calls.push({ hooks: guards, argv: ['--explain', '--json', payload] })
    index++
  }
  return calls
}

/** To how many calls the answers differ. */
async function compareBatches(calls: readonly BatchCall[]): Promise<number> {
  const file = path.join(folder, 'calls')
  fs.writeFileSync(file, calls.map((call) => `${JSON.stringify(call)}\n`).join(''))
  const said: string[][] = []
  for (const { name, batch } of engines)
    said.push(answers(name, await batch(path.join(folder, `hookbox-${name}`)), file))
  let different = 0
  calls.forEach((call, index) => {
    const each = said.map((lines) => lines[index])
    if (same(each)) return
    different++
    if (different <= 10) show(call.argv.join(' '), each)
  })
  const refused = (said[0] ?? []).filter((line) => (JSON.parse(line) as BatchAnswer).exit === 2).length
  process.stdout.write(`${calls.length} calls, ${refused} refused, ${different} different\n`)
  return different
}

function same(answers: readonly (string | undefined)[]): boolean {
  const [first] = answers
  return first !== undefined && answers.every((answer) => plain(answer) === plain(first))
}

function show(asked: string, answers: readonly (string | undefined)[]): void {
  const lines = answers.map(
    (answer, index) => `  ${engines[index]?.name.padEnd(6)} ${answer?.slice(0, 2000)}\n`,
  )
  process.stdout.write(`different: ${asked}\n${lines.join('')}`)
}

function bundle(outfile: string): Promise<unknown> {
  return build({
    stdin: {
      contents: `import { registry } from ${JSON.stringify(batch)}\nimport { startCli } from './src/cli/main.ts'\nvoid startCli(registry)\n`,
      resolveDir: root,
      loader: 'ts',
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    mainFields: ['module', 'main'],
    logLevel: 'error',
  })
}

/** Without the number of the process, which /proc/self leads to. */
function plain(answer: string | undefined): string | undefined {
  return answer?.replace(/\/proc\/\d+/g, '/proc/PID')
}

function answers(engine: string, [program, ...words]: Start, calls: string): string[] {
  const file = path.join(folder, `${engine}.answers`)
  const payload = JSON.stringify({
    hook_event_name: 'PreToolUse',
    tool_name: 'Batch',
    tool_input: { calls, answers: file },
    cwd,
  })
  const begun = Date.now()
  const { status, stderr } = spawnSync(program, [...words, 'batch', payload], { cwd, env, encoding: 'utf8' })
  if (status !== 0 || !fs.existsSync(file)) throw new Error(`${engine}: exit ${status}, ${stderr}`)
  process.stdout.write(`${engine}: ${((Date.now() - begun) / 1000).toFixed(1)} s\n`)
  return fs.readFileSync(file, 'utf8').split('\n').slice(0, -1)
}

/** The same through the executables, one process per call; how many differ. */
function compareProcesses(guards: readonly string[]): number {
  const random = numbers(seed + 1)
  const every = Math.max(1, Math.floor(3000 / Number(values.processes)))
  let left = Number(values.processes)
  let index = 0
  let different = 0
  for (const command of commands(seed)) {
    if (left === 0) break
    if (index++ % every !== 0) continue
    left--
    const input = JSON.stringify(payloadOf(command, index))
    const name = random() < 0.5 ? 'hookbox' : (guards[index % guards.length] ?? 'hookbox')
    const words = name === 'hookbox' ? ['run', ...guards] : []
    const said = engines.map(({ hook }) => {
      const [program, ...first] = hook(name)
      const { status, stdout, stderr } = spawnSync(program, [...first, ...words], {
        cwd,
        env,
        input,
        encoding: 'utf8',
      })
      return JSON.stringify([status, stdout, stderr])
    })
    if (same(said)) continue
    different++
    show(`${name} ${command}`, said)
  }
  process.stdout.write(
    `${values.processes} through whole processes of ${hookNames.length} hooks, ${different} different\n`,
  )
  return different
}
