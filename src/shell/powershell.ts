import type { Command, Redirect, ShellReading, ShellWorld, Word, Wrapper } from './command.ts'
import { MAX_DEPTH, type PowerReader, type PowerShellOptions, readNested } from './powershell-runs.ts'
import { expressionValue, splatted } from './powershell-values.ts'
import { type PowerStatement, splitPowerShell } from './powershell-words.ts'
import { concat, text as known, unknown, type Value, word } from './value.ts'

const MAX_TEXT = 32 * 1024

/**
 * The commands of a PowerShell text: cmdlets and programs with their words, in blocks and
 * sub-expressions too. Every branch counts as run. Never throws.
 */
export function readPowerShell(
  text: string,
  world: ShellWorld,
  options: PowerShellOptions = {},
): ShellReading {
  const reader: PowerReader = {
    readText: (inner, path, depth) => readText(reader, inner, path, depth),
    list: (command, path, depth) => list(reader, command, path, depth),
    world,
    options,
    commands: [],
    doubts: [],
    cwd: world.cwd,
    variables: new Map(),
    aliases: new Map(),
    splats: new Map(),
    span: undefined,
  }
  readText(reader, text, options.via ?? [], 0)
  return { commands: reader.commands, doubts: reader.doubts }
}

function readText(reader: PowerReader, text: string, via: readonly Wrapper[], depth: number): void {
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
  reader: PowerReader,
  statement: PowerStatement,
  via: readonly Wrapper[],
  depth: number,
): void {
  if (statement.assigned !== undefined && statement.value.startsWith('@{')) {
    reader.splats.set(
      statement.assigned,
      splatted(statement.value, (one) => resolved(reader, one)),
    )
  }
  if (statement.assigned !== undefined && statement.command.length <= 1) {
    const [only] = statement.command
    reader.variables.set(statement.assigned, only ? resolved(reader, only).parts : [])
    return
  }
  if (statement.assigned !== undefined)
    reader.variables.set(statement.assigned, [unknown(`$${statement.assigned}`)])
  const words = statement.command.flatMap((one) => {
    const splat = /^@(\w+)$/.exec(one.source)?.[1]?.toLowerCase()
    if (splat === undefined) return [resolved(reader, one)]
    return reader.splats.get(splat) ?? [word([unknown(`the parameters in ${one.source}`)], one.source)]
  })
  // Cmdlets that take their paths through a pipe.
  const { input } = statement
  if (input && words.length > 0 && TAKES_PATHS.test(words[0]?.value ?? ''))
    words.push(resolved(reader, input))
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
  list(reader, command, via, depth, input && resolved(reader, input))
}

const TAKES_PATHS =
  /^(?:get-content|gc|cat|type|remove-item|ri|rm|rmdir|rd|del|erase|clear-content|clc|set-content|sc|copy-item|cpi|move-item|mi|get-item|gi|get-childitem|gci|select-string|sls|import-csv|ipcsv|invoke-item|ii)$/i

/** Puts a command on the list, and what it runs after it. */
function list(
  reader: PowerReader,
  command: Command,
  via: readonly Wrapper[],
  depth: number,
  input?: Word,
): void {
  const at = reader.commands.length
  reader.commands.push(command)
  const outer = reader.span
  reader.span = { start: command.start, end: command.end }
  const runs = readNested(reader, command, via, depth, input)
  reader.span = outer
  const listed = reader.commands[at]
  if (runs && listed) reader.commands[at] = { ...listed, wraps: true }
}

/** A word with variables, `~` and environment filled in. */
function resolved(reader: PowerReader, one: Word): Word {
  const parts = one.parts.flatMap((part): Value => {
    if (part.kind === 'text') return withMarkers(reader, part.text)
    if (part.kind === 'unknown' && part.why.startsWith('(')) {
      return expressionValue(part.why.slice(1, -1), (inner) => resolved(reader, inner)) ?? [part]
    }
    if (part.kind !== 'unknown' || !part.why.startsWith('$')) return [part]
    return variable(reader, part.why.slice(1).toLowerCase()) ?? [part]
  })
  const [first, ...rest] = parts
  const home = first?.kind === 'text' && /^~(?=$|[\\/])/.test(first.text) && /^["']?~/.test(one.source)
  if (!home || reader.world.home === undefined) return word(concat(parts), one.source)
  return word(concat([...known(reader.world.home + first.text.slice(1)), ...rest]), one.source)
}

function withMarkers(reader: PowerReader, text: string): Value {
  const { markers } = reader.options
  if (!markers || markers.size === 0) return [{ kind: 'text', text }]
  return [...text].flatMap((char) => markers.get(char) ?? [{ kind: 'text', text: char }])
}

function variable(reader: PowerReader, name: string): Value | undefined {
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
