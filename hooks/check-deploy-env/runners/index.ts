import type { Host } from '../../../src/host/host.ts'
import { joinPath, parentOf, resolvePath } from '../../../src/paths/written.ts'
import { type Argument, type Arguments, known, readArguments } from '../call.ts'
import { matchPhrases } from '../phrase.ts'
import type { Call, Scene } from '../scene.ts'
import { variable } from '../scene.ts'
import { justText, readJustfile } from './justfile.ts'
import { readMakefile, recipeOf } from './makefile.ts'
import { nearestScripts, scriptText } from './package-json.ts'
import { quoted, type Task } from './task.ts'
import { taskfileText } from './taskfile.ts'

/** How a task runner's command line is written. */
interface Runner {
  readonly programs: string
  /** Its own words in front of the task's name, as in `Tool.writes`. */
  readonly words: readonly string[]
  readonly valued?: string
  /** Flags whose value is the folder it works in. */
  readonly folder?: string
  /** Flags with which it runs nothing. */
  readonly quiet?: string
  /** all: every operand is a task. first: what follows the first is for it. */
  readonly tasks: 'first' | 'all'
  readonly source?: 'package.json' | 'composer.json' | 'deno.json' | 'make' | 'just' | 'task'
}

const NPM_VALUED =
  '-w --workspace --loglevel --script-shell -F --filter --stage --configuration --env-file --config'

const RUNNERS: readonly Runner[] = [
  {
    programs: 'npm',
    words: ['run|run-script|rum|urn'],
    valued: NPM_VALUED,
    folder: '--prefix -C',
    tasks: 'first',
    source: 'package.json',
  },
  {
    programs: 'pnpm',
    words: ['run|run-script', ''],
    valued: NPM_VALUED,
    folder: '-C --dir',
    tasks: 'first',
    source: 'package.json',
  },
  {
    programs: 'yarn',
    words: ['run', 'workspace * run', 'workspace *', 'workspaces foreach run', ''],
    valued: NPM_VALUED,
    folder: '--cwd',
    tasks: 'first',
    source: 'package.json',
  },
  {
    programs: 'bun',
    words: ['run', ''],
    valued: NPM_VALUED,
    folder: '--cwd',
    tasks: 'first',
    source: 'package.json',
  },
  { programs: 'node', words: [], valued: '--run', tasks: 'first', source: 'package.json' },
  { programs: 'npm-run-all run-s run-p npm-run-all2', words: [''], tasks: 'all', source: 'package.json' },
  {
    programs: 'deno',
    words: ['task'],
    valued: '-c --config',
    folder: '--cwd',
    tasks: 'first',
    source: 'deno.json',
  },
  {
    programs: 'composer',
    words: ['run-script|run', ''],
    folder: '-d --working-dir',
    tasks: 'first',
    source: 'composer.json',
  },
  {
    programs: 'make gmake',
    words: [''],
    valued: '-f --file --makefile -o -W -I --eval',
    folder: '-C --directory',
    quiet: '-n --dry-run --just-print --recon -q --question -p --print-data-base',
    tasks: 'all',
    source: 'make',
  },
  {
    programs: 'just',
    words: [''],
    valued: '-f --justfile --shell --dotenv-path',
    folder: '-d --working-directory',
    quiet: '-n --dry-run -l --list -s --show --summary --dump --evaluate --choose --fmt',
    tasks: 'first',
    source: 'just',
  },
  {
    programs: 'task go-task',
    words: [''],
    valued: '-t --taskfile -o --output -C --concurrency -I --interval',
    folder: '-d --dir',
    quiet: '-n --dry -l --list -a --list-all --status --summary -i --init',
    tasks: 'all',
    source: 'task',
  },
  {
    programs: 'mise',
    words: ['run|r|tasks run'],
    valued: '-j --jobs -o --output',
    folder: '-C --cd',
    quiet: '-n --dry-run',
    tasks: 'first',
  },
  {
    programs: 'rake gulp grunt ant invoke inv poe tox nox earthly pants doit',
    words: [''],
    valued: '-f --file -c -e -s --session --gulpfile --gruntfile -r --require',
    quiet: '-n --dry-run -T --tasks -P --list -l -D',
    tasks: 'all',
  },
  { programs: 'rails bin/rails', words: [''], tasks: 'all' },
  {
    programs: 'nx',
    words: ['run', 'run-many', 'affected', ''],
    valued: '-t --target --targets -p --projects -c --configuration --base --head --parallel',
    quiet: '--graph',
    tasks: 'all',
  },
  {
    programs: 'turbo moon lage lerna wsrun bolt rush',
    words: ['run|run:*', ''],
    valued: '--filter -F --scope --concurrency',
    quiet: '--dry --dry-run',
    tasks: 'all',
  },
  { programs: 'hatch pdm', words: ['run'], tasks: 'first' },
  { programs: 'dagger', words: ['call|run'], valued: '-m --mod', tasks: 'all' },
]

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
  const byNameAlone = match?.length === 0 && /json$/.test(runner.source ?? '')
  if (byNameAlone && first?.value !== undefined && OWN_COMMANDS.test(first.value)) return undefined
  const folder = folderOf(runner, args, call, scene)
  const targets = args.flags.filter(({ name }) => /^(?:-t|--targets?)$/.test(name) && call.program === 'nx')
  const asked =
    runner.tasks === 'first'
      ? first
        ? [first]
        : []
      : [...names, ...targets.flatMap(({ value }) => value ?? [])]
  const flags = args.flags.map(flagAsArgument)
  const rest = runner.tasks === 'first' ? [...others, ...flags] : flags
  const make = (name: Argument | undefined) =>
    taskOf(runner, name, rest, variables, folder, args, call, scene)
  return asked.length === 0 &&
    (runner.source === 'make' || runner.source === 'just' || runner.source === 'task')
    ? [make(undefined)]
    : asked.map(make)
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

function taskOf(
  runner: Runner,
  name: Argument | undefined,
  args: readonly Argument[],
  variables: ReadonlyMap<string, Argument>,
  folder: string | undefined,
  all: Arguments,
  call: Call,
  scene: Scene,
): Task {
  const given = (key: string) => (variables.get(key) ?? variable(key, call, scene))?.value
  const file = all.flags.find(({ name: flag }) =>
    /^(?:-f|--file|--makefile|--justfile|-t|--taskfile)$/.test(flag),
  )
  const found =
    folder === undefined ? undefined : bodyOf(runner, name, args, given, folder, file?.value?.value, scene)
  return {
    title:
      `${call.program}${/json$/.test(runner.source ?? '') ? ' run' : ''} ${name?.value ?? name?.source ?? ''}`.trim(),
    name: name ? name.value : found?.name,
    args,
    variables,
    body: found?.body,
    directory: found?.directory ?? folder,
  }
}

interface Body {
  readonly body: string | undefined
  readonly directory: string
  readonly name?: string | undefined
}

function bodyOf(
  runner: Runner,
  name: Argument | undefined,
  args: readonly Argument[],
  given: (variable: string) => string | undefined,
  folder: string,
  file: string | undefined,
  { ctx: { host } }: Scene,
): Body | undefined {
  switch (runner.source) {
    case 'make': {
      const text = nearestFile(
        host,
        folder,
        file === undefined ? ['GNUmakefile', 'makefile', 'Makefile'] : [file],
        false,
      )
      if (!text) return undefined
      const makefile = readMakefile(text.text)
      const target = name ? name.value : makefile.first
      if (target === undefined) return undefined
      return { body: recipeOf(makefile, target, given), directory: folder, name: target }
    }
    case 'just': {
      const text = nearestFile(
        host,
        folder,
        file === undefined ? ['justfile', '.justfile', 'Justfile'] : [file],
        true,
      )
      if (!text) return undefined
      const justfile = readJustfile(text.text)
      const recipe = name ? name.value : justfile.first
      if (recipe === undefined) return undefined
      return { body: justText(justfile, recipe, args), directory: text.directory, name: recipe }
    }
    case 'task': {
      const text = nearestFile(
        host,
        folder,
        file === undefined
          ? ['Taskfile.yml', 'taskfile.yml', 'Taskfile.yaml', 'taskfile.yaml', 'Taskfile.dist.yml']
          : [file],
        true,
      )
      const task = name ? name.value : 'default'
      if (!text || task === undefined) return undefined
      return { body: taskfileText(text.text, task, given), directory: text.directory, name: task }
    }
    case undefined:
      return undefined
    default: {
      const scripts = nearestScripts(host, folder, runner.source)
      if (!scripts || name?.value === undefined) return undefined
      const body = scriptText(scripts, name.value, args.map(quoted).join(' '))
      return { body, directory: scripts.directory }
    }
  }
}

const MAX_BYTES = 256 * 1024

function nearestFile(
  host: Host,
  from: string,
  names: readonly string[],
  upward: boolean,
): { readonly text: string; readonly directory: string } | undefined {
  for (let folder: string | undefined = from; folder !== undefined; folder = parentOf(folder)) {
    for (const name of names) {
      const path = name.includes('/')
        ? resolvePath(folder, name, host.platform === 'win32')
        : joinPath(folder, name)
      if (host.stat(path)?.kind !== 'file') continue
      return { text: new TextDecoder().decode(host.readFile(path, MAX_BYTES)), directory: folder }
    }
    if (!upward) return undefined
  }
  return undefined
}
