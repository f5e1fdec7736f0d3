import * as fs from 'node:fs'
import * as path from 'node:path'
import { registry } from '../hooks/registry.ts'
import { guardsShell } from '../src/command/explain.ts'

const fixtures = path.resolve(import.meta.dirname, '../test/fixtures')

/** The hooks that a harness runs together before a shell command. */
export async function shellGuards(): Promise<readonly string[]> {
  const hooks = await Promise.all(Object.values(registry).map((load) => load()))
  return hooks.filter(guardsShell).map(({ name }) => name)
}

/** A captured payload with some of its keys replaced. */
export function capturedPayload(
  file: string,
  changes: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const payload = JSON.parse(fs.readFileSync(path.join(fixtures, file), 'utf8')) as Record<string, unknown>
  return { ...payload, ...changes }
}

/** An ordinary command that no guard has anything to say to. */
export const PASSING = 'git status --short && npm test -- --run src | tail -20'

/**
 * A payload that the hook has nothing to say to, in the project `cwd`; `bare` is a folder
 * without a repository or tests.
 */
export function passingPayload(hook: string, cwd: string, bare: string): Record<string, unknown> {
  const edit = (file: string, name: string) =>
    capturedPayload(file, {
      cwd,
      tool_input: { file_path: path.join(cwd, name), old_string: 'a', new_string: 'b' },
    })
  switch (hook) {
    case 'protect-sensitive-files':
      return edit('claude-code/PreToolUse.Edit.json', 'src/index.ts')
    case 'check-quality':
      return edit('claude-code/PostToolUse.Edit.json', 'notes.txt')
    case 'audit-tool-call':
      return capturedPayload('claude-code/PostToolUse.Bash.json', { cwd })
    case 'verify-before-stop':
      // Without a repository it starts no git.
      return capturedPayload('claude-code/Stop.json', { cwd: bare })
    case 'inject-ticket-context':
      return capturedPayload('claude-code/UserPromptSubmit.json', { cwd, prompt: 'Please add a note' })
    default:
      // prepare-session-context too: it always has something to say at a session's start, so
      // this is what it costs to be skipped.
      return shellPayload(cwd, PASSING)
  }
}

/** A payload that a hook looks at closely: it refuses, or at least loads all it has. */
export function busyPayload(hook: string, cwd: string): Record<string, unknown> {
  switch (hook) {
    case 'check-deploy-env':
      return shellPayload(cwd, 'cd . && ./deploy.sh production')
    case 'protect-sensitive-files':
      return shellPayload(cwd, 'echo "A=1" > .env')
    case 'prepare-session-context':
      return capturedPayload('claude-code/SessionStart.startup.json', { cwd })
    case 'inject-ticket-context':
      return capturedPayload('claude-code/UserPromptSubmit.json', { cwd, prompt: 'Please fix PAY-1842' })
    default:
      return shellPayload(cwd, 'for d in a b; do sudo rm -rf "$HOME/$d"/*; done')
  }
}

/** A prompt whose ticket has no file, so that a tracker is asked. */
export function trackerPayload(cwd: string, session: string): Record<string, unknown> {
  const prompt = 'Please fix PAY-2001'
  return capturedPayload('claude-code/UserPromptSubmit.json', { cwd, prompt, session_id: session })
}

/** A Claude Code payload of a shell command. */
export function shellPayload(cwd: string, command: string): Record<string, unknown> {
  return capturedPayload('claude-code/PreToolUse.Bash.json', {
    cwd,
    tool_input: { command, description: 'x' },
  })
}
