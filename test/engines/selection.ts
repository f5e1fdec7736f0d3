import * as fs from 'node:fs'
import * as path from 'node:path'

/**
 * Which test files start executables of the hooks: what `npm run test:engine` runs. Told by what a
 * file imports, itself or through helpers beside it.
 */

/** What starts them (test/support). */
const STARTERS: ReadonlySet<string> = new Set(['executable', 'callExecutable', 'hookTable', 'probeProgram'])

/**
 * In these a name tells. Any other helper that starts executables does so for all who import it, or
 * for those who set its option `executable`.
 */
const BY_NAME: ReadonlySet<string> = new Set(
  ['engine', 'call', 'table', 'probe-program'].map((name) => `test/support/${name}.ts`),
)

/** The commands of `hookbox` besides running hooks: the npm package's, whatever runs the hooks (docs/native.md). */
const OF_THE_PACKAGE = 'test/cli/'

/** Not of `vitest.config.ts`: they have needs and runs of their own. */
const APART = ['test/e2e/', 'test/platforms/', 'test/serve/']

const root = path.resolve(import.meta.dirname, '../..')

interface Import {
  readonly from: string
  /** Undefined: all of it. */
  readonly names: readonly string[] | undefined
}

const STATIC = /^(?:import|export)\s+(?!type\b)([^'";]*?)\s*from\s*'(\.[^']+)'/gm
const DYNAMIC = /(?:const\s+(\{[^}]*\})\s*=\s*await\s+)?\bimport\(\s*'(\.[^']+)'/g

const textOf = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')

function importsOf(file: string): Import[] {
  return [STATIC, DYNAMIC].flatMap((pattern) =>
    [...textOf(file).matchAll(pattern)].map(([, clause, from = '']) => ({
      from: path.relative(root, path.resolve(root, path.dirname(file), from)),
      names: clause?.startsWith('{') ? namesIn(clause) : undefined,
    })),
  )
}

/** The names of `{ a, type b, c as d, e: f }` in the module. */
function namesIn(clause: string): string[] {
  return clause
    .replace(/[{}]/g, '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !part.startsWith('type '))
    .map((part) => /^\w+/.exec(part)?.[0] ?? '')
}

const known = new Map<string, boolean>()

function starts(file: string): boolean {
  const before = known.get(file)
  if (before !== undefined) return before
  known.set(file, false) // helpers may import each other
  const found = importsOf(file).some(({ from, names }) => {
    if (BY_NAME.has(from)) return names === undefined || names.some((name) => STARTERS.has(name))
    if (!from.startsWith('test/') || !starts(from)) return false
    return !textOf(from).includes('executable?: boolean') || textOf(file).includes('executable: true')
  })
  known.set(file, found)
  return found
}

/** Whether a test file starts executables and is to be run with every engine, or is of the npm package. */
export function startsExecutables(file: string): boolean {
  return file.startsWith(OF_THE_PACKAGE) || starts(file)
}

/** The test files to run with every engine. */
export function executableTests(): string[] {
  return fs
    .readdirSync(path.join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((name) => path.join('test', name))
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => ![OF_THE_PACKAGE, ...APART].some((folder) => file.startsWith(folder)))
    .filter(starts)
    .sort()
}

/** Of these, those with a black-box table. */
export function tables(files: readonly string[]): string[] {
  return files.filter((file) => /\bhookTable\(/.test(textOf(file)))
}

/**
 * Test files that `--share` runs whole: hostile surroundings, streams and input, names, the collected
 * cases and the contracts. Of every table it runs some rows besides.
 */
export const inShare = (file: string): boolean =>
  file.startsWith('test/engines/') || file === 'test/run.test.ts'
