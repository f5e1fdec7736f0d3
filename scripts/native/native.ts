import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { cc, cFolder, flagsFor, makeProgram, PLATFORMS, type Platform } from './compiler.ts'
import { compiledProgram } from './program.ts'
import { watchCalls } from './watched-calls.ts'

/** The native program, from the sources to the executable. */

export const OURS = [
  'main.c',
  'glue.c',
  'heap.c',
  'layout.c',
  'profile.c',
  'parts.c',
  'lz4.c',
  'utf8.c',
  'sha256.c',
  'image.c',
  'os-errors.c',
]

/** Throws for a name that is not among them. */
export function named<One extends { readonly name: string }>(platforms: readonly One[], name: string): One {
  const found = platforms.find((platform) => platform.name === name)
  if (found) return found
  throw new Error(`${name} is no platform; known: ${platforms.map((platform) => platform.name).join(', ')}`)
}

export function thisPlatform(): Platform {
  return named(PLATFORMS, `${process.platform}-${process.arch}`)
}

/** Makes the program of the hooks that `registry` (a file) exports. */
export async function makeNative(platform: Platform, registry: string, output: string): Promise<void> {
  const { later, ahead } = await compiledProgram(registry, platform.image)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hookbox-link-'))
  try {
    const file = path.join(folder, 'program.bin')
    fs.writeFileSync(file, later)
    fs.writeFileSync(path.join(folder, 'ahead.bin'), ahead)
    const link = (to: string, ...defines: string[]) =>
      makeProgram(platform, [...OURS, ...platform.sources], [`-DPROGRAM="${file}"`, ...defines], to)
    if (platform.image) await makeWithImage(link, folder, output)
    else link(output)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

type Link = (to: string, ...defines: string[]) => void

const MUCH = 6 * 1024 * 1024
const areas = (hot: number, warm: number, cold: number) =>
  // An array of C has a size.
  Object.entries({ HOT: hot, WARM: warm, COLD: cold }).map(
    ([name, size]) => `-D${name}_AREA=${Math.max(size, 16)}`,
  )

/**
 * Calls are watched, then the program says how much memory the loaded hooks take, and then it writes
 * itself with them.
 */
async function makeWithImage(link: Link, folder: string, output: string): Promise<void> {
  const ahead = path.join(folder, 'ahead.bin')
  const blocks = path.join(folder, 'blocks')
  const watched = path.join(folder, 'watched')
  link(watched, '-DHEAP_IMAGE', '-DHEAP_PROFILE', ...areas(0, 0, MUCH))
  await watchCalls([watched, ahead, blocks])
  const bare = path.join(folder, 'bare')
  const run = (...words: string[]) =>
    execFileSync(bare, [ahead, blocks, ...words], {
      env: {},
      cwd: '/',
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  link(bare, '-DHEAP_IMAGE', ...areas(MUCH, MUCH, MUCH))
  const [hot = 0, warm = 0, cold = 0] = run().split(' ').map(Number)
  link(bare, '-DHEAP_IMAGE', ...areas(hot, warm, cold))
  fs.mkdirSync(path.dirname(output), { recursive: true })
  run(output)
}

/** A small C program without the engine. `file` may be one of scripts/native/c by its name. */
export function makeTool(file: string, output: string, platform: Platform = thisPlatform()): void {
  // Windows: main() is given UTF-16.
  const wide = platform.name.startsWith('win32') ? ['-municode'] : []
  const flags = [...flagsFor(platform), '-Wall', '-Wextra', '-Werror', '-static', '-s', ...wide]
  cc([...flags, path.resolve(cFolder, file), '-o', output], cFolder)
}
