import type { Host } from '../../src/host/host.ts'
import type { Place } from '../../src/paths/place.ts'
import { notStarted } from '../../src/process/not-started.ts'
import { RUNNER_KNOWS } from '../../src/tasks/text.ts'
import type { Deletion, Effect, Target } from './deletion.ts'
import { judgeElsewhere } from './elsewhere.ts'
import { judgeEmpty, judgeFile, judgeOther, judgeShred } from './files.ts'
import {
  type Finding,
  isNever,
  type Judge,
  type Judged,
  never,
  pass,
  type Verdict,
  worstPlace,
} from './finding.ts'
import { fileFacts } from './proof.ts'
import { type Resolved, resolveTarget } from './resolve.ts'
import { judgeSearch } from './search.ts'
import { judgeInProject, judgeTree, type OpenTree } from './trees.ts'

/** Programs started in one call; a person does not write more deletes than that. */
const MAX_RUNS = 40
/** Targets of one call that are looked at; what is written behind them is not known. */
const MAX_TARGETS = 500

/**
 * Judges every target of every deletion; git is asked once for all trees. Targets that
 * resolve to nothing have no finding.
 */
export async function judgeDeletions(deletions: readonly Deletion[], by: Judge): Promise<Judged[]> {
  const judge = { ...by, host: limitedHost(by.host) }
  const rows: { readonly deletion: Deletion; readonly findings: Finding[]; readonly open: OpenTree[] }[] = []
  const seen = new Set<string>()
  let left = MAX_TARGETS
  for (const whole of deletions) {
    const key = keyOf(whole)
    if (seen.has(key)) continue
    seen.add(key)
    const deletion = { ...whole, targets: whole.targets.slice(0, left) }
    const { findings, open } = await judgeTargets(deletion, judge)
    if (deletion.targets.length < whole.targets.length) findings.push(tooMany(whole))
    left -= deletion.targets.length
    rows.push({ deletion, findings, open })
    if (left <= 0 && deletion.targets.length < whole.targets.length) break
  }
  const answers = await judgeInProject(
    rows.flatMap(({ open }) => open),
    judge,
  )
  let next = 0
  return rows.map(({ deletion, findings, open }) => {
    const own = answers.slice(next, next + open.length)
    next += open.length
    return { deletion, findings: [...findings, ...own] }
  })
}

/** A verdict for the targets that are not looked at: one by one they might all be proven. */
function tooMany(deletion: Deletion): Finding {
  return {
    verdict: deletion.effect === 'tree' ? 'deny' : 'ask',
    written: `the targets behind the first ${MAX_TARGETS}`,
    why: `one call has more than ${MAX_TARGETS} targets, and no more are looked at`,
    rule: 'unknown-target',
  }
}

async function judgeTargets(
  deletion: Deletion,
  judge: Judge,
): Promise<{ readonly findings: Finding[]; readonly open: OpenTree[] }> {
  if (deletion.elsewhere !== undefined) return { findings: judgeElsewhere(deletion, judge), open: [] }
  const findings: Finding[] = []
  const open: OpenTree[] = []
  for (const target of deletion.targets) {
    const written = target.word.source
    for (const resolved of resolveTarget(judge.host, target, judge.around)) {
      const found = await judgeOne(deletion.effect, target, resolved, judge)
      if (found === 'open' && resolved.kind === 'path') open.push({ written, path: resolved })
      else if (found !== 'open') findings.push({ ...found, written })
    }
  }
  return { findings, open }
}

/** The same delete may be listed for several ways through the text. */
function keyOf(deletion: Deletion): string {
  return JSON.stringify([deletion.how, deletion.effect, deletion.elsewhere, deletion.targets])
}

/** After some programs no more is started, which counts as not knowing. */
function limitedHost(host: Host): Host {
  let left = MAX_RUNS
  return {
    ...host,
    run: async (argv, how) => {
      if (left-- > 0) return host.run(argv, how)
      return notStarted('too many')
    },
  }
}

/** `open`: git has to be asked, together with the others. */
async function judgeOne(
  effect: Effect,
  target: Target,
  resolved: Resolved,
  judge: Judge,
): Promise<Verdict | 'open'> {
  if (effect === 'database' || effect === 'volume') return kept(effect)
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

/** What no file on this disk shows. */
function kept(effect: 'database' | 'volume'): Verdict {
  return effect === 'database'
    ? {
        verdict: 'ask',
        why: 'what is deleted in a database is gone, unless somebody has a dump',
        rule: 'database',
      }
    : {
        verdict: 'ask',
        why: 'what a container engine deletes is gone, also that of other projects',
        rule: 'volume',
      }
}

function judgeUnknown(effect: Effect, resolved: Extract<Resolved, { kind: 'unknown' }>): Verdict {
  const why = `its value is not known before it runs (${resolved.why}), so it may be anything`
  switch (effect) {
    case 'tree':
    case 'device':
      // A file of tasks that we can't evaluate to the end: a person knows what is in it.
      return { verdict: resolved.why.includes(RUNNER_KNOWS) ? 'ask' : 'deny', why, rule: 'unknown-target' }
    case 'storage':
    case 'shred':
      return { verdict: 'ask', why, rule: 'unknown-target' }
    case 'files':
      if (!resolved.allOf) return pass('a single file')
      return {
        verdict: 'deny',
        rule: 'unknown-target',
        why: `the folder is not known before it runs (${resolved.why}); empty it means /`,
      }
    default:
      return pass('not known, and no folder is deleted')
  }
}

/** Places that must not even be moved. */
const STAYS: ReadonlySet<Place> = new Set(['root', 'system', 'home', 'above-project'])
