import { type Host, HostError } from '../host/host.ts'
import { normalPath } from '../paths/project.ts'
import { joinPath, resolvePath } from '../paths/written.ts'

/**
 * The spool: a folder in which records wait for their delivery. Hooks append to `current.jsonl`;
 * a sender, one for the folder, renames it to a numbered segment when it is large, delivers, and
 * removes what every sink has got.
 */
export const CURRENT = 'current.jsonl'
/** The sinks, as the newest call's configuration has them. */
export const SINKS = 'sinks.json'
/** Held by the sender, which touches it every few seconds. */
export const SENDER_LOCK = 'sender.lock'
/** Made by who starts a sender, until that one has its lock. */
export const STARTING = 'starting'
/** Its time says until when no sender has to be started, since the last one got nothing through. */
export const WAIT = 'wait'
/** What the user has to know: `{ "at": ..., "message": ... }`. */
export const PROBLEM = 'problem.json'

/** After so long without a touch its sender is dead. */
export const SENDER_STALE_MS = 15_000

export const SEGMENT = /^\d{10}\.jsonl$/

/** The spool's folder, as the option says or in the user's own state. Throws a HostError without a home. */
export function spoolFolder(host: Host, option: string): string {
  const home = host.home()
  const isHome = option === '' || /^~[/\\]/.test(option)
  if (!isHome) return normalPath(host, option)
  if (home === undefined) throw new HostError('ENOENT', 'there is no home directory for the spool: set spool')
  return option === ''
    ? joinPath(home, '.local/state/hookbox/spool')
    : resolvePath(home, option.slice(2), host.platform === 'win32')
}
