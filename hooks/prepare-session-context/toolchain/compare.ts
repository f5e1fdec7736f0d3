/**
 * Whether a version is one that a pin asks for: a version or the start of one (`20`, `v3.11.4`), or
 * a range as package.json, pyproject.toml and Gemfiles write it. Undefined when it can't be told.
 */
export function fits(pin: string, version: string): boolean | undefined {
  const installed = numbersOf(version)
  if (installed === undefined) return undefined
  let known = true
  for (const alternative of pin.split('||')) {
    const result = fitsAll(alternative.trim(), installed)
    if (result === true) return true
    if (result === undefined) known = false
  }
  return known ? false : undefined
}

function fitsAll(range: string, installed: readonly number[]): boolean | undefined {
  const between = /^v?([\d.]+)\s+-\s+v?([\d.]+)$/.exec(range)
  if (between) return fitsAll(`>=${between[1]} <=${between[2]}`, installed)
  // `>= 3.8` is one comparison.
  const words = range
    .replace(/([<>=~^!]+)\s+/g, '$1')
    .split(/[\s,]+/)
    .filter(Boolean)
  if (words.length === 0) return undefined
  let all = true
  for (const word of words) {
    const result = fitsOne(word, installed)
    if (result === undefined) return undefined
    all &&= result
  }
  return all
}

function fitsOne(word: string, installed: readonly number[]): boolean | undefined {
  if (/^[*xX]$/.test(word)) return true
  const [, operator, written = ''] =
    /^(>=|<=|>|<|===|==|=|!=|\^|~>|~=|~)?v?(\d+(?:\.\d+)*)(?:\.[*xX])*$/.exec(word) ?? []
  const wanted = numbersOf(written)
  if (wanted === undefined) return undefined
  const order = compare(installed, wanted)
  const same = wanted.every((number, at) => installed[at] === number)
  switch (operator) {
    case '>=':
      return order >= 0
    case '>':
      return order > 0 && !same
    case '<=':
      return order <= 0 || same
    case '<':
      return order < 0
    case '!=':
      return !same
    case '^':
      return (
        order >= 0 && installed[0] === wanted[0] && (wanted[0] !== 0 || installed[1] === (wanted[1] ?? 0))
      )
    case '~':
      return order >= 0 && installed[0] === wanted[0] && (wanted.length < 2 || installed[1] === wanted[1])
    case '~=':
    case '~>':
      // All but the last part stay.
      return (
        order >= 0 &&
        wanted.slice(0, Math.max(1, wanted.length - 1)).every((one, at) => installed[at] === one)
      )
    default:
      return same
  }
}

function numbersOf(version: string): number[] | undefined {
  const written = /\d+(?:\.\d+)*/.exec(version)?.[0]
  return written?.split('.').map(Number)
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
