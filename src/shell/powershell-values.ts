import type { Word } from './command.ts'
import { splitPowerShell } from './powershell-words.ts'
import { concat, text as known, plainWord, type Value } from './value.ts'

/** Gives a word with its variables filled in. */
type Resolve = (word: Word) => Word

/** What `(Join-Path a b)`, `(Resolve-Path a)` give, from the text in the brackets. */
export function expressionValue(inner: string, resolve: Resolve): Value | undefined {
  const [only, ...others] = splitPowerShell(inner).statements
  const [name, ...args] = only?.command ?? []
  if (!only || others.length > 0) return undefined
  const operands = args
    .filter((word) => !/^-(?:path|childpath|literalpath)$/i.test(word.value ?? ''))
    .map(resolve)
  const [first, second] = operands
  const program = name?.value?.toLowerCase() ?? ''
  if (first && /^(?:resolve-path|rvpa|get-item|gi|convert-path)$/.test(program) && !second) return first.parts
  if (program !== 'join-path' || !first || !second) return undefined
  return concat(...operands.flatMap((word, index) => (index > 0 ? [known('/'), word.parts] : [word.parts])))
}

/** The parameters in `@{ Path = 'x'; Recurse = $true }`, as they are written in a command. */
export function splatted(table: string, resolve: Resolve): Word[] {
  const inner = /^@\{([\s\S]*)\}$/.exec(table.trim())?.[1]
  if (inner === undefined || inner.length > 2000) return []
  return inner.split(/[;\n]/).flatMap((entry): Word[] => {
    const [, name = '', written = ''] = /^\s*['"]?(\w+)['"]?\s*=\s*(.*?)\s*$/.exec(entry) ?? []
    if (name === '') return []
    if (/^\$true$/i.test(written)) return [plainWord(`-${name}`)]
    if (/^\$false$/i.test(written)) return []
    // A variable in front makes the text an assignment, so the values are words of it.
    const values = splitPowerShell(`x ${written}`).statements[0]?.command.slice(1) ?? []
    return [plainWord(`-${name}`), ...values.map(resolve)]
  })
}
