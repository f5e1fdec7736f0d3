import type { AnySimulated } from './simulated.ts'

/** One play of an event in a row of them. */
interface Round {
  /** From 1. */
  readonly round: number
  /** What happened since the one before, in lines. */
  readonly between: readonly string[]
  readonly simulated: AnySimulated
}

export interface Row {
  readonly rounds: readonly Round[]
  /** How it ended, in words. */
  readonly ended: string
  /** The hooks did not let the agent stop, or stopped what was about to happen. */
  readonly held: boolean
}

/** Plays the event with the settings as they are by now. `again`: it is not the first time. */
type Play = (again: boolean) => Promise<AnySimulated>
/** What happens between two rounds; undefined: the model only answers. */
type Between = (() => Promise<readonly string[]>) | undefined

/** How many blocks in a row Claude Code takes (docs/contracts/claude-code.md section 12); 0: any number. */
export function blockCap(env: Readonly<Record<string, string | undefined>>): number {
  const given = Number.parseInt(env['CLAUDE_CODE_STOP_HOOK_BLOCK_CAP'] ?? '', 10)
  return Number.isNaN(given) ? 8 : given
}

/**
 * Plays Stop again for as long as hooks keep the agent going, to the point where Claude Code lets
 * it stop all the same. What happens between two rounds counts as the use of a tool, which starts
 * the count anew. `limit`: the most rounds to play.
 */
export async function stopRounds(play: Play, cap: number, limit: number, between: Between): Promise<Row> {
  const rounds: Round[] = []
  let blocks = 0
  let lines: readonly string[] = []
  for (let round = 1; round <= limit; round++) {
    const simulated = await play(round > 1)
    rounds.push({ round, between: lines, simulated })
    if (!simulated.effect.goesOn) {
      const after = round === 1 ? 'at once' : `in round ${round}`
      return { rounds, ended: `The hooks let the agent stop ${after}.`, held: false }
    }
    blocks++
    if (cap > 0 && blocks > cap) {
      const ended = `${blocks} blocks in a row are more than the ${cap} that Claude Code takes (CLAUDE_CODE_STOP_HOOK_BLOCK_CAP): it ends the turn all the same, and tells the user so.`
      return { rounds, ended, held: true }
    }
    lines = between ? await between() : [`block ${blocks} in a row; the model answers without a tool`]
    if (between) blocks = 0
  }
  const further =
    cap === 0
      ? 'no cap would end it'
      : between
        ? 'with a tool used between any two blocks no cap would end it'
        : `the cap of ${cap} would end it`
  return { rounds, ended: `Not played further than ${limit} rounds (--repeat N): ${further}.`, held: true }
}

/** Plays the event, lets something happen, and plays it again. */
export async function twice(play: Play, between: () => Promise<readonly string[]>): Promise<Row> {
  const first = await play(false)
  const lines = await between()
  const second = await play(true)
  const was = first.effect.blocked ? 'is stopped' : 'goes on'
  const is = second.effect.blocked ? 'is stopped' : 'goes on'
  return {
    rounds: [
      { round: 1, between: [], simulated: first },
      { round: 2, between: lines, simulated: second },
    ],
    ended: was === is ? `Before and after: it ${is}.` : `Before: it ${was}. After: it ${is}.`,
    held: second.effect.blocked,
  }
}
