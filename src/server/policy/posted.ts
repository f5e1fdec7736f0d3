import { type Dialect, type Event, PayloadError } from '../../event.ts'
import { detectDialect } from '../../harness/index.ts'
import type { Host } from '../../host/host.ts'
import { nodeHost } from '../../host/node.ts'
import { type Payload, parsePayload } from '../../payload.ts'
import { readEvent } from '../../read-event.ts'
import { topValues } from './top-values.ts'

/** What is known of a caller besides the body. */
export interface Caller {
  /** It is on this machine, where the server's home is likely its own. */
  readonly isLocal: boolean
  /** `X-Hookbox-User`, else the token's name, else (on loopback) the server's own user. */
  readonly user?: string
  /** `X-Hookbox-Cwd`: where the agent works, for harnesses whose payload does not say it. */
  readonly cwd?: string
}

export interface Posted {
  readonly payload: Payload
  readonly dialect: Dialect
}

/**
 * The payload in a posted body. Claude Code posts the payload itself; OpenHarness posts
 * `{"event": E, "payload": {...}}` (docs/contracts/openharness.md section 4). Throws a PayloadError.
 */
export async function readPosted(body: Uint8Array): Promise<Posted> {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    throw new PayloadError('the payload in the body is not UTF-8')
  }
  const posted = await parsePayload({ text, from: 'in the body' })
  const { event, payload } = posted
  const isWrapped =
    typeof event === 'string' &&
    typeof payload === 'object' &&
    payload !== null &&
    !('hook_event_name' in posted)
  const own = isWrapped ? { event, ...(payload as Payload) } : posted
  return { payload: own, dialect: detectDialect(own) }
}

/** The payload in a posted body; of one that can't be read, what its start tells. Never throws. */
export async function readPostedStart(body: Uint8Array): Promise<Posted> {
  try {
    return await readPosted(body)
  } catch {
    const payload = topValues(new TextDecoder().decode(body.subarray(0, 256 * 1024)))
    return { payload, dialect: detectDialect(payload) }
  }
}

/** The event of a posted payload. Throws a PayloadError. */
export function eventOf({ payload, dialect }: Posted, host: Host): Event {
  return readEvent(
    payload,
    dialect,
    { explain: false, json: false, set: [], help: false, version: false, problems: [] },
    host,
  )
}

/** Of the server's own environment a hook that runs for a caller sees no more. */
const SEEN: readonly string[] = ['PATH', 'PATHEXT', 'SystemRoot', 'LANG', 'HOOKBOX_DEBUG']

/**
 * The world of a hook that runs here for a caller: the disk is the server's, the environment is
 * not known. A variable of the server's own must never stand for one of the caller's, since a
 * guard would take the caller's `$BUILD_DIR` for ours; what is not set counts as unknown.
 */
export function callerHost(caller: Caller, payload: Payload | undefined): Host {
  const { user, cwd } = caller
  const home = homeOf(caller, payload)
  return {
    ...nodeHost,
    env: (name) => (SEEN.includes(name) ? nodeHost.env(name) : undefined),
    envNames: () => SEEN.filter((name) => nodeHost.env(name) !== undefined),
    cwd: () => cwd ?? nodeHost.cwd(),
    home: () => home,
    user: () => user,
    stdinIsTerminal: () => false,
    isTerminal: () => false,
    readStdin: async () => ({ bytes: new Uint8Array(0), stopped: 'end' }),
    write: () => {},
  }
}

/**
 * The caller's home: the server's own, unless the caller is elsewhere or says otherwise by where
 * Claude Code keeps its transcript (`HOME/.claude/projects/...`). A home that a caller could name
 * would be a place where the server looks for configuration and keeps approvals.
 */
function homeOf({ isLocal }: Caller, payload: Payload | undefined): string | undefined {
  if (!isLocal) return undefined
  const transcript = payload?.['transcript_path']
  const said =
    typeof transcript === 'string'
      ? /^((?:[A-Za-z]:)?[\\/].*?)[\\/]\.claude[\\/]projects[\\/]/.exec(transcript)?.[1]
      : undefined
  const own = nodeHost.home()
  return said === undefined || said === own ? own : undefined
}
