import { nearest } from '../../text/nearest.ts'
import { ARGUMENT, DESCRIPTION, type Given, OPTIONS } from './options.ts'

/** Where no library reads command lines: what the words of `hookbox approve` say, as commander has it. */
export type Said =
  | { readonly code: string | undefined; readonly given: Given }
  | { readonly help: true }
  /** What is wrong with them. */
  | { readonly wrong: string }

const HELP = '-h, --help'

export function readApproveWords(words: readonly string[]): Said {
  const given: Record<string, string | true> = Object.fromEntries(
    OPTIONS.flatMap(([flags, , otherwise]) => (otherwise === undefined ? [] : [[keyOf(flags), otherwise]])),
  )
  const operands: string[] = []
  let unknown: string | undefined
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ''
    const [, name = word, value] = /^(--[^=]+)=(.*)$/s.exec(word) ?? []
    const option = OPTIONS.find(([flags]) => flags.split(' ', 1)[0] === name)
    const takes = option?.[0].includes('<') === true
    if (word === '--') {
      operands.push(...words.slice(index + 1))
      break
    }
    if (HELP.split(', ').includes(word)) return { help: true }
    if (option && takes) {
      const text = value ?? words[++index]
      if (text === undefined) return { wrong: `option '${option[0]}' argument missing` }
      given[keyOf(option[0])] = text
    } else if (option && value === undefined) given[keyOf(option[0])] = true
    else if (word.length > 1 && word.startsWith('-')) unknown ??= word
    else operands.push(word)
  }
  if (unknown !== undefined) return { wrong: `unknown option '${unknown}'${hint(unknown)}` }
  if (operands.length > 1)
    return {
      wrong: `too many arguments for 'approve'. Expected 1 argument but got ${operands.length}.`,
    }
  return { code: operands[0], given }
}

/** `--break-glass` as `breakGlass`. */
function keyOf(flags: string): string {
  const [name = ''] = flags.slice(2).split(' ', 1)
  return name.replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase())
}

function hint(option: string): string {
  const names = OPTIONS.map(([flags]) => flags.split(' ', 1)[0] ?? '')
  const meant = option.startsWith('--') ? nearest(option, [...names, '--help']) : undefined
  return meant === undefined ? '' : `\n(Did you mean ${meant}?)`
}

const COLUMNS = 80

export function approveHelp(): string {
  const [argument, what] = ARGUMENT
  const options = [
    ...OPTIONS.map(
      ([flags, does, otherwise]) =>
        [flags, otherwise === undefined ? does : `${does} (default: ${JSON.stringify(otherwise)})`] as const,
    ),
    [HELP, 'display help for command'] as const,
  ]
  const width = Math.max(...options.map(([flags]) => flags.length))
  const row = ([flags, does]: readonly [string, string]) =>
    `  ${flags.padEnd(width)}  ${wrapped(does, COLUMNS - width - 4).join(`\n${' '.repeat(width + 4)}`)}\n`
  return (
    `Usage: hookbox approve [options] [${argument}]\n\n${DESCRIPTION}\n\n` +
    `Arguments:\n${row([argument, what])}\nOptions:\n${options.map(row).join('')}`
  )
}

function wrapped(text: string, most: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= most)
      lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}
