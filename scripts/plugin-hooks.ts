import { claudeEntries, claudeHooks } from '../src/cli/setup/claude-entries.ts'
import type { Hook } from '../src/hook.ts'

/** hooks/hooks.json: all hooks as a Claude Code plugin registers them. */
export function pluginHooks(all: readonly Hook[]): string {
  const hooks = claudeHooks(claudeEntries(all), (names) => {
    const [program = '', ...rest] = names.length === 1 ? names : ['hookbox', 'run', ...names]
    return { command: 'node', args: [`\${CLAUDE_PLUGIN_ROOT}/bin/${program}`, ...rest] }
  })
  return `${JSON.stringify({ description: 'hookbox: guards, gates, audit and context', hooks }, null, 2)}\n`
}
