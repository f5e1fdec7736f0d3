import { decodeAnsiC, fromUtf8 } from './ansi.ts'
import { base64Text } from './base64.ts'

/** What a program makes of a known input. Undefined: not known. */
type Filter = (args: readonly string[], input: string) => string | undefined

const MAX_INPUT = 64 * 1024

/** The output of a plain filter. Undefined: no filter that is followed, or not with these words. */
export function filtered(name: string, args: readonly string[], input: string): string | undefined {
  const filter = Object.hasOwn(FILTERS, name) ? FILTERS[name] : undefined
  return input.length > MAX_INPUT ? undefined : filter?.(args, input)
}

const FILTERS: Readonly<Record<string, Filter>> = {
  base64: (args, input) =>
    args.some((arg) => /^(?:-[a-zA-Z]*[dD]|--decode)$/.test(arg)) ? base64Text(input) : undefined,
  base32: (args, input) =>
    args.some((arg) => /^(?:-[a-z]*d|--decode)$/.test(arg)) ? base32Text(input) : undefined,
  openssl: (args, input) => {
    const decodes =
      args.includes('-d') && (args.includes('base64') || args.includes('-base64') || args.includes('-a'))
    const others = args.filter((arg) => !/^(?:enc|base64|-base64|-a|-A|-d|-in|-)$/.test(arg))
    return decodes && others.length === 0 ? base64Text(input) : undefined
  },
  xxd: (args, input) => {
    const letters = args
      .map((arg) => arg.replace(/^-(?:ps|plain|postscript)$/, '-p').replace('-revert', '-r'))
      .join('')
    return /^(?:-[rp]+)+$/.test(letters) && /r/.test(letters) && /p/.test(letters)
      ? hexText(input)
      : undefined
  },
  rev: (args, input) => (args.length > 0 ? undefined : byLine(input, (line) => [...line].reverse().join(''))),
  tac: (args, input) => (args.length > 0 ? undefined : `${lines(input).toReversed().join('\n')}\n`),
  tr,
  cut,
  sed: substituted,
  head: (args, input) => {
    const count = lineCount(args)
    return count === undefined ? undefined : ended(lines(input).slice(0, count))
  },
  tail: (args, input) => {
    const count = lineCount(args)
    return count === undefined ? undefined : ended(count === 0 ? [] : lines(input).slice(-count))
  },
}

function lines(input: string): string[] {
  return (input.endsWith('\n') ? input.slice(0, -1) : input).split('\n')
}

const ended = (all: readonly string[]) => all.map((line) => `${line}\n`).join('')

function byLine(input: string, change: (line: string) => string): string {
  return input.split('\n').map(change).join('\n')
}

/** `-3`, `-n 3`, `-n3`; ten without any. */
function lineCount(args: readonly string[]): number | undefined {
  if (args.length === 0) return 10
  const count = /^-(?:n ?)?(\d{1,5})$/.exec(args.join(' '))?.[1]
  return count === undefined ? undefined : Number(count)
}

function hexText(input: string): string | undefined {
  const digits = input.replace(/\s+/g, '')
  if (!/^(?:[0-9a-fA-F]{2})*$/.test(digits)) return undefined
  return fromUtf8((digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)))
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function base32Text(input: string): string | undefined {
  const bytes: number[] = []
  let bits = 0
  let held = 0
  for (const char of input.replace(/\s+/g, '').replace(/=+$/, '')) {
    const value = BASE32.indexOf(char)
    if (value < 0) return undefined
    held = ((held << 5) | value) & 0xffff
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push((held >> bits) & 255)
    }
  }
  return fromUtf8(bytes)
}

const CLASSES: Readonly<Record<string, string>> = {
  '[:lower:]': 'abcdefghijklmnopqrstuvwxyz',
  '[:upper:]': 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  '[:digit:]': '0123456789',
  '[:space:]': ' \t\n\v\f\r',
  '[:blank:]': ' \t',
}

/** The characters of a set of tr; undefined when it holds what is not followed. */
function setOf(written: string): string[] | undefined {
  const named = written.replace(/\[:\w+:\]/g, (name) => CLASSES[name] ?? name)
  const decoded = decodeAnsiC(named)
  if (decoded === undefined || /\[[:=].*[:=]\]|\[.\*/.test(decoded)) return undefined
  const chars = [...decoded]
  const set: string[] = []
  for (let at = 0; at < chars.length && set.length < 1000; at++) {
    const from = chars[at] ?? ''
    const to = chars[at + 1] === '-' ? chars[at + 2] : undefined
    if (to === undefined) {
      set.push(from)
      continue
    }
    const [start = 0, end = 0] = [from, to].map((char) => char.codePointAt(0))
    if (end < start || end - start > 300) return undefined
    for (let code = start; code <= end; code++) set.push(String.fromCodePoint(code))
    at += 2
  }
  return set
}

function tr(args: readonly string[], input: string): string | undefined {
  const options = args.filter((arg) => /^-./.test(arg)).join('')
  const [first, second, ...others] = args.filter((arg) => !/^-./.test(arg)).map(setOf)
  if (!first || others.length > 0 || !/^(?:-[ds])*$/.test(options)) return undefined
  if (options === '-d') {
    const gone = new Set(first)
    return second ? undefined : [...input].filter((char) => !gone.has(char)).join('')
  }
  if (options !== '' || !second || second.length === 0) return undefined
  const to = new Map<string, string>()
  for (const [index, char] of first.entries()) {
    to.set(char, second[index] ?? second.at(-1) ?? '')
  }
  return [...input].map((char) => to.get(char) ?? char).join('')
}

/** `cut -c2-`, `cut -d, -f1,3`. */
function cut(args: readonly string[], input: string): string | undefined {
  const words = args
    .join('\0')
    .replace(/(^|\0)-([cdf])\0/g, '$1-$2')
    .split('\0')
  const of = (letter: string) => words.find((word) => word.startsWith(`-${letter}`))?.slice(2)
  const chars = of('c')
  const fields = of('f')
  const by = of('d') ?? '\t'
  const known = words.every((word) => /^-[cdf]/.test(word))
  const list = /^(\d{1,4})?(-)?(\d{1,4})?$/.exec(chars ?? fields ?? '')
  if (!known || !list || list[0] === '' || (chars === undefined) === (fields === undefined)) return undefined
  const from = Number(list[1] ?? '1')
  const to = list[2] === undefined ? from : Number(list[3] ?? '100000')
  return byLine(input, (line) => {
    if (fields !== undefined && !line.includes(by)) return line
    const pieces = chars === undefined ? line.split(by) : [...line]
    return pieces.slice(from - 1, to).join(chars === undefined ? by : '')
  })
}

/** `s/text/other/` without anything special in either. */
function substituted(args: readonly string[], input: string): string | undefined {
  const [program, ...others] = args.filter((arg) => arg !== '-e')
  const [, , text, other, flags] =
    /^s([^\w\s\\])([\w ~-]{1,200})\1([\w ~/.-]{0,200}?)\1(g?)$/.exec(program ?? '') ?? []
  if (text === undefined || other === undefined || others.length > 0) return undefined
  return byLine(input, (line) =>
    flags === 'g' ? line.replaceAll(text, () => other) : line.replace(text, () => other),
  )
}
