import type { Case, CompoundList, For, Select } from 'unbash'
import { assign } from './assign.ts'
import { decidedItems } from './decided.ts'
import { runList } from './evaluate.ts'
import { expandWords, wholeValue } from './expand.ts'
import type { Here, Outcome } from './here.ts'
import { joinOutcomes } from './outcomes.ts'
import { copyState, joinStates, type State } from './state.ts'
import { concat, EMPTY, likely, unknown, type Value } from './value.ts'

/** Turns of a loop over known words that are looked at one by one. */
const MAX_TURNS = 50

export function runFor(here: Here, node: For | Select, state: State): Outcome {
  const name = node.name.value
  const words = node.wordlist ? expandWords(here, node.wordlist, state) : (state.args ?? [])
  const several = words.some((word) => word.parts.some((part) => part.kind === 'unknown' && part.splits))
  const known = node.type === 'For' && (node.wordlist || state.args) && words.length <= MAX_TURNS && !several
  if (!known) {
    const maybe = [...new Set(words.flatMap((word) => likely(word.parts)))].slice(0, 8)
    const value: Value = [unknown(`$${name} of a loop`, maybe.length > 0 ? { maybe } : {})]
    for (const word of words.slice(0, MAX_TURNS)) {
      // Each of them on its own too: a dangerous one among many must be seen.
      const turn = copyState(state)
      assign(
        turn,
        name,
        word.parts.map((part) => (part.kind === 'unknown' ? { ...part, splits: false } : part)),
      )
      runList(inLoop(here), node.body.commands, turn)
    }
    return runTurns(here, state, (loop, turn) => {
      assign(turn, name, value)
      return runList(loop, node.body.commands, turn)
    })
  }
  let current: State | undefined = state
  let output: Value = EMPTY
  const loop = inLoop(here)
  for (const word of words) {
    if (!current) break
    assign(current, name, word.parts)
    const result = runList(loop, node.body.commands, current)
    output = concat(output, result.output)
    current = joinStates(result.ok, result.fail)
    current = joinStates(current, loop.loop.continued)
    loop.loop.continued = undefined
  }
  const end = joinStates(current, loop.loop.broke)
  return { ok: end, fail: end, output: loop.loop.broke ? [unknown('what a loop says')] : output }
}

export function runWhile(
  here: Here,
  clause: CompoundList | undefined,
  body: CompoundList,
  state: State,
): Outcome {
  return runTurns(here, state, (loop, turn) => {
    if (!clause) return runList(loop, body.commands, turn)
    const tested = runList({ ...loop, tested: true }, clause.commands, turn)
    const again = joinStates(tested.ok, tested.fail)
    const result = again ? runList(loop, body.commands, copyState(again)) : tested
    return joinOutcomes([{ ...tested, ok: undefined }, result])
  })
}

/** A body that runs an unknown number of times, perhaps not at all. */
function runTurns(here: Here, state: State, run: (loop: Here, turn: State) => Outcome): Outcome {
  let current: State = state
  for (let pass = 0; pass < 3; pass++) {
    const loop = inLoop({ ...here, turning: true })
    const result = run(loop, copyState(current))
    let after = joinStates(result.ok, result.fail)
    after = joinStates(joinStates(after, loop.loop.continued), loop.loop.broke)
    const next: State = joinStates(current, after) ?? current
    const changed = changedVariables(current, next)
    if (pass === 1) {
      for (const name of changed) {
        const maybe = likely(next.variables.get(name)?.value ?? EMPTY)
        assign(next, name, [unknown(`$${name}, which a loop changes`, maybe.length > 0 ? { maybe } : {})])
      }
    }
    const same = changed.length === 0 && next.cwds.join('\n') === current.cwds.join('\n')
    current = next
    if (same) break
  }
  return { ok: current, fail: current, output: [unknown('what a loop says')] }
}

function changedVariables(before: State, after: State): string[] {
  const names: string[] = []
  for (const [name, variable] of after.variables) {
    const earlier = before.variables.get(name)
    if (earlier === variable) continue
    if (!earlier || JSON.stringify(earlier.value) !== JSON.stringify(variable.value)) names.push(name)
  }
  return names
}

function inLoop(here: Here): Here & { loop: NonNullable<Here['loop']> } {
  return { ...here, loop: { broke: undefined, continued: undefined } }
}

/** Every branch is looked at, whatever the word is, unless the world wants it decided. */
export function runCase(here: Here, node: Case, state: State): Outcome {
  wholeValue(here, node.word, state)
  const decided = decidedItems(here, node, state)
  let end: State | undefined = decided && decided.length > 0 ? undefined : copyState(state)
  let through: State | undefined
  for (const item of decided ?? node.items) {
    for (const pattern of item.pattern) wholeValue(here, pattern, state)
    const from = joinStates(copyState(state), through) ?? state
    const result = runList(here, item.body.commands, copyState(from))
    const after = joinStates(result.ok, result.fail)
    through = item.terminator === ';&' || item.terminator === ';;&' ? after : undefined
    end = joinStates(end, after)
  }
  return { ok: end, fail: end, output: [unknown('what a case says')] }
}
