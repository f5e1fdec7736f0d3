import type { Handler } from '../settings/read.ts'
import { splitShellWords } from '../setup/shell-line.ts'
import type { Surroundings } from './handler-checks.ts'

/** The words of a handler's command, with the project's folder put in; undefined: no simple command. */
export function wordsOf({ fields: { command, args } }: Handler, { project }: Surroundings) {
  if (typeof command !== 'string') return undefined
  const put = (text: string) => text.replaceAll(/\$\{CLAUDE_PROJECT_DIR\}|\$CLAUDE_PROJECT_DIR\b/g, project)
  return Array.isArray(args) ? [command, ...args.map(String)].map(put) : splitShellWords(put(command))
}

/** The names of our hooks. */
export function namesOf({ hooks }: Pick<Surroundings, 'hooks'>): string[] {
  return hooks.map(({ name }) => name)
}
