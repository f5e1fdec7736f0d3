import type { Host, RunResult } from '../host/host.ts'
import { type GitOptions, git } from './git.ts'
import { plainRepository } from './plain-repository.ts'

const DEADLINE_MS = 5000

/**
 * Runs a git command that compares files with what is committed (`status`, `diff`,
 * `ls-files --modified`), which runs a file's clean filter. Filters that the repository's own
 * configuration defines are switched off by name, since no single option does it; those of
 * the user's configuration (git-lfs) stay. Never throws: see `git`.
 */
export async function gitComparing(
  host: Host,
  cwd: string,
  args: readonly string[],
  { elsewhere = false, ...options }: GitOptions & Elsewhere = {},
): Promise<RunResult> {
  const timeoutMs = options.timeoutMs ?? DEADLINE_MS
  if (!elsewhere && !mayHaveFilters(host, cwd)) return git(host, cwd, args, { ...options, timeoutMs })
  const started = host.now()
  const overrides = await filterOverrides(host, cwd, timeoutMs)
  if (!Array.isArray(overrides)) return overrides
  const left = timeoutMs - (host.now() - started)
  if (left <= 0) return { ...NOTHING, ended: 'timeout' }
  return git(host, cwd, [...overrides, ...args], { ...options, timeoutMs: left })
}

export interface Elsewhere {
  /** `host` gives git options by which it looks in another repository than the one around `cwd`. */
  readonly elsewhere?: boolean
}

const NOTHING = { code: -1, stdout: '', stderr: '', omitted: 0, durationMs: 0 }

/** Said where a filter has a name that no option can hold. */
export const UNSAFE_FILTERS =
  "the repository's own configuration sets filter programs that can't be switched off"

/**
 * False when the repository's own configuration certainly defines no filter: its one file
 * names none and includes no other. That saves starting git to ask.
 */
function mayHaveFilters(host: Host, cwd: string): boolean {
  const repository = plainRepository(host, cwd)
  return repository === undefined || /filter/i.test(repository.config)
}

/** Options that switch the repository's own filters off, or why that can't be done. */
async function filterOverrides(host: Host, cwd: string, timeoutMs: number): Promise<string[] | RunResult> {
  const result = await git(
    host,
    cwd,
    ['config', '--show-scope', '-z', '--name-only', '--get-regexp', '^filter\\..*\\.(clean|process)$'],
    { timeoutMs },
  )
  if (result.ended === 'exited' && result.code === 1 && result.stderr === '') return [] // none is set
  if (result.ended !== 'exited' || result.code !== 0) return result
  const words = result.stdout.split('\0')
  const overrides = new Set<string>()
  for (let index = 0; index + 1 < words.length; index += 2) {
    const [scope = '', key = ''] = [words[index], words[index + 1]]
    if (scope !== 'local' && scope !== 'worktree') continue
    const driver = key.slice(0, key.lastIndexOf('.'))
    // `-c` takes everything up to the first `=` as the name.
    if (driver.includes('=') || result.omitted > 0) {
      return { ...NOTHING, ended: 'failed', stderr: `fatal: ${UNSAFE_FILTERS}`, problem: UNSAFE_FILTERS }
    }
    for (const setting of ['clean=', 'process=', 'required=false']) overrides.add(`${driver}.${setting}`)
  }
  return [...overrides].flatMap((setting) => ['-c', setting])
}
