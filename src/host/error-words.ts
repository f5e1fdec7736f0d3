import { stackOf } from '../text/stack.ts'
import type { Host } from './host.ts'

/**
 * An error that nobody caught, without the words that Claude Code takes on Stop for a missing
 * hook (docs/contracts/claude-code.md section 9). `failure.ts` says more, but has to be loaded.
 */
export function inWords(error: unknown, host: Host): string {
  const stack = host.env('HOOKBOX_DEBUG') === '1' && error instanceof Error ? stackOf(error) : undefined
  const words = stack ?? String(error).split('\n')[0] ?? ''
  return words
    .replace(/no such file( or directory)?/gi, 'it does not exist')
    .replace(/can't open/gi, 'cannot open')
}
