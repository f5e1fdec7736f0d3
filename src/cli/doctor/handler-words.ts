import type { Around } from '../play/handler-run.ts'
import type { Handler } from '../settings/read.ts'
import { splitShellWords } from '../setup/shell-line.ts'
import type { Surroundings } from './handler-checks.ts'

/** The words of a handler's command, with the harness's variables put in; undefined: no simple command. */
export function wordsOf(handler: Handler, around: Around): string[] | undefined {
  const { command, args } = handler.fields
  if (typeof command !== 'string') return undefined
  const put = (text: string) => withVariables(handler, text, around)
  return Array.isArray(args) ? [command, ...args.map(String)].map(put) : splitShellWords(put(command))
}

/** The variables that the harness gives a hook, in braces or without. */
export function withVariables({ place }: Handler, text: string, { project }: Around): string {
  const env: Readonly<Record<string, string>> = { CLAUDE_PROJECT_DIR: project, ...place.bearer?.env }
  return text.replace(
    /\$\{(CLAUDE_\w+)\}|\$(CLAUDE_\w+)\b/g,
    (whole, braced?: string, bare?: string) => env[braced ?? bare ?? ''] ?? whole,
  )
}

/** The names of our hooks. */
export function namesOf({ hooks }: Pick<Surroundings, 'hooks'>): string[] {
  return hooks.map(({ name }) => name)
}
