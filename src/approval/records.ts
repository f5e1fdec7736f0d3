import type { Host } from '../host/host.ts'
import { cachePath, readCache, writeCache } from '../store/cache.ts'
import { codeOf } from './call.ts'
import { type Approval, FOLDERS, KEPT_MS } from './files.ts'
import type { Pending } from './pending.ts'

/** The person's side of the records: what waits, what is allowed. */

/** The refused call with this code; undefined: none, or it is too old. */
export function readPending(code: string, host: Host): Pending | undefined {
  const record = readCache(host, `${FOLDERS.pending}/${code}.json`) as Partial<Pending> | undefined
  if (record?.v !== 1 || record.code !== code || typeof record.at !== 'number') return undefined
  const { digest, hook, tool, subject, reason, cwd } = record
  if (typeof digest !== 'string' || codeOf(digest) !== code) return undefined
  const texts = [hook, tool, subject, reason, cwd]
  if (texts.some((text) => typeof text !== 'string')) return undefined
  return host.now() - record.at > KEPT_MS ? undefined : (record as Pending)
}

/** Refused calls that can be approved, the newest first. */
export function listPending(host: Host): Pending[] {
  return namesIn(host, FOLDERS.pending)
    .flatMap((name) => readPending(name, host) ?? [])
    .sort((a, b) => b.at - a.at)
}

/** Forgets refused calls that nobody made in earnest. */
export function forgetPending(codes: readonly string[], host: Host): void {
  for (const code of codes) {
    const path = cachePath(host, `${FOLDERS.pending}/${code}.json`)
    if (path !== undefined) host.remove(path)
  }
}

/** What is allowed: a refused call, or something beforehand. */
type Allowed = Pick<Approval, 'digest' | 'hook' | 'rule' | 'subject' | 'why'>

/** Allows it once, for `ttlMs`. False when it can't be written. */
export function approve({ digest, hook, rule, subject, why }: Allowed, ttlMs: number, host: Host): boolean {
  const at = host.now()
  const approval: Approval = {
    v: 1,
    code: codeOf(digest),
    digest,
    hook,
    ...(rule === undefined ? {} : { rule }),
    ...(subject === undefined ? {} : { subject }),
    ...(why === undefined ? {} : { why }),
    at,
    until: at + ttlMs,
  }
  return writeCache(host, `${FOLDERS.approved}/${digest}.json`, { ...approval })
}

/** Approvals that wait for their call. */
export function listApproved(host: Host): Approval[] {
  return namesIn(host, FOLDERS.approved).flatMap((name) => {
    const record = readCache(host, `${FOLDERS.approved}/${name}.json`) as Partial<Approval> | undefined
    const { code, hook, until } = record ?? {}
    if (typeof code !== 'string' || typeof hook !== 'string' || typeof until !== 'number') return []
    return until >= host.now() ? [record as Approval] : []
  })
}

/** Takes approvals back; undefined: all of them. Returns how many there were. */
export function revoke(code: string | undefined, host: Host): number {
  let count = 0
  for (const folder of [FOLDERS.approved, FOLDERS.used]) {
    for (const name of namesIn(host, folder)) {
      const file = `${folder}/${name}.json`
      if (code !== undefined && readCache(host, file)?.['code'] !== code) continue
      const path = cachePath(host, file)
      if (path !== undefined && host.remove(path) && folder === FOLDERS.approved) count++
    }
  }
  return count
}

function namesIn(host: Host, folder: string): readonly string[] {
  const path = cachePath(host, folder)
  const names = (path === undefined ? undefined : host.list(path)) ?? []
  return names.flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -5)] : []))
}
