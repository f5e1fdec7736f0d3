import type { Event } from '../event.ts'

/**
 * Whether a shell command may give itself an approval, as far as its letters tell. On the path
 * of every call, so the command is only read where this says so.
 */
export function mayApprove({ tool }: Event): boolean {
  const command = tool?.kind === 'shell' ? tool.input['command'] : undefined
  if (typeof command !== 'string') return false
  const letters = command.replace(/["'\\]/g, '')
  return letters.includes('hookbox') && (letters.includes('approve') || /[$`*?{]/.test(letters))
}
