import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { cachedFolder, QUICKJS, quickjsSource, sha256, ZIG, zig } from './fetched.ts'

/** The C side of the native program: the engine's objects and the programs made with them. */

export const cFolder = path.resolve(import.meta.dirname, 'c')

/** What differs between the platforms. `name` as npm's packages write it. */
export interface Platform {
  readonly name: string
  /** For `zig cc -target`. */
  readonly target: string
  readonly cpu: string
  readonly sources: readonly string[]
  /** Built with a heap image (image.h); only where this machine can run it. */
  readonly image: boolean
  /** Of the compiler. */
  readonly flags: readonly string[]
  readonly link: readonly string[]
}

const POSIX = ['os-posix.c']
/** Bytes; os-posix.c and os-windows.c count on it. */
const STACK = 64 * 1024 * 1024
const macho = ['-Wl,-dead_strip', `-Wl,-stack_size,0x${STACK.toString(16)}`]
const elf = ['-static', '-Wl,--gc-sections', '-Wl,--build-id=none']

/** Nothing there unwinds; Windows' start-up code needs what this leaves out. */
const NO_UNWINDING = ['-fno-unwind-tables']

export const PLATFORMS: readonly Platform[] = [
  {
    name: 'linux-x64',
    target: 'x86_64-linux-musl',
    cpu: 'x86_64',
    sources: POSIX,
    image: process.platform === 'linux' && process.arch === 'x64',
    flags: NO_UNWINDING,
    link: elf,
  },
  {
    name: 'linux-arm64',
    target: 'aarch64-linux-musl',
    cpu: 'generic',
    sources: POSIX,
    image: false,
    flags: NO_UNWINDING,
    link: elf,
  },
  {
    name: 'darwin-x64',
    target: 'x86_64-macos',
    cpu: 'x86_64',
    sources: POSIX,
    image: false,
    flags: [],
    link: macho,
  },
  {
    name: 'darwin-arm64',
    target: 'aarch64-macos',
    cpu: 'apple_m1',
    sources: POSIX,
    image: false,
    flags: [],
    link: macho,
  },
  {
    name: 'win32-x64',
    target: 'x86_64-windows-gnu',
    cpu: 'x86_64',
    sources: ['os-windows.c'],
    image: false,
    flags: [],
    link: ['-static', '-Wl,--gc-sections', `-Wl,--stack,${STACK}`],
  },
]

export const ENGINE = ['quickjs', 'dtoa', 'libregexp', 'libunicode', 'cutils']
const FLAGS = [
  '-O2',
  // As it is by default the engine is a quarter larger, and no faster.
  '-mllvm',
  '-inline-threshold=50',
  '-g0',
  '-fno-asynchronous-unwind-tables',
  '-std=gnu23',
  '-fno-sanitize=undefined',
  '-ffunction-sections',
  '-fdata-sections',
]

/** What calls seldom need is made small. */
const SMALL = ['libunicode', 'dtoa']

/** Runs `zig cc`; its caches lie beside the downloads. */
export function cc(args: readonly string[], cwd: string): void {
  try {
    execFileSync(zig(), ['cc', ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' })
  } catch (error) {
    throw new Error(`zig cc ${args.join(' ')}: ${(error as { stderr?: string }).stderr ?? error}`)
  }
}

export function flagsFor(platform: Platform): string[] {
  return [
    '-target',
    platform.target,
    `-mcpu=${platform.cpu}`,
    ...FLAGS,
    '-D_GNU_SOURCE',
    `-DCONFIG_VERSION="${QUICKJS.version}"`,
    ...platform.flags,
  ]
}

/** The engine's objects, kept by everything that they are made from. */
function engineObjects(platform: Platform): string[] {
  const flags = flagsFor(platform)
  const key = sha256([QUICKJS.sha256, ZIG.sha256, ...flags, ...SMALL].join('\0')).slice(0, 16)
  const folder = cachedFolder(`engine-${platform.name}-${key}`, (making) => {
    for (const name of ENGINE) {
      const size = SMALL.includes(name) ? ['-Os'] : []
      cc([...flags, ...size, '-w', '-c', `${name}.c`, '-o', path.join(making, `${name}.o`)], quickjsSource())
    }
  })
  return ENGINE.map((name) => path.join(folder, `${name}.o`))
}

/** Compiles and links C files of ours with the engine. */
export function makeProgram(
  platform: Platform,
  files: readonly string[],
  defines: readonly string[],
  output: string,
): void {
  const objects = engineObjects(platform)
  fs.mkdirSync(path.dirname(output), { recursive: true })
  const warnings = ['-Wall', '-Wextra', '-Werror', '-Wno-unused-parameter', '-Wno-sign-compare']
  const include = ['-isystem', quickjsSource()]
  const args = [...flagsFor(platform), ...warnings, ...include, ...defines, ...files, ...objects]
  cc([...args, ...platform.link, '-lm', '-s', '-o', output], cFolder)
}
