import { type Argument, type Arguments, known, readArguments } from './call.ts'
import type { Deploy } from './deploy.ts'
import { settingsClues } from './in-effect.ts'
import { KUBE_FLAGS, type KubeTarget, kubeTarget } from './kube-context.ts'
import { isLocal, standingOf } from './names.ts'
import { ownClues } from './own-clues.ts'
import { matchPhrases, type PhraseMatch } from './phrase.ts'
import { type Call, type Scene, shortened } from './scene.ts'
import { type Clue, settle, type Target } from './target.ts'
import { folderClues } from './terraform.ts'
import { selectorsOf, toolsOf } from './tools/index.ts'
import { listOf, type Selector, type Tool } from './tools/tool.ts'

/**
 * The deploy that a program of the tables would do. null: the program is known, and this
 * call of it does none. Undefined: the tables don't know the program.
 */
export async function byTable(call: Call, scene: Scene): Promise<Deploy | null | undefined> {
  const tools = toolsOf(call.program)
  if (tools.length === 0) return undefined
  for (const tool of tools) {
    const read = readTool(tool, call)
    if (asksForHelp(read.args)) return null
    const { args, match } = read
    if (!match) continue
    if (tool.reads && matchPhrases(tool.reads, args.operands, false)?.sure) continue
    if (isRehearsal(tool, args)) {
      scene.ctx.note(`${shortened(call.command.source)}: a rehearsal or a look, no deploy`)
      return null
    }
    return await deployOf(tool, args, match, call, scene)
  }
  return null
}

interface ReadTool {
  readonly args: Arguments
  readonly match: PhraseMatch | undefined
}

/** The arguments, and what they say. A flag that the table does not know may have a value. */
function readTool(tool: Tool, { words, command: { moreOperands } }: Call): ReadTool {
  const valued = valuedFlags(tool)
  const args = readArguments(words, valued)
  const match = matchPhrases(tool.writes, args.operands, moreOperands)
  if (match || args.flags.length === 0) return { args, match }
  const other = readArguments(words, valued, { guess: true })
  const guessed = matchPhrases(tool.writes, other.operands, false)
  return guessed ? { args: other, match: { ...guessed, sure: false } } : { args, match }
}

const valuedBy = new Map<Tool, ReadonlySet<string>>()

function valuedFlags(tool: Tool): ReadonlySet<string> {
  const earlier = valuedBy.get(tool)
  if (earlier) return earlier
  const kube = tool.scope === 'kube' ? KUBE_FLAGS : ''
  const flags = [tool.valued, tool.target, tool.suggests, tool.hint, kube].flatMap((list) => listOf(list))
  const set = new Set(flags)
  valuedBy.set(tool, set)
  return set
}

function asksForHelp(args: Arguments): boolean {
  const [first] = args.operands
  return (
    args.flags.some(({ name }) => name === '--help' || name === '--version') ||
    (first?.value === 'help' && args.operands.length > 0) ||
    (args.operands.length === 0 && args.flags.length === 1 && /^-[hVv]$/.test(args.flags[0]?.name ?? ''))
  )
}

const NO = new Set(['none', 'false', 'no', '0', 'off'])

/** What counts as a rehearsal of every tool, besides the tool's own flags. */
const REHEARSALS = ['--dry-run', '--dryrun']

function isRehearsal(tool: Tool, args: Arguments): boolean {
  if (tool.needs && !args.flags.some(({ name }) => listOf(tool.needs).includes(name))) return true
  const names = [...listOf(tool.rehearsal), ...REHEARSALS]
  return args.flags.some(({ name, value }) => {
    if (names.includes(value?.value === undefined ? name : `${name}=${value.value}`)) return true
    return (
      names.includes(name) && !(value && (value.value === undefined || NO.has(value.value.toLowerCase())))
    )
  })
}

async function deployOf(
  tool: Tool,
  args: Arguments,
  match: PhraseMatch,
  call: Call,
  scene: Scene,
): Promise<Deploy | null> {
  if (tool.copies && staysHere(args, match)) return null
  const clues: Clue[] = [...ownClues(tool, args, match, call, scene), ...call.clues]
  const kube = tool.scope === 'kube' ? await kubeTarget(args, call, scene) : undefined
  if (kube) clues.push(...kube.clues)
  else if (tool.scope) {
    const chosen = scene.chosen.get(tool.scope)
    if (chosen)
      clues.push({ name: chosen.value, from: 'what was chosen earlier in the command', weight: 'names' })
  }
  if (tool.scope === 'terraform' && !call.elsewhere && !scene.chosen.has('terraform')) {
    const chdir = args.flags.find(({ name }) =>
      /^(?:-chdir|--terragrunt-working-dir|--working-dir)$/.test(name),
    )
    clues.push(...folderClues(chdir?.value?.value, call, scene))
  }
  const isChosen = tool.scope !== undefined && scene.chosen.has(tool.scope)
  if (tool.settings && !isChosen) clues.push(...settingsClues(tool.settings, args, call, scene))
  if (call.host) clues.push({ name: call.host.value, from: 'the host', weight: 'suggests' })
  const target = localTarget(kube, scene) ?? settle(clues, scene.protection, tool.otherwise ?? 'unknown')
  if (
    tool.onlyProtected &&
    !(target.kind === 'protected' && (target.because === 'name' || target.because === 'tool'))
  ) {
    return null
  }
  return {
    what: shortened(call.command.source),
    through: [],
    target,
    certainty: tool.likely || !match.sure || (tool.onlyProtected && call.host) ? 'likely' : 'sure',
    directory: call.elsewhere ? scene.directory : call.command.cwd,
    ...(kube ? { kube: kube.kube } : {}),
  }
}

const ADDRESS = /^:?[\w.-]{2,}:/
const LOCAL_PATH = /^(?:-$|[.~/]|[A-Za-z]:[\\/])/

/** A copy to this machine. The first operand is what is copied. */
function staysHere(args: Arguments, { length }: PhraseMatch): boolean {
  const to = args.operands.slice(length + 1)
  if (LOCAL_PATH.test(to.at(-1)?.value ?? '')) return true
  return to.every(({ value }) => value !== undefined && !ADDRESS.test(value))
}

/** On the developer's own machine a namespace may be called as it likes. */
export function localTarget(target: KubeTarget | undefined, { protection }: Scene): Target | undefined {
  if (target?.kube.kind !== 'context') return undefined
  const { kube, cluster } = target
  if (!isLocal(kube.name) || (cluster && !isLocal(cluster.value ?? ''))) return undefined
  const behind = [kube.cluster, kube.server].filter((one) => one !== undefined)
  const betrayed = behind.some((one) => {
    const standing = standingOf(one, protection.environments, protection.unprotected)
    return standing.kind === 'protected'
  })
  if (betrayed) return undefined
  return { kind: 'open', name: kube.name, from: kube.from }
}

/** Notes what a command chooses for those that follow it. */
export function noteChoice(call: Call, scene: Scene): void {
  for (const selector of selectorsOf(call.program)) {
    const args = readArguments(call.words, new Set([...listOf(selector.from), ...listOf(KUBE_FLAGS)]))
    const match = matchPhrases([selector.words], args.operands, false)
    if (!match?.sure) continue
    const choice = choiceOf(selector, args, match)
    if (choice === undefined) continue
    scene.chosen.set(selector.scope, choice)
    scene.ctx.note(`${shortened(call.command.source)}: chooses ${choice.value ?? choice.source}`)
    return
  }
}

function choiceOf(selector: Selector, args: Arguments, match: PhraseMatch): Argument | undefined {
  const flags = listOf(selector.from)
  if (selector.chooses !== undefined) return known(selector.chooses)
  if (flags.length === 0) return args.operands[match.length]
  return args.flags.find(({ name }) => flags.includes(name))?.value
}
