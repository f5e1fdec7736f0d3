import type { Host } from '../host/host.ts'
import { readCache, writeCache } from '../store/cache.ts'
import { shortHash } from '../text/hash.ts'
import { isoTime } from '../text/iso-time.ts'

/**
 * The record "the tests passed for this commit", written by verify-before-stop and read by
 * check-deploy-env. One file for each repository, `~/.cache/hookbox/verified/HASH.json`,
 * where HASH is the `shortHash` of the repository root's real path:
 *
 *     { "version": 1, "root": "/home/dev/project", "runs": [
 *       { "commit": "0d1c...", "at": "2026-11-30T10:00:00.000Z", "command": "npm test" } ] }
 *
 * Newest first, at most 50, one for each commit. It is written only when the working tree
 * was clean at that commit before and after the run. It lies in the user's own cache, so it
 * is as trustworthy as the user's account: whoever can write there can forge it.
 */
export interface Verified {
  /** The full id of the commit. */
  readonly commit: string
  /** When the run ended, ISO 8601 in UTC. */
  readonly at: string
  /** What ran, in words for people. */
  readonly command: string
}

const VERSION = 1
const MAX_RUNS = 50

/**
 * The newest green run in the repository at `root`, or, with `commit`, the one for that
 * commit. Undefined when there is none, or when the record can't be read.
 */
export async function readVerified(host: Host, root: string, commit?: string): Promise<Verified | undefined> {
  const runs = readRuns(host, root)
  return commit === undefined ? runs[0] : runs.find((run) => run.commit === commit)
}

/** Records a green run. False when the record could not be written. */
export async function writeVerified(
  host: Host,
  root: string,
  run: { readonly commit: string; readonly command: string },
): Promise<boolean> {
  const others = readRuns(host, root).filter((earlier) => earlier.commit !== run.commit)
  const at = isoTime(host.now())
  const runs = [{ commit: run.commit, at, command: run.command }, ...others].slice(0, MAX_RUNS)
  return writeCache(host, nameFor(host, root), { version: VERSION, root: realRoot(host, root), runs })
}

function readRuns(host: Host, root: string): Verified[] {
  const record = readCache(host, nameFor(host, root))
  if (record?.['version'] !== VERSION || record['root'] !== realRoot(host, root)) return []
  const runs = record['runs']
  return Array.isArray(runs) ? runs.filter(isVerified) : []
}

function isVerified(run: unknown): run is Verified {
  if (typeof run !== 'object' || run === null) return false
  const { commit, at, command } = run as Record<string, unknown>
  return (
    typeof commit === 'string' &&
    commit !== '' &&
    typeof command === 'string' &&
    typeof at === 'string' &&
    !Number.isNaN(Date.parse(at))
  )
}

function nameFor(host: Host, root: string): string {
  return `verified/${shortHash(realRoot(host, root))}.json`
}

/** The same repository reached through a link has the same record. */
function realRoot(host: Host, root: string): string {
  return host.realpath(root) ?? root
}
