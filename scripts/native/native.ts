import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { makeProgram, PLATFORMS, type Platform } from './compiler.ts'
import { compiledProgram } from './program.ts'

/** The native program, from the sources to the executable. */

const OURS = ['main.c', 'glue.c', 'heap.c', 'parts.c', 'utf8.c', 'sha256.c', 'os-errors.c']

export function platformNamed(name: string): Platform {
  const found = PLATFORMS.find((platform) => platform.name === name)
  if (found) return found
  throw new Error(`${name} is no platform; known: ${PLATFORMS.map((platform) => platform.name).join(', ')}`)
}

export function thisPlatform(): Platform {
  return platformNamed(`${process.platform}-${process.arch}`)
}

/** Makes the program of the hooks that `registry` (a file) exports. */
export async function makeNative(platform: Platform, registry: string, output: string): Promise<void> {
  linkNative(platform, await compiledProgram(registry), output)
}

/** Links compiled hooks with the engine. */
export function linkNative(platform: Platform, program: Uint8Array, output: string): void {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hookbox-link-'))
  try {
    const file = path.join(folder, 'program.bin')
    fs.writeFileSync(file, program)
    makeProgram(platform, [...OURS, ...platform.sources], [`-DPROGRAM="${file}"`], output)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
