import type { Host } from '../../src/host/host.ts'
import { NEVER, type Place, placeOf, projectOf, type Surroundings } from '../../src/paths/place.ts'
import { joinPath, relativeTo } from '../../src/paths/written.ts'
import type { Deletion } from './deletion.ts'
import type { PathTarget } from './resolve.ts'

/** What was found out about one target. */
export interface Finding {
  readonly verdict: 'pass' | 'ask' | 'deny'
  /** The target as written. */
  readonly written: string
  /** What it is on the disk, when that is known. */
  readonly path?: string
  /** The proof, or which rule decided: a sentence part behind the target. */
  readonly why: string
  /** The id of the rule that refuses it (rules.ts). */
  readonly rule?: string
  /** What an `allow` entry would have to say; missing when nothing can allow it. */
  readonly allow?: string
}

/** A finding before it is known how the target was written. */
export type Verdict = Omit<Finding, 'written'>

/** One deletion with what was found about its targets. */
export interface Judged {
  readonly deletion: Deletion
  readonly findings: readonly Finding[]
}

/** Who judges, and by which settings. */
export interface Judge {
  readonly host: Host
  readonly around: Surroundings
  readonly strict: boolean
  readonly disposable: readonly string[]
  /** True for paths that the user's `allow` list covers. */
  allowed(path: string): Promise<boolean>
}

/** How a place is called in a reason. */
export const PLACE_WORDS: Readonly<Record<Place, string>> = {
  root: 'the root of a disk',
  system: 'a part of the system',
  home: "a user's home",
  'home-known': "a well-known folder of the user's home",
  'project-root': 'the project itself',
  'above-project': 'a folder that holds the project',
  'git-internals': 'a part of a git repository (.git)',
  project: 'inside the project',
  'temp-root': 'the folder for temporary files itself, which all programs share',
  temp: 'below a folder for temporary files',
  outside: 'outside the project',
}

/** The worse of what the path is as written and without links. */
export function worstPlace(target: PathTarget, around: Surroundings): Place {
  const real = placeOf(target.real, around)
  if (NEVER.has(real) || target.real === target.path) return real
  const written = placeOf(target.path, around)
  return NEVER.has(written) ? written : real
}

export function pass(why: string, target?: PathTarget): Verdict {
  return { verdict: 'pass', why, ...(target ? { path: shown(target) } : {}) }
}

export function never(target: PathTarget, place: Place): Verdict {
  const all = target.allOf ? 'everything in ' : ''
  return { verdict: 'deny', path: shown(target), why: `it is ${all}${PLACE_WORDS[place]}`, rule: place }
}

/** `rule`: by default the one for what is not proven disposable at the target's place. */
export function denied(target: PathTarget, why: string, judge: Judge, rule?: string): Verdict {
  const byPlace = projectOf(target.real, judge.around) === undefined ? 'outside' : 'project'
  const allow = allowEntry(target, judge.around)
  return { verdict: 'deny', path: shown(target), why, rule: rule ?? byPlace, allow }
}

function shown(target: PathTarget): string {
  const path = target.allOf ? joinPath(target.path, '*') : target.path
  return target.real === target.path ? path : `${path}, really ${target.real}`
}

/** The entry that would allow this target: relative inside the project, else the whole path. */
function allowEntry(target: PathTarget, around: Surroundings): string {
  const project = projectOf(target.real, around)
  const relative = project === undefined ? undefined : relativeTo(target.real, project, around.ignoreCase)
  const path = relative === undefined || relative === '' ? target.real : `./${relative}`
  return path.replace(/[\\*?[\]{}()!+@|]/g, '\\$&')
}

/** Places that nothing makes disposable, for this target. */
export function isNever(place: Place, target: PathTarget): boolean {
  if (!NEVER.has(place)) return false
  // The folder with the sockets and locks of a repository, not what a test left in it.
  return !(place === 'git-internals' && target.path.endsWith('.lock'))
}
