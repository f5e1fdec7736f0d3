import type { Host } from '../../../src/host/host.ts'
import type { Word } from '../../../src/shell/command.ts'
import { type Deletion, type Target, unknownWord } from '../deletion.ts'
import { DELETING, type DeletingCall, NAMES_TWICE, RUNNING } from './calls.ts'
import { type Token, tokensOf } from './tokens.ts'
import { ExpressionReader, type Value } from './values.ts'

export interface CodeWorld {
  readonly host: Host
  readonly cwd: string | undefined
  /** The command that carries the code, as written. */
  readonly source: string
  /** Deletions of shell text that the code runs. */
  shell(text: string): readonly Deletion[]
  /** Deletions of a command that the code runs without a shell. */
  command(argv: readonly Word[]): readonly Deletion[]
}

const MAX_CODE = 256 * 1024

/** What code of a scripting language deletes, as far as literal and derived paths tell. */
export function codeDeletions(language: string, code: string, world: CodeWorld): Deletion[] {
  const tokens = tokensOf(language, code.slice(0, MAX_CODE))
  // After a change of directory relative paths are anywhere.
  const moves = tokens.some((token) => token.kind === 'name' && /^(?:chdir|cd)$/.test(token.text))
  const cwd = moves ? undefined : world.cwd
  const { host } = world
  const reader = new ExpressionReader(tokens, { cwd, home: host.home(), env: (name) => host.env(name) })
  const found: Deletion[] = []
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]
    if (!token) break
    if (token.kind === 'shell') found.push(...world.shell(shellText(token.parts ?? [])))
    if (token.kind !== 'name') continue
    reader.at = index
    assign(tokens, index, reader)
    if (
      token.text === '$' &&
      tokens[index + 1]?.kind === 'string' &&
      tokens[index + 1]?.text.startsWith('`')
    ) {
      found.push(...world.shell(shellText(tokens[index + 1]?.parts ?? [])))
      continue
    }
    const call = { tokens, index, reader, cwd, source: world.source }
    found.push(...runs(call, world), ...deletes(call))
  }
  return found
}

interface Call {
  readonly tokens: readonly Token[]
  readonly index: number
  readonly reader: ExpressionReader
  readonly cwd: string | undefined
  readonly source: string
}

/** `name = value`, `for name in values`: what the name stands for from here on. */
function assign(tokens: readonly Token[], index: number, reader: ExpressionReader): void {
  const name = tokens[index]?.text ?? ''
  const next = tokens[index + 1]?.text
  const before = tokens[index - 1]?.text ?? ''
  const loop = (next === 'in' || next === 'of') && /^(?:for|const|let|var|\(|my)$/.test(before)
  const plain = next === '=' && !/^[=~>]$/.test(tokens[index + 2]?.text ?? '') && !/^[.,(!<>]$/.test(before)
  if (!loop && !plain) return
  reader.at = index + 2
  const value = reader.read()
  reader.at = index
  const earlier = reader.variables.get(name)
  reader.variables.set(name, earlier ? [...earlier, ...value].slice(0, 20) : value)
}

function deletes(call: Call): Deletion[] {
  const { tokens, index } = call
  const name = tokens[index]?.text ?? ''
  const forms = DELETING.get(name)
  if (!forms) return []
  const receiver = receiverOf(tokens, index)
  const form = forms.find((one) => one.receiver === undefined || one.receiver.test(receiver.text))
  if (!form) return []
  const args = argumentsOf(call)
  if (!args) return []
  const effect = form.option && !form.option.test(args.text) ? form.without : form.effect
  if (effect === undefined) return []
  const values = form.onReceiver
    ? [receiverValue(call, receiver.start)]
    : form.many
      ? args.values
      : args.values.slice(0, 1)
  const targets = values.flatMap((value) => value.map((word): Target => target(word, form, call)))
  const how = receiver.text === '' || receiver.text.includes(')') ? name : `${receiver.text}.${name}`
  return targets.length === 0 ? [] : [{ how, effect, targets, source: call.source }]
}

function target(word: Word, form: DeletingCall, call: Call): Target {
  return { word, cwd: call.cwd, ...(form.contents ? { contents: true } : {}) }
}

/** A command that the code runs. */
function runs(call: Call, world: CodeWorld): readonly Deletion[] {
  const { tokens, index } = call
  const name = tokens[index]?.text ?? ''
  const receiver = RUNNING.get(name)
  if (!receiver?.test(receiverOf(tokens, index).text)) return []
  const args = argumentsOf(call)
  const [first, second] = args?.values ?? []
  if (!args || !first) return []
  const listed = args.text.startsWith('[')
  if (NAMES_TWICE.test(name)) {
    const words = args.values.slice(1).flat()
    return world.command(words.length > 1 ? words : args.values.flat())
  }
  const rest = second && /^\S+ , (?:\[|['"])/.test(args.text) ? args.values.slice(1).flat() : []
  if (listed || rest.length > 0) return world.command([...first, ...rest])
  const text = first[0] ? shellText(first[0].parts) : ''
  return world.shell(text)
}

/** Shell text with a variable of no value in place of each unknown stretch. */
function shellText(parts: Word['parts']): string {
  return parts.map((part) => (part.kind === 'unknown' ? `\${unknown_in_code}` : part.text)).join('')
}

/** Arguments in brackets, or behind the name as Perl and Ruby allow it. */
function argumentsOf(call: Call): { readonly values: Value[]; readonly text: string } | undefined {
  const { tokens, index, reader } = call
  const next = tokens[index + 1]
  if (!next) return undefined
  reader.at = index + 1
  if (next.text === '(') {
    reader.at++
    return reader.readArguments()
  }
  if (next.newLine || (next.kind !== 'string' && next.kind !== 'name')) return undefined
  if (next.kind === 'name' && !/^[$@]/.test(next.text)) return undefined
  const values: Value[] = []
  const from = reader.at
  do {
    if (values.length > 0) reader.at++
    const value = reader.read()
    values.push(value.length > 0 ? value : [unknownWord('an expression', next.text)])
  } while (reader.peek() === ',' && values.length < 50)
  return {
    values,
    text: tokens
      .slice(from, reader.at)
      .map((token) => token.text)
      .join(' '),
  }
}

/** The chain in front of a method's name, as text, and where it starts. */
function receiverOf(
  tokens: readonly Token[],
  index: number,
): { readonly text: string; readonly start: number } {
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

/** The value of the chain in front of the method. */
function receiverValue(call: Call, start: number): Value {
  const { reader } = call
  // Only up to the method: read the first call of the chain.
  const short = new ExpressionReader(call.tokens.slice(start, call.index - 1), reader.around)
  for (const [name, value] of reader.variables) short.variables.set(name, value)
  return short.read()
}
