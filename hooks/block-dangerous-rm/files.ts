import { isEssential, NEVER, type Place } from '../../src/paths/place.ts'
import { parentOf } from '../../src/paths/written.ts'
import type { Effect } from './deletion.ts'
import { denied, isNever, type Judge, never, PLACE_WORDS, pass, type Verdict, worstPlace } from './finding.ts'
import { fileFacts } from './proof.ts'
import type { PathTarget } from './resolve.ts'
import { nameInProject } from './trees.ts'

/** A delete of single files. */
export async function judgeFile(target: PathTarget, place: Place, judge: Judge): Promise<Verdict> {
  if (target.globbed) {
    // A glob in the home takes files nobody has looked at.
    const folder = target.allOf ? place : worstPlace(parentTarget(target), judge.around)
    if (target.allOf ? NEVER.has(place) : GLOB_FREE.has(folder)) return never(target, folder)
  }
  if (!NEVER.has(place)) return pass('a single file', target)
  // A lock that a dead git left behind; git itself says to remove it.
  if (place === 'git-internals' && target.path.endsWith('.lock')) return pass('a stale lock of git', target)
  if (place === 'system' && !target.allOf && !isEssential(target.real)) {
    const parent = parentOf(target.real) ?? '/'
    if (parent !== '/' && judge.host.lstat(target.real)?.kind !== 'directory')
      return pass('a single file', target)
  }
  return never(target, place)
}

/** Folders in which no glob deletes. */
const GLOB_FREE: ReadonlySet<Place> = new Set(['root', 'home', 'home-known', 'above-project'])

function parentTarget(target: PathTarget): PathTarget {
  const up = (path: string) => parentOf(path) ?? path
  return { ...target, path: up(target.path), real: up(target.real) }
}

/** Overwritten and deleted: nothing brings it back. */
export async function judgeShred(target: PathTarget, place: Place, judge: Judge): Promise<Verdict> {
  if (isNever(place, target)) return never(target, place)
  if (place === 'temp') return pass(PLACE_WORDS.temp, target)
  if (await judge.allowed(target.real)) return pass('on the allow list', target)
  return {
    ...denied(target, 'nothing brings back what shred has overwritten', judge, 'shred'),
    verdict: 'ask',
  }
}

/** Logs and the like are emptied every day. */
const EMPTIED_DAILY = /\.(?:log|out|err|tmp|pid|trace)(?:\.\d+)?$/i

/** A file that loses its content. */
export async function judgeEmpty(
  effect: Effect,
  target: PathTarget,
  place: Place,
  judge: Judge,
): Promise<Verdict> {
  const { host } = judge
  const info = host.stat(target.real)
  if (place === 'system' && (isEssential(target.real) || (effect === 'empty' && (info?.size ?? 0) > 0))) {
    if (!/^\/dev\/(?:null|zero|full|tty|stdin|stdout|stderr|fd\/\d+|pts\/\d+|shm\/.*)$/.test(target.real)) {
      return never(target, place)
    }
  }
  if (effect === 'overwrite') return pass('not a file of the system', target)
  if (info?.kind !== 'file' || info.size === 0) return pass('there is no content to lose', target)
  if (place === 'temp' || EMPTIED_DAILY.test(target.path)) return pass('made to be emptied', target)
  if (await judge.allowed(target.real)) return pass('on the allow list', target)
  if (place === 'git-internals') return never(target, place)
  const state = await fileFacts(host, target.real)
  if (state === 'committed') return pass('git has its content', target)
  if (state === 'ignored' && place === 'project' && nameInProject(target, judge)) {
    return pass('git ignores it', target)
  }
  const lost = state === 'changed' ? 'its changes are not committed' : 'git has no copy of it'
  return denied(target, `it has content (${info.size} bytes), and ${lost}`, judge, 'content')
}

/** Disks and cloud storages. */
export async function judgeOther(
  effect: 'device' | 'storage',
  target: PathTarget,
  judge: Judge,
): Promise<Verdict> {
  if (await judge.allowed(target.path)) return pass('on the allow list', target)
  if (effect === 'storage')
    return { verdict: 'ask', why: 'what is deleted in a cloud storage is gone', rule: 'storage' }
  return denied(target, 'it is a disk or a partition: everything on it would be gone', judge, 'device')
}
