import { baseName } from '../../src/paths/written.ts'
import type { Command, ShellReading } from '../../src/shell/command.ts'
import { programName } from './deletion.ts'
import { pipedInto } from './forms/pipeline.ts'

const DOWNLOADS = /^(?:curl|wget|aria2c|http|https|xh|iwr|irm|invoke-webrequest|invoke-restmethod)$/
/** Programs that run their input when they are given nothing else. */
const RUNS_INPUT =
  /^(?:python[\d.]*|pypy[\d.]*|node|nodejs|bun|deno|ruby[\d.]*|perl[\d.]*|php[\d.]*|lua[\d.]*|osascript|iex|invoke-expression|(?:ba|z|da|k|a)?sh|fish)$/

/**
 * The command that runs code from the network which nobody has read; undefined: none. On another
 * machine or in a container it is that one's matter.
 */
export function remoteCode({ commands, doubts }: ShellReading, text: string): string | undefined {
  const downloads = commands.filter((one) => DOWNLOADS.test(nameOf(one)))
  if (downloads.length === 0) return undefined
  const files = new Set(downloads.flatMap(filesOf))
  const unknown = new Set(doubts.flatMap(({ kind, source }) => (kind === 'unknown-code' ? [source] : [])))
  for (const one of commands) {
    if (one.via.some((wrapper) => wrapper.elsewhere) || DOWNLOADS.test(nameOf(one))) continue
    const runsUnknown = unknown.has(one.source)
    if (runsUnknown && downloads.some(({ start, end }) => start >= one.start && end <= one.end))
      return one.source
    const piped = pipedInto(one, commands, text).find((other) => downloads.includes(other))
    if (piped && (runsUnknown || runsInput(one))) return text.slice(piped.start, one.end)
    if (fileRun(one).some((name) => files.has(name))) return one.source
  }
  return undefined
}

const nameOf = (command: Command): string => (programName(command.argv[0], false) ?? '').toLowerCase()

/** `python3`, `python3 -`: no script and no code is named. */
function runsInput(command: Command): boolean {
  if (!RUNS_INPUT.test(nameOf(command)) || command.code?.text !== undefined) return false
  return command.argv.slice(1).every(({ value }) => value === '-' || value === undefined)
}

/** The names of files that a download makes. */
function filesOf(command: Command): string[] {
  const values = command.argv.map(({ value }) => value ?? '')
  const named = values.flatMap((value, at) => {
    if (/^(?:-[a-zA-Z]*[oO]|--output|--output-document|-OutFile)$/.test(value) && values[at + 1])
      return [values[at + 1] ?? '']
    return /^--output(?:-document)?=(.+)$/.exec(value)?.[1] ?? []
  })
  const written = command.redirects.flatMap(({ writes, target }) =>
    writes && target?.value ? [target.value] : [],
  )
  const address = values.find((value) => /^https?:\/\/[^/]+\/.*[^/]$/.test(value))?.replace(/[?#].*$/, '')
  const own =
    nameOf(command) === 'wget' || values.some((value) => /^-[a-zA-Z]*O[a-zA-Z]*$|^--remote-name$/.test(value))
  return [...named, ...written, ...(own && address !== undefined ? [address] : [])].map(baseName)
}

/** The names of the file that a command runs: itself, or a script for an interpreter. */
function fileRun(command: Command): string[] {
  const [program, ...rest] = command.argv
  const written = program?.value ?? ''
  if (/^(?:\.{1,2}|~)?\//.test(written) && !/^\/(?:usr\/|s?bin\/|opt\/)/.test(written))
    return [baseName(written)]
  if (!RUNS_INPUT.test(nameOf(command)) && !/^(?:\.|source)$/.test(written)) return []
  const script = rest.find(({ value }) => value !== undefined && !value.startsWith('-'))
  return script?.value === undefined ? [] : [baseName(script.value)]
}
