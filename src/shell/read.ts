import { parse } from 'unbash'
import { audit } from './audit.ts'
import type { ShellReading, ShellWorld } from './command.ts'
import { runList } from './evaluate.ts'
import { doubt, type Here, type Outcome, type Reading } from './here.ts'
import { newState, type State } from './state.ts'
import { unknown } from './value.ts'
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
    rules: options.wrappers ? wrapperRules(options.wrappers) : new Map(),
    run: runList,
    runText,
  }
  const here: Here = { reading, text, via: [], elsewhere: false, depth: 0, calls: 0 }
  try {
    runText(here, text, newState(world.cwd))
  } catch (error) {
    doubt(
      here,
      'unreadable',
      `it could not be read (${error instanceof Error ? error.message : 'no reason'})`,
      text,
    )
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
  const script = parse(text)
  audit({ ...here, text }, script)
  return runList({ ...here, text }, script.commands, state)
}

function overLimit(text: string): string | undefined {
  if (text.length > MAX_TEXT) return 'it is too long to be read'
  const openers = text.match(/[$<>]\(|\$\{|\(\(|`|<</g)
  if (openers && openers.length > MAX_OPENERS) return 'it is nested too much to be read'
  return undefined
}
