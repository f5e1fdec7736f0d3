import { hook } from '../../../hooks/block-dangerous-rm/index.ts'
import { callFunction } from '../../support/call.ts'
import { bashPayload } from '../../support/table.ts'
import { type World, worldEnv } from '../../support/world.ts'

export interface Answered {
  readonly kind: 'pass' | 'ask' | 'deny' | 'report'
  readonly reason: string
}

export interface How {
  readonly cwd?: string
  readonly argv?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Other fields of the payload. */
  readonly payload?: Readonly<Record<string, unknown>>
}

/** What the hook says about a command in this world, as Claude Code would hear it. */
export async function answerOn(world: World, command: string, how: How = {}): Promise<Answered> {
  const fill = (text: string) =>
    text
      .replaceAll('@PROJECT@', world.project)
      .replaceAll('@HOME@', world.home)
      .replaceAll('@TMP@', world.tmp)
  const cwd = fill(how.cwd ?? world.project)
  const payload = bashPayload(fill(command), { cwd, ...how.payload })
  const answer = await callFunction(hook, {
    stdin: JSON.stringify(payload),
    argv: how.argv ?? [],
    env: worldEnv(world, how.env),
    cwd,
  })
  if (answer.exit === 2) return { kind: 'deny', reason: answer.stderr }
  if (answer.stdout === '') return { kind: 'pass', reason: '' }
  const said = JSON.parse(answer.stdout) as {
    systemMessage?: string
    hookSpecificOutput?: { permissionDecisionReason: string }
  }
  const reason = said.hookSpecificOutput?.permissionDecisionReason
  return reason === undefined ? { kind: 'report', reason: said.systemMessage ?? '' } : { kind: 'ask', reason }
}
