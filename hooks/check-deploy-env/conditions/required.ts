import { joinPath } from '../../../src/paths/written.ts'
import { inPath } from '../../../src/process/program.ts'
import type { Problem } from '../problem.ts'
import type { Scene } from '../scene.ts'

/** A path in the repository that has to exist. */
export function requiredFile(
  file: string,
  folder: string | undefined,
  { ctx: { host } }: Scene,
): Problem | undefined {
  if (folder !== undefined && host.stat(joinPath(folder, file))) return undefined
  return {
    rule: 'required-file',
    found: `${file} is not there`,
    required: 'that it is',
    remedy: `add ${file}, if the deploy is ready for it`,
  }
}

/** A program that has to be in PATH. */
export function requiredCommand(name: string, { ctx: { host } }: Scene): Problem | undefined {
  if (inPath(host, name) !== undefined) return undefined
  return {
    rule: 'required-command',
    found: `${name} was not found in PATH`,
    required: 'that it is there',
    remedy: `install ${name}`,
  }
}

/** Variables that CI systems set for what they run. */
const CI = ['CI', 'GITHUB_ACTIONS', 'GITLAB_CI', 'BUILDKITE', 'JENKINS_URL', 'TF_BUILD', 'TEAMCITY_VERSION']

/** Whether this runs in CI, for an environment that nothing else deploys to. */
export function inCi(environment: string, { ctx: { host } }: Scene): Problem | undefined {
  const found = CI.some((name) => !/^(?:|0|false|no)$/i.test(host.env(name) ?? ''))
  if (found) return undefined
  return {
    rule: 'ci-only',
    found: 'this does not run in CI',
    required: `${environment} is deployed to by CI alone`,
    remedy: 'push, and let the pipeline deploy',
  }
}
