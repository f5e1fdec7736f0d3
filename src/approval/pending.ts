import type { Event } from '../event.ts'
import type { Refusal, Ruled } from '../hook.ts'
import type { Host } from '../host/host.ts'
import { makeRedactor } from '../redact/redact.ts'
import { pruneCache, removeCache, writeCache } from '../store/cache.ts'
import { codeOf } from './call.ts'
import { FOLDERS, KEPT_MS } from './files.ts'

/** What `hookbox approve` shows a person. */
export interface Pending {
  readonly v: 1
  readonly code: string
  readonly digest: string
  readonly hook: string
  readonly rule?: string
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly cwd: string
  readonly session?: string
  readonly tool: string
  /** The command, or the input as JSON; without secrets and not longer than MAX_SUBJECT. */
  readonly subject: string
  /** True when `subject` lacks something: a secret, or its middle. */
  readonly partial: boolean
  readonly reason: string
  /** Who allows it has to say why. */
  readonly asksWhy?: true
}

const MAX_SUBJECT = 20_000
const MAX_REASON = 4000

/**
 * Remembers a refused call, so that a person can allow it once. Returns the code, or undefined
 * when it could not be written: then there is nothing to offer.
 */
export function rememberRefusal(
  hook: string,
  refusal: Refusal & Ruled & { readonly asksWhy?: boolean },
  digest: string,
  event: Event,
  host: Host,
): string | undefined {
  const { tool } = event
  if (!tool) return undefined
  const redactor = makeRedactor(host, { keys: [], patterns: [] })
  const whole =
    tool.kind === 'shell' && typeof tool.input['command'] === 'string'
      ? tool.input['command']
      : JSON.stringify(tool.input, null, 2)
  const shown = String(redactor.value(whole))
  const cut = shown.length > MAX_SUBJECT
  const half = MAX_SUBJECT / 2
  const code = codeOf(digest)
  const record: Pending = {
    v: 1,
    code,
    digest,
    hook,
    ...(refusal.rule === undefined ? {} : { rule: refusal.rule }),
    at: host.now(),
    cwd: event.cwd,
    ...(event.sessionId === undefined ? {} : { session: event.sessionId }),
    tool: tool.name,
    subject: cut
      ? `${shown.slice(0, half)}\n... ${shown.length - 2 * half} characters are not shown ...\n${shown.slice(-half)}`
      : shown,
    partial: cut || shown !== whole,
    reason: String(redactor.value(refusal.reason)).slice(0, MAX_REASON),
    ...(refusal.asksWhy ? { asksWhy: true } : {}),
  }
  for (const folder of Object.values(FOLDERS)) pruneCache(host, folder, KEPT_MS)
  const name = `${FOLDERS.pending}/${code}.json`
  // ext4 has a rename wait for the disk where a file is there already: of the same call, a while ago.
  removeCache(host, name)
  return writeCache(host, name, { ...record }) ? code : undefined
}
