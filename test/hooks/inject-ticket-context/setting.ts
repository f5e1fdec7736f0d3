import { expect } from 'vitest'
import { hook } from '../../../hooks/inject-ticket-context/index.ts'
import { type Answer, callExecutable, callFunction } from '../../support/call.ts'
import { payloadLike } from '../../support/table.ts'
import { makeWorld, type World, type WorldOptions, worldEnv } from '../../support/world.ts'

export const TOKEN = 'tok_9f8e7d6c5b4a'

/** A home whose user asks these trackers. */
export function withProviders(
  providers: readonly object[],
  more: object = {},
  world: WorldOptions = {},
): World {
  return makeWorld({
    ...world,
    homeFiles: {
      '.config/hookbox/hookbox.json': JSON.stringify({ 'inject-ticket-context': { providers, ...more } }),
      ...world.homeFiles,
    },
  })
}

export interface Setup {
  readonly argv?: readonly string[]
  readonly sessionId?: string
  readonly env?: Readonly<Record<string, string>>
  readonly executable?: boolean
  readonly payload?: object
}

export function submit(world: World, prompt: string, setup: Setup = {}): Promise<Answer> {
  const payload = payloadLike('claude-code/UserPromptSubmit.json', {
    prompt,
    cwd: world.project,
    ...(setup.sessionId === undefined ? {} : { session_id: setup.sessionId }),
    ...setup.payload,
  })
  const call = {
    stdin: JSON.stringify(payload),
    ...(setup.argv ? { argv: setup.argv } : {}),
    env: worldEnv(world, { T: TOKEN, ...setup.env }),
    cwd: world.project,
  }
  return setup.executable ? callExecutable('inject-ticket-context', call) : callFunction(hook, call)
}

export interface Said {
  /** For the model. */
  readonly context?: string
  /** For the user. */
  readonly message?: string
  readonly title?: string
}

/** What the model and the user are told. Nothing may hold the token, nothing may be left on stderr. */
export async function saidTo(world: World, prompt: string, setup: Setup = {}): Promise<Said> {
  const answer = await submit(world, prompt, setup)
  expect(answer).toMatchObject({ exit: 0, stderr: '' })
  expect(answer.stdout).not.toContain(TOKEN)
  expect(answer.stdout).not.toContain(Buffer.from(`mia@example.com:${TOKEN}`).toString('base64'))
  if (answer.stdout === '') return {}
  const { hookSpecificOutput, systemMessage } = JSON.parse(answer.stdout) as {
    hookSpecificOutput?: { additionalContext: string; sessionTitle?: string }
    systemMessage?: string
  }
  return {
    ...(hookSpecificOutput === undefined ? {} : { context: hookSpecificOutput.additionalContext }),
    ...(hookSpecificOutput?.sessionTitle === undefined ? {} : { title: hookSpecificOutput.sessionTitle }),
    ...(systemMessage === undefined ? {} : { message: systemMessage }),
  }
}

/** The quoted lines, without their bars. */
export function quotedIn(context: string | undefined): string[] {
  return (context ?? '')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.slice(2))
}
