import type { Event, ToolCall } from '../event.ts'

/**
 * Whether a shell command, or what an MCP server is to run, may give itself an approval, as far
 * as its letters tell. On the path of every call, so it is only read where this says so.
 */
export function mayApprove({ tool }: Event): boolean {
  if (tool?.kind === 'mcp') return textsOf(tool).some((text) => /hookbox/.test(text) && /approve/.test(text))
  const command = tool?.kind === 'shell' ? tool.input['command'] : undefined
  if (typeof command !== 'string') return false
  const letters = command.replace(/["'\\]/g, '')
  return letters.includes('hookbox') && (letters.includes('approve') || /[$`*?{]/.test(letters))
}

/** The texts of a tool's input; those of a list, which may be a program and its words, as one. */
export function textsOf({ input }: ToolCall): string[] {
  return Object.values(input).flatMap((value) => {
    if (typeof value === 'string') return [value]
    return Array.isArray(value) ? [value.filter((one) => typeof one === 'string').join(' ')] : []
  })
}
