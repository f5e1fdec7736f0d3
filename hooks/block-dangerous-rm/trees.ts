import type { Host } from '../../src/host/host.ts'
import { type Place, projectOf } from '../../src/paths/place.ts'
import { baseName, joinPath, relativeTo } from '../../src/paths/written.ts'
import {
  denied,
  type Finding,
  isNever,
  type Judge,
  never,
  PLACE_WORDS,
  pass,
  type Verdict,
} from './finding.ts'
import { MARKERS } from './names.ts'
import { type GitFacts, gitFacts, isLeftover, type NameFinding, nameFinding } from './proof.ts'
import type { PathTarget } from './resolve.ts'

/** A tree that only git can say more about. */
export interface OpenTree {
  readonly written: string
  readonly path: PathTarget
}

/** More folders in one call are not looked at. */
const MAX_OPEN = 500

/** A recursive delete. `open`: in the project, where git has to be asked. */
export async function judgeTree(target: PathTarget, place: Place, judge: Judge): Promise<Verdict | 'open'> {
  if (isNever(place, target)) return never(target, place)
  if (await judge.allowed(target.real)) return pass('on the allow list', target)
  if (judge.strict) return denied(target, 'the strict preset refuses every recursive delete', judge, 'strict')
  if (!target.allOf) {
    const info = judge.host.lstat(target.real)
    if (info?.kind === 'link') return pass('a symbolic link: its target stays', target)
    if (info?.kind === 'file') return pass('a single file', target)
  }
  if (place === 'temp') return pass(PLACE_WORDS.temp, target)
  if (target.unmatched && place === 'project' && isLeftover(baseName(target.path), judge.disposable)) {
    return pass('nothing matches, and only leftovers would', target)
  }
  if (place === 'project') return 'open'
  return denied(target, `it is ${PLACE_WORDS[place]}, and nothing proves that it can go`, judge)
}

/** Trees in the project: by their names and what git says. */
export async function judgeInProject(open: readonly OpenTree[], judge: Judge): Promise<Finding[]> {
  if (open.length === 0) return []
  const { host, around } = judge
  const named = open.map((one) => ({ ...one, name: nameInProject(one.path, judge) }))
  const asked = [...new Set(named.filter(({ name }) => name).map(({ path }) => path.real))]
  if (asked.length > MAX_OPEN) {
    const why = 'there are more folders in this command than are looked at'
    return named.map(({ written, path }) => ({ ...denied(path, why, judge), written }))
  }
  const facts = await gitFacts(host, asked, around.ignoreCase)
  return named.map(({ written, path, name }) => {
    const reason = name ? refusal(path.real, name, facts, host) : NO_NAME
    if (reason !== undefined) return { ...denied(path, reason, judge), written }
    const ignored = facts.ignored.has(path.real)
    const proof = ignored ? 'git ignores it and tracks nothing in it' : 'git tracks nothing in it'
    const what = name?.kind === 'regenerable' ? 'is made again by a tool' : 'is the name of an artefact'
    return { ...pass(`${name?.name} ${what}, and ${proof}`, path), written }
  })
}

export function nameInProject(target: PathTarget, judge: Judge): NameFinding | undefined {
  const { ignoreCase } = judge.around
  const project = projectOf(target.real, judge.around) ?? '/'
  const relative = relativeTo(target.real, project, ignoreCase) ?? target.real
  return nameFinding(relative, judge.disposable, ignoreCase)
}

const NO_NAME = 'it is inside the project, and its name is not one that a tool makes again'

/** Why a tree with a telling name is still not disposable. */
function refusal(path: string, name: NameFinding, facts: GitFacts, host: Host): string | undefined {
  const failed = facts.failed.get(path)
  if (failed !== undefined) return failed
  if (facts.tracked.has(path)) return 'git tracks files in it'
  if (name.kind === 'regenerable') return undefined
  if (MARKERS.some((file) => host.lstat(joinPath(path, file))?.kind === 'file')) return undefined
  if (facts.unversioned.has(path)) {
    return `${name.name} is the name of an artefact, but no repository says that it is ignored`
  }
  if (!facts.ignored.has(path)) return `${name.name} is the name of an artefact, but git does not ignore it`
  if (host.lstat(joinPath(path, '.git'))) return 'it is a git repository of its own'
  return undefined
}
