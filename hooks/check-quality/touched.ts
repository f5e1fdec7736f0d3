import type { Edit } from './edits.ts'

/** Lines of a file, counted from 1, both ends included. */
export interface LineRange {
  readonly first: number
  readonly last: number
}

/**
 * The lines that an edit touched, in the text as it is now. Undefined: all, because the whole
 * file was written or the place can't be found again.
 */
export function touchedLines(edit: Edit, text: string): readonly LineRange[] | undefined {
  const { touched } = edit
  if (!touched) return undefined
  if ('lines' in touched) return touched.lines
  const ranges: LineRange[] = []
  for (const added of touched.texts) {
    const before = ranges.length
    for (let at = text.indexOf(added); at >= 0; at = text.indexOf(added, at + added.length)) {
      const first = lineAt(text, at)
      const last = first + newlines(added.replace(/\n$/, ''))
      ranges.push({ first, last })
    }
    if (ranges.length === before) return undefined
  }
  return ranges
}

function lineAt(text: string, offset: number): number {
  return newlines(text.slice(0, offset)) + 1
}

function newlines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}

/** Where lines have gone that a rewrite moved: `hunks` as src/text/hunks.ts gives them. */
export function movedLines(
  lines: readonly LineRange[] | undefined,
  hunks: readonly string[],
): readonly LineRange[] | undefined {
  if (!lines) return undefined
  const moves = hunks.map(headOf)
  if (moves.some((move) => move === undefined)) return undefined
  return lines.map(({ first, last }) => ({
    first: moved(first, moves, false),
    last: moved(last, moves, true),
  }))
}

interface Move {
  readonly old: number
  readonly oldCount: number
  readonly now: number
  readonly nowCount: number
}

function headOf(hunk: string): Move | undefined {
  const [head = '', ...lines] = hunk.split('\n')
  const found = /^@@ -(\d+) \+(\d+) @@/.exec(head)
  if (!found) return undefined
  const count = (mark: string) => lines.filter((line) => line[0] === ' ' || line[0] === mark).length
  return { old: Number(found[1]), oldCount: count('-'), now: Number(found[2]), nowCount: count('+') }
}

/** Inside a hunk a line may be any of the new ones: the first counts, or the last. */
function moved(line: number, moves: readonly (Move | undefined)[], end: boolean): number {
  let shift = 0
  for (const move of moves) {
    if (!move || line < move.old) break
    if (line < move.old + move.oldCount) return end ? move.now + Math.max(0, move.nowCount - 1) : move.now
    shift = move.now + move.nowCount - (move.old + move.oldCount)
  }
  return line + shift
}
