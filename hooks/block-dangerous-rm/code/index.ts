import type { Host } from '../../../src/host/host.ts'
import type { Word } from '../../../src/shell/command.ts'
import type { Deletion, Target } from '../deletion.ts'
import { DELETING, NAMES_TWICE, RUNNING } from './calls.ts'
import { type ChainedCall, callAt, receiverValue } from './chains.ts'
import { searchTargets, WALKS } from './searches.ts'
import { type Token, tokensOf } from './tokens.ts'
import { ExpressionReader } from './values.ts'

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
  const around = { cwd: moves ? undefined : world.cwd, source: world.source }
  const { host } = world
  const reader = new ExpressionReader(tokens, {
    cwd: around.cwd,
    home: host.home(),
    env: (name) => host.env(name),
  })
  const found: Deletion[] = []
  const calls: ChainedCall[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'shell') found.push(...world.shell(shellText(token.parts ?? [])))
    if (token.kind !== 'name') continue
    assign(tokens, index, reader)
    const next = tokens[index + 1]
    if (token.text === '$' && next?.kind === 'string' && next.text.startsWith('`')) {
      found.push(...world.shell(shellText(next.parts ?? [])))
      continue
    }
    const matters = DELETING.has(token.text) || RUNNING.has(token.text) || WALKS.test(token.text)
    const call = matters ? callAt(tokens, index, reader, around) : undefined
    if (!call) continue
    calls.push(call)
    found.push(...runs(call, world), ...deletes(call))
  }
  return withSearches(found, calls)
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
  const earlier = reader.variables.get(name)
  reader.variables.set(name, earlier ? [...earlier, ...value].slice(0, 20) : value)
}

function deletes(call: ChainedCall): Deletion[] {
  const forms = DELETING.get(call.name)
  const form = forms?.find((one) => one.receiver === undefined || one.receiver.test(call.receiver.text))
  if (!form) return []
  const effect = form.option && !form.option.test(call.text) ? form.without : form.effect
  if (effect === undefined) return []
  const values = form.onReceiver ? [receiverValue(call)] : form.many ? call.args : call.args.slice(0, 1)
  const targets = values
    .flat()
    .map((word): Target => ({ word, cwd: call.cwd, ...(form.contents ? { contents: true } : {}) }))
  const { text } = call.receiver
  const how = text === '' || text.includes(')') ? call.name : `${text}.${call.name}`
  return targets.length === 0 ? [] : [{ how, effect, targets, source: call.source }]
}

/** Targets that are not known come from the searches in the same code, when there are any. */
function withSearches(found: readonly Deletion[], calls: readonly ChainedCall[]): Deletion[] {
  const isUnknown = (target: Target) => target.word.value === undefined
  if (!found.some((one) => one.targets.some(isUnknown))) return [...found]
  const searched = searchTargets(calls)
  if (searched.length === 0) return [...found]
  return found.flatMap((one): Deletion[] => {
    const known = one.targets.filter((target) => !isUnknown(target))
    if (known.length === one.targets.length) return [one]
    const how = `${one.how} in a loop`
    const loop: Deletion = {
      ...one,
      how,
      effect: one.effect === 'files' ? 'files' : 'tree',
      targets: searched,
    }
    return known.length > 0 ? [{ ...one, targets: known }, loop] : [loop]
  })
}

/** A command that the code runs. */
function runs(call: ChainedCall, world: CodeWorld): readonly Deletion[] {
  const { args, name, text } = call
  if (!RUNNING.get(name)?.test(call.receiver.text)) return []
  const [first, second] = args
  if (!first) return []
  if (NAMES_TWICE.test(name)) {
    const words = args.slice(1).flat()
    return world.command(words.length > 1 ? words : args.flat())
  }
  const rest = second && /^\S+ , (?:\[|['"])/.test(text) ? args.slice(1).flat() : []
  if (text.startsWith('[') || rest.length > 0) return world.command([...first, ...rest])
  return first[0] ? world.shell(shellText(first[0].parts)) : []
}

/** Shell text with a variable of no value in place of each unknown stretch. */
function shellText(parts: Word['parts']): string {
  return parts.map((part) => (part.kind === 'unknown' ? `\${unknown_in_code}` : part.text)).join('')
}
