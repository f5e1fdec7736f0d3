import { repositoryRoot } from '../../src/paths/project.ts'
import { parentOf } from '../../src/paths/written.ts'
import { quote, quoted } from '../../src/tasks/text.ts'
import { type Argument, argumentOf, readArguments } from './call.ts'
import type { Deploy, KubeUse } from './deploy.ts'
import { contextInEffect, isInEffect, mayUseKube } from './kube-context.ts'
import type { Task } from './runners/task.ts'
import { type Call, type Scene, shortened } from './scene.ts'
import type { Script } from './scripts.ts'
import { settle, type Target } from './target.ts'
import { BUILD_VARIABLE, ENVIRONMENT_FLAGS } from './task-name.ts'
import { isRehearsal, rehearsalWords, saysDeploy, type Unit, unitClues } from './unit.ts'

/** Judges a text of commands; given by whoever holds the reader. */
export type Inside = (text: string, cwd: string) => Promise<readonly Deploy[]>

/** What running a script deploys, by its name, its arguments and, when it is for a shell, its text. */
export function scriptDeploys(
  script: Script,
  call: Call,
  scene: Scene,
  inside: Inside,
): Promise<readonly Deploy[]> {
  const body =
    script.shell && script.text !== undefined
      ? `${positional(script.words.map(argumentOf))}\n${script.text}`
      : undefined
  const unit: Unit = {
    title: script.name,
    name: script.name,
    args: readArguments(script.words, ENVIRONMENT_FLAGS),
    variables: setFor(call),
    body,
    text: script.text,
    directory: call.command.cwd,
    repository: homeOf(script, scene),
    commands: script.own,
    kind: 'script',
  }
  return unitDeploys(unit, call, scene, inside)
}

/** What running a task deploys, by its name, its arguments and the commands that it runs. */
export function taskDeploys(
  task: Task,
  call: Call,
  scene: Scene,
  inside: Inside,
): Promise<readonly Deploy[]> {
  const variables = new Map([...setFor(call), ...task.variables])
  const exports = [...variables].map(([name, value]) => `export ${name}=${quoted(value)}`).join('\n')
  const words = task.args.map((argument) => ({ value: argument.value, parts: [], source: argument.source }))
  const unit: Unit = {
    title: task.title,
    name: task.name ?? '',
    args: readArguments(words, ENVIRONMENT_FLAGS),
    variables,
    body: task.body === undefined ? undefined : `${exports}\n${task.body}`,
    text: task.body,
    directory: task.directory,
    commands: false,
    kind: 'task',
  }
  return unitDeploys(unit, call, scene, inside)
}

/** The script's folder, when it is in a repository: a script deploys the repository it is in. */
function homeOf({ path }: Script, { ctx: { host } }: Scene): string | undefined {
  const folder = path === undefined ? undefined : parentOf(path)
  return folder !== undefined && repositoryRoot(host, folder) !== undefined ? folder : undefined
}

function setFor(call: Call): Map<string, Argument> {
  return new Map(Object.entries(call.command.environment).map(([name, word]) => [name, argumentOf(word)]))
}

function positional(args: readonly Argument[]): string {
  return args.every(({ value }) => value !== undefined)
    ? `set -- ${args.map(({ value }) => quote(value ?? '')).join(' ')}`
    : ''
}

async function unitDeploys(unit: Unit, call: Call, scene: Scene, inside: Inside): Promise<readonly Deploy[]> {
  const { says, unsure } = saysDeploy(unit)
  const clues = [...unitClues(unit, scene), ...call.clues]
  if (call.host) clues.push({ name: call.host.value, from: 'the host', weight: 'suggests' })
  const target = settle(clues, scene.protection, 'unknown')
  const byBuild = says === 'may' && isByName(target) && BUILD_VARIABLE.test(target.from)
  const named =
    says === 'deploys' || (says === 'may' && isByName(target) && !(byBuild && unit.body !== undefined))
  if (unit.kind === 'script' && isRehearsal(unit)) {
    scene.ctx.note(`${unit.title}: a rehearsal, which its text knows about`)
    return []
  }
  const inner =
    unit.body === undefined || unit.directory === undefined || call.elsewhere
      ? []
      : (await inside(unit.body, unit.directory)).map((deploy) => ({
          ...deploy,
          through: [unit.title, ...deploy.through],
        }))
  // The arguments of a task are for what it runs, which has been judged with them.
  if (
    unit.kind === 'task' &&
    unit.body !== undefined &&
    inner.length === 0 &&
    rehearsalWords(unit.args).length > 0
  ) {
    scene.ctx.note(`${unit.title}: a rehearsal, and nothing that it runs deploys all the same`)
    return []
  }
  const own = async () => {
    const deploy = await ownDeploy(unit, target, inner, call, scene)
    // RAILS_ENV chooses a configuration; which database that means stands elsewhere.
    return unsure || byBuild ? asLikely(deploy) : deploy
  }
  if (!named) return unit.kind === 'task' ? inner.map((one) => lent(one, target)) : inner.map(asLikely)
  if (target.kind === 'open') return [await own(), ...contradicting(unit, inner)]
  // What the name leaves open, the commands inside tell.
  if (target.because !== 'name' && inner.length > 0) return unsure ? inner.map(asLikely) : inner
  return [await own()]
}

function isByName(target: Target): boolean {
  return target.kind === 'protected' && target.because === 'name'
}

function asLikely(deploy: Deploy): Deploy {
  return { ...deploy, certainty: 'likely' }
}

/** A deploy inside a task, with the task's target where it has none of its own. */
function lent(deploy: Deploy, target: Target): Deploy {
  const settled = target.kind === 'open' || target.because === 'name'
  return settled && !(deploy.target.kind === 'open' || isByName(deploy.target))
    ? { ...deploy, target }
    : deploy
}

/** What goes to a protected environment all the same, inside something that names an open one. */
function contradicting(unit: Unit, inner: readonly Deploy[]): readonly Deploy[] {
  const against = inner.filter((deploy) => isByName(deploy.target))
  if (unit.kind === 'task') return against
  // A script has branches for other environments; the context in effect holds in all of them.
  return against.filter(({ kube }) => kube && isInEffect(kube)).map(asLikely)
}

async function ownDeploy(
  unit: Unit,
  target: Target,
  inner: readonly Deploy[],
  call: Call,
  scene: Scene,
): Promise<Deploy> {
  const kube = target.kind === 'open' ? undefined : await kubeOf(unit, inner, call, scene)
  return {
    what: shortened(call.command.source),
    through: [],
    target,
    certainty: 'sure',
    directory: call.elsewhere ? scene.directory : (unit.repository ?? unit.directory ?? call.command.cwd),
    ...(kube ? { kube } : {}),
  }
}

/** The cluster that a script or task works on, when its text speaks of one or can't be read. */
async function kubeOf(
  unit: Unit,
  inner: readonly Deploy[],
  call: Call,
  scene: Scene,
): Promise<KubeUse | undefined> {
  const all = inner.flatMap(({ kube }) => kube ?? [])
  // A script that chooses its context by its argument uses none that was left over.
  const uses = all.filter((kube) => !(kube.kind === 'unknown' && kube.named))
  if (all.length > 0) return uses.find(isInEffect) ?? uses[0]
  if (call.elsewhere) return undefined
  const speaks =
    unit.text === undefined
      ? mayUseKube(call, scene)
      : /\b(?:kubectl|helm|helmfile|skaffold|kustomize)\b/.test(unit.text)
  return speaks && inner.length === 0 ? contextInEffect(call, scene) : undefined
}
