import type { JSONPath } from 'jsonc-parser'
import { CLAUDE_EVENTS } from '../../harness/claude-code.ts'
import { nearest } from '../../text/nearest.ts'
import { fieldProblems } from './claude-fields.ts'
import type { Problem } from './read.ts'
import { isRecord, kindOf } from './value.ts'

/** A malformed handler of one of these voids the file (docs/contracts/claude-code.md section 3). */
export const VOIDS_FILE: readonly string[] = ['PreToolUse', 'PermissionRequest', 'PreSkillShellCommand']

const TYPES: Readonly<Record<string, readonly string[]>> = {
  command: ['command'],
  http: ['url'],
  mcp_tool: ['server', 'tool'],
  prompt: ['prompt'],
  agent: ['prompt'],
}

/** What Claude Code does not take of a settings file, by its own rules (section 3). */
export function claudeProblems(value: unknown): Problem[] {
  if (!isRecord(value)) return [{ voids: 'file', path: [], text: `it is ${kindOf(value)}, not an object` }]
  const fields = fieldProblems(value)
  const hooks = value['hooks']
  if (hooks === undefined) return fields
  if (!isRecord(hooks)) {
    return [...fields, { voids: 'file', path: ['hooks'], text: `hooks is ${kindOf(hooks)}, not an object` }]
  }
  return [...fields, ...Object.entries(hooks).flatMap(([event, groups]) => eventProblems(event, groups))]
}

function eventProblems(event: string, groups: unknown): Problem[] {
  const path = ['hooks', event]
  if (!CLAUDE_EVENTS.has(event)) {
    const inside = VOIDS_FILE.find((guarded) => isRecord(groups) && guarded in groups)
    if (inside !== undefined) {
      return [{ voids: 'file', path, text: `${inside} stands in ${event}, which is no event` }]
    }
    const best = nearest(event, [...CLAUDE_EVENTS.keys()])
    const hint = best === undefined ? '' : `; did you mean ${best}?`
    return [{ voids: 'entry', path, text: `Claude Code has no event ${event}, so it is dropped${hint}` }]
  }
  const voids = VOIDS_FILE.includes(event) ? 'file' : 'entry'
  if (!Array.isArray(groups)) {
    return [{ voids, path, text: `${event} is ${kindOf(groups)}, not a list of groups` }]
  }
  return groups.flatMap((group: unknown, index) => groupProblems(event, voids, group, [...path, index]))
}

function groupProblems(event: string, voids: 'file' | 'entry', group: unknown, path: JSONPath): Problem[] {
  const problem = (at: JSONPath, text: string): Problem => ({ voids, path: at, text })
  if (!isRecord(group)) return [problem(path, `an entry of ${event} is ${kindOf(group)}, not an object`)]
  const found: Problem[] = []
  const { matcher, hooks } = group
  if (matcher !== undefined && typeof matcher !== 'string') {
    found.push(problem([...path, 'matcher'], `matcher is ${kindOf(matcher)}, not text`))
  }
  if (hooks === undefined && ('command' in group || 'type' in group)) {
    found.push(problem(path, `the handler of ${event} stands in no list "hooks" of its group`))
  } else if (!Array.isArray(hooks)) {
    found.push(problem(path, `hooks of ${event} is ${kindOf(hooks)}, not a list`))
  } else {
    for (const [index, handler] of hooks.entries()) {
      found.push(...handlerProblems(voids, handler, [...path, 'hooks', index]))
    }
  }
  return found
}

function handlerProblems(voids: 'file' | 'entry', handler: unknown, path: JSONPath): Problem[] {
  if (!isRecord(handler)) return [{ voids, path, text: `a handler is ${kindOf(handler)}, not an object` }]
  const found: Problem[] = []
  const wrong = (key: string, expected: string) => {
    found.push({ voids, path: [...path, key], text: `${key} is ${kindOf(handler[key])}, not ${expected}` })
  }
  const { type, timeout, args, onFailure, shell } = handler
  const needed = typeof type === 'string' ? TYPES[type] : undefined
  if (!needed) {
    const what = typeof type === 'string' ? `"${type}"` : kindOf(type)
    found.push({
      voids,
      path: [...path, 'type'],
      text: `type is ${what}, not one of ${Object.keys(TYPES).join(', ')}`,
    })
  }
  for (const key of needed ?? []) if (typeof handler[key] !== 'string') wrong(key, 'text')
  if (timeout !== undefined && !(typeof timeout === 'number' && timeout > 0)) {
    wrong('timeout', 'a number of seconds above 0')
  }
  if (args !== undefined && !(Array.isArray(args) && args.every(isText))) {
    wrong('args', 'a list of texts')
  }
  if (onFailure !== undefined && onFailure !== 'block' && onFailure !== 'continue') {
    wrong('onFailure', '"block" or "continue"')
  }
  if (shell !== undefined && shell !== 'bash' && shell !== 'powershell') {
    wrong('shell', '"bash" or "powershell"')
  }
  if (type === 'http' && typeof handler['url'] === 'string' && !URL.canParse(handler['url'])) {
    wrong('url', 'a URL')
  }
  const { headers } = handler
  if (headers !== undefined && !(isRecord(headers) && Object.values(headers).every(isText))) {
    found.push({ voids, path: [...path, 'headers'], text: 'headers is no object of texts' })
  }
  for (const key of ['async', 'asyncRewake', 'once'] as const) {
    if (handler[key] !== undefined && typeof handler[key] !== 'boolean') wrong(key, 'true or false')
  }
  for (const key of ['if', 'statusMessage'] as const) {
    if (handler[key] !== undefined && typeof handler[key] !== 'string') wrong(key, 'text')
  }
  return found
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}
