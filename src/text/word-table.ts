import { IS_KEPT } from '../host/kept.ts'

/**
 * Tables of words that are there in every call. To make a `Set` of 300 words takes Node 0.1 ms, a
 * text of them nothing: so a word is searched in the text, until so many were that a `Set` pays.
 * In the native program's image a `Set` costs nothing, and there it is made at once.
 */
export interface WordTable {
  has(word: string): boolean
}

/** The same with a number for each word. */
export interface NumberTable {
  get(word: string): number | undefined
}

/** Look-ups in the text; few calls make more. */
const FEW = 32

/** The words of `list`, with one space between two. */
export function wordTable(list: string): WordTable {
  if (IS_KEPT) return new Set(list.split(' '))
  const text = ` ${list} `
  const set = afterFew(() => new Set(list.split(' ')))
  return { has: (word) => set()?.has(word) ?? (text.includes(` ${word} `) && !word.includes(' ')) }
}

/** `list`: `word=number`, with one space between two; no word holds a `=`. */
export function numberTable(list: string): NumberTable {
  if (IS_KEPT) return new Map(list.split(' ').map(entry))
  const text = ` ${list} `
  const map = afterFew(() => new Map(list.split(' ').map(entry)))
  return {
    get: (word) => {
      const made = map()
      if (made) return made.get(word)
      const at = word.includes(' ') || word.includes('=') ? -1 : text.indexOf(` ${word}=`)
      return at < 0 ? undefined : Number.parseInt(text.slice(at + word.length + 2), 10)
    },
  }
}

function entry(one: string): [string, number] {
  const at = one.indexOf('=')
  return [one.slice(0, at), Number(one.slice(at + 1))]
}

/** Undefined for the first few times. */
function afterFew<Made>(make: () => Made): () => Made | undefined {
  let made: Made | undefined
  let left = FEW
  return () => {
    if (made === undefined && --left < 0) made = make()
    return made
  }
}
