/**
 * The value of `$'...'` (the text between the quotes), as bash decodes it. Undefined when
 * it makes bytes that are not UTF-8. A NUL ends the string.
 */
export function decodeAnsiC(body: string): string | undefined {
  let value = ''
  let bytes: number[] = []
  let whole = true
  const flush = () => {
    const decoded = bytes.length > 0 ? fromUtf8(bytes) : ''
    if (decoded === undefined) whole = false
    value += decoded ?? ''
    bytes = []
  }
  for (let at = 0; at < body.length; ) {
    const escaped = body[at] === '\\' && at + 1 < body.length ? readEscape(body, at + 1) : undefined
    if (!escaped) {
      flush()
      value += body[at] ?? ''
      at++
      continue
    }
    at = escaped.end
    if (escaped.byte === undefined) {
      flush()
      value += escaped.text ?? ''
    } else if (escaped.byte === 0) break
    else bytes.push(escaped.byte)
  }
  flush()
  return whole ? value : undefined
}

interface Escape {
  readonly end: number
  readonly text?: string
  readonly byte?: number
}

const SIMPLE: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  E: '\u001b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
}

/** The escape whose character after the backslash stands at `at`. */
function readEscape(body: string, at: number): Escape {
  const char = body[at] ?? ''
  const simple = SIMPLE[char]
  if (simple !== undefined) return { end: at + 1, text: simple }
  const rest = body.slice(at, at + 12)
  const octal = /^[0-7]{1,3}/.exec(rest)
  if (octal) return { end: at + octal[0].length, byte: Number.parseInt(octal[0], 8) & 255 }
  if (char === 'x') {
    const braced = /^x\{([0-9a-fA-F]*)\}?/.exec(body.slice(at, at + 40))
    if (braced) return { end: at + braced[0].length, byte: Number.parseInt(braced[1]?.slice(-2) || '0', 16) }
    const hex = /^x([0-9a-fA-F]{1,2})/.exec(rest)
    if (hex) return { end: at + hex[0].length, byte: Number.parseInt(hex[1] ?? '0', 16) }
  }
  const unicode = /^(?:u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8}))/.exec(rest)
  if (unicode) {
    const code = Number.parseInt(unicode[1] ?? unicode[2] ?? '0', 16)
    const end = at + unicode[0].length
    if (code === 0) return { end, byte: 0 }
    return { end, text: code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code) }
  }
  if (char === 'c' && at + 1 < body.length) {
    const control = body[at + 1] ?? ''
    const end = control === '\\' && body[at + 2] === '\\' ? at + 3 : at + 2
    return { end, byte: control === '?' ? 127 : control.toUpperCase().charCodeAt(0) & 31 }
  }
  return { end: at + 1, text: `\\${char}` }
}

/** Text of UTF-8 bytes; undefined when they are not that. */
export function fromUtf8(bytes: readonly number[]): string | undefined {
  let value = ''
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] ?? 0
    const more = first < 0x80 ? 0 : first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc2 ? 1 : -1
    if (more < 0 || first > 0xf4 || at + more >= bytes.length) return undefined
    let code = more === 0 ? first : first & (0x3f >> more)
    for (const byte of bytes.slice(at + 1, at + 1 + more)) {
      if ((byte & 0xc0) !== 0x80) return undefined
      code = (code << 6) | (byte & 0x3f)
    }
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return undefined
    value += String.fromCodePoint(code)
    at += more + 1
  }
  return value
}
