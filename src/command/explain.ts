import { failsClosed, type Hook } from '../hook.ts'
import type { Host } from '../host/host.ts'
import { runSeveral } from '../run.ts'
import type { Registry } from './registry.ts'

/** `hookbox explain COMMAND`: what every guard and gate of shell commands makes of it. */
export async function explainCommand(
  registry: Registry,
  command: string,
  options: { readonly json?: boolean; readonly config?: string },
  host: Host,
): Promise<number> {
  const hooks = await Promise.all(Object.values(registry).map((load) => load()))
  const guards = hooks.filter(guardsShell)
  // As a payload, so that a word alone is taken for a command and not for a file.
  const payload = JSON.stringify({ tool_name: 'Bash', tool_input: { command } })
  const argv = [
    '--explain',
    ...(options.json ? ['--json'] : []),
    ...(options.config === undefined ? [] : ['--config', options.config]),
    payload,
  ]
  return runSeveral(guards, argv, host)
}

/** True for a hook that may refuse a shell command before it runs. */
export function guardsShell(hook: Hook): boolean {
  return (
    failsClosed(hook) &&
    hook.events.includes('tool-before') &&
    (hook.tools === undefined || hook.tools.includes('shell'))
  )
}
