import { type DeployGrant, grantDigest } from '../../../src/approval/deploy.ts'
import { findApproval, type Holding } from '../../../src/approval/use.ts'
import { shownArgv } from '../../../src/process/shell.ts'
import type { Deploy } from '../deploy.ts'
import type { Environment } from '../options.ts'
import type { Problem } from '../problem.ts'
import type { Scene } from '../scene.ts'
import type { Repository } from './repository.ts'

/** What a person has allowed for a deploy by `hookbox approve deploy`. */
export interface Approved {
  /** Of the approval: why it does not hold. */
  readonly problem: Problem | undefined
  /** Of the approval, when it holds: for the notes. */
  readonly says: string
  /** The approval that the deploy uses up. */
  readonly grant?: Grant
  /** The harness has to ask the user. */
  readonly asks: boolean
  /** What lets it go ahead although conditions fail. */
  readonly breakGlass?: Grant
}

/** A person's record, by the number it is kept under. */
export interface Grant extends Holding {
  readonly digest: string
}

/** Looks for what a person has allowed. Nothing is used up by it. */
export function approval(
  environment: string,
  required: Environment,
  deploy: Deploy,
  repository: Repository | undefined,
  scene: Scene,
): Approved {
  const user = scene.ctx.host.user()
  const commit = repository?.commit
  // What another command changes first is not the commit that somebody has seen.
  const of =
    repository &&
    commit !== undefined &&
    user !== undefined &&
    deploy.after === undefined &&
    deploy.later === undefined
      ? { environment, root: realRoot(repository, scene), commit, user }
      : undefined
  const grant = of && found({ kind: 'approval', ...of }, scene)
  const breakGlass = of && found({ kind: 'break-glass', ...of }, scene)
  const broken = breakGlass ? { breakGlass } : {}
  if (required.approval === false) return { problem: undefined, says: '', asks: false, ...broken }
  if (grant)
    return { problem: undefined, says: `${grant.code}, used up by this`, asks: false, grant, ...broken }
  if (required.approval === 'ask')
    return { problem: undefined, says: 'the user is asked', asks: true, ...broken }
  return { problem: missing(environment, repository), says: '', asks: false, ...broken }
}

function found(grant: DeployGrant, { event, ctx: { host } }: Scene): Grant | undefined {
  const digest = grantDigest(grant)
  const holding = findApproval(digest, event, host)
  return holding && { ...holding, digest }
}

function realRoot({ root }: Repository, { ctx: { host } }: Scene): string {
  return host.realpath(root) ?? root
}

function missing(environment: string, repository: Repository | undefined): Problem {
  const commit = repository?.commit
  const command = shownArgv(['hookbox', 'approve', 'deploy', '--env', environment])
  const where = repository ? `${shownArgv(['cd', repository.root])} && ` : ''
  return {
    rule: 'approval',
    found:
      commit === undefined
        ? 'there is no commit that a person could approve'
        : `no person has approved ${commit.slice(0, 9)} for ${environment}`,
    required: 'an approval of this commit for this environment and user',
    remedy:
      commit === undefined
        ? 'commit first'
        : `ask the user to run, in a terminal of their own: ${where}${command}`,
  }
}
