import type { Host } from '../../src/host/host.ts'
import { type Folder, openFolder } from '../../src/paths/folder.ts'
import { pathMatcher } from '../../src/paths/glob.ts'
import { ignoresCase } from '../../src/paths/project.ts'
import { baseName, parentOf, relativeTo } from '../../src/paths/written.ts'
import { findProgram } from '../../src/process/program.ts'
import { splitWords } from '../../src/process/words.ts'
import type { Command, Options } from './options.ts'
import { type Reader, readLines } from './read-output.ts'
import type { Subject } from './subject.ts'

/** One program to run for one file. */
export interface Step {
  readonly name: string
  /** The program as written, and where it is; undefined: nowhere. */
  readonly program: string
  readonly found: string | undefined
  readonly cwd: string
  readonly check: readonly string[]
  readonly fix: readonly string[] | undefined
  /** As `fix`, but it may remove code. */
  readonly tidy: readonly string[] | undefined
  /** Formats alone, for when `fix` was taken back. */
  readonly format: readonly string[] | undefined
  /** `tidy` does more than `fix`. */
  readonly removes: boolean
  readonly filter: boolean
  /** Written by the user: it may rewrite the file without being asked to fix. */
  readonly own: boolean
  /** Added to its environment. */
  readonly env?: Readonly<Record<string, string>>
  readonly read: Reader
  /** The file that made us run it, for messages: "biome.json". */
  readonly because: string
}

/**
 * What to run for a file: the user's commands of the first glob that matches it, else the
 * tools that the project configures above it.
 */
export async function stepsFor(subject: Subject, options: Options, host: Host): Promise<Step[]> {
  for (const [glob, commands] of Object.entries(options.commands)) {
    const matches = await pathMatcher([glob], {
      base: subject.root,
      home: host.home(),
      ignoreCase: ignoresCase(host),
    })
    if (matches(subject.file)) return commands.map((command) => ownStep(command, subject, host, glob))
  }
  const gate =
    options.gate === 'none' ? [] : await (await import('./gates.ts')).gateSteps(subject, options, host)
  return gate.length > 0 ? gate : detectedSteps(subject, options, host)
}

function ownStep(command: Command, subject: Subject, host: Host, glob: string): Step {
  return commandStep(command, subject, host, {
    cwd: subject.root,
    because: `check-quality.commands[${JSON.stringify(glob)}]`,
  })
}

/** A step that somebody wrote: its words, with the file where `{file}` stands. It may rewrite the file. */
export function commandStep(
  command: Command,
  { file, root }: Subject,
  host: Host,
  { cwd, because }: { readonly cwd: string; readonly because: string },
): Step {
  const words = typeof command === 'string' ? splitWords(command) : command
  const [program = '', ...rest] = words
  const where = { from: parentOf(file) ?? root, root }
  return {
    name: words.filter((word) => word !== '{file}').join(' '),
    program,
    found: findProgram(host, program, /[\\/]/.test(program) ? { from: cwd, root } : where),
    cwd,
    check: rest.map((word) => word.replaceAll('{file}', () => file)),
    fix: undefined,
    tidy: undefined,
    format: undefined,
    removes: false,
    filter: false,
    own: true,
    read: readLines,
    because,
  }
}

async function detectedSteps(subject: Subject, options: Options, host: Host): Promise<Step[]> {
  const { TOOLS } = await import('./tools.ts')
  const name = baseName(subject.file)
  const wanted = TOOLS.filter(
    (tool) => tool.files.test(name) && !options.skip.includes(tool.name) && (!tool.slow || options.slowTools),
  )
  const steps = new Map<number, Step>()
  let left = wanted.map((tool, order) => ({ tool, order }))
  for (const folder of foldersAbove(subject, host)) {
    left = left.filter(({ tool, order }) => {
      if (!tool.isConfigured(folder)) return true
      const target = { file: subject.file, folder }
      steps.set(order, {
        name: tool.name,
        program: tool.program,
        found: findProgram(host, tool.program, { from: folder.path, root: subject.root }),
        cwd: folder.path,
        check: tool.check(target),
        fix: tool.fix?.(target),
        tidy: (tool.tidy ?? tool.fix)?.(target),
        format: tool.format?.(target),
        removes: tool.tidy !== undefined,
        filter: tool.filter === true,
        own: false,
        read: tool.read,
        because: `the configuration in ${relativeTo(folder.path, subject.root, false) || 'the project'}`,
      })
      return false
    })
    if (left.length === 0) break
  }
  return [...steps].sort(([a], [b]) => a - b).map(([, step]) => step)
}

/** From the file's folder up to the project's root, each listed once. */
export function* foldersAbove({ file, root }: Subject, host: Host): Generator<Folder> {
  for (let at = parentOf(file); at !== undefined; at = parentOf(at)) {
    yield openFolder(host, at, root)
    if (at === root) return
  }
}
