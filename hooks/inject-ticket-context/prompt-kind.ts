/**
 * Prompts that no person typed. Claude Code sends `<task-notification>` through
 * UserPromptSubmit (docs/contracts/claude-code.md section 16, rule 8); the others are what it
 * calls its own messages in a conversation.
 */
const MACHINE_TAGS = [
  'task-notification',
  'teammate-message',
  'system-reminder',
  'command-name',
  'command-message',
  'command-args',
  'local-command-caveat',
  'local-command-stdout',
  'local-command-stderr',
  'bash-input',
  'bash-stdout',
  'bash-stderr',
] as const

/** What kind of prompt it is: a person's words, a slash command, or a message of the harness. */
export function promptKind(prompt: string): 'words' | 'command' | 'machine' | 'empty' {
  const start = prompt.trimStart()
  if (start === '') return 'empty'
  const tag = /^<([a-z]+(?:-[a-z]+)*)[\s>]/.exec(start)?.[1]
  if (tag !== undefined && MACHINE_TAGS.some((machine) => machine === tag)) return 'machine'
  // A path is no command: `/src/pay.ts fails`.
  return /^\/[A-Za-z][\w:.-]*(?:\s|$)/.test(start) ? 'command' : 'words'
}

/** The text without what stands between lines of three backticks or tildes: logs and code, mostly. */
export function withoutCodeBlocks(text: string): string {
  const kept: string[] = []
  let fence: string | undefined
  for (const line of text.split('\n')) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence === undefined) {
      if (mark === undefined) kept.push(line)
      else fence = mark
    } else if (mark?.startsWith(fence) && /^\s*[`~]+\s*$/.test(line)) fence = undefined
  }
  // Without an end it may be no block at all.
  return fence === undefined ? kept.join('\n') : text
}
