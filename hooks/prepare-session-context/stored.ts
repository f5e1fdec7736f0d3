import { readCache, writeCache } from '../../src/store/cache.ts'
import { ageOf, moment } from '../../src/text/age.ts'
import { shortHash } from '../../src/text/hash.ts'
import type { Work } from './work.ts'

/** What a source found now, or why it found nothing. */
export type Answer = readonly string[] | { readonly problem: string }

const KEPT_MS = 7 * 86_400_000

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
  const answer = await source()
  if (!('problem' in answer)) {
    if (answer.length > 0) writeCache(host, file, { at: host.now(), name, lines: answer })
    return [...answer]
  }
  const stored = readCache(host, file)
  const at = Number(stored?.['at'])
  const lines = stored?.['lines']
  const age = host.now() - at
  if (stored?.['name'] !== name || !Array.isArray(lines) || !(age >= 0 && age < KEPT_MS)) {
    return [`${label}: not known: ${answer.problem}`]
  }
  const [first = '', ...rest] = lines.map(String)
  return [`${first} (as of ${ageOf(age)}, ${moment(at)}; now not known: ${answer.problem})`, ...rest]
}
