import { nearest } from '../text/nearest.ts'

/** What `hookbox` says to words that it does not know. */

export function unknownName(name: string, known: readonly string[]): string {
  const best = nearest(name, known)
  const hint = name.startsWith('-')
    ? "a hook's own options stand behind its name"
    : best === undefined
      ? 'hookbox hooks shows them'
      : `did you mean ${JSON.stringify(best)}?`
  return `hookbox: no hook or command is called ${JSON.stringify(name)}; ${hint}\n`
}

/** `late`: a hook's name that stands where the payload would. */
export function refusedRun(
  names: readonly string[],
  late: string | undefined,
  known: readonly string[],
): string {
  const unknown = names.filter((name) => !known.includes(name))
  const problems = unknown.map((name) => {
    const best = nearest(name, known)
    const hint = best === undefined ? 'hookbox hooks shows them' : `did you mean ${JSON.stringify(best)}?`
    return `no hook is called ${JSON.stringify(name)}; ${hint}`
  })
  if (late !== undefined) problems.push(`${late} has to stand before the options, with the other hooks`)
  if (names.length === 0) problems.push('it names no hook; usage: hookbox run HOOK... [PAYLOAD] [options]')
  return problems.map((problem) => `hookbox run: ${problem}\n`).join('')
}
