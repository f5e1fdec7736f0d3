/**
 * `npm run test:engine -- ENGINE [FILE...] [vitest options]`: the tests that run executables, with those
 * of this engine (`node`, `native`, `pkg`). Which tests these are: selection.ts.
 *
 *   npm run test:engine -- pkg                       all of them
 *   npm run test:engine -- pkg run-several -t deny   of these files, with options of vitest
 *   npm run test:engine -- pkg --share               a fixed part in a minute, where starts are slow
 */
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { hookNames } from '../../src/names.ts'
import { executableTests, inShare, tables } from './selection.ts'

const root = path.resolve(import.meta.dirname, '../..')
/** How each is built. */
const BUILDS = new Map([
  ['node', 'npm run build'],
  ['native', 'npm run binaries'],
  ['pkg', 'npm run binaries -- --engine pkg'],
])
/** The rows of tables that are in the share: the first of each six. */
const EVERY_ROW = '6'

const [engine = '', ...words] = process.argv.slice(2)
const build = BUILDS.get(engine)
if (build === undefined) {
  process.stderr.write(
    `usage: npm run test:engine -- ${[...BUILDS.keys()].join('|')} [--share] [FILE...] [vitest options]\n`,
  )
  process.exit(64)
}
process.env['HOOKBOX_ENGINE'] = engine
// They read the variable.
const { executable } = await import('../support/engine.ts')
const { makeProbes } = await import('../support/make-probes.ts')

const missing = ['hookbox', ...hookNames]
  .map((name) => executable(name).at(-1) ?? '')
  .find((file) => !fs.existsSync(file))
if (missing !== undefined) {
  process.stderr.write(
    `${path.relative(root, missing)} has not been built for the engine ${engine}: ${build}\n`,
  )
  process.exit(1)
}

const built = fs.statSync(executable('hookbox').at(-1) ?? '').mtimeMs
const newer = ['src', 'hooks'].find((from) =>
  fs
    .readdirSync(path.join(root, from), { recursive: true, encoding: 'utf8' })
    .some((file) => file.endsWith('.ts') && fs.statSync(path.join(root, from, file)).mtimeMs > built),
)
if (newer !== undefined && engine !== 'node')
  process.stderr.write(`${newer}/ has changed since the executables of ${engine} were built: ${build}\n`)

const share = words.includes('--share')
const given = words.filter((word) => word !== '--share')
const options = given.findIndex((word) => word.startsWith('-'))
const names = options < 0 ? given : given.slice(0, options)
const more = options < 0 ? [] : given.slice(options)
const files = executableTests().filter(
  (file) => names.length === 0 || names.some((name) => file.includes(name)),
)
if (files.length === 0) {
  process.stderr.write(`no test of executables has ${names.join(' or ')} in its name\n`)
  process.exit(1)
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hookbox-probe-'))
try {
  // Once for all files: with an engine inside this takes longer than the tests of a file.
  process.env['HOOKBOX_PROBES'] = path.join(folder, 'hookbox')
  await makeProbes(process.env['HOOKBOX_PROBES'])
  if (share) {
    vitest(files.filter(inShare))
    // The rows that go through the executable, and not the other tests of these files.
    vitest(tables(files), ['-t', '(?<!, )executable '], { HOOKBOX_EVERY_ROW: EVERY_ROW })
  } else vitest(files)
} finally {
  fs.rmSync(folder, { recursive: true, force: true })
}

/** Without a file vitest would take all. */
function vitest(
  files: readonly string[],
  argv: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): void {
  if (files.length === 0) return
  const program = path.join(root, 'node_modules/vitest/vitest.mjs')
  const { status } = spawnSync(process.execPath, [program, 'run', ...files, ...argv, ...more], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  if (status !== 0) process.exitCode = 1
}
