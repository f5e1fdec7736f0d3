import { RUNNER_KNOWS } from '../../src/tasks/text.ts'
import type { Deletion } from './deletion.ts'
import type { Finding, Judged } from './finding.ts'

/** Where a person would allow something. */
export interface ConfigPlaces {
  /** hookbox.json of the project. */
  readonly project: string
  /** The user's own file. */
  readonly user: string
}

const MAX_TARGETS = 6

/** Why something is refused, for the model and the person: targets, rules, what to do instead. */
export function reasonFor(judged: readonly Judged[], places: ConfigPlaces, notes: readonly string[]): string {
  const lines: string[] = []
  const seen = new Set<string>()
  const refused: Finding[] = []
  for (const { deletion, findings } of judged) {
    for (const finding of findings) {
      if (finding.verdict === 'pass') continue
      const line = sentence(deletion, finding)
      if (seen.has(line)) continue
      seen.add(line)
      refused.push(finding)
      lines.push(line)
    }
  }
  const shown = lines.slice(0, MAX_TARGETS)
  if (lines.length > shown.length) shown.push(`... and ${lines.length - shown.length} more targets.`)
  return [...shown, instead(judged, refused), permission(refused, places), ...notes]
    .filter((line) => line !== '')
    .join('\n')
}

function sentence(deletion: Deletion, finding: Finding): string {
  const path =
    finding.path === undefined || finding.path === finding.written ? '' : ` (${cap(finding.path, 200)})`
  const { through = [] } = deletion
  const behind = through.length > 0 ? `, found behind ${through.join(', ')},` : ''
  const act = finding.verdict === 'ask' ? 'needs a decision' : 'is refused'
  if (deletion.effect === 'database' || deletion.effect === 'volume') {
    return `\`${cap(finding.written, 200)}\` ${act} (${deletion.how}): ${finding.why}.`
  }
  return `${deletion.how} of ${cap(finding.written, 120)}${path}${behind} ${act}: ${finding.why}.`
}

/** The harmless ways. Every command named here passes this hook. */
function instead(judged: readonly Judged[], refused: readonly Finding[]): string {
  const ways = new Set<string>()
  for (const { deletion, findings } of judged) {
    for (const finding of findings) if (refused.includes(finding)) ways.add(wayFor(deletion, finding))
  }
  return `Instead: ${[...ways].join(' ')}`
}

function wayFor(deletion: Deletion, finding: Finding): string {
  if (finding.why.includes(RUNNER_KNOWS))
    return 'Delete by its path what the task would delete, or ask the user to run it.'
  if (finding.why.includes('not known before it runs'))
    return 'Write the path out, so that it can be checked.'
  if (deletion.effect === 'device' || deletion.effect === 'storage') return 'Ask the user to run it.'
  if (deletion.effect === 'database')
    return 'Run the next migration instead of a reset, make a dump first, or ask the user to run it.'
  if (deletion.effect === 'volume')
    return 'Stop it without deleting volumes (`docker compose down`), or ask the user to run it.'
  if (deletion.effect === 'empty' || deletion.effect === 'overwrite') {
    return 'Keep a copy first (cp FILE FILE.bak), or ask the user.'
  }
  if (/^~\/*$/.test(finding.written)) return 'A folder that is called ~ is written ./~.'
  if (finding.allow === undefined) {
    return 'Name the single files or folders below it that should go, or ask the user to run it.'
  }
  return 'Delete single files by name with rm, use `git rm -r` for what git has, move it aside with mv, or ask the user to run it.'
}

function permission(refused: readonly Finding[], places: ConfigPlaces): string {
  const entries = [
    ...new Set(
      refused.flatMap((finding) =>
        finding.allow === undefined || finding.allow.length > 200 ? [] : [finding.allow],
      ),
    ),
  ]
  if (entries.length === 0) {
    return refused.some((finding) => finding.verdict === 'deny' && !finding.why.includes('not known'))
      ? 'No configuration allows this; a person can run it in a terminal.'
      : ''
  }
  const inside = entries.every((entry) => entry.startsWith('./'))
  const list = entries
    .slice(0, MAX_TARGETS)
    .map((entry) => JSON.stringify(entry))
    .join(', ')
  return `To allow it, a person adds "block-dangerous-rm": { "allow": [${list}] } to ${inside ? places.project : places.user}.`
}

function cap(text: string, length: number): string {
  const line = text.replaceAll(/[\r\n]+/g, ' ')
  return line.length > length ? `${line.slice(0, length - 3)}...` : line
}
