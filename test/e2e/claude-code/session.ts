import * as fs from 'node:fs'
import * as path from 'node:path'
import { type ModelRequest, type ToolResult, textOf, toolResults } from './model.ts'

/** One run of a hook, as the client reports it. */
export interface HookRun {
  readonly hook_event: string
  readonly exit_code?: number
  readonly outcome: string
  readonly stdout: string
  readonly stderr: string
}

export interface Session {
  readonly exit: number
  /** The last answer, as print mode prints it. */
  readonly answer: string
  readonly requests: readonly ModelRequest[]
  readonly hookRuns: readonly HookRun[]
  /** What the model was told about the tool call with this id. Throws when it was told nothing. */
  result(id: string): ToolResult
  /** All that the model could read in its last request, or in that with this index. */
  read(request?: number): string
  exists(file: string): boolean
  /** A file of the project. */
  text(file: string): string
}

/** What came of a run: from the client's stream of events, the model's requests and the project. */
export function digest(
  exit: number,
  stdout: string,
  stderr: string,
  requests: readonly ModelRequest[],
  project: string,
): Session {
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'))
  const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  const end = events.find((event) => event['type'] === 'result')
  if (end === undefined) throw new Error(`the client did not finish (exit ${exit}): ${stdout}${stderr}`)
  const results = toolResults(requests)
  return {
    exit,
    answer: String(end['result']),
    requests,
    hookRuns: events.filter((event) => event['subtype'] === 'hook_response') as unknown as HookRun[],
    result: (id) => {
      const result = results.get(id)
      if (result === undefined) throw new Error(`the model was told nothing about the tool call ${id}`)
      return result
    },
    read: (request = -1) => {
      const asked = requests.at(request)
      return `${textOf(asked?.system)}\n${textOf(asked?.messages)}`
    },
    exists: (file) => fs.existsSync(path.join(project, file)),
    text: (file) => fs.readFileSync(path.join(project, file), 'utf8'),
  }
}
