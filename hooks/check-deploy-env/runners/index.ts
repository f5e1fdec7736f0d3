import { resolvePath } from '../../../src/paths/written.ts'
import { UNSET } from '../../../src/tasks/text.ts'
import { type Argument, type Arguments, known, readArguments } from '../call.ts'
import { matchPhrases } from '../phrase.ts'
import { type Call, type Scene, variable } from '../scene.ts'
import { bodyOf } from './files.ts'
import { RUNNERS, type Runner } from './table.ts'
import type { Task } from './task.ts'

/** The tasks that a runner's command would run; undefined when the program is none, or runs none. */
export function tasksOf(call: Call, scene: Scene): readonly Task[] | undefined {
  for (const runner of RUNNERS) {
    if (!` ${runner.programs} `.includes(` ${call.program} `)) continue
    const valued = new Set(`${runner.valued ?? ''} ${runner.folder ?? ''}`.split(' '))
    const args = readArguments(call.words, valued)
    if (isQuiet(runner, args)) return []
    const tasks = readTasks(runner, args, call, scene)
    if (tasks) return tasks
  }
  return undefined
}

function isQuiet(runner: Runner, args: Arguments): boolean {
  const quiet = ['--help', '--version', ...(runner.quiet ?? '').split(' ')]
  return args.flags.some(({ name }) => quiet.includes(name))
}

/** Commands of package managers that are not the names of scripts. */
const OWN_COMMANDS =
  /^(?:add|audit|bin|build|cache|ci|config|create|dedupe|exec|dlx|help|i|import|info|init|install|link|list|login|logout|ls|node|outdated|pack|patch|plugin|prune|publish|rebuild|remove|require|rm|search|set|start|store|test|t|un|uninstall|unlink|up|update|upgrade|version|versions|view|why|workspace|workspaces|x|dump-autoload|show|validate|self-update|global)$/

const VARIABLE = /^([A-Za-z_]\w*)=(.*)$/s

function readTasks(runner: Runner, args: Arguments, call: Call, scene: Scene): readonly Task[] | undefined {
  const match = matchPhrases(runner.words, args.operands, false)
  const asFlag = args.flags.find(({ name }) => name === '--run' && runner.programs === 'node')
  if (!match && !asFlag?.value) return undefined
  const variables = new Map<string, Argument>()
  const names: Argument[] = asFlag?.value ? [asFlag.value] : []
  for (const operand of match ? args.operands.slice(match.length) : []) {
    const assignment = VARIABLE.exec(operand.value ?? operand.source)
    if (assignment?.[1] !== undefined && !args.rest.includes(operand)) {
      const value = operand.value === undefined ? undefined : assignment[2]
      variables.set(assignment[1], { value, source: operand.source, open: false })
    } else names.push(operand)
  }
  const [first, ...others] = names
  const byNameAlone = match?.length === 0 && /^(?:pnpm|yarn|bun|composer)$/.test(call.program)
  if (byNameAlone && first?.value !== undefined && OWN_COMMANDS.test(first.value)) return undefined
  // `pnpm deploy` copies a package of the workspace into a folder.
  if (byNameAlone && call.program === 'pnpm' && first?.value === 'deploy' && names.length > 1)
    return undefined
  const targets = args.flags.filter(({ name }) => /^(?:-t|--targets?)$/.test(name) && call.program === 'nx')
  const asked =
    runner.tasks === 'first'
      ? first
        ? [first]
        : []
      : [...names, ...targets.flatMap(({ value }) => value ?? [])]
  const flags = args.flags.map(flagAsArgument)
  const request: Request = {
    runner,
    args: runner.tasks === 'first' ? [...others, ...flags] : flags,
    variables,
    folder: folderOf(runner, args, call, scene),
    file: args.flags.find(({ name }) => FILE_FLAG.test(name))?.value?.value,
  }
  const hasDefault = runner.source === 'make' || runner.source === 'just' || runner.source === 'task'
  const wanted = asked.length === 0 && hasDefault ? [undefined] : asked
  return wanted.map((name) => taskOf(request, name, call, scene))
}

const FILE_FLAG = /^(?:-f|--file|--makefile|--justfile|-t|--taskfile)$/

/** What all tasks of one command have in common. */
interface Request {
  readonly runner: Runner
  readonly args: readonly Argument[]
  readonly variables: ReadonlyMap<string, Argument>
  readonly folder: string | undefined
  readonly file: string | undefined
}

function flagAsArgument(flag: Arguments['flags'][number]): Argument {
  if (!flag.value) return known(flag.name)
  const value = flag.value.value
  return {
    value: value === undefined ? undefined : `${flag.name}=${value}`,
    source: flag.value.source,
    open: false,
  }
}

function folderOf(runner: Runner, args: Arguments, call: Call, scene: Scene): string | undefined {
  const names = (runner.folder ?? '').split(' ')
  const { cwd } = call.command
  const folder = args.flags.find(({ name }) => names.includes(name))?.value
  if (cwd === undefined || call.elsewhere) return undefined
  if (!folder) return cwd
  if (folder.value === undefined) return undefined
  return resolvePath(cwd, folder.value, scene.ctx.host.platform === 'win32')
}

/** One task; without a name the runner's default. */
function taskOf(request: Request, name: Argument | undefined, call: Call, scene: Scene): Task {
  const { runner, args, variables, folder, file } = request
  const given = (key: string) => {
    const set = variables.get(key) ?? variable(key, call, scene)
    return set && (set.value ?? UNSET)
  }
  const found =
    folder === undefined ? undefined : bodyOf(runner, name, args, given, folder, file, scene.ctx.host)
  const program = `${call.program}${/json$/.test(runner.source ?? '') ? ' run' : ''}`
  return {
    title: `${program} ${name?.value ?? name?.source ?? ''}`.trim(),
    name: name && name.value === undefined ? undefined : (found?.name ?? name?.value),
    args,
    variables,
    body: found?.body,
    directory: found?.directory ?? folder,
  }
}
