import * as fs from 'node:fs'
import * as path from 'node:path'

/**
 * The engine that the executables are tested with: `HOOKBOX_ENGINE=native` takes what
 * `npm run binaries` has built for this machine, `linux-arm64` what it has built for that one, in
 * an emulator, `pkg` what it has built with `--engine pkg`.
 */
const ENGINES = ['node', 'native', 'linux-arm64', 'pkg'] as const

export const engine = chosen(process.env['HOOKBOX_ENGINE'] ?? 'node')

/** All hooks in one executable, told by the name that it is called by. */
export const multicall = engine !== 'node'

function chosen(name: string): (typeof ENGINES)[number] {
  const found = ENGINES.find((one) => one === name)
  if (!found) throw new Error(`HOOKBOX_ENGINE is ${name}, expected ${ENGINES.join(', ')}`)
  return found
}

const root = path.resolve(import.meta.dirname, '../..')

/** The executables that were asked for in this file's tests (started.ts). */
export const asked: string[] = []

/** How an executable is started: the program and its first arguments. */
export function executable(name: string): [program: string, ...words: string[]] {
  asked.push(name)
  const here = `${process.platform}-${process.arch}`
  const native = (platform: string) => path.join(root, 'dist/native', platform, name)
  switch (engine) {
    case 'node':
      return [process.execPath, path.join(root, 'bin', name)]
    case 'native':
      return [native(here)]
    case 'pkg':
      return [path.join(root, 'dist/pkg', here, name)]
    case 'linux-arm64':
      return [emulator('aarch64'), native(engine)]
  }
}

/** QEMU of user programs, whichever of Debian's two packages is there; undefined: none. */
export function emulatorOf(machine: string): string | undefined {
  const names = [`qemu-${machine}`, `qemu-${machine}-static`]
  return (process.env['PATH'] ?? '')
    .split(':')
    .flatMap((folder) => names.map((name) => path.join(folder, name)))
    .find((file) => fs.existsSync(file))
}

export function emulator(machine: string): string {
  const found = emulatorOf(machine)
  if (found === undefined) throw new Error(`qemu-${machine} is not in PATH: install qemu-user`)
  return found
}
