import * as path from 'node:path'

/**
 * The engine that the executables are tested with: `HOOKBOX_ENGINE=native` takes what
 * `npm run binaries` has built for this machine.
 */
const ENGINES = ['node', 'native'] as const

export const engine = chosen(process.env['HOOKBOX_ENGINE'] ?? 'node')

function chosen(name: string): (typeof ENGINES)[number] {
  const found = ENGINES.find((one) => one === name)
  if (!found) throw new Error(`HOOKBOX_ENGINE is ${name}, expected ${ENGINES.join(', ')}`)
  return found
}

const root = path.resolve(import.meta.dirname, '../..')

/** How an executable is started: the program and its first arguments. */
export function executable(name: string): [program: string, ...words: string[]] {
  if (engine === 'node') return [process.execPath, path.join(root, 'bin', name)]
  return [path.join(root, 'dist/native', `${process.platform}-${process.arch}`, name)]
}
