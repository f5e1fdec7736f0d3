import type { Event } from '../../src/event.ts'
import type { Context, Verdict } from '../../src/hook.ts'
import { normalPath } from '../../src/paths/project.ts'
import type { Doubt } from '../../src/shell/command.ts'
import { TOO_MANY } from '../../src/shell/here.ts'
import { type ShellText, shellText } from '../../src/tool.ts'
import { askingOnce } from './asking.ts'
import { judgeConditions } from './conditions/index.ts'
import type { Deploy } from './deploy.ts'
import { deploysIn, type Findings } from './judge.ts'
import { mcpCommand, mcpDeploy } from './mcp.ts'
import { type Options, protectedEnvironments } from './options.ts'
import type { Scene } from './scene.ts'
import { describeTarget, type Protection } from './target.ts'
import { type Group, settled } from './verdict.ts'
import { COMMAND_PATH, speaksOfDeploying } from './words.ts'

/** How many texts of scripts and tasks are judged, at most. */
const MAX_JUDGED = 60

/** Judges a tool call: finds its deploys, and for the protected ones evaluates the conditions. */
export async function judge(event: Event, given: Context<Options>): Promise<Verdict> {
  const ctx = { ...given, host: askingOnce(given.host) }
  const { options, host } = ctx
  const protection: Protection = {
    environments: protectedEnvironments(options),
    unprotected: options.unprotected,
  }
  const text = shellText(event)
  const directory = normalPath(host, text?.cwd ?? event.cwd)
  const scene: Scene = {
    event,
    ctx,
    protection,
    directory,
    chosen: new Map(),
    exported: new Map(),
    gitAliases: new Map(),
    asked: new Map(),
    budget: MAX_JUDGED,
    texts: new Map(),
    unread: undefined,
  }
  const findings = await find(event, text, directory, scene)
  for (const { what, through, target } of findings.deploys) {
    ctx.note(`${[...through, what].join(' > ')}: a deploy to ${describeTarget(target)}`)
  }
  const groups = await conditionsOf(findings.deploys, scene)
  const doubt = scene.unread
    ? `${scene.unread} ${DECIDES}`
    : doubted(findings.doubts, text?.command ?? '', ctx)
  return settled(groups, doubt, scene)
}

async function find(
  event: Event,
  text: ShellText | undefined,
  directory: string,
  scene: Scene,
): Promise<Findings> {
  if (text) return deploysIn(text.command, directory, scene, text.shell)
  const { tool } = event
  if (tool?.kind !== 'mcp') return { deploys: [], doubts: [] }
  const carried = mcpCommand(tool.name, tool.input)
  if (carried !== undefined) return deploysIn(carried, directory, scene)
  const deploy = mcpDeploy(tool.name, tool.input, directory, scene)
  return { deploys: deploy ? [deploy] : [], doubts: [] }
}

/** The deploys to protected environments by environment, folder and cluster, with their conditions. */
async function conditionsOf(deploys: readonly Deploy[], scene: Scene): Promise<readonly Group[]> {
  const alike = new Map<string, Deploy[]>()
  for (const deploy of deploys) {
    if (deploy.target.kind !== 'protected') continue
    const { target, directory, kube, certainty, after, later } = deploy
    const key = JSON.stringify([target.environment, directory, kube, certainty, after, later])
    const group = alike.get(key)
    if (group) group.push(deploy)
    else alike.set(key, [deploy])
  }
  const groups: Group[] = []
  for (const group of alike.values()) {
    const [first] = group
    if (first?.target.kind !== 'protected') continue
    const { environment } = first.target
    const required = scene.protection.environments.get(environment)
    if (!required) continue
    groups.push({
      deploys: group,
      environment,
      ...(await judgeConditions(environment, required, first, scene)),
    })
  }
  return groups
}

const DECIDES = 'A person decides whether it runs all the same.'

/** Text that could not be read is asked about when it speaks of deploying: the question. */
function doubted(doubts: readonly Doubt[], text: string, ctx: Context<Options>): string | undefined {
  for (const { what, source } of doubts) {
    // Behind the last command that is read a script may stand that nobody has looked into.
    const script = what === TOO_MANY ? COMMAND_PATH.exec(text)?.[0].trim() : undefined
    const said = speaksOfDeploying(`${source}\n${text}`) ?? script
    ctx.note(`doubt: ${what}${said === undefined ? '' : ` (it speaks of ${said})`}`)
    if (said !== undefined) {
      return (
        `A part of this command could not be read (${what}), and it speaks of deploying: ${said}. ` +
        'If it deploys nothing, write it in simpler commands, without eval, nested quoting or text piped into a shell. ' +
        DECIDES
      )
    }
  }
  return undefined
}
