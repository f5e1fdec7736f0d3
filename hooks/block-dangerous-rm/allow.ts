import type { Host } from '../../src/host/host.ts'
import { type PathMatcher, pathMatcher } from '../../src/paths/glob.ts'
import { projectOf, type Surroundings } from '../../src/paths/place.ts'
import { parentOf } from '../../src/paths/written.ts'
import { endOf } from '../../src/shell/allowed.ts'
import type { AllowEntry, Options } from './options.ts'

export interface AllowList {
  /** True when an entry covers the path, or a folder that holds it. */
  covers(path: string): Promise<boolean>
  /** Entries whose date has passed. */
  readonly expired: readonly AllowEntry[]
}

/**
 * The `allow` option as a question. `insideOnly`: the list comes from a file of the project,
 * which decides for the project alone.
 */
export function allowList(
  options: Options,
  host: Host,
  around: Surroundings,
  project: string,
  insideOnly: boolean,
): AllowList {
  const entries = options.allow.map((one) => (typeof one === 'string' ? { path: one } : one))
  const now = host.now()
  const expired = entries.filter((one) => one.until !== undefined && endOf(one.until) < now)
  const patterns = entries.filter((one) => !expired.includes(one)).map((one) => one.path)
  let matcher: Promise<PathMatcher> | undefined
  return {
    expired,
    covers: async (path) => {
      if (patterns.length === 0) return false
      if (insideOnly && projectOf(path, around) === undefined) return false
      const { ignoreCase } = around
      matcher ??= pathMatcher(patterns, { base: project, home: around.homes.at(-1), ignoreCase })
      const matches = await matcher
      for (let one: string | undefined = path; one !== undefined; one = parentOf(one)) {
        if (matches(one)) return true
      }
      return false
    },
  }
}
