import type { Context } from '../../src/hook.ts'
import { type PathMatcher, pathMatcher } from '../../src/paths/glob.ts'
import { ignoresCase, normalPath, projectRoot } from '../../src/paths/project.ts'
import { isWithin } from '../../src/paths/written.ts'
import { endOf } from '../../src/shell/allowed.ts'
import type { Allowed, Options, Reading } from './options.ts'
import type { Finding } from './touch.ts'

/** The patterns of the configuration. Relative ones start from the project's root. */
export interface UserPatterns {
  /** Whether `protect` covers the path; `read` when the entry says so itself. */
  protects(path: string): { readonly read?: Reading } | undefined
  /** The option that lets a finding pass; undefined when none does. */
  allows(finding: Finding): string | undefined
}

export async function loadUserPatterns(cwd: string, ctx: Context<Options>): Promise<UserPatterns> {
  const { host, options } = ctx
  const root = projectRoot(host, cwd)
  const ignoreCase = ignoresCase(host)
  const home = host.home()
  const from = { base: root, home: home === undefined ? undefined : normalPath(host, home), ignoreCase }
  const plain = options.protect.filter((entry) => typeof entry === 'string')
  const isProtected = await pathMatcher(plain, from)
  const withReading = await Promise.all(
    options.protect
      .filter((entry) => typeof entry !== 'string')
      .map(async ({ path, read }) => ({ read, matches: await pathMatcher([path], from) })),
  )
  const now = host.now()
  const inProject = await matcherOf(options.allow, now, from)
  const everywhere = await matcherOf(options.allowEverywhere, now, from)
  // A project's own file may name what is allowed, so it counts for that project alone.
  const realRoot = host.realpath(root) ?? root
  const within = (path: string) => [root, realRoot].some((folder) => isWithin(path, folder, ignoreCase))
  return {
    protects: (path) =>
      withReading.find(({ matches }) => matches(path)) ?? (isProtected(path) ? {} : undefined),
    allows: ({ path, kind }) => {
      if (kind !== 'control' && within(path) && inProject(path)) return 'allow'
      return everywhere(path) ? 'allowEverywhere' : undefined
    },
  }
}

function matcherOf(
  entries: readonly (string | Allowed)[],
  now: number,
  from: { readonly base: string; readonly home: string | undefined; readonly ignoreCase: boolean },
): Promise<PathMatcher> {
  const patterns = entries
    .map((entry) => (typeof entry === 'string' ? { path: entry } : entry))
    .filter(({ until }) => until === undefined || endOf(until) >= now)
  return pathMatcher(
    patterns.map(({ path }) => path),
    from,
  )
}
