import { resolvePath } from '../../src/paths/written.ts'
import { quote } from '../../src/tasks/text.ts'
import { type Argument, readArguments } from './call.ts'
import type { Call, Scene } from './scene.ts'
import { smallText } from './small-text.ts'

/** Commands that are left to at, batch or cron. */
export interface Scheduled {
  /** As shell text; undefined when it is not known. */
  readonly text: string | undefined
  /** Where they run. */
  readonly folder: string
}

/** What a command leaves to be run later. Undefined: nothing. */
export function scheduledBy(call: Call, scene: Scene): Scheduled | undefined {
  if (call.elsewhere) return undefined
  if (call.program === 'at' || call.program === 'batch') return byAt(call, scene)
  return call.program === 'crontab' ? byCron(call, scene) : undefined
}

/** at reads the commands from a file or from standard input, and runs them in the same folder. */
function byAt(call: Call, scene: Scene): Scheduled | undefined {
  const { flags } = readArguments(call.words, new Set(['-f', '-q', '-t', '-o']))
  if (flags.some(({ name }) => /^-[lrdcV]/.test(name))) return undefined
  const file = flags.find(({ name }) => name === '-f')?.value
  const folder = call.command.cwd ?? scene.directory
  if (!file) return { text: inputOf(call, scene), folder }
  return { text: file.value === undefined ? undefined : `sh ${quote(file.value)}`, folder }
}

/** crontab takes a file, or standard input. cron runs the commands in the home. */
function byCron(call: Call, scene: Scene): Scheduled | undefined {
  const { flags, operands } = readArguments(call.words, new Set(['-u', '-c']))
  if (flags.some(({ name }) => /^-[lreTnsi]/.test(name))) return undefined
  const [file] = operands
  const table = file && file.value !== '-' ? fromFile(file, call, scene) : inputOf(call, scene)
  const folder = scene.ctx.host.home() ?? scene.directory
  return { text: table === undefined ? undefined : commandsOf(table), folder }
}

function inputOf({ command }: Call, scene: Scene): string | undefined {
  if (command.input !== undefined) return command.input
  const file = command.redirects.find(({ operator, reads }) => operator === '<' && reads)?.target
  if (file?.value === undefined || command.cwd === undefined) return undefined
  return smallText(resolvePath(command.cwd, file.value, scene.ctx.host.platform === 'win32'), scene)
}

function fromFile(file: Argument, { command }: Call, scene: Scene): string | undefined {
  if (file.value === undefined || command.cwd === undefined) return undefined
  return smallText(resolvePath(command.cwd, file.value, scene.ctx.host.platform === 'win32'), scene)
}

/** The commands of a crontab's lines (crontab(5)): behind five fields or a word such as @daily. */
function commandsOf(table: string): string {
  return table
    .split(/\r?\n/)
    .flatMap((line) => {
      const written = line.trim()
      if (written === '' || written.startsWith('#')) return []
      if (/^[A-Za-z_]\w*\s*=/.test(written)) return [written.replace(/^(\w+)\s*=\s*/, 'export $1=')]
      const command = /^(?:@\w+|(?:\S+\s+){4}\S+)\s+(.*)$/.exec(written)?.[1]
      // What stands behind a bare % is the command's input.
      return command === undefined ? [] : [command.replace(/(?<!\\)%.*$/, '').replaceAll('\\%', '%')]
    })
    .join('\n')
}
