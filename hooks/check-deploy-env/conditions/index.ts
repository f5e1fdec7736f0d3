import type { Deploy } from '../deploy.ts'
import { inEffect } from '../kube-context.ts'
import type { Environment } from '../options.ts'
import type { Problem } from '../problem.ts'
import type { Scene } from '../scene.ts'
import { type Approved, approval } from './approval.ts'
import { ownCheck, tests } from './checks.ts'
import { branch, changed, clean, needsRepository, runsLater, synced } from './git.ts'
import { kubeContext } from './kube.ts'
import { type Repository, readRepository } from './repository.ts'
import { inCi, requiredCommand, requiredFile } from './required.ts'
import { syncedWithRemote } from './upstream.ts'

/** What came of all conditions of one environment. */
export interface Judged {
  readonly problems: readonly Problem[]
  readonly repository: Repository | undefined
  /** What a person has allowed, or still has to be asked. */
  readonly approved: Approved
}

/** Evaluates every condition of the environment for one deploy; what does not hold is returned. */
export async function judgeConditions(
  environment: string,
  required: Environment,
  deploy: Deploy,
  scene: Scene,
): Promise<Judged> {
  const { ctx } = scene
  const problems: Problem[] = []
  const judge = (condition: string, problem: Problem | undefined, holds: string) => {
    ctx.note(`${environment}: ${condition}: ${problem ? `fails, ${problem.found}` : holds}`)
    if (problem) problems.push(problem)
  }
  if (deploy.after !== undefined) judge('state', changed(deploy.after), '')
  if (deploy.later !== undefined) judge('state', runsLater(deploy.later), '')
  const state = await readRepository(ctx.host, deploy.directory)
  const repository = state.kind === 'repository' ? state.repository : undefined
  if (state.kind === 'none') {
    if (needsRepository(required)) {
      const { found, remedy } = state
      judge('repository', { rule: 'repository', found, required: 'a git repository', remedy }, '')
    }
  } else {
    judge('branch', branch(state.repository, required), `${state.repository.branch}`)
    if (required.clean) judge('clean tree', clean(state.repository), 'no changes')
    if (required.synced) {
      const problem =
        synced(state.repository) ??
        (required.synced === 'remote' ? await syncedWithRemote(state.repository, scene) : undefined)
      judge('in sync', problem, state.repository.upstream ?? 'no upstream')
    }
  }
  // What asks a service runs beside what runs here.
  const asked = askServices(required, repository, scene)
  if (deploy.kube || required.kubeContexts.length > 0) {
    const kube = deploy.kube ?? (await inEffect(scene, deploy.directory))
    const problem =
      kube.kind === 'unknown' ? kube.problem : kubeContext(kube.name, environment, required, scene)
    judge('kube context', problem, kube.kind === 'context' ? kube.name : '')
  }
  const folder = repository?.root ?? deploy.directory
  const tested = await tests(required, repository, deploy.directory, scene)
  judge('tests', tested, required.tests === false ? 'not asked for' : 'passed')
  for (const check of required.checks) judge(check.name, await ownCheck(check, folder, scene), 'holds')
  const { green, user } = await asked
  if (required.ci !== false) judge('CI', green, 'green')
  if (required.users.length > 0) judge('user', user, 'may deploy')
  judgeHere(environment, required, folder, scene, judge)
  if (required.freezes.length > 0) {
    const { frozen } = await import('./freeze.ts')
    for (const freeze of required.freezes) judge(`freeze ${freeze.name}`, frozen(freeze, ctx.host), 'not now')
  }
  const approved = approval(environment, required, deploy, repository, scene)
  if (required.approval !== false) judge('approval', approved.problem, approved.says)
  return { problems, repository, approved }
}

/** What this machine tells without running anything. */
function judgeHere(
  environment: string,
  required: Environment,
  folder: string | undefined,
  scene: Scene,
  judge: (condition: string, problem: Problem | undefined, holds: string) => void,
): void {
  if (required.ciOnly) judge('CI only', inCi(environment, scene), 'this is CI')
  for (const file of required.requiredFiles)
    judge(`file ${file}`, requiredFile(file, folder, scene), 'is there')
  for (const name of required.requiredCommands)
    judge(`program ${name}`, requiredCommand(name, scene), 'is there')
}

async function askServices(
  required: Environment,
  repository: Repository | undefined,
  scene: Scene,
): Promise<{ readonly green: Problem | undefined; readonly user: Problem | undefined }> {
  const ci = async () =>
    required.ci === false ? undefined : (await import('./ci.ts')).ci(required.ci, repository, scene)
  const who = async () =>
    required.users.length === 0 ? undefined : (await import('./user.ts')).user(required, repository, scene)
  const [green, user] = await Promise.all([ci(), who()])
  return { green, user }
}
