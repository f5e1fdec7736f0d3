import { gitText } from '../../src/git/git.ts'
import type { Host } from '../../src/host/host.ts'
import { joinPath } from '../../src/paths/written.ts'
import { readVerified } from '../../src/verified/record.ts'
import type { Deploy } from './deploy.ts'
import { inEffect } from './kube-context.ts'
import { standingOf } from './names.ts'
import type { Check, Environment } from './options.ts'
import { type Repository, readRepository } from './repository.ts'
import type { Scene } from './scene.ts'
import { matchesAny } from './wildcard.ts'

/** A condition that does not hold. */
export interface Problem {
  readonly condition: string
  readonly found: string
  readonly required: string
  /** A harmless way to get there. */
  readonly remedy: string
}

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
  const state = await readRepository(ctx.host, deploy.directory)
  const repository = state.kind === 'repository' ? state.repository : undefined
  if (state.kind === 'none') {
    if (needsRepository(required)) {
      judge(
        'repository',
        { condition: 'repository', found: state.found, required: 'a git repository', remedy: state.remedy },
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
    await tests(required, repository, deploy, scene),
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
      condition: 'branch',
      found: `no branch is checked out (HEAD is detached${commit === undefined ? '' : ` at ${commit.slice(0, 9)}`})`,
      required,
      remedy: `deploy from a branch: git switch ${to}`,
    }
  }
  if (matchesAny(branches, name)) return undefined
  return {
    condition: 'branch',
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
    condition: 'clean tree',
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
      condition: 'in sync',
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
    condition: 'in sync',
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
    condition: 'kube context',
    found: `the kube context is ${name}`,
    required: kubeContexts.length > 0 ? kubeContexts.join(' or ') : `one of ${environment}`,
    remedy: 'name the right one with --context, or choose it with `kubectl config use-context NAME`',
  }
}

const TESTS_DEADLINE_MS = 45_000

async function tests(
  required: Environment,
  repository: Repository | undefined,
  deploy: Deploy,
  scene: Scene,
): Promise<Problem | undefined> {
  const asked = required.tests
  if (asked === false) return undefined
  if (asked !== 'record') {
    const check = { name: 'tests', run: asked, remedy: `run \`${asked.join(' ')}\` and see what fails` }
    return ownCheck(check, repository?.root ?? deploy.directory, scene, TESTS_DEADLINE_MS)
  }
  if (!repository) return undefined // The missing repository is named already.
  const { root, commit } = repository
  const short = commit?.slice(0, 9) ?? 'the first commit'
  const run = commit === undefined ? undefined : await readVerified(scene.ctx.host, root, commit)
  if (run) {
    scene.ctx.note(`tests: ${run.command} passed for ${short} at ${run.at}`)
    return undefined
  }
  const last = await readVerified(scene.ctx.host, root)
  return {
    condition: 'tests',
    found: `no passed test run is recorded for ${short}${last ? ` (the last one is for ${last.commit.slice(0, 9)})` : ''}`,
    required: 'tests passed for this commit',
    remedy:
      'commit, then run `hookbox verify-before-stop --explain` in the repository, which runs the tests and records the result',
  }
}

const CHECK_DEADLINE_MS = 20_000

/** A command of the team's own: it holds when it exits with 0. */
async function ownCheck(
  check: Check,
  cwd: string | undefined,
  { ctx: { host } }: Scene,
  deadlineMs = CHECK_DEADLINE_MS,
): Promise<Problem | undefined> {
  const timeoutMs = check.timeoutSeconds === undefined ? deadlineMs : check.timeoutSeconds * 1000
  const command = check.run.join(' ')
  const problem = (found: string): Problem => ({
    condition: check.name,
    found: `${check.name}: ${found}`,
    required: `\`${command}\` ends with 0`,
    remedy: check.remedy ?? `run \`${command}\` and see`,
  })
  if (cwd === undefined || host.stat(cwd)?.kind !== 'directory')
    return problem('the folder to run it in is not known')
  const result = await host.run(check.run, { cwd, timeoutMs, maxOutputBytes: 8192 })
  if (result.ended === 'exited' && result.code === 0) return undefined
  if (result.ended === 'missing') return problem(`${check.run[0]} was not found in PATH`)
  if (result.ended === 'timeout')
    return problem(`\`${command}\` took longer than ${timeoutMs / 1000} seconds`)
  const said = (result.stderr.trim() || result.stdout.trim()).split('\n').at(-1)?.slice(0, 200)
  return problem(`\`${command}\` ended with ${result.code}${said ? ` (${said})` : ''}`)
}

async function user(
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
    condition: 'user',
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

function requiredFile(
  file: string,
  folder: string | undefined,
  { ctx: { host } }: Scene,
): Problem | undefined {
  if (folder !== undefined && host.stat(joinPath(folder, file))) return undefined
  return {
    condition: 'file',
    found: `${file} is not there`,
    required: 'that it is',
    remedy: `add ${file}, if the deploy is ready for it`,
  }
}
