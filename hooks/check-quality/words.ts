import type { Event } from '../../src/event.ts'
import type { Host } from '../../src/host/host.ts'
import { pruneCache, readCache, writeCache } from '../../src/store/cache.ts'
import { cutMiddle } from '../../src/text/cut.ts'
import { defuse } from '../../src/text/fence.ts'
import { shortHash } from '../../src/text/hash.ts'
import { plainText } from '../../src/text/plain.ts'
import type { Checked, Rewrite } from './check.ts'
import type { Finding } from './finding.ts'
import type { Options } from './options.ts'
import type { Outcome } from './run-step.ts'
import type { Subject } from './subject.ts'
import { type LineRange, movedLines } from './touched.ts'

/** Characters for all files; the harness takes 10,000. */
const MAX_TEXT = 8000
const MAX_HUNKS = 2000
const MAX_MESSAGE = 300
/** What sessions were told is forgotten after this time. */
const KEPT_MS = 30 * 24 * 3600 * 1000

/** What the model is told, one line for each finding: `path:line:column rule message (tool)`. */
export function contextText(checked: readonly Checked[], options: Options): string {
  const parts = checked.map((one) => fileText(one, options)).filter((text) => text !== '')
  // Messages and names of files may hold what somebody else wrote.
  return cutMiddle(defuse(plainText(parts.join('\n\n'))), MAX_TEXT)
}

function fileText({ subject, touched, outcomes, rewritten }: Checked, options: Options): string {
  const lines: string[] = []
  if (rewritten) lines.push(rewriteText(subject, rewritten))
  const all = unique(
    outcomes.flatMap(({ step, findings }) => findings.map((finding) => ({ ...finding, tool: step.name }))),
  )
  const within = options.scope === 'changed' ? movedLines(touched, rewritten?.hunks ?? []) : undefined
  const near = all.filter((finding) => isTouched(finding, within))
  const shown = near.slice(0, options.maxFindings)
  if (shown.length > 0) {
    lines.push(
      `check-quality: ${near.length} ${near.length === 1 ? 'finding' : 'findings'} in ${subject.shown}`,
    )
    lines.push(...shown.map((finding) => findingLine(subject, finding)))
    if (near.length > shown.length) lines.push(`... and ${near.length - shown.length} more`)
  }
  return lines.join('\n')
}

function rewriteText({ shown }: Subject, { by, hunks }: Rewrite): string {
  return [
    `check-quality: ${shown} was rewritten by ${by.join(', ')} after your edit. Read it again before you edit it.`,
    cutMiddle(hunks.join('\n'), MAX_HUNKS),
  ].join('\n')
}

interface Told extends Finding {
  readonly tool: string
}

function findingLine({ shown }: Subject, { line, column, rule, message, tool }: Told): string {
  const place = [shown, line, column].filter((part) => part !== undefined).join(':')
  if (message.includes('\n')) return `${place} (${tool}):\n${message.replace(/^/gm, '| ')}`
  return `${place} ${rule === undefined ? '' : `${rule} `}${cutMiddle(message, MAX_MESSAGE)} (${tool})`
}

/** The same place, rule and words only once, whoever said it first. */
function unique(findings: readonly Told[]): Told[] {
  const seen = new Map<string, Told>()
  for (const finding of findings) {
    const key = [finding.line, finding.rule, finding.message].join('\0')
    if (!seen.has(key)) seen.set(key, finding)
  }
  return [...seen.values()]
}

function isTouched({ line }: Finding, touched: readonly LineRange[] | undefined): boolean {
  return line === undefined || !touched || touched.some(({ first, last }) => first <= line && line <= last)
}

/**
 * What the user is told about tools that could not run, once in a session; undefined when
 * all of it was said before. Where the harness names no session it is said each time.
 */
export function unableReport(
  unable: readonly { readonly subject: Subject; readonly outcome: Outcome }[],
  event: Event,
  host: Host,
): string | undefined {
  const session = event.sessionId ?? ''
  const name = `quality/told/${shortHash(session)}.json`
  const told = session === '' ? [] : asTexts(readCache(host, name)?.['told'])
  const lines: string[] = []
  const said: string[] = []
  for (const { subject, outcome } of unable) {
    const { step, kind, why } = outcome
    const key = [subject.root, step.cwd, step.name, kind].join(' ')
    if (told.includes(key) || said.includes(key)) continue
    said.push(key)
    const what =
      kind === 'missing'
        ? `${step.because} asks for ${step.name}, but ${why}`
        : `${step.name} could not check ${subject.shown}: ${why}`
    lines.push(`check-quality: ${what}`)
  }
  if (lines.length === 0) return undefined
  if (session !== '' && told.length === 0) pruneCache(host, 'quality/told', KEPT_MS)
  if (session !== '') writeCache(host, name, { told: [...told, ...said].slice(-200) })
  return lines.join('\n')
}

function asTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
