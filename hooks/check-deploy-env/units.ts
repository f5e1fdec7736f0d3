import { repositoryRoot } from '../../src/paths/project.ts'
import { joinPath, parentOf } from '../../src/paths/written.ts'
import { type Argument, type Arguments, argumentOf, readArguments } from './call.ts'
import type { Deploy, KubeUse } from './deploy.ts'
import { contextInEffect, isInEffect, mayUseKube } from './kube-context.ts'
import { quote, quoted, type Task } from './runners/task.ts'
import { type Call, type Scene, shortened } from './scene.ts'
import type { Script } from './scripts.ts'
import { type Clue, settle, type Target } from './target.ts'
import { BUILD_VARIABLE, deployName, ENVIRONMENT_FLAGS, ENVIRONMENT_VARIABLE } from './task-name.ts'

/** Something with a name and, when it can be read, a text of commands: a script or a task. */
interface Unit {
  readonly title: string
  readonly name: string
  readonly args: Arguments
  /** Variables it sees that were set for it, by name. */
  readonly variables: ReadonlyMap<string, Argument>
  /** What it runs, as shell text. */
  readonly body: string | undefined
  /** All that is known of its text, in whatever language. */
  readonly text: string | undefined
  readonly directory: string | undefined
  /** A folder of the repository it belongs to, when that is not the one it runs in. */
  readonly repository?: string | undefined
  /** tasks are short and straight; scripts have branches for all environments. */
  readonly kind: 'script' | 'task'
}

/** Judges a text of commands; given by whoever holds the reader. */
export type Inside = (text: string, cwd: string) => Promise<readonly Deploy[]>

export function scriptDeploys(script: Script, call: Call, scene: Scene, inside: Inside) {
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
    kind: 'script',
  }
  return unitDeploys(unit, call, scene, inside)
}

export function taskDeploys(task: Task, call: Call, scene: Scene, inside: Inside) {
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
  const says = deployName(unit.name)
  const clues = [...unitClues(unit, scene), ...call.clues]
  if (call.host) clues.push({ name: call.host.value, from: 'the host', weight: 'suggests' })
  const target = settle(clues, scene.protection, 'unknown')
  const named = says === 'deploys' || (says === 'may' && isByName(target))
  if ((named || unit.kind === 'script') && isRehearsal(unit)) {
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
  if (!named) return unit.kind === 'task' ? inner.map((one) => lent(one, target)) : inner.map(asLikely)
  if (target.kind === 'open')
    return [await ownDeploy(unit, target, inner, call, scene), ...contradicting(unit, inner)]
  // What the name leaves open, the commands inside tell.
  if (target.because !== 'name' && inner.length > 0) return inner
  return [await ownDeploy(unit, target, inner, call, scene)]
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
  const uses = inner.flatMap(({ kube }) => kube ?? [])
  if (uses.length > 0) return uses.find(isInEffect) ?? uses[0]
  if (call.elsewhere) return undefined
  const speaks =
    unit.text === undefined
      ? mayUseKube(call, scene)
      : /\b(?:kubectl|helm|helmfile|skaffold|kustomize)\b/.test(unit.text)
  return speaks && inner.length === 0 ? contextInEffect(call, scene) : undefined
}

const REHEARSAL_FLAG =
  /^--?(?:dry[-_]?run|dry|n|plan|check|diff|preview|noop|simulate|help|h|list|version|status)$/
const REHEARSAL_WORD = /^(?:status|plan|diff|check|list|ls|logs?|help|preview|validate|verify|history|show)$/

/** A rehearsal counts when the text shows that the script knows of it. */
function isRehearsal({ args, text }: Unit): boolean {
  if (text === undefined) return false
  const [first] = args.operands
  const said = args.flags
    .filter(({ name }) => REHEARSAL_FLAG.test(name))
    .map(({ name }) => name.replace(/^-+/, ''))
  if (first?.value !== undefined && REHEARSAL_WORD.test(first.value)) said.push(first.value)
  return said.some((word) =>
    word === 'n' || word === 'h'
      ? new RegExp(`(?:^|[\\s|"'(])-${word}\\b`, 'm').test(text)
      : text.includes(word),
  )
}

const NAMES_ENVIRONMENT = /^(?:-e|-s|--env|--environment|--stage|--target|--tier|--context|--kube-context)$/

/** What the name, the arguments and the variables say about where it goes. */
function unitClues(unit: Unit, scene: Scene): Clue[] {
  const clues: Clue[] = [{ name: unit.name, from: 'its name', weight: 'suggests' }]
  for (const { name, value } of unit.args.flags) {
    if (!value) clues.push({ name: name.replace(/^-+/, ''), from: name, weight: 'suggests' })
    else
      clues.push({
        name: value.value,
        from: name,
        weight: NAMES_ENVIRONMENT.test(name) ? 'names' : 'suggests',
      })
  }
  for (const { value } of unit.args.operands) {
    clues.push({ name: value, from: 'the argument', weight: 'suggests' })
  }
  const exported = [...scene.exported].flatMap(([name, value]) => (value ? [[name, value] as const] : []))
  const variables = [...exported, ...unit.variables]
  for (const [name, { value }] of variables) {
    if (!BUILD_VARIABLE.test(name) && ENVIRONMENT_VARIABLE.test(name))
      clues.push({ name: value, from: name, weight: 'names' })
  }
  if (
    settle(clues, scene.protection, 'unknown').kind === 'open' ||
    settle(clues, scene.protection, 'open').kind === 'protected'
  ) {
    return clues
  }
  // Nothing said where: then an argument that is not known, how it is built, the surroundings.
  if (unit.args.operands.some(({ value }) => value === undefined)) {
    clues.push({ name: undefined, from: 'an argument', weight: 'names' })
  }
  for (const [name, { value }] of variables) {
    if (BUILD_VARIABLE.test(name)) clues.push({ name: value, from: name, weight: 'suggests' })
  }
  return [...clues, ...(deployName(unit.name) === 'deploys' ? dotEnvClues(unit, scene) : [])]
}

/** Which protected environment a .env beside it names. That it names another proves nothing. */
function dotEnvClues({ directory }: Unit, { ctx: { host } }: Scene): Clue[] {
  const file = directory === undefined ? undefined : joinPath(directory, '.env')
  const info = file === undefined ? undefined : host.stat(file)
  if (file === undefined || info?.kind !== 'file' || info.size > 64 * 1024) return []
  try {
    const lines = new TextDecoder().decode(host.readFile(file, 64 * 1024)).split('\n')
    return lines.flatMap((line) => {
      const [, name = '', value = ''] =
        /^\s*(?:export\s+)?([A-Z_][A-Z0-9_]*)\s*=\s*["']?([\w.:/-]*)/.exec(line) ?? []
      return ENVIRONMENT_VARIABLE.test(name) && !BUILD_VARIABLE.test(name)
        ? [{ name: value, from: `${name} in .env`, weight: 'betrays' as const }]
        : []
    })
  } catch {
    return [] // Not readable for us: the target stays unknown, which counts as protected.
  }
}
