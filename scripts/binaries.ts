/**
 * Builds the native program: all hooks in one executable per platform, in dist/native/<platform>.
 *
 *   npm run binaries                     for this machine
 *   npm run binaries -- --all            for every platform
 *   npm run binaries -- linux-arm64 ...  for these
 */
import * as fs from 'node:fs'
import * as path from 'node:path'
import { parseArgs } from 'node:util'
import { hookNames } from '../src/names.ts'
import { makeProgram, PLATFORMS, type Platform } from './native/compiler.ts'
import { compiledProgram } from './native/program.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false } },
})

const root = path.resolve(import.meta.dirname, '..')
const out = path.join(root, 'dist/native')

function chosen(): readonly Platform[] {
  if (values.all) return PLATFORMS
  const names = positionals.length > 0 ? positionals : [`${process.platform}-${process.arch}`]
  return names.map((name) => {
    const found = PLATFORMS.find((platform) => platform.name === name)
    if (found) return found
    throw new Error(`${name} is no platform; known: ${PLATFORMS.map((platform) => platform.name).join(', ')}`)
  })
}

const OURS = ['main.c', 'glue.c', 'heap.c', 'parts.c', 'utf8.c', 'os-errors.c']

fs.mkdirSync(out, { recursive: true })
const program = path.join(out, 'program.bin')
fs.writeFileSync(program, await compiledProgram())
for (const platform of chosen()) {
  const folder = path.join(out, platform.name)
  fs.rmSync(folder, { recursive: true, force: true })
  const file = path.join(folder, 'hookbox')
  makeProgram(platform, [...OURS, ...platform.sources], [`-DPROGRAM="${program}"`], file)
  for (const name of hookNames) fs.symlinkSync('hookbox', path.join(folder, name))
  process.stdout.write(`${path.relative(root, file)}: ${fs.statSync(file).size} bytes\n`)
}
