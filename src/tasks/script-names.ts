import { type WordTable, wordTable } from '../text/word-table.ts'

const RUN = wordTable('run run-script rum urn task')
const INSTALL = ['preinstall', 'install', 'postinstall', 'prepublish', 'prepare']

/** Scripts that commands of a package manager run by themselves. */
const LIFECYCLE: readonly (readonly [WordTable, readonly string[]])[] = [
  [wordTable('test t tst'), ['test']],
  [wordTable('it install-test'), [...INSTALL, 'test']],
  [wordTable('install i in ci add clean-install link'), INSTALL],
  [wordTable('uninstall remove rm un'), ['preuninstall', 'uninstall', 'postuninstall']],
  [wordTable('publish'), ['prepublishOnly', 'prepack', 'prepare', 'postpack', 'publish', 'postpublish']],
  [wordTable('pack'), ['prepack', 'prepare', 'postpack']],
  [wordTable('version'), ['preversion', 'version', 'postversion']],
]
const BY_NAME = wordTable('start stop restart')

/**
 * Which scripts `program first second` runs, for npm, pnpm, yarn, bun, composer and deno; `taken`:
 * how many of the two words name them.
 */
export function scriptNames(
  program: string,
  first: string | undefined,
  second: string | undefined,
): { readonly names: readonly string[]; readonly taken: number } {
  if (first === undefined) return { names: program === 'yarn' ? INSTALL : [], taken: 0 }
  if (RUN.has(first)) return { names: second === undefined ? [] : [second], taken: 2 }
  if (program === 'deno') return { names: [], taken: 0 }
  const own = LIFECYCLE.find(([commands]) => commands.has(first))?.[1]
  if (own) return { names: own, taken: 1 }
  return { names: program !== 'npm' || BY_NAME.has(first) ? [first] : [], taken: 1 }
}
