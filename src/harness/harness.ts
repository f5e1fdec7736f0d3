import type { Dialect, Event, ToolCall } from '../event.ts'
import type { Verdict } from '../hook.ts'
import type { Payload } from '../payload.ts'
import { toolKind } from '../tool.ts'

/** One dialect: how to know it, how to read it, how to answer in it. */
export interface Harness {
  readonly dialect: Dialect
  /** Text for people. */
  readonly title: string
  /** True when the harness has an event of this name. */
  knows(event: string): boolean
  read(payload: Payload, around: Surroundings): Event
  reply(verdict: Verdict, event: Event | undefined): Reply
}

interface Surroundings {
  /** The process's own working directory, for payloads that carry none. */
  readonly cwd: string
  /** `--event`: overrides what the payload says. */
  readonly event?: string
}

export interface Reply {
  readonly stdout: string
  readonly stderr: string
  readonly exit: 0 | 2
}

export const SILENCE: Reply = { stdout: '', stderr: '', exit: 0 }

/** A non-empty string, or undefined. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}

export function readTool(payload: Payload): ToolCall | undefined {
  const name = text(payload['tool_name'])
  if (name === undefined) return undefined
  const duration = payload['duration_ms']
  return {
    name,
    kind: toolKind(name),
    input: record(payload['tool_input']),
    ...optional('id', text(payload['tool_use_id'])),
    ...optional('response', payload['tool_response']),
    ...optional('error', text(payload['error'])),
    ...optional('durationMs', typeof duration === 'number' ? duration : undefined),
  }
}

export function line(words: string): string {
  return words.endsWith('\n') ? words : `${words}\n`
}

/** What is said to the user besides the verdict itself, as a line; '' when there is nothing. */
export function besides({ message }: { readonly message?: string }): string {
  return message === undefined ? '' : line(message)
}

export function optional<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { [K in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]?: Value })
}
