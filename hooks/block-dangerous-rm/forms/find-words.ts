import type { Word } from '../../../src/shell/command.ts'
import { type Deletion, type Found, knownText, knownWord, type Target } from '../deletion.ts'
import { asFound, ExpressionReader, type FindAction, UNLIMITED } from './find-expression.ts'

/** A `find` command line as far as deleting goes. */
export interface FindWords {
  readonly roots: readonly Word[]
  readonly actions: readonly FindAction[]
  /** What it prints, for a pipe behind it. */
  readonly printed: Found
  /** `-mindepth 1` or more: the root itself stays. */
  readonly belowRoot: boolean
}

/** Reads roots, tests and actions of a `find` command; the program's name is the first word. */
export function readFind(argv: readonly Word[]): FindWords {
  let at = 1
  while (/^-(?:[HLPEXdsx]+|O\d)$/.test(knownText(argv[at] ?? knownWord('')))) at++
  const roots: Word[] = []
  for (; at < argv.length; at++) {
    const word = argv[at]
    if (!word || startsExpression(word)) break
    roots.push(word)
  }
  const reader = new ExpressionReader(argv.slice(at))
  const printed = reader.readOr(UNLIMITED)
  return {
    roots: roots.length > 0 ? roots : [knownWord('.')],
    actions: reader.actions,
    printed: asFound(printed),
    belowRoot: reader.belowRoot,
  }
}

/** The roots of a search as targets: its hits, or the folders themselves when nothing limits it. */
export function searchTargets(
  argv: readonly Word[],
  cwd: string | undefined,
  effect: Deletion['effect'],
  which: 'actions' | 'printed',
): Target[] {
  const search = readFind(argv)
  const found = which === 'printed' ? search.printed : (search.actions.at(-1)?.hits ?? search.printed)
  return search.roots.map((root) => searchTarget(root, cwd, effect, found, search.belowRoot))
}

export function searchTarget(
  root: Word,
  cwd: string | undefined,
  effect: Deletion['effect'],
  found: Found,
  belowRoot: boolean,
): Target {
  const limited = found.names !== undefined || found.empty || found.aged
  if (limited || effect !== 'tree') return { word: root, cwd, found }
  return { word: root, cwd, ...(belowRoot ? { contents: true } : {}) }
}

function startsExpression(word: Word): boolean {
  const [first] = word.parts
  return first?.kind === 'text' && (/^-./.test(first.text) || /^[()!]$/.test(word.value ?? ''))
}
