import type { Settings } from './read.ts'
import { recordOf } from './value.ts'

/** Of all the files that a session reads, the most general first (`placesOf`). */
type All = readonly Settings[]

/**
 * The settings files of Claude Code that count, each outweighed by those behind it: user, project,
 * local, managed, of one scope in the order given. Those of plugins, skills and agents say nothing
 * here.
 */
export function weakestFirst(all: All): Settings[] {
  const order = ['user', 'project', 'local', 'managed']
  return all
    .filter(
      ({ place, problems }) => place.harness === 'claude-code' && !place.bearer && !problems.some(isVoid),
    )
    .sort((a, b) => order.indexOf(a.place.scope) - order.indexOf(b.place.scope))
}

const isVoid = ({ voids }: Settings['problems'][number]) => voids === 'file'

/**
 * The file that switches all hooks off; undefined: none does. A stronger file that says false
 * outweighs one that says true, and a file that counts for nothing says nothing
 * (test/e2e/claude-code/setup.test.ts).
 */
export function hooksOff(all: All): Settings | undefined {
  const decides = weakestFirst(all).findLast(
    ({ value }) => typeof recordOf(value)?.['disableAllHooks'] === 'boolean',
  )
  return recordOf(decides?.value)?.['disableAllHooks'] === true ? decides : undefined
}

/** The managed file that lets managed hooks alone run; undefined: none does. */
export function managedOnly(all: All): Settings | undefined {
  return weakestFirst(all).find(
    ({ place, value }) => place.scope === 'managed' && recordOf(value)?.['allowManagedHooksOnly'] === true,
  )
}

/** Why no hook runs of a file that is not managed, in words; undefined: they run. */
export function whyOnlyManaged(all: All): string | undefined {
  const off = hooksOff(all)
  if (off) return `disableAllHooks is true in ${off.place.path}`
  const only = managedOnly(all)
  return only && `allowManagedHooksOnly is true in ${only.place.path}`
}

/**
 * The variables that the settings add to the environment of every hook of Claude Code
 * (docs/contracts/claude-code.md section 4), each with the file that has the last word.
 */
export function settingsEnv(all: All): ReadonlyMap<string, { value: string; from: Settings }> {
  const env = new Map<string, { value: string; from: Settings }>()
  for (const from of weakestFirst(all)) {
    for (const [name, value] of Object.entries(recordOf(recordOf(from.value)?.['env']) ?? {})) {
      env.set(name, { value: String(value), from })
    }
  }
  return env
}

/** The same as values alone, for a process that is started. */
export function envOf(all: All): Record<string, string> {
  return Object.fromEntries([...settingsEnv(all)].map(([name, { value }]) => [name, value]))
}
