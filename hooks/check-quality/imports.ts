/**
 * Names that a text imports, in whatever language: the words of its import statements. Made to
 * tell whether a rewrite took imports away, so words too many do no harm as long as they stay.
 */
function importedNames(text: string): Set<string> {
  const names = new Set<string>()
  const lines = text.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (!STATEMENT.test(line)) continue
    let statement = line
    // `import {`, `from x import (`, `use a::{`: up to the closing one.
    for (let more = 0; OPEN.test(statement) && more < MAX_LINES && at + 1 < lines.length; more++) {
      statement += `\n${lines[++at] ?? ''}`
      if (CLOSING.test(lines[at] ?? '')) break
    }
    for (const [word] of statement.matchAll(WORD)) if (!KEYWORDS.has(word)) names.add(word)
  }
  return names
}

const STATEMENT =
  /^\s*(?:(?:(?:public|pub|static|global|export)\s+)?(?:import|from|use|using|include|require(?:_relative|_once)?)\b\s*["'({*<\w\\]|#\s*include\b|@(?:import|use)\b|(?:const|let|var)\s[^=]{1,200}=\s*require\()/
const OPEN = /[({][^)}]*$/
const CLOSING = /[)}]/
const MAX_LINES = 200
const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu
const KEYWORDS: ReadonlySet<string> = new Set(
  (
    'import from as type typeof default use using static const let var require require_relative require_once ' +
    'include public pub global with assert json function'
  ).split(' '),
)

/** What the first text imports and the second does not any more. */
export function lostImports(before: string, after: string): string[] {
  if (before === after) return []
  const left = importedNames(after)
  return [...importedNames(before)].filter((name) => !left.has(name))
}
