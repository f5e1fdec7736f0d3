import type { Dialect } from '../event.ts'
import type { Payload } from '../payload.ts'
import { CLAUDE_EVENTS } from './claude-code.ts'
import { OPENHARNESS_EVENTS } from './openharness.ts'

/**
 * Which harness is calling, from the payload's keys. Other harnesses run the hooks of
 * `.claude/settings.json` too, with payloads that look alike, so what tells them apart is
 * tested first (docs/contracts/other-harnesses.md section 3). They are answered as
 * `unknown`, with exit 2 and the reason on stderr, which they all understand or ignore.
 */
export function detectDialect(payload: Payload): Dialect {
  const event = payload['hook_event_name']
  if (typeof event === 'string') {
    if (!CLAUDE_EVENTS.has(event)) return 'unknown'
    return OTHERS.some((isOther) => isOther(payload)) ? 'unknown' : 'claude-code'
  }
  const snake = payload['event']
  if (typeof snake === 'string' && OPENHARNESS_EVENTS.has(snake)) {
    return 'matcher_context' in payload || 'working_dir' in payload ? 'unknown' : 'openharness' // Goose
  }
  return 'unknown'
}

const transcript = (payload: Payload, part: string) =>
  typeof payload['transcript_path'] === 'string' &&
  payload['transcript_path'].replaceAll('\\', '/').includes(part)

const has = (payload: Payload, ...keys: readonly string[]) => keys.every((key) => key in payload)

const isQwenPrompt = (id: string) => id.includes('########') && /#{8}\d+$/.test(id)

const isDroidMode = (mode: string) => mode.startsWith('auto-') || mode === 'off' || mode === 'spec'

/** Payloads with a Claude Code event name that come from somebody else, one test each. */
const OTHERS: readonly ((payload: Payload) => boolean)[] = [
  (p) => has(p, 'cursor_version') || has(p, 'generation_id', 'conversation_id'),
  (p) => has(p, 'conversation_id', 'workspace_roots'), // Augment
  (p) => has(p, 'turn_id', 'model') || transcript(p, '/rollout-'), // Codex
  (p) => String(p['tool_use_id'] ?? '').includes('__vscode-') || transcript(p, '/GitHub.copilot-chat/'),
  (p) => String(p['session_id'] ?? '').startsWith('sess_'), // Kiro IDE
  (p) => ['/.gemini/', '/.qwen/', '/.factory/', '/.iflow/', '/.copilot/'].some((part) => transcript(p, part)),
  (p) => isQwenPrompt(String(p['prompt_id'] ?? '')) || has(p, 'submitted_prompt'),
  (p) => isDroidMode(String(p['permission_mode'] ?? '')),
  (p) => has(p, 'timestamp'), // Copilot, Qwen, Gemini; Claude Code sends none
  (p) => has(p, 'tool_call_id'), // Kimi
  (p) => has(p, 'prompt_id') && !('cwd' in p) && !('transcript_path' in p), // Devin
]
