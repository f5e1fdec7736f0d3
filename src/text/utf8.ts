/** The text's UTF-8 bytes; half a surrogate pair becomes U+FFFD, as everywhere. */
export function utf8Bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/** How many bytes the text has in UTF-8. */
export function utf8Length(text: string): number {
  return utf8Bytes(text).length
}
