import * as path from 'node:path'
import { build } from 'esbuild'
import { makeNative, named, thisPlatform } from '../../scripts/native/native.ts'
import { makePkg, PKG_PLATFORMS } from '../../scripts/pkg/pkg.ts'
import { engine } from './engine.ts'

const HOOKS = path.join(import.meta.dirname, 'probe-hooks.ts')
const NODE_ENTRY = `
import { registry } from ${JSON.stringify(HOOKS)}
import { startCli } from ${JSON.stringify(path.resolve(import.meta.dirname, '../../src/cli/main.ts'))}
void startCli(registry)
`

/** Makes the program of `probe-hooks.ts` for the engine under test. */
export async function makeProbes(program: string): Promise<void> {
  if (engine === 'native') return makeNative(thisPlatform(), HOOKS, program)
  if (engine === 'pkg') return makePkg(named(PKG_PLATFORMS, thisPlatform().name), HOOKS, program)
  await build({
    stdin: { contents: NODE_ENTRY, resolveDir: import.meta.dirname, loader: 'ts' },
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    mainFields: ['module', 'main'],
  })
}
