import type { Event } from '../event.ts'
import type { Ruled } from '../hook.ts'
import { sha256 } from '../text/sha256.ts'

/**
 * A refused call as one number (SHA-256, hexadecimal): the hook, its rules, the session, the
 * folder, the tool and its whole input, and what the refusal is about besides. Another call, another reason or another place has
 * another one. Left out is only what a model words anew each time and no tool acts on: the
 * description of a shell command.
 */
export function digestOf(hook: string, { rule, also, about }: Ruled, event: Event): string {
  const { tool } = event
  const input = { ...tool?.input }
  if (tool?.kind === 'shell') delete input['description']
  const parts = [hook, rule, also, event.sessionId, event.cwd, tool?.name, input, about]
  return sha256(JSON.stringify(parts.map((part) => (part === undefined ? null : sorted(part)))))
}

/** Crockford's base 32: no letter is taken for another, or for a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 8

/** The first 40 bits of a digest, to be typed by a person. It is a name and no secret. */
export function codeOf(digest: string): string {
  const bits = Array.from(digest.slice(0, 10), (digit) =>
    Number.parseInt(digit, 16).toString(2).padStart(4, '0'),
  ).join('')
  return Array.from({ length: LENGTH }, (_, index) =>
    ALPHABET.charAt(Number.parseInt(bits.slice(index * 5, index * 5 + 5), 2)),
  ).join('')
}

/** A code as a person may type it; undefined when it can't be one. */
export function readCode(typed: string): string | undefined {
  const code = typed.trim().toUpperCase().replace(/-/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  return code.length === LENGTH && [...code].every((letter) => ALPHABET.includes(letter)) ? code : undefined
}

/** The same value whatever the order of the keys. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return entries.map(([key, item]) => [key, sorted(item)])
}
