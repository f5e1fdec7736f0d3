import type { RunResult } from '../../src/host/host.ts'
import { plainLine } from '../../src/text/plain.ts'
import type { Work } from './work.ts'

export type Entry = Readonly<Record<string, unknown>>

/** Whom to ask about which repository. */
interface Asked {
  /** `gh` or `glab`, absolute. */
  readonly program: string
  readonly host: string
  readonly path: string
}

/** What a program printed: objects in a list, or why there is none. */
export type Listed = { readonly list: readonly Entry[] } | { readonly problem: string }

/** GitHub's own program, with the options that make it print JSON. Never throws. */
export function gh(
  work: Work,
  { program, host, path }: Asked,
  args: readonly string[],
  fields: string,
): Promise<Listed> {
  return listed(work, [program, ...args, `--repo=${host}/${path}`, `--json=${fields}`])
}

/** GitLab's own program, which asks its API. Never throws. */
export function glab(work: Work, { program, host }: Asked, endpoint: string): Promise<Listed> {
  return listed(work, [program, 'api', '--hostname', host, endpoint])
}

async function listed({ host, left }: Work, argv: readonly string[]): Promise<Listed> {
  const result = await host.run(argv, {
    // Both look into the repository that they are started in, whose configuration is not ours.
    cwd: host.home() ?? '/',
    timeoutMs: left(),
    maxOutputBytes: 256 * 1024,
    env: {
      GH_PROMPT_DISABLED: '1',
      GH_NO_UPDATE_NOTIFIER: '1',
      GLAB_CHECK_UPDATE: 'false',
      NO_PROMPT: '1',
      NO_COLOR: '1',
      GIT_DIR: undefined,
      GIT_WORK_TREE: undefined,
    },
  })
  const problem = problemOf(result, argv[0]?.replace(/^.*[\\/]/, '') ?? '')
  if (problem !== undefined) return { problem }
  try {
    const value: unknown = JSON.parse(result.stdout)
    if (Array.isArray(value))
      return { list: value.filter((one) => typeof one === 'object' && one !== null) as Entry[] }
  } catch {
    // Said below.
  }
  return { problem: 'the answer is no list in JSON' }
}

function problemOf({ ended, code, stderr, problem }: RunResult, name: string): string | undefined {
  if (ended === 'timeout') return 'timed out'
  if (ended !== 'exited') return problem ?? `${name} was killed`
  if (code === 0) return undefined
  if (code === 4 || /auth login|not logged in|authentication/i.test(stderr)) return `${name} is not logged in`
  const said = plainLine(stderr, 120)
  return said === '' ? `${name} ended with exit code ${code}` : `${name} said ${JSON.stringify(said)}`
}
