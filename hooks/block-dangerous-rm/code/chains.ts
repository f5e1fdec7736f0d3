import type { Value } from './parts.ts'
import type { Token } from './tokens.ts'
import { ExpressionReader } from './values.ts'

/** A call in the code, with the chain in front of its name. */
export interface ChainedCall {
  readonly name: string
  readonly receiver: { readonly text: string; readonly start: number }
  readonly args: readonly Value[]
  /** The arguments as written, tokens joined by blanks. */
  readonly text: string
  readonly tokens: readonly Token[]
  readonly index: number
  readonly reader: ExpressionReader
  readonly cwd: string | undefined
  readonly source: string
}

/** The call whose name is the token at `index`; undefined when it is none. */
export function callAt(
  tokens: readonly Token[],
  index: number,
  reader: ExpressionReader,
  around: { readonly cwd: string | undefined; readonly source: string },
): ChainedCall | undefined {
  const args = argumentsAt(tokens, index, reader)
  if (!args) return undefined
  return {
    name: tokens[index]?.text ?? '',
    receiver: receiverOf(tokens, index),
    args: args.values,
    text: args.text,
    tokens,
    index,
    reader,
    ...around,
  }
}

/** Arguments in brackets, or behind the name as Perl and Ruby allow it. */
function argumentsAt(
  tokens: readonly Token[],
  index: number,
  reader: ExpressionReader,
): { readonly values: Value[]; readonly text: string } | undefined {
  const next = tokens[index + 1]
  if (!next) return undefined
  reader.at = index + 1
  if (next.text === '(') {
    reader.at++
    return reader.readArguments()
  }
  if (next.newLine || (next.kind !== 'string' && next.kind !== 'name')) return undefined
  if (next.kind === 'name' && !/^[$@A-Z]/.test(next.text)) return undefined
  const values: Value[] = []
  const from = reader.at
  do {
    if (values.length > 0) reader.at++
    values.push(reader.read())
  } while (reader.peek() === ',' && values.length < 50)
  const text = tokens.slice(from, reader.at).map((token) => token.text)
  return { values, text: text.join(' ') }
}

/** The chain in front of a method's name, as text, and where it starts. */
function receiverOf(tokens: readonly Token[], index: number): ChainedCall['receiver'] {
  let at = index
  while (at > 1 && isDot(tokens, at - 1)) {
    const before = tokens[at - 1]?.text === '.' ? at - 2 : at - 3
    at = tokens[before]?.text === ')' ? openingOf(tokens, before) : before
    if (at > 0 && tokens[at]?.text === '(' && tokens[at - 1]?.kind === 'name') at--
  }
  const text = tokens
    .slice(at, index)
    .map((token) => token.text)
    .join('')
    .replace(/(?:\.|->|::)$/, '')
  return { text, start: at }
}

function isDot(tokens: readonly Token[], at: number): boolean {
  const text = tokens[at]?.text
  const before = tokens[at - 1]?.text
  return text === '.' || (text === '>' && before === '-') || (text === ':' && before === ':')
}

function openingOf(tokens: readonly Token[], closing: number): number {
  let depth = 0
  for (let at = closing; at >= 0; at--) {
    const text = tokens[at]?.text
    if (text === ')') depth++
    if (text === '(' && --depth === 0) return at
  }
  return 0
}

/** The value of the chain in front of the method: `Path(x)` of `Path(x).unlink()`. */
export function receiverValue(call: ChainedCall): Value {
  const { reader, tokens, receiver, index } = call
  const short = new ExpressionReader(tokens.slice(receiver.start, index - 1), reader.around)
  for (const [name, value] of reader.variables) short.variables.set(name, value)
  return short.read()
}
