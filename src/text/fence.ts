import { headOf, plainText } from './plain.ts'

export interface Fenced {
  readonly text: string
  /** Characters that did not fit. */
  readonly leftOut: number
}

/**
 * Untrusted text as a quotation that it can't end by itself:
 *
 *     --- begin LABEL ---
 *     | the text
 *     --- end LABEL ---
 *
 * Every line of it carries the bar, so whatever the text says about an end stands behind a
 * bar; and the label is one that the text doesn't hold, in whatever case and spacing. Marks
 * that agents and models give a meaning to (`<system-reminder>`, `<|im_start|>`) are defused.
 * The result is at most `limit` UTF-16 units long; the end says how much was left out.
 * `label` should be short: letters, digits, spaces, `.`, `_` and `-`; others are dropped.
 */
export function fence(label: string, text: string, limit: number): Fenced {
  const whole = defuse(plainText(text)).trimEnd()
  // What is beyond the limit is not shown, so it can't forge anything.
  const shown = headOf(whole, limit)
  const name = freeName(label.replace(/[^\w .-]/g, ''), shown)
  const begin = `--- begin ${name} ---\n`
  const end = (left: number) =>
    left > 0 ? `--- end ${name} (${left} characters left out) ---` : `--- end ${name} ---`
  const lines = quote(shown, limit - begin.length - end(whole.length).length)
  if (lines === undefined) return { text: '', leftOut: whole.length }
  const leftOut = whole.length - lines.kept
  return { text: `${begin}${lines.text}${end(leftOut)}`, leftOut }
}

const BAR = '| '

/** The lines behind bars, as many as fit into `room` units; undefined when not even one does. */
function quote(text: string, room: number): { text: string; kept: number } | undefined {
  let quoted = ''
  let at = 0
  for (;;) {
    const space = room - quoted.length - BAR.length - 1
    if (space < 0) break
    const next = text.indexOf('\n', at)
    const line = text.slice(at, next < 0 ? undefined : next)
    const part = line.length > space ? headOf(line, space) : line
    quoted += `${`${BAR}${part}`.trimEnd()}\n`
    at += part.length
    if (part.length < line.length || next < 0) break
    at++
  }
  return quoted === '' ? undefined : { text: quoted, kept: Math.min(at, text.length) }
}

/** The label, with a number when the text holds what looks like its end. */
function freeName(label: string, text: string): string {
  const held = squeezed(text)
  for (let number = 1; ; number++) {
    const name = number === 1 ? label : `${label} ${number}`
    if (!held.includes(squeezed(`end ${name}`))) return name
  }
}

function squeezed(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/**
 * Openings of tags that harnesses and models use for their own messages: names of several
 * words (`system-reminder`, `hook_context`, `antml:invoke`), some single ones, and `<|`.
 */
const MARKS =
  /<(?=\s{0,3}(?:\/\s{0,3})?(?:[a-z][a-z0-9]*[-_:]|(?:system|assistant|user|human|developer|instructions?|important|reminder|context|tools?|functions?|invoke|prompt|thinking|hook|policy)\b)|\s{0,3}\|)/gi

/** The text with such marks made harmless. */
export function defuse(text: string): string {
  return text.replace(MARKS, '&lt;')
}
