import { joinPath } from '../../src/paths/written.ts'
import { ownCheck, tests } from './checks.ts'
import type { Deploy } from './deploy.ts'
import { inEffect } from './kube-context.ts'
import { standingOf } from './names.ts'
import type { Environment } from './options.ts'
import type { Problem } from './problem.ts'
import { type Repository, readRepository } from './repository.ts'
import type { Scene } from './scene.ts'
import { user } from './user.ts'
import { matchesAny } from './wildcard.ts'

/** Evaluates every condition of the environment for one deploy; what does not hold is returned. */
export async function failedConditions(
  environment: string,
  required: Environment,
  deploy: Deploy,
  scene: Scene,
): Promise<readonly Problem[]> {
  const { ctx } = scene
  const problems: Problem[] = []
  const judge = (condition: string, problem: Problem | undefined, holds: string) => {
    ctx.note(`${environment}: ${condition}: ${problem ? `fails, ${problem.found}` : holds}`)
    if (problem) problems.push(problem)
  }
  if (deploy.after !== undefined) judge('state', changed(deploy.after), '')
  const state = await readRepository(ctx.host, deploy.directory)
  const repository = state.kind === 'repository' ? state.repository : undefined
  if (state.kind === 'none') {
    if (needsRepository(required)) {
      judge(
        'repository',
        { rule: 'repository', found: state.found, required: 'a git repository', remedy: state.remedy },
        '',
      )
    }
  } else {
    judge('branch', branch(state.repository, required), `${state.repository.branch}`)
    if (required.clean) judge('clean tree', clean(state.repository), 'no changes')
    if (required.synced)
      judge('in sync', synced(state.repository), state.repository.upstream ?? 'no upstream')
  }
  if (deploy.kube || required.kubeContexts.length > 0) {
    const kube = deploy.kube ?? (await inEffect(scene, deploy.directory))
    const problem =
      kube.kind === 'unknown' ? kube.problem : kubeContext(kube.name, environment, required, scene)
    judge('kube context', problem, kube.kind === 'context' ? kube.name : '')
  }
  judge(
    'tests',
    await tests(required, repository, deploy.directory, scene),
    required.tests === false ? 'not asked for' : 'passed',
  )
  for (const check of required.checks) {
    judge(check.name, await ownCheck(check, repository?.root ?? deploy.directory, scene), 'holds')
  }
  if (required.users.length > 0) judge('user', await user(required, repository, scene), 'may deploy')
  const folder = repository?.root ?? deploy.directory
  for (const file of required.requiredFiles) {
    judge(`file ${file}`, requiredFile(file, folder, scene), 'is there')
  }
  if (required.freezes.length > 0) {
    const { frozen } = await import('./freeze.ts')
    for (const freeze of required.freezes) judge(`freeze ${freeze.name}`, frozen(freeze, ctx.host), 'not now')
  }
  return problems
}

function changed(command: string): Problem {
  return {
    rule: 'state',
    found: `\`${command}\` in front of it changes what is deployed`,
    required: 'a state that can be judged before it runs',
    remedy: 'run that by itself first, then deploy',
  }
}

function needsRepository({ branches, clean: isClean, synced: isSynced, tests: asked }: Environment): boolean {
  return branches.length > 0 || isClean || isSynced || asked === 'record'
}

function branch({ branch: name, commit }: Repository, { branches }: Environment): Problem | undefined {
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

function clean({ changes }: Repository): Problem | undefined {
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

function synced({ upstream, ahead, behind, branch: name }: Repository): Problem | undefined {
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

function kubeContext(
  name: string,
  environment: string,
  required: Environment,
  scene: Scene,
): Problem | undefined {
  const { kubeContexts } = required
  const { environments, unprotected } = scene.protection
  const standing = standingOf(name, environments, unprotected)
  const holds =
    kubeContexts.length > 0
      ? matchesAny(kubeContexts, name)
      : standing.kind === 'unrecognised' ||
        (standing.kind === 'protected' && standing.environment === environment)
  if (holds) return undefined
  return {
    rule: 'kube-context',
    found: `the kube context is ${name}`,
    required: kubeContexts.length > 0 ? kubeContexts.join(' or ') : `one of ${environment}`,
    remedy: 'name the right one with --context, or choose it with `kubectl config use-context NAME`',
  }
}

function requiredFile(
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
