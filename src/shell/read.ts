import { parse } from 'unbash'
import type { Host } from '../host/host.ts'
import { audit } from './audit.ts'
import type { ShellReading, ShellWorld } from './command.ts'
import { runList } from './evaluate.ts'
import { callTheRest } from './functions.ts'
import { doubt, type Here, inShell, newShell, type Outcome, type Reading } from './here.ts'
import { setAside } from './set-aside.ts'
import { copyState, newState, type State } from './state.ts'
import { unknown } from './value.ts'
import { variants } from './variants.ts'
import { type WrapperRule, wrapperRules } from './wrapper-rule.ts'

/** Longer text is not parsed. */
const MAX_TEXT = 32 * 1024
/** Openers of nested constructs; each makes the parser look at the rest again. */
const MAX_OPENERS = 500
/** Brackets open at the same time, in quotes too. */
const MAX_BRACKETS = 150
/** Long bodies of here-documents and long strings are looked for only in longer texts. */
const SHORT = 4096
/** With bodies of here-documents and strings that are only data. */
const MAX_WITH_BODIES = 4 * 1024 * 1024
/** All text parsed in one reading, with what eval and scripts bring. */
const MAX_PARSED = 256 * 1024

export interface ReadOptions {
  /** Programs that run other commands, besides those known. */
  readonly wrappers?: readonly WrapperRule[]
}

/**
 * The commands that a shell would run for this text, as far as it can be told without
 * running it. Never throws; what could not be read is in `doubts`.
 */
export function readShell(text: string, world: ShellWorld, options: ReadOptions = {}): ShellReading {
  const reading: Reading = {
    world,
    commands: [],
    seen: new Set(),
    doubts: [],
    steps: 0,
    parsed: 0,
    markers: new Map(),
    pipes: new Map(),
    renamed: new Map(),
    defined: new Set(),
    arithmetic: false,
    rules: wrapperRules(options.wrappers ?? []),
    run: runList,
    runText,
  }
  const here: Here = { reading, text, via: [], elsewhere: false, depth: 0, calls: 0, shell: newShell() }
  try {
    const state = newState(world.cwd)
    const outcome = inShell(here, (inside) => runText(inside, text, state))
    callTheRest({ ...here, text }, outcome.ok ?? outcome.fail ?? state)
  } catch (error) {
    doubt(
      here,
      'unreadable',
      `it could not be read (${error instanceof Error ? error.message : 'no reason'})`,
      text,
    )
  }
  if (reading.arithmetic && reading.subscript !== undefined) {
    doubt(here, 'unreadable', 'a value with a subscript that runs a command', reading.subscript)
  }
  return { commands: reading.commands, doubts: reading.doubts }
}

interface Known {
  readonly reading: ShellReading
  /** The text of a script file was asked for, so the reading depends on what `script` gives. */
  readonly asked: boolean
}

/** In a process of one call; a host is a call's own, also where several calls share a process. */
const readings = new WeakMap<Host, Map<string, Known>>()

/**
 * As `readShell`, but a text that another hook of this process has read already, from the same
 * folder, is not read again. `ownScripts`: `world.script` is not the one of `shellWorld`; such
 * readings are shared only while the text runs no script file.
 */
export function readShellOnce(
  host: Host,
  text: string,
  world: ShellWorld,
  options: ReadOptions & { readonly ownScripts?: boolean } = {},
): ShellReading {
  const known = readings.get(host) ?? new Map<string, Known>()
  readings.set(host, known)
  const key = JSON.stringify([text, world.cwd, world.home, world.windows === true, options.wrappers ?? []])
  const before = known.get(key)
  if (before && !(before.asked && options.ownScripts)) return before.reading
  let asked = false
  const script = (path: string) => {
    asked = true
    return world.script?.(path)
  }
  const reading = readShell(text, { ...world, script }, options)
  if (!asked || !options.ownScripts) known.set(key, { reading, asked })
  return reading
}

function runText(here: Here, text: string, state: State): Outcome {
  const nothing: Outcome = { ok: state, fail: state, output: [unknown('what unread text says')] }
  const aside = text.length > SHORT ? setAside(text) : undefined
  const parsed = aside?.text ?? text
  const tooMuch = text.length > MAX_WITH_BODIES ? TOO_LONG : overLimit(parsed, aside?.left ?? text.length)
  here.reading.parsed += aside?.left ?? text.length
  if (tooMuch !== undefined || here.reading.parsed > MAX_PARSED) {
    doubt(here, 'limit', tooMuch ?? 'there is more code than is read', text)
    return nothing
  }
  if (text.includes('\0')) doubt(here, 'unreadable', 'a NUL character', text)
  const script = parse(parsed)
  const starts = new Set(aside?.starts)
  const { aside: _outer, ...outside } = here
  const inside: Here = { ...outside, text, ...(starts.size > 0 ? { aside: starts } : {}) }
  const { bodies, misread } = audit(inside, script)
  if ([...starts].some((start) => !bodies.has(start))) {
    doubt(here, 'limit', TOO_LONG, text)
    return nothing
  }
  const others = here.variant ? [] : variants(parsed, misread)
  const before = others.length > 0 ? copyState(state) : state
  const outcome = runList(inside, script.commands, state)
  const at = here.at ?? { start: 0, end: text.length }
  for (const variant of others) {
    here.reading.parsed += variant.length
    runList({ ...outside, text: variant, at, variant: true }, parse(variant).commands, copyState(before))
  }
  return outcome
}

const TOO_LONG = 'it is too long to be read'

/** Why a text is not given to the parser: its length, or what would make it slow. */
function overLimit(text: string, length: number): string | undefined {
  if (length > MAX_TEXT) return TOO_LONG
  const openers = text.match(/[$<>]\(|\$\{|\(\(|`|<</g)
  if (openers && openers.length > MAX_OPENERS) return 'it is nested too much to be read'
  let depth = 0
  for (const bracket of text.match(/[(){}]/g) ?? []) {
    depth = bracket === '(' || bracket === '{' ? depth + 1 : Math.max(0, depth - 1)
    if (depth > MAX_BRACKETS) return 'it is nested too deeply to be read'
  }
  return undefined
}
