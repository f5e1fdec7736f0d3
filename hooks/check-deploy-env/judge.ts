import type { Doubt } from '../../src/shell/command.ts'
import { shellWorld } from '../../src/shell/event.ts'
import { shownCommand } from '../../src/shell/shown.ts'
import type { ShellText } from '../../src/tool.ts'
import { cloudBuild } from './builds.ts'
import { readArguments } from './call.ts'
import { callOf } from './calls.ts'
import { onProtectedCluster } from './cluster-command.ts'
import type { Deploy } from './deploy.ts'
import { changesCheckout, noteVariables } from './earlier.ts'
import { deployAt } from './found.ts'
import { noteGitAlias } from './git-settings.ts'
import { imagePush } from './images.ts'
import { byAlias, laterDeploys } from './indirect.ts'
import { excepted, ownDeploy } from './own-deploys.ts'
import { byReach, onProtectedHost } from './remote.ts'
import { tasksOf } from './runners/index.ts'
import { type Call, type Scene, shortened } from './scene.ts'
import { scheduledBy } from './scheduled.ts'
import { runsScripts, scriptOf } from './scripts.ts'
import { byTable, noteChoice } from './table.ts'
import { settle } from './target.ts'
import { type Inside, scriptDeploys, taskDeploys } from './units.ts'
import { speaksOfDeploying } from './words.ts'

export interface Findings {
  readonly deploys: readonly Deploy[]
  readonly doubts: readonly Doubt[]
}

/** How deep scripts and tasks may call each other before the rest is not looked at. */
const MAX_DEPTH = 5

/** Every deploy that a shell text would do, as far as it can be told, and what could not be read. */
export async function deploysIn(
  text: string,
  cwd: string,
  scene: Scene,
  shell: ShellText['shell'] = 'posix',
  depth = 0,
): Promise<Findings> {
  // Without the text of script files: which of them count, and how, is judged here.
  const { script: _script, ...around } = shellWorld(scene.ctx.host, cwd)
  // A script's arguments choose among its branches (`./dev up`).
  const world = { ...around, decides: depth > 0 && !text.includes('nocasematch') }
  const reading =
    shell === 'powershell'
      ? (await import('../../src/shell/powershell.ts')).readPowerShell(text, world, {
          posix: (await import('../../src/shell/read.ts')).readShell,
        })
      : (await import('../../src/shell/read.ts')).readShellOnce(scene.ctx.host, text, world, {
          ownScripts: true,
        })
  const deploys: Deploy[] = []
  const doubts: Doubt[] = [...reading.doubts]
  const seen = new Set<string>()
  let after: string | undefined
  for (const command of reading.commands) {
    if (depth === 0) scene.ctx.note(shownCommand(command, world.cwd))
    noteVariables(command, scene)
    const call = callOf(command, scene.ctx.host)
    if (!call || excepted(call, scene)) continue
    const inside = async (inner: string, folder: string) => {
      if (depth >= MAX_DEPTH || scene.budget-- <= 0) {
        const what = 'its scripts and tasks run more of each other than is read'
        doubts.push({ kind: 'limit', what, source: inner })
        return []
      }
      const kept = new Map(scene.exported)
      const found = await deploysIn(inner, folder, scene, 'posix', depth + 1)
      doubts.push(...found.doubts.filter(({ source }) => speaksOfDeploying(source) !== undefined))
      // What a script exports ends with it, unless it runs in this shell.
      if (!/^(?:source|\.)$/.test(call.program)) restore(scene.exported, kept)
      return found.deploys
    }
    const later = scheduledBy(call, scene)
    if (later?.text === undefined && later) {
      doubts.push({
        kind: 'unknown-code',
        what: `what ${call.program} runs later`,
        source: call.command.source,
      })
    }
    for (const deploy of later?.text === undefined
      ? await deploysOf(call, scene, inside)
      : await laterDeploys(call, later.text, later.folder, inside)) {
      // A command is listed once for each folder it may run in.
      const key = `${command.start} ${deploy.what} ${deploy.directory} ${JSON.stringify(deploy.target)}`
      if (seen.has(key)) continue
      seen.add(key)
      deploys.push(after === undefined ? deploy : { ...deploy, after })
    }
    noteChoice(call, scene)
    noteGitAlias(call, scene)
    // Scripts may well pull or tag before they deploy; a command should not.
    if (depth === 0 && !call.elsewhere && changesCheckout(call)) after = shortened(command.source)
  }
  return { deploys, doubts }
}

/**
 * The deploys of one command. What a project's file says of it tells what can't be told
 * otherwise; it does not make a deploy that names production another one.
 */
async function deploysOf(call: Call, scene: Scene, inside: Inside): Promise<readonly Deploy[]> {
  const own = ownDeploy(call, scene)
  if (!own) return knownDeploys(call, scene, inside)
  if (own.target.kind === 'protected' || scene.ctx.from?.['deploys'] !== 'project') return [own]
  const known = await knownDeploys(call, scene, inside)
  const named = known.filter(
    ({ target }) => target.kind === 'protected' && (target.because === 'name' || target.because === 'tool'),
  )
  return named.length > 0 ? named : [own]
}

async function knownDeploys(call: Call, scene: Scene, inside: Inside): Promise<readonly Deploy[]> {
  if (call.program === '') return unknownProgram(call, scene)
  if (call.command.wraps) {
    // What it runs stands behind it in the list; it may be a change itself, as `kubectl run` is.
    const itself = await byTable(call, scene)
    return itself ? [itself] : []
  }
  const aliased = call.program === 'git' ? await byAlias(call, scene, inside) : undefined
  if (aliased) return aliased
  const image = imagePush(call, scene)
  if (image) return [image]
  const listed = await byTable(call, scene)
  if (listed) return [listed]
  const build = listed === null ? cloudBuild(call, scene) : undefined
  if (build) return [build]
  const reach = await byReach(call, scene)
  if (reach) return [reach]
  const found: Deploy[] = []
  const tasks = tasksOf(call, scene)
  for (const task of tasks ?? []) found.push(...(await taskDeploys(task, call, scene, inside)))
  if ((listed === undefined || runsScripts(call)) && reach === undefined && tasks === undefined) {
    const script = scriptOf(call, scene)
    if (script) found.push(...(await scriptDeploys(script, call, scene, inside)))
  }
  if (found.length > 0) return found
  const remote = onProtectedHost(call, scene) ?? (await onProtectedCluster(call, scene))
  return remote ? [remote] : []
}

function restore<Value>(map: Map<string, Value>, to: ReadonlyMap<string, Value>): void {
  map.clear()
  for (const [name, value] of to) map.set(name, value)
}

const VERB =
  /^(?:deploy|apply|delete|destroy|upgrade|uninstall|rollout|rollback|sync|publish|promote|release)$/

/** A program that is not known before it runs, with arguments that speak of a deploy. */
function unknownProgram(call: Call, scene: Scene): readonly Deploy[] {
  const operands = readArguments(call.words, new Set()).operands
  if (!operands.slice(0, 3).some(({ value }) => VERB.test(value ?? ''))) return []
  const clues = operands.map(({ value }) => ({
    name: value,
    from: 'the argument',
    weight: 'suggests' as const,
  }))
  return [deployAt(settle(clues, scene.protection, 'unknown'), call, scene, 'likely')]
}
