import { CLAUDE_EVENTS } from '../../harness/claude-code.ts'
import { OPENHARNESS_EVENTS } from '../../harness/openharness.ts'
import { nearest } from '../../text/nearest.ts'
import { type HarnessName, TITLES } from '../settings/places.ts'
import { samplePayload } from './sample.ts'

/** What a person gives for an event, in options or in a row of a test table. */
export interface Asked {
  readonly cwd?: string | undefined
  /** The shell command of a Bash call. */
  readonly command?: string | undefined
  /** The file of a Write call, or of the tool. */
  readonly file?: string | undefined
  /** What is written into the file. */
  readonly content?: string | undefined
  /** As Claude Code calls it. */
  readonly tool?: string | undefined
  /** The tool's whole input, in place of the command or the file. */
  readonly input?: Readonly<Record<string, unknown>> | undefined
  readonly prompt?: string | undefined
  readonly source?: string | undefined
}

/** The payload of an event about what was asked for. */
export function askedPayload(harness: HarnessName, event: string, asked: Asked): Record<string, unknown> {
  const { cwd = process.cwd(), command, file, prompt, source } = asked
  const tool = asked.tool ?? (file !== undefined && command === undefined ? 'Write' : undefined)
  const input = asked.input ?? (command === undefined ? fileInput(tool, asked) : { command })
  return samplePayload(harness, event, {
    cwd,
    ...(tool === undefined ? {} : { tool }),
    ...(input === undefined ? {} : { input }),
    ...(prompt === undefined ? {} : { prompt }),
    ...(source === undefined ? {} : { source }),
  })
}

function fileInput(tool: string | undefined, { file, content }: Asked) {
  if (file === undefined) return undefined
  if (tool === 'Edit') return { file_path: file, old_string: '', new_string: content ?? '' }
  if (content === undefined) return tool === 'Write' ? { file_path: file, content: '' } : { file_path: file }
  return { file_path: file, content }
}

/** What to say of an event that the harness does not have; undefined when it has it. */
export function unknownEvent(harness: HarnessName, event: string): string | undefined {
  const known = [...(harness === 'claude-code' ? CLAUDE_EVENTS : OPENHARNESS_EVENTS).keys()]
  if (known.includes(event)) return undefined
  const best = nearest(event, known)
  const hint = best === undefined ? `it has ${known.join(', ')}` : `did you mean ${best}?`
  return `${TITLES[harness]} has no event ${event}; ${hint}`
}
