/**
 * The text, at most `limit` UTF-16 units long. What is left out goes from the middle,
 * and a line says how much: the start and the end of an output hold most of what matters.
 */
export function cutMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text
  const note = (left: number) => `\n... ${left} characters left out ...\n`
  const room = Math.max(0, limit - note(text.length).length)
  const head = wholeHead(text.slice(0, Math.ceil(room / 2)))
  const tail = wholeTail(text.slice(text.length - Math.floor(room / 2)))
  return `${head}${note(text.length - head.length - tail.length)}${tail}`.slice(0, limit)
}

/** Without the first half of a surrogate pair at its end. */
function wholeHead(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text
}

/** Without the second half of a surrogate pair at its start. */
function wholeTail(text: string): string {
  return /^[\udc00-\udfff]/.test(text) ? text.slice(1) : text
}
