import { parse } from 'unbash'
import { audit } from './audit.ts'
import type { ShellReading, ShellWorld } from './command.ts'
import { runList } from './evaluate.ts'
import { callTheRest } from './functions.ts'
import { doubt, type Here, type Outcome, type Reading } from './here.ts'
import { copyState, newState, type State } from './state.ts'
import { unknown } from './value.ts'
import { variants } from './variants.ts'
import { type WrapperRule, wrapperRules } from './wrappers.ts'

/** Longer text is not parsed. */
export const MAX_TEXT = 32 * 1024
/** Openers of nested constructs; each makes the parser look at the rest again. */
const MAX_OPENERS = 500
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
    defined: new Set(),
    arithmetic: false,
    rules: wrapperRules(options.wrappers ?? []),
    run: runList,
    runText,
  }
  const here: Here = { reading, text, via: [], elsewhere: false, depth: 0, calls: 0 }
  try {
    const state = newState(world.cwd)
    const outcome = runText(here, text, state)
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

function runText(here: Here, text: string, state: State): Outcome {
  const nothing: Outcome = { ok: state, fail: state, output: [unknown('what unread text says')] }
  const tooMuch = overLimit(text)
  here.reading.parsed += text.length
  if (tooMuch !== undefined || here.reading.parsed > MAX_PARSED) {
    doubt(here, 'limit', tooMuch ?? 'there is more code than is read', text)
    return nothing
  }
  if (text.includes('\0')) doubt(here, 'unreadable', 'a NUL character', text)
  const others = here.variant ? [] : variants(text)
  const before = others.length > 0 ? copyState(state) : state
  const script = parse(text)
  audit({ ...here, text }, script)
  const outcome = runList({ ...here, text }, script.commands, state)
  const at = here.at ?? { start: 0, end: text.length }
  for (const variant of others) {
    here.reading.parsed += variant.length
    runList({ ...here, text: variant, at, variant: true }, parse(variant).commands, copyState(before))
  }
  return outcome
}

function overLimit(text: string): string | undefined {
  if (text.length > MAX_TEXT) return 'it is too long to be read'
  const openers = text.match(/[$<>]\(|\$\{|\(\(|`|<</g)
  if (openers && openers.length > MAX_OPENERS) return 'it is nested too much to be read'
  return undefined
}
