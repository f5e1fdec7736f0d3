import * as fs from 'node:fs'
import * as path from 'node:path'
import { hook } from '../../../hooks/check-quality/index.ts'
import { type Answer, callExecutable } from '../../support/call.ts'
import { payloadLike } from '../../support/table.ts'
import { type World, worldEnv } from '../../support/world.ts'

/** A program of the project that runs this JavaScript; `file` is its last argument, `args` all. */
export function tool(world: World, name: string, code: string): void {
  const head = `const fs = require('node:fs'); const args = process.argv.slice(2); const file = args.at(-1)
fs.appendFileSync(process.env.HOME + '/calls', JSON.stringify([${JSON.stringify(name)}, ...args]) + '\\n')
`
  world.put(`node_modules/.bin/${name}`, `#!${process.execPath}\n${head}${code}\n`, 0o755)
}

/** What was run, as `name argument ...`, with the project's folder left out. */
export function calls(world: World): string[] {
  const file = path.join(world.home, 'calls')
  if (!fs.existsSync(file)) return []
  const lines = fs.readFileSync(file, 'utf8').trim().split('\n')
  return lines.map((line) => (JSON.parse(line) as string[]).join(' ').replaceAll(`${world.project}/`, ''))
}

export const edited = (file: string, changes: Readonly<Record<string, unknown>> = {}) =>
  payloadLike('claude-code/PostToolUse.Edit.json', {
    tool_input: { file_path: `@PROJECT@/${file}`, old_string: 'a', new_string: 'b' },
    tool_response: {},
    ...changes,
  })

/** Runs the built executable in the world. */
export function call(world: World, payload: object, set: readonly string[] = [], env = {}): Promise<Answer> {
  return callExecutable(hook.name, {
    stdin: JSON.stringify(payload).replaceAll('@PROJECT@', world.project),
    argv: set.flatMap((one) => ['--set', one]),
    env: worldEnv(world, env),
    cwd: world.project,
  })
}

interface Said {
  readonly hookSpecificOutput?: { readonly additionalContext: string }
  readonly systemMessage?: string
}
export const contextOf = ({ stdout }: Answer): string =>
  (JSON.parse(stdout || '{}') as Said).hookSpecificOutput?.additionalContext ?? ''
export const messageOf = ({ stdout }: Answer): string =>
  (JSON.parse(stdout || '{}') as Said).systemMessage ?? ''
