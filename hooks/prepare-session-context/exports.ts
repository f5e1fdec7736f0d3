import type { Work } from './work.ts'

/** Names of what can be exported, and the variables they become. */
export const EXPORTS = ['branch', 'ticket'] as const
export type ExportName = (typeof EXPORTS)[number]

const VARIABLES: Readonly<Record<ExportName, string>> = {
  branch: 'HOOKBOX_BRANCH',
  ticket: 'HOOKBOX_TICKET',
}

/** What no shell gives a meaning to, quoted or not: a name goes into later commands of the model. */
const PLAIN = /^[\p{L}\p{N}][\p{L}\p{N}._/@+#!-]{0,199}$/u

/**
 * Exports facts to the shell commands of the session, through the file that Claude Code names
 * (docs/contracts/claude-code.md section 4). A fact that is not known is unset, since the session
 * may have been another one's. Names with signs that a shell could act on are left out.
 */
export function writeExports(
  facts: Readonly<Partial<Record<ExportName, string>>>,
  wanted: readonly ExportName[],
  { host, note }: Work,
): void {
  const file = host.env('CLAUDE_ENV_FILE')
  if (wanted.length === 0) return
  if (!file) {
    note('nothing is exported: the harness names no CLAUDE_ENV_FILE')
    return
  }
  const lines = wanted.map((name) => {
    const value = facts[name]
    const usable = value !== undefined && PLAIN.test(value)
    note(
      usable
        ? `exported: ${VARIABLES[name]}`
        : `not exported: ${name}, ${value === undefined ? 'which is not known' : 'whose name a shell could act on'}`,
    )
    return usable ? `export ${VARIABLES[name]}='${value}'\n` : `unset ${VARIABLES[name]}\n`
  })
  try {
    host.append(file, lines.join(''), 0o600)
  } catch (error) {
    note(`nothing is exported: ${error instanceof Error ? error.message : 'the file can not be written'}`)
  }
}
