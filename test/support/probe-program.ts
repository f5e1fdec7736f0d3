import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll } from 'vitest'

/** The program of `probe-hooks.ts`, bundled before the tests of a file and gone after them. */
export function probeProgram(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hookbox-probe-'))
  const probe = path.join(folder, 'probe-hooks.cjs')
  beforeAll(() =>
    build({
      entryPoints: [path.join(import.meta.dirname, 'probe-hooks.ts')],
      outfile: probe,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      mainFields: ['module', 'main'],
    }),
  )
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))
  return probe
}
