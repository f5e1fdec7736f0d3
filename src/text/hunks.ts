/**
 * The differences between two texts as unified hunks, with one line around each. Meant to
 * show a small rewrite to a reader: texts that differ in more than 400 lines come as one
 * replaced block.
 */
export function hunks(before: string, after: string): string[] {
  const a = before.split('\n')
  const b = after.split('\n')
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let tail = 0
  while (tail < a.length - start && tail < b.length - start && a.at(-1 - tail) === b.at(-1 - tail)) tail++
  const edits = editScript(a.slice(start, a.length - tail), b.slice(start, b.length - tail))
  return render(edits, a, start)
}

interface Edit {
  readonly mark: ' ' | '-' | '+'
  readonly text: string
}

const MOST = 400

/** The shortest list of kept, removed and added lines, by longest common subsequence. */
function editScript(a: readonly string[], b: readonly string[]): Edit[] {
  const removed = a.map((text): Edit => ({ mark: '-', text }))
  const added = b.map((text): Edit => ({ mark: '+', text }))
  if (a.length > MOST || b.length > MOST) return [...removed, ...added]
  const width = b.length + 1
  const length = new Uint16Array((a.length + 1) * width)
  const at = (row: number, column: number) => length[row * width + column] ?? 0
  for (let row = a.length - 1; row >= 0; row--) {
    for (let column = b.length - 1; column >= 0; column--) {
      length[row * width + column] =
        a[row] === b[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const edits: Edit[] = []
  let row = 0
  let column = 0
  while (row < a.length && column < b.length) {
    if (a[row] === b[column]) {
      edits.push({ mark: ' ', text: a[row] ?? '' })
      row++
      column++
    } else if (at(row + 1, column) >= at(row, column + 1)) edits.push(removed[row++] as Edit)
    else edits.push(added[column++] as Edit)
  }
  return [...edits, ...removed.slice(row), ...added.slice(column)]
}

function render(edits: readonly Edit[], before: readonly string[], start: number): string[] {
  const all: Edit[] = [
    ...before.slice(Math.max(0, start - 1), start).map((text): Edit => ({ mark: ' ', text })),
    ...edits,
  ]
  const found: string[] = []
  // Line numbers of the next line in the old and in the new text.
  let old = Math.max(0, start - 1) + 1
  let now = old
  let open: { from: number; to: number; lines: string[]; quiet: number } | undefined
  const close = () => {
    if (!open) return
    const lines = open.quiet > 1 ? open.lines.slice(0, 1 - open.quiet) : open.lines
    found.push([`@@ -${open.from} +${open.to} @@`, ...lines].join('\n'))
    open = undefined
  }
  for (const [index, { mark, text }] of all.entries()) {
    if (mark === ' ') {
      if (open) {
        open.lines.push(` ${text}`)
        if (++open.quiet > 2) close()
      }
    } else {
      if (!open) {
        const context = all[index - 1]
        const has = context?.mark === ' '
        open = {
          from: has ? old - 1 : old,
          to: has ? now - 1 : now,
          lines: has ? [` ${context.text}`] : [],
          quiet: 0,
        }
      }
      open.lines.push(`${mark}${text}`)
      open.quiet = 0
    }
    if (mark !== '+') old++
    if (mark !== '-') now++
  }
  close()
  return found
}
