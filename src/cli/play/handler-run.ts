import type { RunResult } from '../../host/host.ts'
import { nodeHost } from '../../host/node.ts'
import { notStarted } from '../../process/not-started.ts'
import { onPath } from '../settings/places.ts'
import type { Handler } from '../settings/read.ts'

/** How a handler is started and what came of it. */
export interface Played {
  /** The command line as the harness shows it. */
  readonly line: string
  readonly result: RunResult
}

export interface Around {
  /** The session's current folder. */
  readonly cwd: string
  readonly project: string
  /** What the settings add to the environment (Claude Code). */
  readonly env?: Readonly<Record<string, string>>
}

const MAX_OUTPUT = 16 * 1024 * 1024

/**
 * Starts a command handler as Claude Code does (docs/contracts/claude-code.md section 4): with
 * `args` a program without a shell, else `/bin/sh -c`; the payload as a line on stdin.
 */
export async function playClaude(handler: Handler, payload: object, around: Around): Promise<Played> {
  const { command, args, timeout } = handler.fields
  const words = Array.isArray(args)
    ? [command, ...args].map((one) => claudeWord(handler, String(one), around))
    : ['/bin/sh', '-c', String(command)]
  const line = Array.isArray(args) ? words.join(' ') : String(command)
  const problem = foreignVariable(handler)
  if (problem !== undefined) return { line, result: notStarted(problem) }
  const seconds = typeof timeout === 'number' ? timeout : defaultTimeout(handler.event)
  const result = await nodeHost.run(words, {
    cwd: around.cwd,
    timeoutMs: seconds * 1000,
    maxOutputBytes: MAX_OUTPUT,
    input: `${JSON.stringify(payload)}\n`,
    env: {
      ...around.env,
      CLAUDE_PROJECT_DIR: around.project,
      CLAUDECODE: '1',
      CLAUDE_CODE_ENTRYPOINT: 'sdk-cli',
      ...handler.place.bearer?.env,
    },
  })
  return { line, result }
}

/** A word of the exec form with the variables that the client itself puts in (sections 4 and 18). */
function claudeWord({ place }: Handler, word: string, { project }: Around): string {
  const env: Readonly<Record<string, string>> = place.bearer?.env ?? {}
  return word
    .replaceAll('${CLAUDE_PROJECT_DIR}', project)
    .replace(/\$\{(CLAUDE_PLUGIN_(?:ROOT|DATA))\}/g, (whole, name: string) => env[name] ?? whole)
    .replace(
      /\$\{user_config\.(\w+)\}/g,
      (whole, name: string) => env[`CLAUDE_PLUGIN_OPTION_${name.toUpperCase()}`] ?? whole,
    )
}

/** A variable in braces that this handler may not name, and what the client says of it (section 18). */
export function foreignVariable({ fields, place }: Handler): string | undefined {
  const { command, args } = fields
  const isExec = Array.isArray(args)
  const text = [command, ...(isExec ? args : [])].join(' ')
  const env: Readonly<Record<string, string>> = place.bearer?.env ?? {}
  const foreign = /\$\{(CLAUDE_PLUGIN_(?:ROOT|DATA))\}/.exec(text)?.[1]
  if (foreign !== undefined && env[foreign] === undefined) {
    return `the command names \${${foreign}}, which only the hooks of ${foreign.endsWith('ROOT') ? 'plugins and skills' : 'plugins'} have`
  }
  const option = /\$\{user_config\.\w+\}/.exec(text)?.[0]
  return option !== undefined && !isExec && place.scope === 'plugin'
    ? `the command names ${option} without "args", where a shell would read the value again`
    : undefined
}

/** Seconds (section 14). */
function defaultTimeout(event: string): number {
  if (event === 'UserPromptSubmit') return 30
  if (event === 'MessageDisplay') return 10
  return event === 'SessionEnd' ? 1.5 : 600
}

/**
 * Starts a command handler as OpenHarness does (docs/contracts/openharness.md section 2): a login
 * shell, nothing on stdin, the payload in a variable and wherever the line says `$ARGUMENTS`.
 */
export async function playOpenHarness(handler: Handler, payload: object, around: Around): Promise<Played> {
  const { command, timeout_seconds } = handler.fields
  const json = pythonJson(payload)
  const line = String(command).replaceAll('$ARGUMENTS', `'${json.replaceAll("'", "'\"'\"'")}'`)
  const result = await nodeHost.run([onPath('bash') ?? 'sh', '-lc', line], {
    cwd: around.cwd,
    timeoutMs: (typeof timeout_seconds === 'number' ? timeout_seconds : 30) * 1000,
    maxOutputBytes: MAX_OUTPUT,
    // It waits for the end of the output, which a child in the background may keep open.
    untilClosed: true,
    env: { OPENHARNESS_HOOK_EVENT: handler.event, OPENHARNESS_HOOK_PAYLOAD: json },
  })
  return { line: String(command), result }
}

/** As Python's json.dumps writes it: `", "` and `": "` between, everything beyond ASCII escaped. */
export function pythonJson(value: unknown): string {
  const json = (one: unknown): string => {
    if (Array.isArray(one)) return `[${one.map(json).join(', ')}]`
    if (typeof one === 'object' && one !== null) {
      const members = Object.entries(one).filter(([, member]) => member !== undefined)
      return `{${members.map(([key, member]) => `${json(key)}: ${json(member)}`).join(', ')}}`
    }
    return JSON.stringify(one)
  }
  return json(value).replace(
    /[\u0080-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
