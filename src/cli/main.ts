import type { Hook } from '../hook.ts'
import { inWords, start } from '../host/node-main.ts'

export type Registry = Readonly<Record<string, () => Promise<Hook>>>

/**
 * `hookbox`: a hook by its name, or a command of its own. Whatever goes wrong before a hook has
 * the word ends with 2: the hook may be a guard.
 */
export async function startCli(registry: Registry): Promise<void> {
  try {
    const [name = '', ...rest] = process.argv.slice(2)
    const load = Object.hasOwn(registry, name) ? registry[name] : undefined
    if (load) start(await load(), rest)
    else await (await import('./program.ts')).runProgram(registry)
  } catch (error) {
    process.stderr.write(`hookbox: an unexpected error (${inWords(error)}), so it refuses\n`)
    process.exitCode = 2
  }
}
