import type { Host } from '../host/host.ts'
import { base64 } from '../text/base64.ts'
import { utf8Bytes } from '../text/utf8.ts'
import { isReference } from './harmless.ts'
import { secretKind } from './names.ts'
import type { Span } from './spans.ts'

const ENVIRONMENT = 'env-value'

/** Shorter ones would be found in innocent text. */
const MIN_LENGTH = 8

export interface Needle {
  readonly text: string
  /** As it stands in a JSON string. */
  readonly json: string
  /** A part of a base64 text: what stands before and after it belongs to the same bytes. */
  readonly encoded: boolean
}

/**
 * The texts by which the values of secret-named environment variables can be known: raw, as
 * in JSON, URL-encoded, and in base64 wherever in the encoded bytes they stand. The values
 * stay in memory.
 */
export function environmentNeedles(host: Host, more: ReadonlySet<string>): Needle[] {
  const needles = new Map<string, boolean>()
  for (const name of host.envNames()) {
    const value = host.env(name)
    if (value === undefined || value.length < MIN_LENGTH) continue
    const secret = secretKind(name, more) === undefined ? urlPassword(name, value) : value
    if (secret === undefined || !isSecretValue(secret)) continue
    needles.set(secret, false)
    needles.set(JSON.stringify(secret).slice(1, -1), false)
    for (const text of urlEncoded(secret)) needles.set(text, false)
    for (const text of base64Parts(secret)) if (!needles.has(text)) needles.set(text, true)
  }
  return [...needles].map(([text, encoded]) => ({ text, json: JSON.stringify(text).slice(1, -1), encoded }))
}

export function environmentSpans(text: string, needles: readonly Needle[]): Span[] {
  const spans: Span[] = []
  for (const needle of needles) {
    const { length } = needle.text
    for (let at = text.indexOf(needle.text); at >= 0; at = text.indexOf(needle.text, at + length)) {
      let start = at
      let end = at + length
      if (needle.encoded) {
        while (at - start < 3 && isBase64(text[start - 1]) && text[start - 2] !== '\\') start--
        while (end - at - length < 5 && isBase64(text[end])) end++
      }
      spans.push({ start, end, id: ENVIRONMENT })
    }
  }
  return spans
}

/** Names that hold a URL, whose password counts. */
const URL_NAMES = ['URL', 'URI', 'DSN', 'CONNECTION', 'CONNECTION_STRING']
const URL_PASSWORD = /^[A-Za-z][\w+.-]*:\/\/[^\s/:@]{0,200}:([^\s@/]{1,500})@/

function urlPassword(name: string, value: string): string | undefined {
  if (!value.includes('@')) return undefined
  const upper = name.toUpperCase()
  return URL_NAMES.some((end) => upper.endsWith(end)) ? URL_PASSWORD.exec(value)?.[1] : undefined
}

/** Not a path, an address, a switch or a reference, which such variables hold as well. */
function isSecretValue(value: string): boolean {
  if (value.length < MIN_LENGTH || isReference(value)) return false
  if (/^(?:[/~.]|[A-Za-z]:[\\/])/.test(value)) return false
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value) && !value.includes('@')) return false
  return !/^(?:disabled|enabled|required|optional|undefined|password|passwords)$/i.test(value)
}

function urlEncoded(value: string): string[] {
  try {
    const encoded = encodeURIComponent(value)
    const lower = encoded.replace(/%[0-9A-F]{2}/g, (written) => written.toLowerCase())
    return [encoded, lower, encoded.replaceAll('%20', '+')]
  } catch {
    return [] // half a surrogate pair has no such form
  }
}

/**
 * The value's base64 as it stands inside a longer text, for each of the three offsets that
 * its first byte can have there, without the characters at its ends that depend on its
 * neighbours.
 */
function base64Parts(value: string): string[] {
  const bytes = utf8Bytes(value)
  const parts: string[] = []
  for (let offset = 0; offset < 3; offset++) {
    const shifted = new Uint8Array(offset + bytes.length)
    shifted.set(bytes, offset)
    const whole = base64(shifted)
    const part = whole.slice(Math.ceil((offset * 8) / 6), Math.floor((shifted.length * 8) / 6))
    parts.push(part, part.replaceAll('+', '-').replaceAll('/', '_'))
  }
  return parts
}

function isBase64(character: string | undefined): boolean {
  return character !== undefined && /[A-Za-z0-9+/=_-]/.test(character)
}
