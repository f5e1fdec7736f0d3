import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { asked, multicall } from './engine.ts'
import { makeProbes } from './make-probes.ts'

/**
 * The program of `probe-hooks.ts`: what to start, and its first arguments. Made before the tests of
 * a file and gone after them, unless `npm run test:engine` has made one for all files.
 */
export function probeProgram(): readonly [string, ...string[]] {
  asked.push('probe')
  const made = process.env['HOOKBOX_PROBES']
  if (made !== undefined) return start(made)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hookbox-probe-'))
  const program = path.join(folder, 'hookbox')
  beforeAll(() => makeProbes(program), 300_000)
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))
  return start(program)
}

const start = (program: string): readonly [string, ...string[]] =>
  multicall ? [program] : [process.execPath, program]
