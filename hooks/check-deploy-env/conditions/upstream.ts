import type { Host } from '../../../src/host/host.ts'
import { isAbsolute, resolvePath } from '../../../src/paths/written.ts'
import { fetchAddress, settingsIn } from '../git-settings.ts'
import { firstLine, type Problem } from '../problem.ts'
import type { Scene } from '../scene.ts'
import type { Repository } from './repository.ts'

const DEADLINE_MS = 15_000

/**
 * Whether the upstream branch, as the remote itself has it now, is at the commit that is checked
 * out. Nothing is fetched. Undefined: it is, or there is no upstream.
 */
export async function syncedWithRemote(
  { root, branch, commit, upstream }: Repository,
  { ctx: { host } }: Scene,
): Promise<Problem | undefined> {
  if (branch === undefined || upstream === undefined || commit === undefined) return undefined
  const problem = (found: string, remedy: string): Problem => ({
    rule: 'synced',
    found,
    required: `the same commit as ${upstream} has now`,
    remedy,
  })
  const settings = await settingsIn(root, host)
  const remote = settings.get(`branch.${branch}.remote`)?.at(-1)
  const ref = settings.get(`branch.${branch}.merge`)?.at(-1)
  const url = remote === undefined ? undefined : fetchAddress(remote, settings)
  if (ref === undefined || remote === '.' || url === undefined) return undefined // It is no other repository.
  const tip = await tipOf(absolute(url, root, host), ref, host)
  if ('why' in tip)
    return problem(
      `the remote of ${upstream} could not be asked: ${tip.why}`,
      'try again when it can be reached',
    )
  if (tip.commit === undefined) return problem(`the remote has no ${ref}`, 'git push')
  if (tip.commit === commit) return undefined
  return problem(
    `the remote's ${ref.replace('refs/heads/', '')} is at ${tip.commit.slice(0, 9)}, what is checked out is ${commit.slice(0, 9)}`,
    'git pull --ff-only, and git push what is yours',
  )
}

/** A path is written from the root of the repository. */
function absolute(url: string, root: string, host: Host): string {
  const isPath = !/^[\w+.-]+:/.test(url) && !/^[^/]*:/.test(url)
  const windows = host.platform === 'win32'
  return isPath && !isAbsolute(url, windows) ? resolvePath(root, url, windows) : url
}

/**
 * Asked from outside of the repository, so that nothing in its own configuration has a part in it:
 * no program of its own for ssh, credentials or a transport.
 */
async function tipOf(
  url: string,
  ref: string,
  host: Host,
): Promise<{ readonly commit: string | undefined } | { readonly why: string }> {
  const result = await host.run(['git', 'ls-remote', '--quiet', '--', url, ref], {
    cwd: '/',
    timeoutMs: DEADLINE_MS,
    maxOutputBytes: 64 * 1024,
    env: {
      GIT_DIR: undefined,
      GIT_WORK_TREE: undefined,
      GIT_CONFIG_PARAMETERS: undefined,
      GIT_CONFIG_COUNT: undefined,
      GIT_ALLOW_PROTOCOL: 'https:http:ssh:git:file',
      GIT_TERMINAL_PROMPT: '0',
      GIT_ASKPASS: '',
      GIT_SSH_COMMAND: host.env('GIT_SSH_COMMAND') ?? 'ssh -oBatchMode=yes',
      LC_ALL: 'C',
    },
  })
  if (result.ended === 'timeout') return { why: `no answer within ${DEADLINE_MS / 1000} seconds` }
  if (result.ended !== 'exited' || result.code !== 0) return { why: firstLine(result.stderr) || 'git failed' }
  const line = result.stdout.split('\n').find((one) => one.endsWith(`\t${ref}`))
  return { commit: line?.split('\t')[0] }
}
