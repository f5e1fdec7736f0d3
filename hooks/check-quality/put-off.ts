import type { Event } from '../../src/event.ts'
import { type Context, PASS, report, type Verdict } from '../../src/hook.ts'
import type { Host } from '../../src/host/host.ts'
import { readText } from '../../src/host/read-text.ts'
import { joinPath } from '../../src/paths/written.ts'
import { cachePath, pruneCache, readCache, writeCache } from '../../src/store/cache.ts'
import { shortHash } from '../../src/text/hash.ts'
import { plainLine } from '../../src/text/plain.ts'
import { type Checked, subjectAndSteps } from './check.ts'
import { alone } from './fix.ts'
import { type Limits, limitsOf } from './limits.ts'
import type { Options } from './options.ts'
import { fixWith } from './run-step.ts'
import type { Step } from './steps.ts'

type Ctx = Context<Options>

/**
 * Fixes that remove code (unused imports) wait for the end of the agent's turn. Until then one
 * small file for each edited file is kept in `~/.cache/hookbox/quality/put-off`, so that calls
 * at the same time don't have to share one.
 */
const FOLDER = 'quality/put-off'
/** Of a session that never came to its end. */
const KEPT_MS = 3 * 24 * 3600 * 1000
const MOST_FILES = 100

/** Remembers the file for the end of the turn, when one of its tools has more to do there. */
export async function putOff(
  { subject, takenBack = [] }: Checked,
  steps: readonly Step[],
  event: Event,
  { host }: Ctx,
): Promise<void> {
  const session = event.sessionId ?? ''
  // Without a name for the session nobody could tell its files from another's.
  if (session === '' || !(takenBack.length > 0 || steps.some((step) => step.removes))) return
  const name = nameFor(session, subject.file)
  if (readCache(host, name)) return
  pruneCache(host, FOLDER, KEPT_MS)
  writeCache(host, name, { file: subject.file })
}

function nameFor(session: string, file: string): string {
  return `${FOLDER}/${shortHash(session)}-${shortHash(file)}.json`
}

/** stop: runs what was put off, and tells the user which files that changed. */
export async function fixPutOff(event: Event, ctx: Ctx): Promise<Verdict> {
  const { host, note } = ctx
  const session = event.sessionId ?? ''
  // While tasks run in the background the agent only waits, and goes on afterwards.
  if (session === '' || (event.stop?.backgroundTasks ?? 0) > 0) return PASS
  const limits = limitsOf(host, ctx.options)
  const changed: string[] = []
  for (const name of namesOf(host, session)) {
    const file = readCache(host, `${FOLDER}/${name}`)?.['file']
    forget(host, name)
    if (typeof file !== 'string') continue
    const said = await tidy(file, event, ctx, limits)
    if (said !== undefined) changed.push(said)
  }
  note(changed.length === 0 ? 'no fix was put off that changes anything' : changed.join('; '))
  if (changed.length === 0) return PASS
  return report(
    `check-quality: fixes that remove code were put off until the agent stopped. Now ${changed.join('; ')}.`,
  )
}

function namesOf(host: Host, session: string): readonly string[] {
  const folder = cachePath(host, FOLDER)
  const names = folder === undefined ? [] : (host.list(folder) ?? [])
  return names.filter((name) => name.startsWith(`${shortHash(session)}-`)).slice(0, MOST_FILES)
}

function forget(host: Host, name: string): void {
  const folder = cachePath(host, FOLDER)
  try {
    if (folder !== undefined) host.remove(joinPath(folder, name))
  } catch {
    // It is pruned later.
  }
}

/** Lets every tool of the file do all its fixes; what that changed, in words. */
async function tidy(path: string, event: Event, ctx: Ctx, limits: Limits): Promise<string | undefined> {
  const { host } = ctx
  const found = await subjectAndSteps({ path, touched: undefined }, event, ctx)
  if (!found) return undefined
  const { subject, steps } = found
  const by = new Set<string>()
  const done = await alone(subject, ctx, limits, async () => {
    for (const step of steps) {
      const before = readText(host, subject.file)
      await fixWith(step, step.tidy, subject.file, host, limits)
      if (readText(host, subject.file) !== before) by.add(step.name)
    }
  })
  if (done === 'busy' || by.size === 0) return undefined
  return `${plainLine([...by].join(', '), 100)} rewrote ${subject.shown}`
}
