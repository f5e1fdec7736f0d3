/**
 * Text from somewhere else made safe to show: nothing in it moves a cursor, changes a colour
 * or the direction of writing, or hides from a reader's eye what a model would read.
 */

/** Terminal sequences (ECMA-48), whole: CSI, then strings such as OSC up to their end, then the short ones. */
const ESCAPES =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c\r\n]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]?/g

const LINE_ENDS = /\r\n|[\r\v\f\u0085\u2028\u2029]/g

/** C0 but tab and line feed, DEL and C1. */
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/g

/**
 * Characters without a shape of their own: bidi controls, zero-width ones, variation
 * selectors and tags (used to smuggle text), fillers, and interlinear annotation.
 */
const INVISIBLE =
  /\u034f|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu

const LONE_SURROGATES = /[\ud800-\udfff]/gu

/** The text with visible characters, tabs and line feeds only. */
export function plainText(text: string): string {
  return text
    .replace(ESCAPES, '')
    .replace(LINE_ENDS, '\n')
    .replace(CONTROLS, '')
    .replace(INVISIBLE, '')
    .replace(LONE_SURROGATES, '\ufffd')
}

/** As `plainText`, on one line, at most `limit` UTF-16 units long. A cut is shown by `...`. */
export function plainLine(text: string, limit: number): string {
  // A line that is cut anyway need not be cleaned to its end.
  const line = plainText(text.slice(0, limit * 8))
    .replace(/\s+/g, ' ')
    .trim()
  return line.length <= limit ? line : `${headOf(line, limit - 3)}...`.slice(0, limit)
}

/** At most the first `length` units of the text, without half a surrogate pair at the end. */
export function headOf(text: string, length: number): string {
  const head = text.slice(0, Math.max(0, length))
  return /[\ud800-\udbff]$/.test(head) ? head.slice(0, -1) : head
}
