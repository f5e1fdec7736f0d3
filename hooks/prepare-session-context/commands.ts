import type { RunResult } from '../../src/host/host.ts'
import { cutMiddle } from '../../src/text/cut.ts'
import { plainLine, plainText } from '../../src/text/plain.ts'
import type { Work } from './work.ts'

/** A command whose output is a section. */
export interface ConfiguredCommand {
  readonly title: string
  /** A program with its arguments, or shell text that `sh -c` runs. */
  readonly run: string | readonly string[]
  readonly timeoutMs?: number
  readonly maxCharacters?: number
}

const MAX_CHARACTERS = 1000

/** The section of one command: what it printed, or in one line why that is not known. */
export async function commandLines(command: ConfiguredCommand, work: Work): Promise<string[]> {
  const title = plainLine(command.title, 80)
  const argv = typeof command.run === 'string' ? ['sh', '-c', command.run] : command.run
  const limit = command.maxCharacters ?? MAX_CHARACTERS
  const result = await work.host.run(argv, {
    cwd: work.projectRoot,
    timeoutMs: Math.min(command.timeoutMs ?? Number.POSITIVE_INFINITY, work.left()),
    // Bytes, of which a cut keeps the first and the last; more than any character takes.
    maxOutputBytes: limit * 8,
  })
  const problem = problemOf(result)
  if (problem !== undefined) return [`${title}: not known: ${problem}`]
  const lines = cutMiddle(plainText(result.stdout).trim(), limit).split('\n')
  if (lines.length > 1) return [`${title}:`, ...lines.map((line) => `  ${line}`)]
  return [`${title}: ${lines[0] || 'no output'}`]
}

function problemOf(result: RunResult): string | undefined {
  switch (result.ended) {
    case 'exited': {
      if (result.code === 0) return undefined
      const said = plainLine(result.stderr, 160)
      return `exit code ${result.code}${said === '' ? '' : `, saying ${JSON.stringify(said)}`}`
    }
    case 'timeout':
      return 'timed out'
    case 'signal':
      return 'it was killed'
    default:
      return result.problem ?? 'it could not be started'
  }
}
