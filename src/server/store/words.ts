/** Of a record's texts so much is searched. */
const MAX_TEXT = 8000
const MAX_WORDS = 400
/** A longer word is found by its beginning. */
const MAX_WORD = 40

/**
 * The words of a record, in lower case, each once. Both databases and the report get the same
 * words, so that a search finds the same in each, whatever their own ideas of a word are.
 */
export function wordsOf(summary: string, fields: Readonly<Record<string, unknown>>): string[] {
  const found = new Set<string>()
  let left = MAX_TEXT
  const take = (text: string) => {
    const part = text.slice(0, left)
    left -= part.length
    for (const word of splitWords(part)) if (found.size < MAX_WORDS) found.add(word)
  }
  const visit = (value: unknown, depth: number): void => {
    if (left <= 0 || found.size >= MAX_WORDS) return
    if (typeof value === 'string') take(value)
    else if (typeof value === 'number') take(String(value))
    else if (typeof value === 'object' && value !== null && depth < 100) {
      for (const item of Object.values(value)) visit(item, depth + 1)
    }
  }
  take(summary)
  for (const key of FIRST) visit(fields[key], 0)
  for (const [key, value] of Object.entries(fields)) if (!SKIPPED.has(key)) visit(value, 0)
  return [...found]
}

/** What somebody looks for most, before a long result uses up the room. */
const FIRST = ['tool_name', 'session_id', 'tool_use_id', 'hook', 'rule', 'user', 'cwd', 'error', 'reason']
/** In every record, so that a search for them would find all. */
const SKIPPED: ReadonlySet<string> = new Set([...FIRST, 'timestamp', 'v', 'harness', 'id', 'chain'])

/** Runs of letters and digits, cut. */
function splitWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.map((word) => [...word.slice(0, MAX_WORD + 1)].slice(0, MAX_WORD).join(''))
}

/**
 * The beginnings of words that a search asks for, all of which a record must have. Empty: it
 * asks for something that is no word, which nothing has.
 */
export function searchedWords(text: string): readonly string[] {
  return [...new Set(splitWords(text.slice(0, 1000)))].slice(0, 16)
}
