import type { Host } from '../host/host.ts'
import { type Elsewhere, gitComparing } from './compare.ts'
import { gitProblem } from './problem.ts'

export interface GitStatus {
  /** Undefined when HEAD is detached. */
  readonly branch?: string
  /** Undefined before the first commit. */
  readonly commit?: string
  readonly upstream?: Upstream
  readonly staged: number
  readonly unstaged: number
  readonly untracked: number
  readonly conflicted: number
  /** Every path once, in git's order, with git's two letters: `M `, ` M`, `??`, `UU` ... */
  readonly changes: readonly Change[]
  readonly stashes: number
  /** There was more output than is kept: the numbers are too low. */
  readonly incomplete: boolean
}

export interface Upstream {
  readonly name: string
  /** Undefined when the upstream branch is gone. */
  readonly distance?: { readonly ahead: number; readonly behind: number }
}

interface Change {
  readonly code: string
  readonly path: string
}

export interface StatusOptions extends Elsewhere {
  readonly timeoutMs: number
  /** Default 4 MiB, some 40,000 changed paths. */
  readonly maxOutputBytes?: number
}

/**
 * `git status` of the work tree around `cwd`, without running a program that the
 * repository's own configuration names. Submodules count as changed only when another commit
 * of theirs is checked out. Never throws; a string says why there is no answer.
 */
export async function readStatus(
  host: Host,
  cwd: string,
  { maxOutputBytes = 4 * 1024 * 1024, ...options }: StatusOptions,
): Promise<GitStatus | string> {
  const result = await gitComparing(
    host,
    cwd,
    [
      'status',
      '--porcelain=v2',
      '--branch',
      '--show-stash',
      '-z',
      '--untracked-files=normal',
      '--ignore-submodules=dirty',
    ],
    { ...options, maxOutputBytes },
  )
  return gitProblem(result) ?? parseStatus(result.stdout, result.omitted > 0)
}

/** Reads `git status --porcelain=v2 --branch --show-stash -z`. What it doesn't know is skipped. */
export function parseStatus(output: string, incomplete: boolean): GitStatus {
  const header: Record<string, string> = {}
  const changes: Change[] = []
  const counts = { staged: 0, unstaged: 0, untracked: 0, conflicted: 0 }
  const entries = output.split('\0')
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index] ?? ''
    const said = /^# ([a-z.]+) (.*)$/s.exec(entry)
    if (said) {
      header[said[1] ?? ''] = said[2] ?? ''
      continue
    }
    const change = readChange(entry)
    if (!change) continue
    if (entry.startsWith('2 ')) index++ // the path it had before
    changes.push(change)
    count(change.code, entry, counts)
  }
  const head = header['branch.head']
  const commit = header['branch.oid']
  return {
    ...(head === undefined || head === '(detached)' ? {} : { branch: head }),
    ...(commit === undefined || commit === '(initial)' ? {} : { commit }),
    ...upstreamOf(header),
    ...counts,
    changes,
    stashes: Number(header['stash'] ?? 0),
    incomplete,
  }
}

/** How many space-separated fields stand before the path, by the kind of entry (git-status(1)). */
const FIELDS: Readonly<Record<string, number>> = { '1': 8, '2': 9, u: 10 }

function readChange(entry: string): Change | undefined {
  if (entry.startsWith('? ')) return { code: '??', path: entry.slice(2) }
  const fields = FIELDS[entry[0] ?? '']
  const code = /^. ([.A-Z]{2}) /.exec(entry)?.[1]
  if (fields === undefined || code === undefined) return undefined
  let at = 0
  for (let field = 0; field < fields; field++) {
    at = entry.indexOf(' ', at) + 1
    if (at === 0) return undefined
  }
  return { code: code.replaceAll('.', ' '), path: entry.slice(at) }
}

function count(
  code: string,
  entry: string,
  counts: { staged: number; unstaged: number; untracked: number; conflicted: number },
): void {
  if (code === '??') counts.untracked++
  else if (entry.startsWith('u ')) counts.conflicted++
  else {
    if (code[0] !== ' ') counts.staged++
    if (code[1] !== ' ') counts.unstaged++
  }
}

function upstreamOf(header: Readonly<Record<string, string>>): { upstream?: Upstream } {
  const name = header['branch.upstream']
  if (name === undefined) return {}
  const distance = /^\+(\d+) -(\d+)$/.exec(header['branch.ab'] ?? '')
  return {
    upstream: {
      name,
      ...(distance ? { distance: { ahead: Number(distance[1]), behind: Number(distance[2]) } } : {}),
    },
  }
}
