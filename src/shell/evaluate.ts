import type { AndOr, CommandNode, CompoundList, If, Pipeline, PipelineNode, Statement } from 'unbash'
import { assignedInArithmetic } from './assign.ts'
import { readTest } from './conditions.ts'
import { defineFunction } from './functions.ts'
import { doubt, endShell, type Here, inShell, mayGoOn, newShell, type Outcome, sourceOf } from './here.ts'
import { runCase, runFor, runWhile } from './loops.ts'
import { joinOutcomes } from './outcomes.ts'
import { readRedirects, runRedirectsAlone } from './redirects.ts'
import { runSimple } from './simple.ts'
import { copyState, joinStates, type State } from './state.ts'
import { readArithmetic } from './substitution.ts'
import { concat, EMPTY, either, type Value } from './value.ts'

/** Reads a list of commands one after the other. `state` changes with them. */
export function runList(here: Here, statements: readonly Statement[], state: State): Outcome {
  let current: State | undefined = state
  let last: Outcome = { ok: state, fail: state, output: EMPTY }
  // Joined once at the end: one after the other would copy them again for each statement.
  const outputs: Value[] = []
  for (const statement of statements) {
    if (!current || !mayGoOn(here)) break
    last = runStatement(here, statement, current)
    outputs.push(last.output)
    const simple = statement.command.type !== 'AndOr' && statement.command.type !== 'Pipeline'
    const ends = simple && !here.tested && last.ok?.errexit && last.fail?.errexit
    if (ends && last.fail) endShell(here, last.fail)
    current = ends ? last.ok : joinStates(last.ok, last.fail)
  }
  return { ok: last.ok, fail: last.fail, output: concat(...outputs) }
}

function runStatement(here: Here, statement: Statement, state: State): Outcome {
  if (!statement.background) return runNode(here, statement.command, state)
  const { output } = inShell(here, (inside) => runNode(inside, statement.command, copyState(state)))
  return { ok: state, fail: undefined, output }
}

export function runNode(here: Here, node: PipelineNode | AndOr | CompoundList, state: State): Outcome {
  switch (node.type) {
    case 'AndOr':
      return runAndOr(here, node, state)
    case 'Pipeline':
      return runPipeline(here, node, state)
    case 'CompoundList':
      return runList(here, node.commands, state)
    default:
      return runCommandNode(here, node, state)
  }
}

function runAndOr(here: Here, node: AndOr, state: State): Outcome {
  let ok: State | undefined = state
  let fail: State | undefined
  let output: Value = EMPTY
  const start = copyState(state)
  const tested: Here = { ...here, tested: true }
  node.commands.forEach((command, index) => {
    if (!mayGoOn(here)) return
    const and = index === 0 || node.operators[index - 1] === '&&'
    const from = and ? ok : fail
    const other = and ? fail : ok
    const inside = index < node.commands.length - 1 ? tested : here
    if (!from) {
      // By what is known it does not run. It is listed all the same, and changes nothing.
      const apart: Here = { ...inside, shell: newShell(), loop: { broke: undefined, continued: undefined } }
      runNode(here.frame ? { ...apart, frame: { ...here.frame } } : apart, command, copyState(start))
      return
    }
    const result = runNode(inside, command, from === other || index > 0 ? copyState(from) : from)
    const both = concat(output, result.output)
    output = index === 0 || !other ? both : either(output, both, 'what one of several commands says')
    ok = and ? result.ok : joinStates(ok, result.ok)
    fail = and ? joinStates(fail, result.fail) : result.fail
  })
  return { ok, fail, output }
}

function runPipeline(here: Here, node: Pipeline, state: State): Outcome {
  const negated = node.prefixes.filter((prefix) => prefix.type === 'Negation').length % 2 === 1
  const [only] = node.commands
  if (node.commands.length === 1 && only) {
    const result = runNode(negated ? { ...here, tested: true } : here, only, state)
    return negated ? { ...result, ok: result.fail, fail: result.ok } : result
  }
  let output: Value = EMPTY
  node.commands.forEach((command, index) => {
    if (!mayGoOn(here)) return
    const inner = index === 0 ? here : { ...here, stdin: output }
    output = inShell(inner, (inside) => runNode(inside, command, copyState(state))).output
  })
  return { ok: state, fail: state, output }
}

function runCommandNode(here: Here, node: CommandNode, state: State): Outcome {
  switch (node.type) {
    case 'Command':
      return runSimple(here, node, state)
    case 'Redirected': {
      const redirects = readRedirects(here, node.redirects, state)
      const result = runCommandNode({ ...here, ...redirects.stdin }, node.command, state)
      runRedirectsAlone(here, node, redirects, state, result.output)
      return redirects.takesOutput ? { ...result, output: EMPTY } : result
    }
    case 'Subshell': {
      const result = inShell(here, (inside) => runList(inside, node.body.commands, copyState(state)))
      return { ok: state, fail: state, output: result.output }
    }
    case 'BraceGroup':
      return runList(here, node.body.commands, state)
    case 'If':
      return runIf(here, node, state)
    case 'For':
    case 'Select':
      return runFor(here, node, state)
    case 'ArithmeticFor':
      for (const part of [node.initialize, node.test, node.update]) {
        if (part) readArithmetic(here, part, state)
      }
      assignedInArithmetic(state, sourceOf(here, node.pos, node.body.pos))
      return runWhile(here, undefined, node.body, state)
    case 'While':
      return runWhile(here, node.clause, node.body, state)
    case 'Case':
      return runCase(here, node, state)
    case 'Function':
      defineFunction(here, node, state)
      return { ok: state, fail: undefined, output: EMPTY }
    case 'Coproc':
      inShell(here, (inside) => runNode(inside, node.body, copyState(state)))
      return { ok: state, fail: state, output: EMPTY }
    case 'TestCommand':
      return readTest(here, node, state)
    case 'ArithmeticCommand':
      if (node.expression) readArithmetic(here, node.expression, state)
      assignedInArithmetic(state, node.body)
      return { ok: state, fail: state, output: EMPTY }
  }
  doubt(here, 'unreadable', 'a kind of command that is not known', sourceOf(here, 0, 200))
  return { ok: state, fail: state, output: EMPTY }
}

function runIf(here: Here, node: If, state: State): Outcome {
  const outcomes: Outcome[] = []
  let rest: State | undefined = state
  let output: Value = EMPTY
  const branch = (clause: CompoundList, body: CompoundList) => {
    if (!rest || !mayGoOn(here)) return
    const tested = runList({ ...here, tested: true }, clause.commands, rest)
    output = concat(output, tested.output)
    if (tested.ok) outcomes.push(runList(here, body.commands, copyState(tested.ok)))
    rest = tested.fail && copyState(tested.fail)
  }
  branch(node.clause, node.then)
  for (const elif of node.elif) branch(elif.clause, elif.then)
  if (rest) {
    outcomes.push(
      node.else ? runList(here, node.else.commands, rest) : { ok: rest, fail: undefined, output: EMPTY },
    )
  }
  return joinOutcomes(outcomes, output)
}
