import { baseName, resolvePath } from '../paths/written.ts'
import { base64Utf16 } from './base64.ts'
import { readCmd } from './cmd.ts'
import type { Command, Doubt, Redirect, ShellReading, ShellWorld, Word, Wrapper } from './command.ts'
import { type PowerStatement, splitPowerShell } from './powershell-words.ts'
import type { ReadOptions } from './read.ts'
import { text as known, plainWord, unknown, type Value, word } from './value.ts'

export interface PowerShellOptions extends ReadOptions {
  /** Reads the POSIX text of `bash -c` and the like. */
  readonly posix?: (text: string, world: ShellWorld, options: ReadOptions) => ShellReading
  readonly via?: readonly Wrapper[]
  /** What stands for something unknown in the text. */
  readonly markers?: ReadonlyMap<string, Value>
}

const MAX_TEXT = 32 * 1024
const MAX_DEPTH = 8

/**
 * The commands of a PowerShell text: cmdlets and programs with their words, in blocks and
 * sub-expressions too. Every branch counts as run. Never throws.
 */
export function readPowerShell(
  text: string,
  world: ShellWorld,
  options: PowerShellOptions = {},
): ShellReading {
  const reader: Reader = {
    world,
    options,
    commands: [],
    doubts: [],
    cwd: world.cwd,
    variables: new Map(),
    span: undefined,
  }
  readText(reader, text, options.via ?? [], 0)
  return { commands: reader.commands, doubts: reader.doubts }
}

interface Reader {
  readonly world: ShellWorld
  readonly options: PowerShellOptions
  readonly commands: Command[]
  readonly doubts: Doubt[]
  readonly variables: Map<string, Value>
  cwd: string | undefined
  /** Place in the outer text while a string in it is read. */
  span: { readonly start: number; readonly end: number } | undefined
}

function readText(reader: Reader, text: string, via: readonly Wrapper[], depth: number): void {
  if (text.length > MAX_TEXT || depth > MAX_DEPTH || reader.commands.length > 2000) {
    const what =
      text.length > MAX_TEXT ? 'it is too long to be read' : 'code in code in code is nested too deeply'
    reader.doubts.push({ kind: 'limit', what, source: text.slice(0, 200) })
    return
  }
  const { statements, problem } = splitPowerShell(text)
  if (problem !== undefined)
    reader.doubts.push({ kind: 'unreadable', what: problem, source: text.slice(0, 200) })
  for (const statement of statements) readStatement(reader, statement, via, depth)
}

const KEYWORDS = new Set(
  'if elseif else foreach for while do until switch try catch finally function filter param begin process end class enum throw break continue in'.split(
    ' ',
  ),
)

function readStatement(
  reader: Reader,
  statement: PowerStatement,
  via: readonly Wrapper[],
  depth: number,
): void {
  if (statement.assigned !== undefined && statement.command.length <= 1) {
    const [only] = statement.command
    reader.variables.set(statement.assigned, only ? resolved(reader, only).parts : [])
    return
  }
  if (statement.assigned !== undefined)
    reader.variables.set(statement.assigned, [unknown(`$${statement.assigned}`)])
  const words = statement.command.map((one) => resolved(reader, one))
  const [first] = words
  if (!first || (first.value !== undefined && KEYWORDS.has(first.value.toLowerCase()))) return
  const span = reader.span ?? { start: statement.start, end: statement.end }
  const redirects = statement.redirects.map(({ operator, target }): Redirect => {
    return {
      operator,
      target: target && resolved(reader, target),
      writes: target !== undefined,
      reads: false,
    }
  })
  const command: Command = {
    argv: words,
    cwd: reader.cwd,
    redirects,
    environment: {},
    via,
    wraps: false,
    moreOperands: statement.piped,
    source: statement.source,
    ...span,
  }
  list(reader, command, via, depth)
}

/** Puts a command on the list, and what it runs after it. */
function list(reader: Reader, command: Command, via: readonly Wrapper[], depth: number): void {
  const at = reader.commands.length
  reader.commands.push(command)
  const outer = reader.span
  reader.span = { start: command.start, end: command.end }
  const runs = readNested(reader, command, via, depth)
  reader.span = outer
  if (runs) reader.commands[at] = { ...command, wraps: true }
}

/** A word with variables, `~` and environment filled in. */
function resolved(reader: Reader, one: Word): Word {
  const parts = one.parts.flatMap((part): Value => {
    if (part.kind === 'text') return withMarkers(reader, part.text)
    if (part.kind !== 'unknown' || !part.why.startsWith('$')) return [part]
    return variable(reader, part.why.slice(1).toLowerCase()) ?? [part]
  })
  const [first, ...rest] = parts
  const home = first?.kind === 'text' && /^~(?=$|[\\/])/.test(first.text) && /^~/.test(one.source)
  if (!home || reader.world.home === undefined) return word(joined(parts), one.source)
  return word(joined([...known(reader.world.home + first.text.slice(1)), ...rest]), one.source)
}

function joined(parts: Value): Value {
  const all: Value[number][] = []
  for (const part of parts) {
    const last = all.at(-1)
    if (part.kind === 'text' && last?.kind === 'text')
      all[all.length - 1] = { kind: 'text', text: last.text + part.text }
    else all.push(part)
  }
  return all
}

function withMarkers(reader: Reader, text: string): Value {
  const { markers } = reader.options
  if (!markers || markers.size === 0) return [{ kind: 'text', text }]
  return [...text].flatMap((char) => markers.get(char) ?? [{ kind: 'text', text: char }])
}

function variable(reader: Reader, name: string): Value | undefined {
  const set = reader.variables.get(name)
  if (set) return set
  if (name === 'home' || name === 'env:userprofile')
    return reader.world.home === undefined ? undefined : known(reader.world.home)
  if (name === 'pwd') return reader.cwd === undefined ? undefined : known(reader.cwd)
  if (name === 'true' || name === 'false') return known(`$${name}`)
  if (!name.startsWith('env:')) return undefined
  const wanted = name.slice(4)
  const value = reader.world.env(wanted.toUpperCase()) ?? reader.world.env(wanted)
  return value === undefined ? undefined : known(value)
}

const CHANGES_DIRECTORY = new Set(['cd', 'chdir', 'sl', 'set-location', 'push-location', 'pushd'])

/** What a command runs itself; true when there is such a thing. */
function readNested(reader: Reader, command: Command, via: readonly Wrapper[], depth: number): boolean {
  const [first, ...args] = command.argv
  const name = baseName((first?.value ?? '').replaceAll('\\', '/'))
    .replace(/\.exe$/i, '')
    .toLowerCase()
  const inside = [...via, { name, words: command.argv.slice(0, 1), elsewhere: false }]
  if (CHANGES_DIRECTORY.has(name)) {
    const target = args.find((one) => !/^-/.test(one.value ?? ''))
    const to = target?.value
    reader.cwd = to === undefined ? (target ? undefined : reader.world.home) : moved(reader, to)
    return false
  }
  if (name === 'invoke-expression' || name === 'iex') {
    const code = args.find((one) => !/^-command$/i.test(one.value ?? ''))
    return readCode(reader, code, command, (text) => readText(reader, text, inside, depth + 1))
  }
  if (name === 'powershell' || name === 'pwsh') {
    const code = powerShellCode(args)
    if (!code) return false
    return readCode(reader, code, command, (text) => readText(reader, text, inside, depth + 1))
  }
  if (name === 'cmd') {
    const at = args.findIndex((one) => /^\/[ck]$/i.test(one.value ?? ''))
    if (at < 0) return false
    const code = args
      .slice(at + 1)
      .map((one) => one.value ?? one.source)
      .join(' ')
    for (const inner of readCmd(code, { ...reader.world, cwd: reader.cwd ?? reader.world.cwd })) {
      reader.commands.push({ ...inner, cwd: reader.cwd, via: inside, start: command.start, end: command.end })
    }
    return true
  }
  if (name === 'start-process' || name === 'saps' || name === 'start')
    return startProcess(reader, command, args, inside, depth)
  if (/^(?:bash|sh|zsh|wsl)$/.test(name) && reader.options.posix) return readPosix(reader, command, via)
  return false
}

function moved(reader: Reader, to: string): string | undefined {
  const windows = reader.world.windows ?? false
  const path = windows ? to : to.replaceAll('\\', '/')
  if (reader.cwd === undefined) return undefined
  return to.startsWith('-') ? undefined : resolvePath(reader.cwd, path, windows)
}

function readCode(
  reader: Reader,
  code: Word | undefined,
  command: Command,
  read: (text: string) => void,
): boolean {
  if (code?.value === undefined) {
    reader.doubts.push({ kind: 'unknown-code', what: 'what it runs is not known', source: command.source })
    return code !== undefined
  }
  read(code.value)
  return true
}

/** The text of `-Command`, `-EncodedCommand`, or the words after the options. */
export function powerShellCode(args: readonly Word[]): Word | undefined {
  for (const [index, one] of args.entries()) {
    const option = (one.value ?? '').toLowerCase().replace(/^\//, '-')
    const next = args[index + 1]
    if (/^-e(?:c|n[a-z]*)?$/.test(option)) {
      const decoded = next?.value === undefined ? undefined : base64Utf16(next.value)
      return decoded === undefined ? word([unknown('encoded text')], next?.source ?? '') : plainWord(decoded)
    }
    if (/^-c(?:o[a-z]*)?$/.test(option)) return allOf(args.slice(index + 1))
    if (/^-f(?:i[a-z]*)?$/.test(option)) return undefined
    if (/^-(?:ex|ep|ou|in|wi|w|ve|wo|se)[a-z]*$/.test(option)) continue
    if (option !== '' && !option.startsWith('-') && !/^-/.test(args[index - 1]?.value ?? ''))
      return allOf(args.slice(index))
  }
  return undefined
}

function allOf(words: readonly Word[]): Word | undefined {
  if (words.length === 0) return undefined
  const parts = words.flatMap((one, index) => (index > 0 ? [...known(' '), ...one.parts] : one.parts))
  return word(joined(parts), words.map((one) => one.source).join(' '))
}

/** `Start-Process -FilePath program -ArgumentList a, b`. */
function startProcess(
  reader: Reader,
  command: Command,
  args: readonly Word[],
  via: readonly Wrapper[],
  depth: number,
): boolean {
  const argv: Word[] = []
  let given = false
  for (let at = 0; at < args.length; at++) {
    const one = args[at]
    const value = one?.value ?? ''
    if (/^-(?:verb?|windowstyle|workingdirectory|redirect\w+|credential|environment)$/i.test(value)) at++
    else if (/^-(?:wait|nonewwindow|passthru|file\w*|usenewenvironment|loaduserprofile)$/i.test(value))
      continue
    else if (/^-a(?:rg\w*)?$/i.test(value)) given = true
    else if (one && (given || !value.startsWith('-'))) argv.push(one)
  }
  if (argv.length === 0 || depth >= MAX_DEPTH) return false
  list(reader, { ...command, argv, via }, via, depth + 1)
  return true
}

function readPosix(reader: Reader, command: Command, via: readonly Wrapper[]): boolean {
  const quoted = command.argv.map((one) => `'${(one.value ?? '').replaceAll("'", "'\\''")}'`).join(' ')
  const inner = reader.options.posix?.(
    quoted,
    { ...reader.world, cwd: reader.cwd ?? reader.world.cwd },
    reader.options,
  )
  const more = inner?.commands.slice(1) ?? []
  for (const one of more)
    reader.commands.push({ ...one, via: [...via, ...one.via], start: command.start, end: command.end })
  reader.doubts.push(...(inner?.doubts ?? []))
  return more.length > 0
}
