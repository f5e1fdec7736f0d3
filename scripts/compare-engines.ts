/**
 * Asks Node and the native program the same: every answer has to be the same, to the byte. All
 * guards of shell commands judge each command together; of every tenth the explanation is
 * compared too. Then a sample goes through whole processes of both.
 *
 *   npm run compare-engines                    20,000 commands
 *   npm run compare-engines -- --count 2000 --seed 7
 */
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { hookNames } from '../src/names.ts'
import type { BatchAnswer, BatchCall } from './engines/batch.ts'
import { commands, numbers } from './engines/commands.ts'
import { makeNative, thisPlatform } from './native/native.ts'
import { capturedPayload, shellGuards } from './payloads.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    processes: { type: 'string', default: '300' },
  },
})
const count = Number(values.count)
const seed = Number(values.seed)
const root = path.resolve(import.meta.dirname, '..')
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookbox-engines-')))
const home = path.join(folder, 'home/dev')
const cwd = path.join(home, 'app')
const env = { PATH: process.env['PATH'] ?? '', HOME: home, TMPDIR: path.join(folder, 'tmp'), USER: 'dev' }

try {
  makeWorld()
  const guards = await shellGuards()
  const calls = callsOf(guards)
  const different = await compareBatches(calls)
  const processes = compareProcesses(guards)
  const wrong = different + processes
  process.stdout.write(`${calls.length + Number(values.processes) - wrong} passed, ${wrong} failed\n`)
  process.exitCode = wrong === 0 ? 0 : 1
} finally {
  fs.rmSync(folder, { recursive: true, force: true })
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

/** How many answers differ. */
async function compareBatches(calls: readonly BatchCall[]): Promise<number> {
  const batch = path.join(import.meta.dirname, 'engines/batch.ts')
  const native = path.join(folder, 'hookbox-native')
  const node = path.join(folder, 'batch.cjs')
  await makeNative(thisPlatform(), batch, native)
  await build({
    stdin: {
      contents: `import { registry } from ${JSON.stringify(batch)}\nimport { startCli } from './src/cli/main.ts'\nvoid startCli(registry)\n`,
      resolveDir: root,
      loader: 'ts',
    },
    outfile: node,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    mainFields: ['module', 'main'],
    logLevel: 'error',
  })
  const file = path.join(folder, 'calls')
  fs.writeFileSync(file, calls.map((call) => `${JSON.stringify(call)}\n`).join(''))
  const [first, second] = [answers('node', [process.execPath, node], file), answers('native', [native], file)]
  let different = 0
  calls.forEach((call, index) => {
    if (first[index] !== undefined && plain(first[index]) === plain(second[index])) return
    different++
    if (different <= 10) {
      process.stdout.write(
        `different: ${call.argv.join(' ')}\n  node   ${first[index]?.slice(0, 2000)}\n  native ${second[index]?.slice(0, 2000)}\n`,
      )
    }
  })
  const refused = first.filter((line) => (JSON.parse(line) as BatchAnswer).exit === 2).length
  process.stdout.write(`${calls.length} calls, ${refused} refused, ${different} different\n`)
  return different
}

/** Without the number of the process, which /proc/self leads to. */
function plain(answer: string | undefined): string | undefined {
  return answer?.replace(/\/proc\/\d+/g, '/proc/PID')
}

function answers(engine: string, [program = '', ...words]: readonly string[], calls: string): string[] {
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
    const said = [
      [process.execPath, path.join(root, 'bin', name)],
      [path.join(root, 'dist/native', thisPlatform().name, name)],
    ].map(([program = '', ...first]) => {
      const { status, stdout, stderr } = spawnSync(program, [...first, ...words], {
        cwd,
        env,
        input,
        encoding: 'utf8',
      })
      return JSON.stringify([status, stdout, stderr])
    })
    if (plain(said[0]) === plain(said[1])) continue
    different++
    process.stdout.write(`different: ${name} ${command}\n  node   ${said[0]}\n  native ${said[1]}\n`)
  }
  process.stdout.write(
    `${values.processes} through whole processes of ${hookNames.length} hooks, ${different} different\n`,
  )
  return different
}
