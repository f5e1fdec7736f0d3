/** A condition that does not hold. */
export interface Problem {
  /** The id of the rule (rules.ts). */
  readonly rule: string
  readonly found: string
  readonly required: string
  /** A harmless way to get there. */
  readonly remedy: string
}

/**
 * The last line of what a program said, for a message. "No such file" and "can't open" are
 * reworded: harnesses take those words for a hook that is missing
 * (docs/contracts/claude-code.md section 9).
 */
export function lastLine(text: string): string {
  const line = text.trim().split('\n').at(-1) ?? ''
  return line
    .replace(/no such file(?: or directory)?/gi, 'it does not exist')
    .replace(/can(?:'|no)t open/gi, 'could not read')
    .slice(0, 200)
}
