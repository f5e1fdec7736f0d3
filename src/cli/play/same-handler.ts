import type { Handler } from '../settings/read.ts'

/**
 * The same for handlers that Claude Code starts once though they stand twice: equal ones, whatever
 * settings file they stand in; a plugin's or skill's stay separate (docs/contracts/claude-code.md
 * section 11).
 */
export function sameKey({ fields, place }: Handler): string {
  const { type, command, args, shell, url, prompt, server, tool, input, if: condition } = fields
  const root = place.bearer?.root ?? ''
  return JSON.stringify([root, type, command, args, shell, url, prompt, server, tool, input, condition])
}
