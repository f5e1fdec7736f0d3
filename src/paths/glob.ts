/**
 * User-written path globs. Patterns use `/`; `*` also matches names that start with a dot.
 * A pattern without `/` is meant for a name at any depth; `./name` for the one in the base.
 */
export type PathMatcher = (path: string) => boolean

/**
 * A matcher for normalised absolute paths (see `resolvePath`): relative patterns are taken
 * from `base`, `~/` from `home`, absolute ones as they are. The engine is loaded only when
 * there are patterns.
 */
export async function pathMatcher(
  patterns: readonly string[],
  from: { readonly base: string; readonly home: string | undefined; readonly ignoreCase: boolean },
): Promise<PathMatcher> {
  if (patterns.length === 0) return () => false
  const { picomatch } = await import('./glob-engine.ts')
  const options = { dot: true, nocase: from.ignoreCase, posixSlashes: false }
  const matchers = patterns.map((pattern) => picomatch(absolute(pattern, from), options))
  return (path) => matchers.some((matches) => matches(path))
}

function absolute(
  pattern: string,
  from: { readonly base: string; readonly home: string | undefined },
): string {
  const written = pattern.replace(/(?<=.)\/$/, '')
  if (written.startsWith('~/') && from.home !== undefined) return `${literal(from.home)}/${written.slice(2)}`
  if (written.startsWith('/') || /^[A-Za-z]:\//.test(written)) return written
  const base = literal(from.base === '/' ? '' : from.base)
  if (written.startsWith('./')) return `${base}/${written.slice(2)}`
  return written.includes('/') ? `${base}/${written}` : `**/${written}`
}

/** The path as a pattern that matches just it. */
function literal(path: string): string {
  return path.replace(/[\\*?[\]{}()!+@|]/g, '\\$&')
}
