import type { Word, WordPart } from '../../../src/shell/command.ts'

/** What an expression can be: one word, or each element of a list. */
export type Value = readonly Word[]

export const word = (parts: readonly WordPart[], source: string): Word => {
  const known = parts.every((part) => part.kind === 'text')
  return {
    value: known ? parts.map((part) => (part.kind === 'text' ? part.text : '')).join('') : undefined,
    parts,
    source,
  }
}
export const known = (text: string): Value => [word([{ kind: 'text', text }], JSON.stringify(text))]
export const unknown = (why: string): Value => [
  word([{ kind: 'unknown', why, notEmpty: false, splits: false }], why),
]

/** Every left value with every right one behind it. */
export function combine(left: Value, right: Value, between: string): Value {
  const all: Word[] = []
  for (const a of left.slice(0, 20)) {
    for (const b of right.slice(0, 20)) {
      const absolute = between === '/' && b.value?.startsWith('/')
      const glue: WordPart[] = between === '' || absolute ? [] : [{ kind: 'text', text: between }]
      all.push(
        word(absolute ? b.parts : [...a.parts, ...glue, ...b.parts], `${a.source}${between}${b.source}`),
      )
    }
  }
  return all
}
