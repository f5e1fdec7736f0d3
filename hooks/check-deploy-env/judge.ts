import type { Command, Doubt } from '../../src/shell/command.ts'
import { shellWorld } from '../../src/shell/event.ts'
import { shownCommand } from '../../src/shell/shown.ts'
import type { ShellText } from '../../src/tool.ts'
import { readArguments } from './call.ts'
import { callOf } from './calls.ts'
import type { Deploy } from './deploy.ts'
import { deployAt } from './found.ts'
import { imagePush } from './images.ts'
import { byReach, onProtectedHost } from './remote.ts'
import { tasksOf } from './runners/index.ts'
import { type Call, type Scene, shortened } from './scene.ts'
import { runsScripts, scriptOf } from './scripts.ts'
import { byTable, noteChoice } from './table.ts'
import { settle } from './target.ts'
import { scriptDeploys, taskDeploys } from './units.ts'
import { matchesWildcard } from './wildcard.ts'
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
  const { script: _script, ...world } = shellWorld(scene.ctx.host, cwd)
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
    for (const deploy of await deploysOf(call, scene, inside)) {
      // A command is listed once for each folder it may run in.
      const key = `${command.start} ${deploy.what} ${deploy.directory} ${JSON.stringify(deploy.target)}`
      if (seen.has(key)) continue
      seen.add(key)
      deploys.push(after === undefined ? deploy : { ...deploy, after })
    }
    noteChoice(call, scene)
    // Scripts may well pull or tag before they deploy; a command should not.
    if (depth === 0 && !call.elsewhere && changesCheckout(call)) after = shortened(command.source)
  }
  return { deploys, doubts }
}

type Inside = (text: string, cwd: string) => Promise<readonly Deploy[]>

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
  const image = imagePush(call, scene)
  if (image) return [image]
  const listed = await byTable(call, scene)
  if (listed) return [listed]
  const reach = byReach(call, scene)
  if (reach) return [reach]
  const found: Deploy[] = []
  const tasks = tasksOf(call, scene)
  for (const task of tasks ?? []) found.push(...(await taskDeploys(task, call, scene, inside)))
  if ((listed === undefined || runsScripts(call)) && reach === undefined && tasks === undefined) {
    const script = scriptOf(call, scene)
    if (script) found.push(...(await scriptDeploys(script, call, scene, inside)))
  }
  if (found.length > 0) return found
  const remote = onProtectedHost(call, scene)
  return remote ? [remote] : []
}

const CHECKOUT =
  /^(?:switch|checkout|commit|merge|pull|rebase|reset|cherry-pick|revert|am|apply|restore|bisect|update-ref)$/

/** A git command that changes the commit or the files that are checked out. */
function changesCheckout(call: Call): boolean {
  if (call.program !== 'git') return false
  const [verb, first] = readArguments(call.words, GIT_VALUED).operands
  if (verb?.value === 'stash') return first?.value === 'pop' || first?.value === 'apply'
  return verb?.value === undefined ? verb !== undefined : CHECKOUT.test(verb.value)
}

const GIT_VALUED = new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace'])

function restore<Value>(map: Map<string, Value>, to: ReadonlyMap<string, Value>): void {
  map.clear()
  for (const [name, value] of to) map.set(name, value)
}

/** What `export` and `unset` change for the commands that follow. */
function noteVariables({ argv: [program, ...words] }: Command, scene: Scene): void {
  if (program?.value === 'unset') {
    for (const { value } of words) if (value !== undefined) scene.exported.set(value, undefined)
    return
  }
  if (!/^(?:export|declare|typeset)$/.test(program?.value ?? '')) return
  if (program?.value !== 'export' && !words.some(({ value }) => /^-[a-z]*x/.test(value ?? ''))) return
  for (const word of words) {
    const name = /^([A-Za-z_]\w*)(=?)/.exec(word.value ?? word.source)
    if (!name?.[1]) continue
    const value = name[2] === '' ? undefined : word.value?.slice(name[0].length)
    scene.exported.set(name[1], { value, source: word.source, open: false })
  }
}

/** The command as the user's patterns see it: the program's base name and its arguments. */
function asPatterned(call: Call): string {
  return [call.program, ...call.words.map((word) => word.value ?? word.source)].join(' ')
}

function excepted(call: Call, scene: Scene): boolean {
  const { readOnly } = scene.ctx.options
  if (readOnly.length === 0) return false
  const written = asPatterned(call)
  const pattern = readOnly.find((one) => matchesWildcard(one, written))
  if (pattern !== undefined)
    scene.ctx.note(`${shortened(call.command.source)}: passes by readOnly ${pattern}`)
  return pattern !== undefined
}

function ownDeploy(call: Call, scene: Scene): Deploy | undefined {
  const args = call.words.map((word) => word.value ?? word.source).join(' ')
  const own = scene.ctx.options.deploys.find(
    (one) => matchesWildcard(one.program, call.program) && matchesWildcard(one.args ?? '*', args),
  )
  if (!own) return undefined
  const clues =
    own.environment === undefined
      ? readArguments(call.words, new Set()).operands.map(({ value }) => ({
          name: value,
          from: 'the argument',
          weight: 'suggests' as const,
        }))
      : [{ name: own.environment, from: 'the configuration', weight: 'names' as const }]
  return deployAt(settle(clues, scene.protection, 'unknown'), call, scene, 'sure')
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
