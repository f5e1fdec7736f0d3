import type { JSONPath } from 'jsonc-parser'
import { OPENHARNESS_EVENTS } from '../../harness/openharness.ts'
import { nearest } from '../../text/nearest.ts'
import type { Problem } from './read.ts'
import { isRecord, kindOf } from './value.ts'

/** What a handler of each type has to have, and its longest timeout in seconds. */
const TYPES: Readonly<Record<string, { readonly needs: string; readonly maxSeconds: number }>> = {
  command: { needs: 'command', maxSeconds: 600 },
  http: { needs: 'url', maxSeconds: 600 },
  prompt: { needs: 'prompt', maxSeconds: 600 },
  agent: { needs: 'prompt', maxSeconds: 1200 },
}

const KNOWN = [
  'type',
  'command',
  'url',
  'headers',
  'prompt',
  'model',
  'matcher',
  'timeout_seconds',
  'block_on_failure',
  'priority',
]

/** Keys of other harnesses, and what they are called here. */
const MEANT: Readonly<Record<string, string>> = { timeout: 'timeout_seconds', onFailure: 'block_on_failure' }

/** What OpenHarness does not take of its settings (docs/contracts/openharness.md section 6). */
export function openHarnessProblems(value: unknown): Problem[] {
  if (!isRecord(value)) return [{ voids: 'file', path: [], text: `it is ${kindOf(value)}, not an object` }]
  const hooks = value['hooks']
  if (hooks === undefined) return []
  if (!isRecord(hooks)) {
    return [{ voids: 'file', path: ['hooks'], text: `hooks is ${kindOf(hooks)}, not an object` }]
  }
  return Object.entries(hooks).flatMap(([event, handlers]): Problem[] => {
    const path = ['hooks', event]
    if (!Array.isArray(handlers)) {
      return [{ voids: 'file', path, text: `${event} is ${kindOf(handlers)}, not a list of handlers` }]
    }
    const unknown: Problem[] = OPENHARNESS_EVENTS.has(event) ? [] : [noEvent(event, path)]
    return [
      ...unknown,
      ...handlers.flatMap((handler: unknown, index) => handlerProblems(handler, [...path, index])),
    ]
  })
}

function noEvent(event: string, path: JSONPath): Problem {
  const snake = event.replace(/(?<=[a-z])([A-Z])/g, '_$1').toLowerCase()
  const best = OPENHARNESS_EVENTS.has(snake) ? snake : nearest(event, [...OPENHARNESS_EVENTS.keys()])
  const hint = best === undefined ? '' : `; did you mean ${best}?`
  return { voids: 'entry', path, text: `OpenHarness has no event ${event}, so it is dropped${hint}` }
}

function handlerProblems(handler: unknown, path: JSONPath): Problem[] {
  if (!isRecord(handler)) {
    return [{ voids: 'file', path, text: `a handler is ${kindOf(handler)}, not an object` }]
  }
  const found: Problem[] = []
  const wrong = (key: string, text: string) => found.push({ voids: 'file', path: [...path, key], text })
  const { type = 'command', timeout_seconds, matcher, block_on_failure, priority } = handler
  const known = typeof type === 'string' ? TYPES[type] : undefined
  if (Array.isArray(handler['hooks'])) {
    wrong('hooks', 'the handler stands in a group with "hooks", as in Claude Code; here it stands by itself')
  } else if (!known) {
    wrong('type', `type is ${kindOf(type)}, not one of ${Object.keys(TYPES).join(', ')}`)
  } else if (typeof handler[known.needs] !== 'string') {
    wrong(known.needs, `${known.needs} is ${kindOf(handler[known.needs])}, not text`)
  }
  const max = known?.maxSeconds ?? 600
  if (timeout_seconds !== undefined && !isSeconds(timeout_seconds, max)) {
    wrong(
      'timeout_seconds',
      `timeout_seconds is ${kindOf(timeout_seconds)}, not a whole number from 1 to ${max}`,
    )
  }
  if (matcher !== undefined && matcher !== null && typeof matcher !== 'string') {
    wrong('matcher', `matcher is ${kindOf(matcher)}, not text`)
  }
  if (block_on_failure !== undefined && typeof block_on_failure !== 'boolean') {
    wrong('block_on_failure', `block_on_failure is ${kindOf(block_on_failure)}, not true or false`)
  }
  if (priority !== undefined && !Number.isInteger(priority)) {
    wrong('priority', `priority is ${kindOf(priority)}, not a whole number`)
  }
  for (const key of Object.keys(handler)) {
    if (KNOWN.includes(key) || key === 'hooks') continue
    const best = MEANT[key] ?? nearest(key, KNOWN)
    const hint = best === undefined ? '' : `; did you mean ${best}?`
    found.push({
      voids: 'ignored',
      path: [...path, key],
      text: `OpenHarness knows no ${key} and ignores it${hint}`,
    })
  }
  return found
}

function isSeconds(value: unknown, max: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max
}
