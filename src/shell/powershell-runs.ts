import { baseName, resolvePath } from '../paths/written.ts'
import { base64Utf16 } from './base64.ts'
import { readCmd } from './cmd.ts'
import type { Command, Doubt, ShellReading, ShellWorld, Word, Wrapper } from './command.ts'
import { MAX_PATH } from './here.ts'
import { isProgram, readPosix } from './powershell-programs.ts'
import type { ReadOptions } from './read.ts'
import { concat, text as known, plainWord, unknown, type Value, word } from './value.ts'

export interface PowerShellOptions extends ReadOptions {
  /** Reads the POSIX text of `bash -c` and the like. */
  readonly posix?: (text: string, world: ShellWorld, options: ReadOptions) => ShellReading
  readonly via?: readonly Wrapper[]
  /** What stands for something unknown in the text. */
  readonly markers?: ReadonlyMap<string, Value>
}

/** A PowerShell text being read: what is known, and what was found. */
export interface PowerReader {
  readonly world: ShellWorld
  readonly options: PowerShellOptions
  readonly commands: Command[]
  readonly doubts: Doubt[]
  readonly variables: Map<string, Value>
  /** Names that Set-Alias made, in lower case. */
  readonly aliases: Map<string, string>
  /** Parameters in tables, by the name of the variable. */
  readonly splats: Map<string, readonly Word[]>
  cwd: string | undefined
  /** Place in the outer text while a string in it is read. */
  span: { readonly start: number; readonly end: number } | undefined
  readText(text: string, via: readonly Wrapper[], depth: number): void
  /** Puts a command on the list, and what it runs after it. */
  list(command: Command, via: readonly Wrapper[], depth: number): void
}

/** Code in code in code is followed so far. */
export const MAX_DEPTH = 8

const CHANGES_DIRECTORY = new Set(['cd', 'chdir', 'sl', 'set-location', 'push-location', 'pushd'])

/** What a command runs itself; true when there is such a thing. */
export function readNested(
  reader: PowerReader,
  command: Command,
  via: readonly Wrapper[],
  depth: number,
  input?: Word,
): boolean {
  const [first, ...args] = command.argv
  const name = baseName((first?.value ?? '').replaceAll('\\', '/'))
    .replace(/\.exe$/i, '')
    .toLowerCase()
  const inside = [...via, { name, words: command.argv.slice(0, 1), elsewhere: false }]
  if (CHANGES_DIRECTORY.has(name)) {
    const target = args.find((one) => !/^-/.test(one.value ?? ''))
    const to = target?.value
    reader.cwd = to === undefined ? (target ? undefined : reader.world.home) : directoryAt(reader, to)
    return false
  }
  if (name === 'invoke-expression' || name === 'iex') {
    const code = args.find((one) => !/^-command$/i.test(one.value ?? '')) ?? input
    return readCode(reader, code, command, (text) => reader.readText(text, inside, depth + 1))
  }
  if (name === 'powershell' || name === 'pwsh') {
    const code = powerShellCode(args)
    if (!code) return false
    return readCode(reader, code, command, (text) => reader.readText(text, inside, depth + 1))
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
  if (/^(?:set-alias|new-alias|sal|nal)$/.test(name)) {
    const [made, real] = args.filter((one) => !/^-/.test(one.value ?? ''))
    if (made?.value !== undefined && real?.value !== undefined)
      reader.aliases.set(made.value.toLowerCase(), real.value)
    return false
  }
  const real = reader.aliases.get(name)
  if (real !== undefined && real.toLowerCase() !== name && depth < MAX_DEPTH) {
    reader.list({ ...command, argv: [plainWord(real), ...args] }, via, depth + 1)
    return true
  }
  if (/^g?sudo$/.test(name) && depth < MAX_DEPTH) {
    const from = args.findIndex((one) => !/^-/.test(one.value ?? ''))
    if (from < 0) return false
    reader.list({ ...command, argv: args.slice(from), via: inside }, inside, depth + 1)
    return true
  }
  return isProgram(name) && reader.options.posix ? readPosix(reader, command, via) : false
}

function directoryAt(reader: PowerReader, to: string): string | undefined {
  const windows = reader.world.windows ?? false
  const path = windows ? to : to.replaceAll('\\', '/')
  if (reader.cwd === undefined) return undefined
  const moved = to.startsWith('-') ? '' : resolvePath(reader.cwd, path, windows)
  return moved === '' || moved.length > MAX_PATH ? undefined : moved
}

function readCode(
  reader: PowerReader,
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
  return word(concat(parts), words.map((one) => one.source).join(' '))
}

/** `Start-Process -FilePath program -ArgumentList a, b`. */
function startProcess(
  reader: PowerReader,
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
    else if (one && argv.length > 0) argv.push(...joined(one))
    else if (one && (given || !value.startsWith('-'))) argv.push(one)
  }
  if (argv.length === 0 || depth >= MAX_DEPTH) return false
  reader.list({ ...command, argv, via }, via, depth + 1)
  return true
}

/** Arguments are put behind each other with blanks, so each may be several words. */
function joined(one: Word): Word[] {
  if (one.value === undefined) return [one]
  return (one.value.match(/"[^"]*"?|[^\s"]+/g) ?? []).map((piece) => plainWord(piece.replaceAll('"', '')))
}
