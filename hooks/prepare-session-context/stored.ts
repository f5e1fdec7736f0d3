import { readCache, writeCache } from '../../src/store/cache.ts'
import { ageOf, moment } from '../../src/text/age.ts'
import { shortHash } from '../../src/text/hash.ts'
import type { Work } from './work.ts'

/** What a source found now, or why it found nothing. */
export type Answer = readonly string[] | { readonly problem: string }

const KEPT_MS = 7 * 86_400_000
/** A source that was too slow is not waited for again so soon: not every start should cost the deadline. */
const PAUSE_MS = 120_000

/**
 * The lines of a source that may be slow: what it says now, else what it said last, with its age,
 * else that it is not known. What it said is kept for each project, up to a week.
 */
export async function orStored(
  work: Work,
  { name, label }: { readonly name: string; readonly label: string },
  source: () => Promise<Answer>,
): Promise<string[]> {
  const { host } = work
  const file = `session-sections/${shortHash(JSON.stringify([work.projectRoot, name]))}.json`
  const known = readCache(host, file)
  // Two names may share a file's name.
  const stored: Readonly<Record<string, unknown>> = known?.['name'] === name ? known : {}
  const slow = host.now() - Number(stored['slow'])
  const answer =
    slow >= 0 && slow < PAUSE_MS
      ? { problem: `timed out ${ageOf(slow)}, and not asked since` }
      : await source()
  if (!('problem' in answer)) {
    if (answer.length > 0) writeCache(host, file, { at: host.now(), name, lines: answer })
    return [...answer]
  }
  if (answer.problem === 'timed out') writeCache(host, file, { ...stored, name, slow: host.now() })
  return told(stored, label, answer.problem, host.now())
}

function told(
  stored: Readonly<Record<string, unknown>>,
  label: string,
  problem: string,
  now: number,
): string[] {
  const at = Number(stored['at'])
  const lines = stored['lines']
  const age = now - at
  if (!Array.isArray(lines) || !(age >= 0 && age < KEPT_MS)) return [`${label}: not known: ${problem}`]
  const [first = '', ...rest] = lines.map(String)
  return [`${first} (as of ${ageOf(age)}, ${moment(at)}; now not known: ${problem})`, ...rest]
}
