import type { Host } from '../../src/host/host.ts'
import { isEssential, NEVER, type Place, projectOf } from '../../src/paths/place.ts'
import { baseName, joinPath, parentOf, relativeTo } from '../../src/paths/written.ts'
import type { Deletion, Effect, Target } from './deletion.ts'
import { judgeElsewhere } from './elsewhere.ts'
import {
  denied,
  type Finding,
  type Judge,
  never,
  PLACE_WORDS,
  pass,
  type Verdict,
  worstPlace,
} from './finding.ts'
import { MARKERS } from './names.ts'
import { fileFacts, type GitFacts, gitFacts, isLeftover, type NameFinding, nameFinding } from './proof.ts'
import { type PathTarget, type Resolved, resolveTarget } from './resolve.ts'
import { judgeSearch } from './search.ts'

/** Judges every target of a deletion. Targets that resolve to nothing have no finding. */
export async function judgeDeletion(deletion: Deletion, judge: Judge): Promise<Finding[]> {
  if (deletion.elsewhere !== undefined) return judgeElsewhere(deletion, judge)
  const findings: Finding[] = []
  const open: { readonly written: string; readonly path: PathTarget }[] = []
  for (const target of deletion.targets) {
    const written = target.word.source
    for (const resolved of resolveTarget(judge.host, target, judge.around)) {
      const found = await judgeOne(deletion.effect, target, resolved, judge)
      if (found === 'open' && resolved.kind === 'path') open.push({ written, path: resolved })
      else if (found !== 'open') findings.push({ ...found, written })
    }
  }
  return [...findings, ...(await judgeInProject(open, judge))]
}

/** `open`: a tree in the project, which needs git's word. */
async function judgeOne(
  effect: Effect,
  target: Target,
  resolved: Resolved,
  judge: Judge,
): Promise<Verdict | 'open'> {
  if (resolved.kind === 'fresh') return pass('made by mktemp in the same command')
  if (resolved.kind === 'unknown') return judgeUnknown(effect, resolved)
  if (effect === 'device' || effect === 'storage') return judgeOther(effect, resolved, judge)
  const place = worstPlace(resolved, judge.around)
  const found = target.found ?? resolved.found
  if (found) return judgeSearch(found, resolved, place, effect, judge)
  switch (effect) {
    case 'tree':
      if (
        target.versioned &&
        place === 'project' &&
        (await fileFacts(judge.host, resolved.real)) === 'committed'
      ) {
        return pass('git has all of it', resolved)
      }
      return judgeTree(resolved, place, judge)
    case 'files':
      return judgeFile(resolved, place, judge)
    case 'shred':
      return judgeShred(resolved, place, judge)
    case 'empty':
    case 'overwrite':
      return judgeEmpty(effect, resolved, place, judge)
    case 'moved':
      return STAYS.has(place) ? never(resolved, place) : pass('moved, not lost', resolved)
    case 'away':
    case 'perhaps':
      return isNever(place, resolved) ? never(resolved, place) : pass('not a place that must stay')
  }
}

async function judgeTree(target: PathTarget, place: Place, judge: Judge): Promise<Verdict | 'open'> {
  if (isNever(place, target)) return never(target, place)
  if (await judge.allowed(target.real)) return pass('on the allow list', target)
  if (judge.strict) return denied(target, 'the strict preset refuses every recursive delete', judge)
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
async function judgeInProject(
  open: readonly { readonly written: string; readonly path: PathTarget }[],
  judge: Judge,
): Promise<Finding[]> {
  if (open.length === 0) return []
  const { host, around } = judge
  const named = open.map((one) => ({ ...one, name: nameInProject(one.path, judge) }))
  const facts = await gitFacts(
    host,
    named.filter(({ name }) => name).map(({ path }) => path.real),
    around.ignoreCase,
  )
  return named.map(({ written, path, name }) => {
    const reason = name ? refusal(path.real, name, facts, host) : NO_NAME
    if (reason !== undefined) return { ...denied(path, reason, judge), written }
    const ignored = facts.ignored.has(path.real)
    const proof = ignored ? 'git ignores it and tracks nothing in it' : 'git tracks nothing in it'
    const what = name?.kind === 'regenerable' ? 'is made again by a tool' : 'is a result of a tool'
    return { ...pass(`${name?.name} ${what}, and ${proof}`, path), written }
  })
}

function nameInProject(target: PathTarget, judge: Judge): NameFinding | undefined {
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

async function judgeFile(target: PathTarget, place: Place, judge: Judge): Promise<Verdict> {
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

/** Places that must not even be moved. */
const STAYS: ReadonlySet<Place> = new Set(['root', 'system', 'home', 'above-project'])

/** Folders in which no glob deletes. */
const GLOB_FREE: ReadonlySet<Place> = new Set(['root', 'home', 'home-known', 'above-project'])

function parentTarget(target: PathTarget): PathTarget {
  const up = (path: string) => parentOf(path) ?? path
  return { ...target, path: up(target.path), real: up(target.real) }
}

async function judgeShred(target: PathTarget, place: Place, judge: Judge): Promise<Verdict> {
  if (isNever(place, target)) return never(target, place)
  if (place === 'temp') return pass(PLACE_WORDS.temp, target)
  if (await judge.allowed(target.real)) return pass('on the allow list', target)
  return { ...denied(target, 'nothing brings back what shred has overwritten', judge), verdict: 'ask' }
}

/** Logs and the like are emptied every day. */
const EMPTIED_DAILY = /\.(?:log|out|err|tmp|pid|trace)(?:\.\d+)?$/i

async function judgeEmpty(effect: Effect, target: PathTarget, place: Place, judge: Judge): Promise<Verdict> {
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
  return denied(target, `it has content (${info.size} bytes), and ${lost}`, judge)
}

async function judgeOther(effect: 'device' | 'storage', target: PathTarget, judge: Judge): Promise<Verdict> {
  if (await judge.allowed(target.path)) return pass('on the allow list', target)
  if (effect === 'storage') return { verdict: 'ask', why: 'what is deleted in a cloud storage is gone' }
  return denied(target, 'it is a disk or a partition: everything on it would be gone', judge)
}

function judgeUnknown(effect: Effect, resolved: Extract<Resolved, { kind: 'unknown' }>): Verdict {
  const why = `its value is not known before it runs (${resolved.why}), so it may be anything`
  switch (effect) {
    case 'tree':
    case 'device':
      return { verdict: 'deny', why }
    case 'storage':
    case 'shred':
      return { verdict: 'ask', why }
    case 'files':
      if (!resolved.allOf) return pass('a single file')
      return {
        verdict: 'deny',
        why: `the folder is not known before it runs (${resolved.why}); empty it means /`,
      }
    default:
      return pass('not known, and no folder is deleted')
  }
}

/** Places that nothing makes disposable, for this target. */
function isNever(place: Place, target: PathTarget): boolean {
  if (!NEVER.has(place)) return false
  // The folder with the sockets and locks of a repository, not what a test left in it.
  return !(place === 'git-internals' && target.path.endsWith('.lock'))
}
