import { expect } from 'vitest'
import { hook } from '../../../hooks/prepare-session-context/index.ts'
import { type Answer, callExecutable, callFunction } from '../../support/call.ts'
import { payloadLike } from '../../support/table.ts'
import { type World, worldEnv } from '../../support/world.ts'

export interface Setup {
  readonly source?: string
  readonly sessionId?: string
  readonly argv?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly payload?: object
  readonly executable?: boolean
}

export function start(world: World, setup: Setup = {}): Promise<Answer> {
  const payload = payloadLike(`claude-code/SessionStart.${setup.source ?? 'startup'}.json`, {
    cwd: world.project,
    ...(setup.sessionId === undefined ? {} : { session_id: setup.sessionId }),
    ...setup.payload,
  })
  const call = {
    stdin: JSON.stringify(payload),
    ...(setup.argv ? { argv: setup.argv } : {}),
    env: worldEnv(world, setup.env),
    cwd: world.project,
  }
  return setup.executable ? callExecutable('prepare-session-context', call) : callFunction(hook, call)
}

export interface Started {
  readonly text: string
  readonly title?: string
  /** The quoted lines without their bars. */
  readonly facts: readonly string[]
}

/** What the model is told; '' when nothing. Nothing may go wrong. */
export async function started(world: World, setup: Setup = {}): Promise<Started> {
  const answer = await start(world, setup)
  expect(answer).toMatchObject({ exit: 0, stderr: '' })
  if (answer.stdout === '') return { text: '', facts: [] }
  const { hookSpecificOutput } = JSON.parse(answer.stdout) as {
    hookSpecificOutput: { additionalContext: string; sessionTitle?: string }
  }
  const { additionalContext: text, sessionTitle } = hookSpecificOutput
  const facts = text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.slice(2))
  return { text, facts, ...(sessionTitle === undefined ? {} : { title: sessionTitle }) }
}

/** The lines of one kind, by how they begin. */
export async function linesOf(world: World, section: string, setup: Setup = {}): Promise<readonly string[]> {
  const sections = JSON.stringify([section])
  return (await started(world, { ...setup, argv: ['--set', `sections=${sections}`, ...(setup.argv ?? [])] }))
    .facts
}

/** The user's own file. */
export const userFile = (sections: Readonly<Record<string, object>>) => ({
  homeFiles: { '.config/hookbox/hookbox.json': JSON.stringify(sections) },
})
