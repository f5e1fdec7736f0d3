import type { HarnessName } from '../settings/places.ts'
import type { AnySimulated } from './simulated.ts'

/** The way of a prompt with one tool call, as the harness goes it; events without hooks are stations too. */
export const STATIONS: Readonly<Record<HarnessName, readonly string[]>> = {
  'claude-code': [
    'SessionStart',
    'UserPromptSubmit',
    '(the model asks for a tool)',
    '(input validation)',
    'PreToolUse',
    '(permission rules and question)',
    '(the tool runs)',
    'PostToolUse',
    'PostToolBatch',
    '(the model answers)',
    'Stop',
  ],
  openharness: [
    'session_start',
    'user_prompt_submit',
    '(the model asks for a tool)',
    'pre_tool_use',
    '(look-up and validation)',
    '(permission)',
    '(the tool runs)',
    'post_tool_use',
    '(the model answers)',
    'stop',
  ],
}

export const isEvent = (station: string) => !station.startsWith('(')

/** Plays the stations one after another until the hooks stop the way. */
export async function lifeCycle(
  harness: HarnessName,
  play: (event: string) => Promise<AnySimulated>,
): Promise<AnySimulated[]> {
  const walked: AnySimulated[] = []
  for (const station of STATIONS[harness].filter(isEvent)) {
    const simulated = await play(station)
    walked.push(simulated)
    if (simulated.effect.blocked) break
  }
  return walked
}
