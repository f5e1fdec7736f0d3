/**
 * True when the whole text matches; `*` stands for any characters and `?` for one. Letter
 * case does not count. Takes at most pattern times text steps, whatever the pattern.
 */
export function matchesWildcard(pattern: string, text: string): boolean {
  const wanted = pattern.toLowerCase()
  const given = text.toLowerCase()
  let p = 0
  let t = 0
  let star = -1
  let resume = 0
  while (t < given.length) {
    if (p < wanted.length && wanted[p] === '*') {
      star = p++
      resume = t
    } else if (p < wanted.length && (wanted[p] === '?' || wanted[p] === given[t])) {
      p++
      t++
    } else if (star >= 0) {
      p = star + 1
      t = ++resume
    } else return false
  }
  while (wanted[p] === '*') p++
  return p === wanted.length
}

export function matchesAny(patterns: readonly string[], text: string): boolean {
  return patterns.some((pattern) => matchesWildcard(pattern, text))
}
