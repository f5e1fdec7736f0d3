import type { Word } from './command.ts'
import { placeholders } from './find.ts'
import type { Here } from './here.ts'
import { plainWord, textOf, unknown, word } from './value.ts'

/** One command that xargs runs, and whether more operands come. */
export interface XargsRun {
  readonly argv: readonly Word[]
  readonly more: boolean
}

const MAX_LINES = 20

/** What `xargs` makes of the command in its words, with its input where that is known. */
export function xargsRuns(here: Here, own: readonly Word[], argv: readonly Word[]): XargsRun[] {
  const known = here.stdin && textOf(here.stdin)
  const placeholder = replaced(own)
  if (placeholder === undefined) {
    const operands = known === undefined ? undefined : operandsOf(known, own)
    if (!operands) return [{ argv, more: true }]
    return [{ argv: [...argv, ...operands.map(plainWord)], more: false }]
  }
  const lines = known?.split('\n').filter((line) => line !== '')
  if (!lines || lines.length > MAX_LINES) {
    return [
      {
        argv: argv.map((one) => placeholders(one, placeholder, 'a line that xargs reads', false)),
        more: false,
      },
    ]
  }
  return lines.map((line) => ({
    argv: argv.map((one) => filled(one, placeholder, line.trim())),
    more: false,
  }))
}

function filled(one: Word, placeholder: string, value: string): Word {
  const parts = one.parts.map((part) =>
    part.kind === 'text' ? { kind: part.kind, text: part.text.replaceAll(placeholder, value) } : part,
  )
  return word(parts, one.source)
}

/** The text that stands for the input (`-I {}`); undefined when operands are appended. */
function replaced(own: readonly Word[]): string | undefined {
  for (const [index, one] of own.entries()) {
    const value = one.value ?? ''
    if (value === '-I' || value === '-J') return own[index + 1]?.value ?? '{}'
    if (/^-[IJ]./.test(value)) return value.slice(2)
    if (/^-i/.test(value)) return value.slice(2) || '{}'
    if (/^--replace/.test(value)) return value.slice('--replace='.length) || '{}'
  }
  return undefined
}

/** The operands in a known input; undefined when quotes or separators make it less plain. */
function operandsOf(input: string, own: readonly Word[]): string[] | undefined {
  const options = own.slice(1).map((one) => one.value ?? '')
  if (
    options.some(
      (option) =>
        option.startsWith('-d') || option.startsWith('--delimiter') || /^-a|^--arg-file/.test(option),
    )
  )
    return undefined
  if (options.some((option) => /^-[a-zA-Z]*0|^--null$/.test(option)))
    return input.split('\0').filter((one) => one !== '')
  if (/['"\\]/.test(input)) return undefined
  return input.split(/[ \t\n]+/).filter((one) => one !== '')
}

/** GNU parallel: the command's text up to `:::`, with what it is given unknown. */
export function parallelCode(argv: readonly Word[]): Word[] | undefined {
  let at = 1
  for (; at < argv.length; at++) {
    const value = argv[at]?.value ?? ''
    if (value === '--') {
      at++
      break
    }
    if (
      /^-[jNnPaSISLsXdE]$/.test(value) ||
      /^--(?:jobs|max-args|max-procs|arg-file|colsep|results|joblog|delay|timeout|retries|sshlogin|tmpdir)$/.test(
        value,
      )
    )
      at++
    else if (!value.startsWith('-')) break
  }
  const end = argv.findIndex((one, index) => index >= at && /^:::/.test(one.value ?? ''))
  const words = argv.slice(at, end < 0 ? argv.length : end)
  if (words.length === 0) return undefined
  const holder = /\{[^{}\s]*\}/
  const given = words.some((one) => one.parts.some((part) => part.kind === 'text' && holder.test(part.text)))
  const filledIn = words.map((one) => {
    let result = one
    for (const match of (one.value ?? '').matchAll(/\{[^{}\s]*\}/g)) {
      result = placeholders(result, match[0], 'what parallel is given', true)
    }
    return result
  })
  if (given) return filledIn
  return [...filledIn, word([unknown('what parallel is given', { splits: true })], ':::')]
}
