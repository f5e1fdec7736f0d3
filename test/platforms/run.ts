/**
 * `npm run test:platforms`: the native programs of platforms that this machine is not, built and run in
 * emulators. Linux arm64: rows of the black-box tables of every hook, with the answers that stand
 * there. That and Windows: test/platforms. What was not run is said at the end.
 *
 *   npm run test:platforms -- --every 1    all rows; without it one of four
 */
import { spawn, spawnSync } from 'node:child_process'
import * as path from 'node:path'
import { parseArgs } from 'node:util'
import { executableTests, tables } from '../engines/selection.ts'
import { emulatorOf } from '../support/engine.ts'
import { wineProgram } from './programs.ts'

const { values } = parseArgs({ options: { every: { type: 'string', default: '4' } } })
const root = path.resolve(import.meta.dirname, '../..')
const missing = [
  ...(emulatorOf('aarch64') === undefined ? ['qemu-aarch64: apt-get install qemu-user'] : []),
  ...(wineProgram() === undefined ? ['wine64: apt-get install wine64'] : []),
]

/** Builds one; for both at once, since a great part of each takes one processor only. */
function build(platform: string): Promise<boolean> {
  const argv = ['--import', 'tsx', path.join(root, 'scripts/binaries.ts'), platform]
  const child = spawn(process.execPath, argv, { cwd: root, stdio: 'inherit' })
  return new Promise((resolve) => child.on('close', (code) => resolve(code === 0)))
}

function node(env: Record<string, string>, ...argv: readonly string[]): void {
  const { status } = spawnSync(process.execPath, argv, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  if (status !== 0) process.exitCode = 1
}

if (missing.length > 0) {
  process.stderr.write(`test:platforms needs:\n${missing.map((one) => `  ${one}\n`).join('')}`)
  process.exitCode = 1
} else if (!(await Promise.all(['linux-arm64', 'win32-x64'].map(build))).every(Boolean)) {
  process.exitCode = 1
} else {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  // The rows that go through the executable; other tests of these files count calls at once, which
  // an emulator makes slow, or locks, which QEMU's /proc/self/stat does not allow to be told.
  const rows = ['-t', '(?<!, )executable ']
  node(
    { HOOKBOX_ENGINE: 'linux-arm64', HOOKBOX_EVERY_ROW: values.every },
    vitest,
    'run',
    '--reporter=./test/support/count-reporter.ts',
    ...rows,
    ...tables(executableTests()),
  )
  node({ HOOKBOX_EVERY_ROW: values.every }, vitest, 'run', '--config', 'vitest.platforms.config.ts')
}
