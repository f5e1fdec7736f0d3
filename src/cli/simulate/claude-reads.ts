import type { Outcome } from '../play/claude-outcome.ts'

/**
 * The texts that reach the model, as the client words them (docs/contracts/claude-code.md
 * section 9, "What each outcome looks like").
 */
export function claudeReads(
  event: string,
  payload: Readonly<Record<string, unknown>>,
  decided: Outcome | undefined,
  contexts: readonly Pick<Outcome, 'context' | 'isPlain'>[],
): string[] {
  const tool = typeof payload['tool_name'] === 'string' ? payload['tool_name'] : ''
  const source = typeof payload['source'] === 'string' ? payload['source'] : ''
  const text = decided?.text ?? ''
  const texts: string[] = []
  switch (decided?.effect) {
    case 'blocks':
      if (event === 'PreToolUse') texts.push(`PreToolUse:${tool} hook error: ${text}`)
      else texts.push(text)
      break
    case 'asks':
      texts.push(`${text} (where nobody can be asked)`)
      break
    case 'tells-model':
      texts.push(`${event}:${tool} hook blocking error from command: "${decided.line ?? ''}": ${text}`)
      break
    case 'keeps-going':
      if (decided.text !== undefined) texts.push(`${event} hook feedback:\n${text}`)
      break
  }
  for (const { context = '', isPlain } of contexts) {
    if (event === 'PreCompact') {
      texts.push(`${context} (behind the instructions for compaction)`)
      continue
    }
    const plainLabel = event === 'SessionStart' ? `SessionStart:${source}` : event
    texts.push(
      isPlain
        ? `${plainLabel} hook success: ${context}`
        : `${tool ? `${event}:${tool}` : event} hook additional context: ${context}`,
    )
  }
  return texts
}
