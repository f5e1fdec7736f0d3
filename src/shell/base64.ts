import { fromUtf8 } from './ansi.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** The bytes of base64 text, blanks left out; undefined when it is not that. */
function base64Bytes(encoded: string): number[] | undefined {
  const compact = encoded.replace(/\s+/g, '').replace(/={1,2}$/, '')
  if (compact.length > 100_000) return undefined
  const bytes: number[] = []
  let bits = 0
  let held = 0
  for (const char of compact) {
    const value = ALPHABET.indexOf(char === '-' ? '+' : char === '_' ? '/' : char)
    if (value < 0) return undefined
    held = ((held << 6) | value) & 0xffff
    bits += 6
    if (bits >= 8) {
      bits -= 8
      bytes.push((held >> bits) & 255)
    }
  }
  return bytes
}

/** The text in base64; undefined when it is not text. */
export function base64Text(encoded: string): string | undefined {
  const bytes = base64Bytes(encoded)
  return bytes && fromUtf8(bytes)
}

/** As PowerShell's -EncodedCommand has it: two bytes a character. */
export function base64Utf16(encoded: string): string | undefined {
  const bytes = base64Bytes(encoded)
  if (!bytes || bytes.length % 2 !== 0) return undefined
  let text = ''
  for (let at = 0; at < bytes.length; at += 2) {
    text += String.fromCharCode((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8))
  }
  return text
}
