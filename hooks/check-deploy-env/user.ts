import { gitText } from '../../src/git/git.ts'
import type { Host } from '../../src/host/host.ts'
import type { Environment } from './options.ts'
import type { Problem } from './problem.ts'
import type { Repository } from './repository.ts'
import type { Scene } from './scene.ts'
import { matchesAny } from './wildcard.ts'

/** Whether the user is one of those who may deploy. */
export async function user(
  { users }: Environment,
  repository: Repository | undefined,
  { ctx: { host } }: Scene,
): Promise<Problem | undefined> {
  const name = host.user()
  const email = repository && (await gitText(host, repository.root, ['config', 'user.email']))
  const who = [name, email].filter((one) => one !== undefined && one !== '')
  if (users.some((pattern) => pattern.startsWith('group:'))) {
    for (const group of await groups(host)) who.push(`group:${group}`)
  }
  if (who.some((one) => one !== undefined && matchesAny(users, one))) return undefined
  return {
    rule: 'user',
    found: `the user is ${who.length > 0 ? who.join(', ') : 'not known'}`,
    required: users.join(' or '),
    remedy: 'ask one of them to deploy',
  }
}

/** The groups of the system's user; none where that can't be told. */
async function groups(host: Host): Promise<readonly string[]> {
  const result = await host.run(['id', '-Gn'], { cwd: '/', timeoutMs: 3000, maxOutputBytes: 8192 })
  if (result.ended !== 'exited' || result.code !== 0) return []
  return result.stdout.split(/\s+/).filter((group) => group !== '')
}
