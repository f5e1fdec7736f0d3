import type { InlineCode, Word } from './command.ts'
import { writtenTexts } from './files.ts'
import type { Here } from './here.ts'
import { scriptTexts } from './scripts.ts'
import type { Call } from './simple.ts'
import type { State } from './state.ts'
import { concat, text, type Value } from './value.ts'

interface Interpreter {
  readonly language: string
  /** Options whose value is code; letters may stand in a cluster (`perl -ne`). */
  readonly code: readonly string[]
  /** Options that take a value, before the script. */
  readonly takes?: readonly string[]
  /** The first operand is code (awk). */
  readonly operand?: boolean
}

const INTERPRETERS: readonly (readonly [RegExp, Interpreter])[] = [
  [/^(?:python|pypy)[\d.]*$/, { language: 'python', code: ['c'], takes: ['W', 'X', 'm', 'Q'] }],
  [
    /^(?:node|nodejs|bun|tsx|ts-node)$/,
    {
      language: 'javascript',
      code: ['e', 'p', '--eval', '--print'],
      takes: ['r', '--require', '--import', '--loader'],
    },
  ],
  [/^deno$/, { language: 'javascript', code: ['eval'] }],
  [/^perl[\d.]*$/, { language: 'perl', code: ['e', 'E'], takes: ['I', 'M', 'm'] }],
  [/^ruby[\d.]*$/, { language: 'ruby', code: ['e'], takes: ['I', 'r', 'C'] }],
  [/^php[\d.]*$/, { language: 'php', code: ['r', 'B', 'R', 'E'], takes: ['d', 'c'] }],
  [/^lua[\d.]*$/, { language: 'lua', code: ['e'], takes: ['l'] }],
  [/^(?:Rscript|julia|elixir|groovy|scala)$/, { language: 'other', code: ['e'] }],
  [/^osascript$/, { language: 'applescript', code: ['e'], takes: ['l'] }],
  [/^expect$/, { language: 'tcl', code: ['c'], takes: ['d', 'D'] }],
  [/^(?:tclsh|wish|jimsh)[\d.]*$/, { language: 'tcl', code: [] }],
  [
    /^emacs(?:client)?$/,
    { language: 'elisp', code: ['--eval', '-eval', '--execute', '-execute', 'e'], takes: ['l', '--load'] },
  ],
  [/^(?:g?vim?|nvim|rvim|view|vimdiff|ex)$/, { language: 'vim', code: ['c', '--cmd'] }],
  [/^[gmn]?awk$/, { language: 'awk', code: [], takes: ['F', 'v', 'f'], operand: true }],
]

/** Code in another language that the call runs, as far as it stands in the text. */
export function inlineCode(here: Here, call: Call, state: State, name: string): InlineCode | undefined {
  const interpreter = INTERPRETERS.find(([names]) => names.test(name))?.[1]
  if (!interpreter) return undefined
  const { language } = interpreter
  const found: Value[] = []
  let at = 1
  for (; at < call.argv.length; at++) {
    const written = call.argv[at]?.value ?? leading(call.argv[at])
    if (written === 'eval' && interpreter.code.includes('eval')) {
      const next = call.argv.slice(at + 1).find((one) => !one.value?.startsWith('-'))
      return next && { language, text: codeText(next.parts) }
    }
    if (!/^-./.test(written)) break
    const option = readOption(written, interpreter)
    if (option === 'code') {
      const next = call.argv[at + 1]
      if (next) found.push(next.parts)
      at++
    } else if (option === 'takes') at++
    else if (typeof option === 'number') {
      const [first, ...rest] = call.argv[at]?.parts ?? []
      if (first?.kind === 'text') found.push([...text(first.text.slice(option)), ...rest])
    }
  }
  const operand = call.argv[at]
  if (found.length === 0 && interpreter.operand && operand) found.push(operand.parts)
  if (found.length > 0) return { language, text: found.map(codeText).join('\n') }
  const [only] = operand?.parts ?? []
  const pipe = only?.kind === 'unknown' && here.reading.pipes.has(only.why)
  const script =
    !operand || operand.value === '-'
      ? here.stdin
      : pipe
        ? scriptTexts(here, operand, state)[0]
        : written(here, operand, state)
  if (!script || script.every((part) => part.kind === 'unknown')) return undefined
  return { language, text: codeText(script) }
}

/** A script that the same text wrote; one on the disk is not inline. */
function written(here: Here, operand: Word, state: State): Value | undefined {
  const [first, ...others] = writtenTexts(here, operand, state)
  return first && concat(first, ...others.map((other) => concat(text('\n'), other)))
}

/** code, takes: the next word is its value. A number: where code begins in this word. */
function readOption(written: string, interpreter: Interpreter): 'code' | 'takes' | 'flag' | number {
  if (interpreter.code.includes(written)) return 'code'
  if (written.startsWith('--')) {
    const [name = ''] = written.split('=')
    const isCode = interpreter.code.includes(name)
    if (isCode && written.includes('=')) return name.length + 1
    return isCode ? 'code' : interpreter.takes?.includes(name) ? 'takes' : 'flag'
  }
  for (let index = 1; index < written.length; index++) {
    const letter = written[index] ?? ''
    const last = index + 1 >= written.length
    if (interpreter.code.includes(letter)) return last ? 'code' : index + 1
    if (interpreter.takes?.includes(letter)) return last ? 'takes' : 'flag'
  }
  return 'flag'
}

function codeText(value: Value): string {
  return value.map((part) => (part.kind === 'unknown' ? '\ufffc' : part.text)).join('')
}

function leading(word: Word | undefined): string {
  const [first] = word?.parts ?? []
  return first?.kind === 'text' ? first.text : ''
}
