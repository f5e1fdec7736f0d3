import { NEVER, placeOf, type Surroundings } from '../../src/paths/place.ts'
import { resolvePath } from '../../src/paths/written.ts'
import type { Deletion, Target } from './deletion.ts'
import type { Finding, Judge } from './finding.ts'
import { nameFinding } from './proof.ts'

/**
 * Deletions on another machine or in a container: its disk can't be seen, so only the text
 * decides. Temporary files and what tools make again may go; catastrophes and unknown
 * targets are denied; a person decides the rest.
 */
export function judgeElsewhere(deletion: Deletion, judge: Judge): Finding[] {
  return deletion.targets.flatMap((target) => judgeTarget(deletion, target, judge))
}

function judgeTarget(deletion: Deletion, target: Target, judge: Judge): Finding[] {
  const written = target.word.source
  const { elsewhere = 'elsewhere' } = deletion
  const plain = deletion.effect !== 'tree' && deletion.effect !== 'device'
  const unknown = target.word.parts.find((part) => part.kind === 'unknown')
  if (unknown?.kind === 'unknown') {
    if (plain || unknown.fresh) return []
    const why = `its value ${elsewhere} is not known before it runs (${unknown.why}), so it may be anything`
    return [{ verdict: 'deny', written, why, rule: 'unknown-target' }]
  }
  const text = target.word.parts.map((part) => (part.kind === 'unknown' ? '' : part.text)).join('')
  if (text === '') return []
  const around: Surroundings = { ...judge.around, windows: false, ignoreCase: false, homes: [], projects: [] }
  const home = /^~(?:[\w.-]+)?(?:\/+\*?)?$|^\/home\/[^/]+\/+\*$/.test(text)
  const all = /(?:^|\/)\*+$/.test(text)
  const absolute = text.startsWith('/') || text.startsWith('~') || target.cwd !== undefined
  const path = resolvePath(target.cwd ?? '/', all ? text.replace(/\*+$/, '') : text, false)
  const place = absolute ? placeOf(path, around) : 'outside'
  if (home || NEVER.has(place) || /^\.{0,2}\/*\*?$|^\*$/.test(text)) {
    const what = home ? "a user's home" : absolute ? 'a folder that must stay' : 'the whole working directory'
    return [{ verdict: 'deny', written, why: `it is ${what} ${elsewhere}`, rule: 'elsewhere-never' }]
  }
  if (plain) return []
  if (place === 'temp') return [{ verdict: 'pass', written, why: 'below a folder for temporary files' }]
  if (nameFinding(path, judge.disposable, false)?.kind === 'regenerable') {
    return [{ verdict: 'pass', written, why: 'a tool makes it again' }]
  }
  return [
    { verdict: 'ask', written, why: `it is ${elsewhere}, where nothing can be checked`, rule: 'elsewhere' },
  ]
}
