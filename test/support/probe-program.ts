import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll } from 'vitest'
import { makeNative, named, thisPlatform } from '../../scripts/native/native.ts'
import { makePkg, PKG_PLATFORMS } from '../../scripts/pkg/pkg.ts'
import { engine, multicall } from './engine.ts'

const HOOKS = path.join(import.meta.dirname, 'probe-hooks.ts')
const NODE_ENTRY = `
import { registry } from ${JSON.stringify(HOOKS)}
import { startCli } from ${JSON.stringify(path.resolve(import.meta.dirname, '../../src/cli/main.ts'))}
void startCli(registry)
`

/**
 * The program of `probe-hooks.ts`, made before the tests of a file and gone after them: the
 * program to start, and its first arguments.
 */
export function probeProgram(): readonly [string, ...string[]] {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hookbox-probe-'))
  const program = path.join(folder, 'hookbox')
  const bundle = path.join(folder, 'probe-hooks.cjs')
  beforeAll(async () => {
    if (engine === 'native') return makeNative(thisPlatform(), HOOKS, program)
    if (engine === 'pkg') return makePkg(named(PKG_PLATFORMS, thisPlatform().name), HOOKS, program)
    await build({
      stdin: { contents: NODE_ENTRY, resolveDir: import.meta.dirname, loader: 'ts' },
      outfile: bundle,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      mainFields: ['module', 'main'],
    })
  }, 300_000)
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))
  return multicall ? [program] : [process.execPath, bundle]
}
