/** A condition that does not hold. */
export interface Problem {
  /** The id of the rule (rules.ts). */
  readonly rule: string
  readonly found: string
  readonly required: string
  /** A harmless way to get there. */
  readonly remedy: string
}

/** The last line of what a program said, for a message: where its sum stands. */
export function lastLine(text: string): string {
  return harmless(text.trim().split('\n').at(-1) ?? '')
}

/** The first line of what a program said, for a message: where its error stands. */
export function firstLine(text: string): string {
  return harmless(text.trim().split('\n')[0] ?? '')
}

/**
 * "No such file" and "can't open" are reworded: harnesses take those words for a hook that is
 * missing (docs/contracts/claude-code.md section 9).
 */
function harmless(line: string): string {
  return line
    .replace(/no such file(?: or directory)?/gi, 'it does not exist')
    .replace(/can(?:'|no)t open/gi, 'could not read')
    .slice(0, 200)
}
