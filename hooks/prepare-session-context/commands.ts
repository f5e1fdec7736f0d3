import type { RunResult } from '../../src/host/host.ts'
import { shellArgv } from '../../src/process/shell.ts'
import { cutMiddle } from '../../src/text/cut.ts'
import { plainLine, plainText } from '../../src/text/plain.ts'
import { ask } from '../../src/web/client.ts'
import { readToken, type TokenSource } from '../../src/web/token.ts'
import { fileInProject } from './project-file.ts'
import type { SectionName } from './section-names.ts'
import type { Answer } from './stored.ts'
import type { Work } from './work.ts'

/** A section of somebody's own: what a command prints, what a file holds, what an address answers. */
export interface ConfiguredCommand {
  readonly title: string
  /** A program with its arguments, or shell text that the system's shell runs. */
  readonly run?: string | readonly string[]
  /** A file of the project. */
  readonly file?: string
  readonly url?: string
  readonly token?: TokenSource
  readonly allowHttp?: boolean
  readonly ca?: string
  /** The built-in section that it stands in for. */
  readonly section?: SectionName
  readonly timeoutMs?: number
  readonly maxCharacters?: number
}

const MAX_CHARACTERS = 1000

/** The section's lines, or in words why they are not known. */
export async function commandAnswer(command: ConfiguredCommand, work: Work): Promise<Answer> {
  const title = plainLine(command.title, 80)
  const limit = command.maxCharacters ?? MAX_CHARACTERS
  const text = await textOf(command, limit, work)
  if ('problem' in text) return text
  const lines = cutMiddle(plainText(text.text).trim(), limit).split('\n')
  if (lines.length > 1) return [`${title}:`, ...lines.map((line) => `  ${line}`)]
  return [`${title}: ${lines[0] || 'no output'}`]
}

type Text = { readonly text: string } | { readonly problem: string }

async function textOf(command: ConfiguredCommand, limit: number, work: Work): Promise<Text> {
  const timeoutMs = Math.min(command.timeoutMs ?? Number.POSITIVE_INFINITY, work.left())
  if (command.run !== undefined) return printed(command.run, timeoutMs, limit, work)
  if (command.file !== undefined) {
    const text = fileInProject(command.file, work, limit * 8)
    return text === undefined
      ? { problem: `${plainLine(command.file, 100)} is no file of the project` }
      : { text }
  }
  return answered(command, timeoutMs, work)
}

async function printed(
  run: string | readonly string[],
  timeoutMs: number,
  limit: number,
  { host, projectRoot }: Work,
): Promise<Text> {
  const argv = typeof run === 'string' ? shellArgv(host, run) : run
  const result = await host.run(argv, {
    cwd: projectRoot,
    timeoutMs,
    // Bytes, of which a cut keeps the first and the last; more than any character takes.
    maxOutputBytes: limit * 8,
  })
  const problem = problemOf(result)
  return problem === undefined ? { text: result.stdout } : { problem }
}

async function answered(command: ConfiguredCommand, timeoutMs: number, { host }: Work): Promise<Text> {
  const { url = '', token, allowHttp, ca } = command
  const deadline = host.now() + timeoutMs
  const found = token === undefined ? undefined : await readToken(token, host, timeoutMs)
  if (found !== undefined && 'problem' in found) return found
  const headers = {
    accept: '*/*',
    ...(found === undefined ? {} : { authorization: `Bearer ${found.token}` }),
  }
  const client = {
    host,
    deadline,
    secrets: found === undefined ? [] : [found.token],
    ...(allowHttp === undefined ? {} : { allowHttp }),
    ...(ca === undefined ? {} : { ca }),
  }
  const { status, body } = await ask({ url, headers }, client)
  return status === 200 ? { text: body } : { problem: `it answered with status ${status}` }
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
