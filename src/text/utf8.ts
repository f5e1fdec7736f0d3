/** The text's UTF-8 bytes; half a surrogate pair becomes U+FFFD, as everywhere. */
export function utf8Bytes(text: string): Uint8Array {
  const bytes = new Uint8Array(utf8Length(text))
  let at = 0
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x80) bytes[at++] = unit
    else {
      const code = codePoint(text, index)
      if (code > 0xffff) index++
      if (code < 0x800) bytes[at++] = 0xc0 | (code >> 6)
      else {
        if (code < 0x10000) bytes[at++] = 0xe0 | (code >> 12)
        else {
          bytes[at++] = 0xf0 | (code >> 18)
          bytes[at++] = 0x80 | ((code >> 12) & 0x3f)
        }
        bytes[at++] = 0x80 | ((code >> 6) & 0x3f)
      }
      bytes[at++] = 0x80 | (code & 0x3f)
    }
  }
  return bytes
}

/** How many bytes the text has in UTF-8. */
export function utf8Length(text: string): number {
  let length = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code < 0x80) length += 1
    else if (code < 0x800) length += 2
    else {
      length += 3
      if (codePoint(text, index) > 0xffff) {
        length += 1
        index++
      }
    }
  }
  return length
}

function codePoint(text: string, index: number): number {
  const code = text.codePointAt(index) ?? 0
  return code >= 0xd800 && code <= 0xdfff ? 0xfffd : code
}
