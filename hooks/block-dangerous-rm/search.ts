import { NEVER, type Place } from '../../src/paths/place.ts'
import type { Effect, Found } from './deletion.ts'
import { denied, type Judge, never, pass, type Verdict } from './finding.ts'
import { isArtefactName, isLeftover, searchFacts } from './proof.ts'
import type { PathTarget } from './resolve.ts'

/** A delete of what a search below a folder finds (`find`, `find ... | xargs rm`). */
export async function judgeSearch(
  found: Found,
  target: PathTarget,
  place: Place,
  effect: Effect,
  judge: Judge,
): Promise<Verdict | 'open'> {
  const whole = found.names === undefined && !found.empty && !found.aged
  const inTemp = place === 'temp' || (place === 'temp-root' && !whole)
  if (inTemp) return pass('below a folder for temporary files', target)
  const searchable = place === 'project' || place === 'project-root'
  if (NEVER.has(place) && !searchable) return never(target, place)
  if (await judge.allowed(target.real)) return pass('on the allow list', target)
  if (judge.strict) return denied(target, 'the strict preset refuses every recursive delete', judge, 'strict')
  if (found.empty) return pass('only what is empty, and links', target)
  if (!searchable) {
    const outside = denied(
      target,
      'the search is outside the project, and nothing proves that its hits can go',
      judge,
    )
    return found.aged ? { ...outside, verdict: 'ask' } : outside
  }
  if (found.names === undefined) {
    if (place === 'project') return 'open'
    return found.aged
      ? { ...denied(target, 'old files of the project may be its best ones', judge), verdict: 'ask' }
      : never(target, place)
  }
  return judgeNames(found, found.names, target, effect, judge)
}

async function judgeNames(
  found: Found,
  names: readonly string[],
  target: PathTarget,
  effect: Effect,
  judge: Judge,
): Promise<Verdict> {
  const { host } = judge
  const single = effect !== 'tree' || found.filesOnly
  const leftover = (name: string) => isLeftover(name, judge.disposable)
  const regenerable = (name: string) => (single ? leftover(name) : leftover(name) && !isFilePattern(name))
  const facts = await searchFacts(host, target.real, names)
  if (facts.problem !== undefined) return denied(target, facts.problem, judge)
  if (names.every(regenerable) && !facts.tracked) {
    return pass(`${names.join(', ')}: leftovers that git does not track`, target)
  }
  const artefacts = names.every((name) => regenerable(name) || isArtefactName(name))
  if (artefacts && facts.versioned && !facts.tracked && !facts.untracked) {
    return pass(`${names.join(', ')}: git ignores all of them`, target)
  }
  if (single && facts.tracked && !facts.untracked && !facts.ignored && !facts.modified) {
    return pass(`${names.join(', ')}: git has all of them`, target)
  }
  const why = facts.tracked
    ? `git tracks files named ${names.join(', ')} below it`
    : `nothing proves that every ${names.join(', ')} below it can go`
  return denied(target, why, judge)
}

/** A pattern meant for files that folders may match too (`*.log`, `*.bak`). */
function isFilePattern(name: string): boolean {
  return /^\*\.(?:log|bak|tmp|temp|d|cache|orig|map|pid)(?:\.\*)?$/.test(name)
}
