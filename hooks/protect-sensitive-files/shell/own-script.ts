import { gitComparing } from '../../../src/git/compare.ts'
import { git } from '../../../src/git/git.ts'
import type { Host } from '../../../src/host/host.ts'
import { parentOf } from '../../../src/paths/written.ts'

/**
 * Whether git has every one of these scripts and none was changed since: then they are the
 * project's own, and what they do is not this session's idea. Without git: no.
 */
export async function areCommitted(host: Host, scripts: readonly string[]): Promise<boolean> {
  for (const script of new Set(scripts)) {
    const folder = parentOf(script) ?? '/'
    const tracked = await git(host, folder, ['ls-files', '--error-unmatch', '--', script])
    if (tracked.ended !== 'exited' || tracked.code !== 0) return false
    const changed = await gitComparing(host, folder, [
      'diff',
      '--quiet',
      '--no-ext-diff',
      '--no-textconv',
      '--ignore-submodules=dirty',
      'HEAD',
      '--',
      script,
    ])
    if (changed.ended !== 'exited' || changed.code !== 0) return false
  }
  return true
}
