/** What commander calls for an option that may be given several times. */
export function andAlso(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}

/** What `--plugin-dir` does, wherever it stands. */
export const PLUGIN_DIR = 'a plugin that is not installed, as Claude Code takes it there; may be repeated'
