import type { Sink } from '../audit/sinks/sinks.ts'
import { type Host, HostError } from '../host/host.ts'
import { joinPath } from '../paths/written.ts'
import { CURRENT, PROBLEM, SEGMENT, SENDER_LOCK, SENDER_STALE_MS, SINKS, STARTING, WAIT } from './folder.ts'

export interface Spool {
  readonly folder: string
  readonly maxBytes: number
  readonly sinks: readonly Sink[]
}

/** A sender that was started has its lock by then. */
const START_MS = 10_000

const NO_SENDER =
  'records wait for their delivery, and no hookbox that could deliver them is installed beside this hook or in PATH: install it (npm install --global hookbox) and run hookbox audit send'

/**
 * Puts records, as lines of JSON, into the spool and sees to it that a sender runs. Never waits
 * for a sink. Returns what the user has to know of the deliveries, once there is something.
 * Throws a HostError when the records could not be put there.
 */
export async function spoolRecords(
  host: Host,
  { folder, maxBytes, sinks }: Spool,
  lines: readonly string[],
): Promise<string | undefined> {
  if (lines.length === 0) return undefined
  host.makeDirectory(folder, 0o700)
  keepSinks(host, folder, sinks)
  const text = `${lines.join('\n')}\n`
  const waiting = waitingBytes(host, folder)
  if (waiting + text.length > maxBytes) {
    throw new HostError(
      'ENOSPC',
      `the spool ${folder} is full: ${Math.round(waiting / 1_000_000)} MB wait for delivery (maxSpoolBytes). hookbox audit spool says why`,
    )
  }
  host.append(joinPath(folder, CURRENT), text, 0o600)
  return (await startSender(host, folder)) ? readProblem(host, folder) : NO_SENDER
}

/** The sender takes the sinks from here, and notices when they change. */
function keepSinks(host: Host, folder: string, sinks: readonly Sink[]): void {
  const path = joinPath(folder, SINKS)
  const wanted = `${JSON.stringify(sinks)}\n`
  try {
    if (new TextDecoder().decode(host.readFile(path, wanted.length * 3 + 1)) === wanted) return
  } catch {
    // There is none yet.
  }
  host.replace(path, wanted, 0o600)
}

function waitingBytes(host: Host, folder: string): number {
  let bytes = 0
  for (const name of host.list(folder) ?? []) {
    if (name === CURRENT || SEGMENT.test(name)) bytes += host.lstat(joinPath(folder, name))?.size ?? 0
  }
  return bytes
}

/** False when there is nothing that could be started. */
async function startSender(host: Host, folder: string): Promise<boolean> {
  const modified = (name: string) => host.lstat(joinPath(folder, name))?.modified ?? 0
  const now = host.now()
  if (now - modified(SENDER_LOCK) < SENDER_STALE_MS || modified(WAIT) > now) return true
  const starting = joinPath(folder, STARTING)
  if (!host.create(starting, '', 0o600)) {
    if (now - modified(STARTING) < START_MS) return true
    // That one never came to life.
    host.remove(starting)
    if (!host.create(starting, '', 0o600)) return true
  }
  return host.startOwn(['audit', 'send', '--spool', folder])
}

function readProblem(host: Host, folder: string): string | undefined {
  const path = joinPath(folder, PROBLEM)
  if (!host.lstat(path)) return undefined
  try {
    const { message } = JSON.parse(new TextDecoder().decode(host.readFile(path, 100_000))) as {
      message?: unknown
    }
    return typeof message === 'string' ? message : undefined
  } catch {
    return undefined
  }
}
