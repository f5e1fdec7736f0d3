import * as path from 'node:path'

/**
 * The engine that the executables are tested with: `HOOKBOX_ENGINE=native` takes what
 * `npm run binaries` has built for this machine, `pkg` what it has with `--engine pkg`.
 */
const ENGINES = ['node', 'native', 'pkg'] as const

export const engine = chosen(process.env['HOOKBOX_ENGINE'] ?? 'node')

/** All hooks in one executable, told by the name that it is called by. */
export const multicall = engine !== 'node'

function chosen(name: string): (typeof ENGINES)[number] {
  const found = ENGINES.find((one) => one === name)
  if (!found) throw new Error(`HOOKBOX_ENGINE is ${name}, expected ${ENGINES.join(', ')}`)
  return found
}

const root = path.resolve(import.meta.dirname, '../..')

/** How an executable is started: the program and its first arguments. */
export function executable(name: string): [program: string, ...words: string[]] {
  if (engine === 'node') return [process.execPath, path.join(root, 'bin', name)]
  return [path.join(root, 'dist', engine, `${process.platform}-${process.arch}`, name)]
}
