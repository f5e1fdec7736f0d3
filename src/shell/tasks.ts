import { parentOf } from '../paths/written.ts'
import { justText, readJustfile } from '../tasks/justfile.ts'
import { readMakefile, recipeOf } from '../tasks/makefile.ts'
import { taskfileText } from '../tasks/taskfile.ts'
import { RUNNER_KNOWS, type TaskArgument, UNSET } from '../tasks/text.ts'
import { type Carried, type Carrier, type Carrying, optionValues } from './carried.ts'
import type { Word } from './command.ts'
import { fileTexts } from './files.ts'
import { pathFrom } from './here.ts'
import { scriptTexts } from './scripts.ts'
import { leadingText } from './unwrap.ts'
import { plainWord, text, textOf, unknown, type Value } from './value.ts'

/** A file of tasks: its text and where it is. */
export interface TaskFile {
  readonly text: string
  readonly directory: string
}

/** The nearest of these files that can be read, from each directory the shell may be in. */
export function taskFiles(
  carrying: Carrying,
  names: readonly string[],
  how: { readonly directory?: Word | undefined; readonly upward?: boolean },
): TaskFile[] {
  const { here, state } = carrying
  if (here.elsewhere) return []
  return state.cwds.flatMap((cwd) => {
    const start = how.directory ? pathFrom(here, cwd, how.directory.value ?? '\0') : cwd
    for (let folder = start; folder !== undefined; folder = parentOf(folder)) {
      for (const name of names) {
        const path = pathFrom(here, folder, name)
        const found = path === undefined ? undefined : textAt(carrying, path)
        if (found !== undefined) return [{ text: found, directory: folder }]
      }
      if (!how.upward) break
    }
    return []
  })
}

/** Written earlier in the text, or on the disk. */
function textAt({ here, state }: Carrying, path: string): string | undefined {
  const [first] = fileTexts(here, plainWord(path), state)
  return first && textOf(first)
}

interface Asked {
  /** Names of tasks. */
  readonly names: readonly Word[]
  readonly variables: ReadonlyMap<string, string>
}

const VARIABLE = /^([A-Za-z_][\w.-]*)(?::{0,3}|\+|\?)=/

/** Operands: tasks, and NAME=value. */
function asked(operands: readonly Word[]): Asked {
  const variables = new Map<string, string>()
  const names = operands.filter((word) => {
    const match = VARIABLE.exec(leadingText(word))
    if (match?.[1] !== undefined && word.value !== undefined)
      variables.set(match[1], word.value.slice(match[0].length))
    return !match
  })
  return { names, variables }
}

/** What is neither an option nor the value of one. */
export function operandsOf(argv: readonly Word[], valued: RegExp): Word[] {
  const found: Word[] = []
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at]
    const written = word ? leadingText(word) : ''
    if (valued.test(written)) at++
    else if (word && !/^-./.test(written)) found.push(word)
  }
  return found
}

/** Each line has a shell of its own, so a `cd` ends with it. */
function lines(recipe: string, directory: string | undefined, together: boolean): Carried[] {
  const all = together ? [recipe] : recipe.split(/(?<!\\)\n/)
  return all.filter((line) => line.trim() !== '').map((line) => ({ code: opened(line), directory }))
}

/** Text of a task with what is not known in it. */
function opened(line: string): Value {
  return line
    .split(UNSET)
    .flatMap(
      (piece, index): Value => [
        ...(index > 0 ? [unknown(RUNNER_KNOWS, { splits: true })] : []),
        ...text(piece),
      ],
    )
}

const MAKE_VALUED = /^(?:-[fCoWIjl]|--(?:file|makefile|directory|old-file|what-if|include-dir|eval))$/

/** `make target`: the recipe, with what it needs first; and what make runs while it reads the file. */
export const make: Carrier = (carrying) => {
  const { argv } = carrying.call
  if (
    argv.some(({ value }) =>
      /^(?:-[a-zA-Z]*[nqpv]|--(?:dry-run|just-print|recon|question|version|help))$/.test(value ?? ''),
    )
  )
    return []
  const { names, variables } = asked(operandsOf(argv, MAKE_VALUED))
  const given = optionValues(argv, { short: 'f', long: ['--file', '--makefile'] })
  const [directory] = optionValues(argv, { short: 'C', long: ['--directory'] })
  const more = optionValues(argv, { long: ['--eval'] }).map(({ value }) => value ?? '')
  const named = given.flatMap((file) =>
    file.value === '-' ? [carrying.here.stdin ?? []] : scriptTexts(carrying.here, file, carrying.state),
  )
  const files: { text: string; directory: string | undefined }[] =
    given.length > 0
      ? named.map((value) => ({ text: textOf(value) ?? '', directory: carrying.state.cwds[0] }))
      : taskFiles(carrying, ['GNUmakefile', 'makefile', 'Makefile'], { directory })
  if (files.length === 0 && more.length > 0) files.push({ text: '', directory: carrying.state.cwds[0] })
  const found: Carried[] = [...variables].flatMap(([name, value]) =>
    name === 'SHELL' ? [{ code: text(value) }] : [],
  )
  for (const file of files) {
    const whole = [file.text, ...more].join('\n')
    const makefile = readMakefile(whole)
    const value = (name: string) =>
      variables.get(name) ??
      (makefile.variables.has(name) ? undefined : ownVariable(name, file.directory, carrying))
    const targets = names.length > 0 ? names.map((word) => word.value) : [makefile.first]
    for (const target of targets) {
      const recipe = target === undefined ? undefined : recipeOf(makefile, target, value)
      if (recipe !== undefined) found.push(...lines(recipe, file.directory, /^\.ONESHELL\s*:/m.test(whole)))
    }
    for (const match of whole.matchAll(
      /^[\w.-]+[ \t]*(?:::?|!)=[ \t]*(?:\$\(shell[ \t]+(.*)\)[ \t]*|(?<=!=[ \t]*)(.*))$/gm,
    )) {
      found.push({ code: text(match[1] ?? match[2] ?? ''), directory: file.directory })
    }
  }
  return found
}

/** What make sets by itself, and takes from the environment. */
function ownVariable(name: string, directory: string | undefined, { here }: Carrying): string | undefined {
  if (name === 'CURDIR') return directory
  if (name === 'RM') return 'rm -f'
  return /^[A-Za-z_]\w*$/.test(name) ? here.reading.world.env(name) : undefined
}

const JUST_VALUED = /^(?:-[fd]|--(?:justfile|working-directory|shell|dotenv-path|set))$/

export const just: Carrier = (carrying) => {
  const { argv } = carrying.call
  if (
    argv.some(({ value }) =>
      /^(?:-[nls]|--(?:dry-run|list|show|summary|dump|evaluate|choose|fmt))$/.test(value ?? ''),
    )
  )
    return []
  const [name, ...args] = asked(operandsOf(argv, JUST_VALUED)).names
  return fromFile(
    carrying,
    ['justfile', '.justfile', 'Justfile'],
    optionValues(argv, { short: 'f', long: ['--justfile'] })[0],
  ).flatMap((file) => {
    const justfile = readJustfile(file.text)
    const recipe = name ? name.value : justfile.first
    const body = recipe === undefined ? undefined : justText(justfile, recipe, args.map(argument))
    return body === undefined ? [] : lines(body, file.directory, body.startsWith('#!'))
  })
}

export const task: Carrier = (carrying) => {
  const { argv } = carrying.call
  if (argv.some(({ value }) => /^(?:-[nlai]|--(?:dry|list|list-all|status|summary|init))$/.test(value ?? '')))
    return []
  const { names, variables } = asked(
    operandsOf(argv, /^(?:-[tdoCI]|--(?:taskfile|dir|output|concurrency|interval))$/),
  )
  const files = fromFile(
    carrying,
    ['Taskfile.yml', 'taskfile.yml', 'Taskfile.yaml', 'taskfile.yaml', 'Taskfile.dist.yml'],
    optionValues(argv, { short: 't', long: ['--taskfile'] })[0],
  )
  return files.flatMap((file) =>
    (names.length > 0 ? names.map(({ value }) => value) : ['default']).flatMap((name) => {
      const body = name === undefined ? undefined : taskfileText(file.text, name, (key) => variables.get(key))
      return body === undefined ? [] : lines(body, file.directory, false)
    }),
  )
}

function fromFile(carrying: Carrying, names: readonly string[], file: Word | undefined): TaskFile[] {
  return taskFiles(carrying, file?.value === undefined ? names : [file.value], { upward: file === undefined })
}

function argument({ value, source }: Word): TaskArgument {
  return { value, source }
}
