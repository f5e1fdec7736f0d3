import type { Environment } from '../options.ts'
import type { Problem } from '../problem.ts'
import { matchesAny } from '../wildcard.ts'
import type { Repository } from './repository.ts'

/** A git command in front of the deploy changes what is checked out. */
export function changed(command: string): Problem {
  return {
    rule: 'state',
    found: `\`${command}\` in front of it changes what is deployed`,
    required: 'a state that can be judged before it runs',
    remedy: 'run that by itself first, then deploy',
  }
}

/** It is left to at or cron. */
export function runsLater(command: string): Problem {
  return {
    rule: 'state',
    found: `\`${command}\` runs it later, when nobody looks at what is deployed`,
    required: 'a deploy that is judged when it runs',
    remedy: 'deploy now, or let CI do it at that time',
  }
}

/** Whether something has to hold that only a repository can tell. */
export function needsRepository({
  branches,
  clean: isClean,
  synced: isSynced,
  tests: asked,
}: Environment): boolean {
  return branches.length > 0 || isClean || isSynced !== false || asked === 'record'
}

/** The branch that is checked out. */
export function branch({ branch: name, commit }: Repository, { branches }: Environment): Problem | undefined {
  if (branches.length === 0) return undefined
  const required = branches.join(' or ')
  const [first = ''] = branches
  const to = /[*?]/.test(first) ? 'one of these' : first
  if (name === undefined) {
    return {
      rule: 'branch',
      found: `no branch is checked out (HEAD is detached${commit === undefined ? '' : ` at ${commit.slice(0, 9)}`})`,
      required,
      remedy: `deploy from a branch: git switch ${to}`,
    }
  }
  if (matchesAny(branches, name)) return undefined
  return {
    rule: 'branch',
    found: `the branch is ${name}`,
    required,
    remedy: `merge it into ${to} first, then deploy from there`,
  }
}

/** Uncommitted changes, untracked files among them. */
export function clean({ changes }: Repository): Problem | undefined {
  if (changes.length === 0) return undefined
  const shown = changes.slice(0, 3).join(', ')
  const more = changes.length > 3 ? `, and ${changes.length - 3} more` : ''
  return {
    rule: 'clean',
    found: `the working tree has ${changes.length === 1 ? '1 uncommitted change' : `${changes.length} uncommitted changes`} (${shown}${more})`,
    required: 'none',
    remedy: 'commit or stash them (git status lists them)',
  }
}

/** The upstream branch, as of the last fetch. */
export function synced({ upstream, ahead, behind, branch: name }: Repository): Problem | undefined {
  if (upstream === undefined) return undefined
  const required = `the same commit as ${upstream}`
  if (ahead === undefined || behind === undefined) {
    return {
      rule: 'synced',
      found: `the upstream ${upstream} is not there, so ${name ?? 'the branch'} can't be compared with it`,
      required,
      remedy: 'git fetch',
    }
  }
  if (ahead === 0 && behind === 0) return undefined
  const parts = [ahead > 0 ? `${ahead} ahead of` : '', behind > 0 ? `${behind} behind` : ''].filter(
    (part) => part !== '',
  )
  return {
    rule: 'synced',
    found: `the branch is ${parts.join(' and ')} ${upstream}`,
    required,
    remedy:
      behind === 0 ? 'git push' : ahead === 0 ? 'git pull --ff-only' : 'git pull --rebase, then git push',
  }
}
