import * as fs from 'node:fs'
import { type JSONPath, type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import { claudeProblems } from './claude-rules.ts'
import { doubledKeys } from './doubled-keys.ts'
import { openHarnessProblems } from './openharness-rules.ts'
import type { Place } from './places.ts'
import { recordOf } from './value.ts'

/** Something that a harness does not take as it was meant. */
export interface Problem {
  /** file: nothing of the file counts. entry: this entry does not. ignored: this part of it does nothing. */
  readonly voids: 'file' | 'entry' | 'ignored'
  /** Where, from the top of the file. */
  readonly path: JSONPath
  readonly text: string
}

/** One entry of a settings file that runs something. */
export interface Handler {
  readonly place: Place
  readonly event: string
  readonly matcher: string | undefined
  /** As it stands in the file. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly path: JSONPath
}

export interface Settings {
  readonly place: Place
  /** Undefined: there is no file. */
  readonly text: string | undefined
  /** What the text holds; undefined when it is no JSON. */
  readonly value: unknown
  readonly problems: readonly Problem[]
  /** All of them, those included that the harness will not run. */
  readonly handlers: readonly Handler[]
  /** Why none of them runs here, though nothing is wrong with the file. */
  readonly off?: string
}

/** Reads a settings file with the rules of its harness. Throws an Error when it can't be read. */
export function readSettings(place: Place): Settings {
  const text = readText(place.path)
  return text === undefined
    ? { place, text, value: undefined, problems: [], handlers: [] }
    : parseSettings(place, text)
}

/** The text of a file that need not be readable, or the problem that it is not. Neither: there is none. */
export function tryText(file: string): { readonly text?: string; readonly problem?: Problem } {
  try {
    const text = readText(file)
    return text === undefined ? {} : { text }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return { problem: { voids: 'file', path: [], text } }
  }
}

function readText(file: string): string | undefined {
  try {
    // Reading a pipe would wait for somebody to write into it.
    if (fs.statSync(file).isFIFO()) throw Object.assign(new Error(), { code: 'it is a pipe' })
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new Error(`${file} can't be read: ${code === 'EISDIR' ? 'it is a folder' : code}`)
  }
}

export function parseSettings(place: Place, text: string): Settings {
  if (text.trim() === '') return { place, text, value: undefined, problems: [], handlers: [] }
  const { value, problem } = parseJson(text)
  if (problem) return { place, text, value, problems: [problem], handlers: [] }
  if (place.harness === 'openharness' && text.startsWith('\ufeff')) {
    const problem: Problem = { voids: 'file', path: [], text: 'it begins with a byte order mark' }
    return { place, text, value, problems: [problem], handlers: handlersOf(place, value) }
  }
  const problems = place.harness === 'claude-code' ? claudeProblems(value) : openHarnessProblems(value)
  return {
    place,
    text,
    value,
    problems: [...problems, ...doubledKeys(text)],
    handlers: handlersOf(place, value),
  }
}

/** What a text holds, or what is wrong with it. */
export function parseJson(text: string): { readonly value: unknown; readonly problem?: Problem } {
  const errors: ParseError[] = []
  // Neither harness takes comments; a byte order mark is taken by Claude Code alone.
  const value: unknown = parse(text.replace(/^\ufeff/, ' '), errors, { disallowComments: true })
  const [error] = errors
  if (!error) return { value }
  const { line, column } = positionOf(text, error.offset)
  const what = words(printParseErrorCode(error.error))
  return {
    value: undefined,
    problem: { voids: 'file', path: [], text: `it is not JSON: ${what} in line ${line}, column ${column}` },
  }
}

/**
 * Hooks that stand by themselves at `at` of a file, instead of under "hooks" of its top, with the
 * rules of Claude Code.
 */
export function claudeHooksAt(place: Place, text: string, hooks: unknown, at: JSONPath): Settings {
  const value = { hooks }
  const moved = <Part extends { readonly path: JSONPath }>(part: Part): Part => ({
    ...part,
    path: [...at, ...part.path.slice(1)],
  })
  return {
    place,
    text,
    value,
    problems: claudeProblems(value).map(moved),
    handlers: handlersOf(place, value).map(moved),
  }
}

export function positionOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}

function words(code: string): string {
  return code.replace(/([a-z])(?=[A-Z])/g, '$1 ').toLowerCase()
}

export function handlersOf(place: Place, value: unknown): Handler[] {
  const hooks = recordOf(recordOf(value)?.['hooks'])
  if (!hooks) return []
  return Object.entries(hooks).flatMap(([event, list]) => {
    if (!Array.isArray(list)) return []
    return list.flatMap((item: unknown, index): Handler[] => {
      const group = recordOf(item)
      if (!group) return []
      const at = ['hooks', event, index]
      const matcher = typeof group['matcher'] === 'string' ? group['matcher'] : undefined
      if (place.harness === 'openharness') return [{ place, event, matcher, fields: group, path: at }]
      const inner = group['hooks']
      if (!Array.isArray(inner)) return []
      return inner.flatMap((one: unknown, nth): Handler[] => {
        const fields = recordOf(one)
        return fields ? [{ place, event, matcher, fields, path: [...at, 'hooks', nth] }] : []
      })
    })
  })
}
