import type { Hook } from '../hook.ts'
import { start } from '../host/node-main.ts'

export type Registry = Readonly<Record<string, () => Promise<Hook>>>

/** `hookbox`: a hook by its name, or a command of its own. */
export async function startCli(registry: Registry): Promise<void> {
  const [name = '', ...rest] = process.argv.slice(2)
  const load = registry[name]
  if (load) start(await load(), rest)
  else await (await import('./program.ts')).runProgram(registry)
}
