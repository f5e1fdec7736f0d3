import { type Dialect, PayloadError } from './event.ts'
import type { Host } from './host/host.ts'
import { typeName } from './tool.ts'

export type Payload = Readonly<Record<string, unknown>>

export interface PayloadText {
  readonly text: string
  /** Where it came from, for messages: "on stdin". */
  readonly from: string
  /** What is wrong with the bytes, when they can't be text. */
  readonly problem?: string
}

const IN_ARGUMENT = 'in the argument'
/** Most likely a person gave the command itself, or a harness a placeholder it does not replace. */
const TRY_BY_HAND =
  'By hand, a command or file is tried with --explain in front of it; in settings, leave the argument out; docs/troubleshooting.md says more'

const SILENCE_MS = 2000
/** More than any harness sends (docs/contracts/claude-code.md section 13: 3 MB were seen whole). */
const MAX_BYTES = 64 * 1024 * 1024

/**
 * The payload: the argument, else stdin if it holds anything, else the variable that
 * OpenHarness sets (docs/contracts/openharness.md section 2). Undefined: nobody sent one.
 */
export async function readPayload(
  host: Host,
  argument: string | undefined,
): Promise<PayloadText | undefined> {
  if (argument !== undefined && argument !== '') return { text: argument, from: IN_ARGUMENT }
  if (!host.stdinIsTerminal()) {
    const stdin = await host.readStdin({
      silenceMs: SILENCE_MS,
      maxBytes: MAX_BYTES,
      whole: (bytes) => isWholeObject(bytes),
    })
    const from = 'on stdin'
    if (stdin.stopped === 'too-large') {
      return { text: '', from, problem: `is larger than ${MAX_BYTES >> 20} MB` }
    }
    const decoded = stdin.text?.includes('\ufffd') === false ? stdin.text : decodeUtf8(stdin.bytes)
    if (typeof decoded !== 'string') return { text: decoded.text, from, problem: decoded.problem }
    const silent = stdin.stopped === 'silence' && `nothing more came for ${SILENCE_MS / 1000} s`
    if (decoded.trim() !== '') return { text: decoded, from: silent ? `${from} (${silent})` : from }
  }
  const variable = host.env('OPENHARNESS_HOOK_PAYLOAD')
  if (variable) return { text: variable, from: 'in OPENHARNESS_HOOK_PAYLOAD' }
  return undefined
}

/** The object in the text. Throws a PayloadError that says where and what is wrong. */
export async function parsePayload({ text, from, problem }: PayloadText): Promise<Payload> {
  if (problem) throw new PayloadError(`the payload ${from} ${problem}`)
  const json = withoutBom(text)
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    const isCommand = from === IN_ARGUMENT && !json.trimStart().startsWith('{')
    throw new PayloadError(await notReadable(json, from), isCommand ? TRY_BY_HAND : undefined)
  }
  if (isDeeper(value, MAX_DEPTH)) throw new PayloadError(await notReadable(json, from))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new PayloadError(`the payload ${from} is ${typeName(value)}, not a JSON object`)
  }
  return value as Payload
}

async function notReadable(json: string, from: string): Promise<string> {
  const { jsonProblem } = await import('./text/json-problem.ts')
  const problem = jsonProblem(json.trimEnd(), MAX_DEPTH)
  return `the payload ${from} is ${problem.startsWith('nest') ? problem : `not JSON: ${problem}`}`
}

/**
 * Deeper than any tool's input. What is not deeper can be walked by every engine; the time that
 * some take to write JSON grows with the square of the depth.
 */
const MAX_DEPTH = 1000

function isDeeper(value: unknown, limit: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true
    const next: unknown[] = []
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue
      for (const inner of Object.values(one)) if (typeof inner === 'object') next.push(inner)
    }
    level = next
  }
  return false
}

/** The dialect that the environment hints at, for answers to a payload that can't be read. */
export function dialectFromEnvironment(host: Host): Dialect {
  if (host.env('OPENHARNESS_HOOK_EVENT')) return 'openharness'
  return 'unknown'
}

function isWholeObject(bytes: Uint8Array): boolean {
  const last = bytes.findLast((byte) => byte > 0x20)
  if (last !== 0x7d) return false // }
  const decoded = decodeUtf8(bytes)
  if (typeof decoded !== 'string') return false
  try {
    JSON.parse(withoutBom(decoded))
    return true
  } catch {
    return false
  }
}

function withoutBom(text: string): string {
  let at = 0
  while (text.charCodeAt(at) === 0xfeff) at++
  return at === 0 ? text : text.slice(at)
}

function decodeUtf8(bytes: Uint8Array): string | { text: string; problem: string } {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    const at = firstBadByte(bytes)
    const hex = (bytes[at] ?? 0).toString(16).padStart(2, '0')
    return {
      text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
      problem: `is not UTF-8: byte 0x${hex} at byte ${at}`,
    }
  }
}

/** Offset of the first byte that can't be part of UTF-8 text. */
function firstBadByte(bytes: Uint8Array): number {
  let low = 0
  let high = bytes.length
  // The longest prefix that decodes when more may follow ends before the bad byte.
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (isUtf8(bytes.subarray(0, middle), true)) low = middle
    else high = middle - 1
  }
  // What is begun there and not ended is bad from its first byte on.
  while (low > 0 && !isUtf8(bytes.subarray(0, low), false)) low--
  return low
}

function isUtf8(bytes: Uint8Array, mayFollow: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: mayFollow })
    return true
  } catch {
    return false
  }
}
