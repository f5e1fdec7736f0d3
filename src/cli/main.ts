import { readNamedRun } from '../command/named-run.ts'
import type { Registry } from '../command/registry.ts'
import { failsClosed, type Hook } from '../hook.ts'
import { inWords } from '../host/error-words.ts'
import { nodeHost } from '../host/node.ts'
import { start, supervise } from '../host/node-main.ts'
import { runSeveral } from '../run.ts'

/**
 * `hookbox`: a hook by its name, several in one process, or a command of its own. Whatever goes
 * wrong before a hook has the word ends with 2: the hook may be a guard.
 */
export async function startCli(registry: Registry): Promise<void> {
  try {
    const [name = '', ...rest] = process.argv.slice(2)
    const load = Object.hasOwn(registry, name) ? registry[name] : undefined
    if (load) start(await load(), rest)
    else if (name !== 'run' || !(await runNamed(registry, rest)))
      await (await import('./program.ts')).runProgram(registry)
  } catch (error) {
    process.stderr.write(`hookbox: an unexpected error (${inWords(error, nodeHost)}), so it refuses\n`)
    process.exitCode = 2
  }
}

/** `hookbox run HOOK... [PAYLOAD] [options]`. False: `hookbox` itself has to answer it. */
async function runNamed(registry: Registry, words: readonly string[]): Promise<boolean> {
  const run = await readNamedRun(registry, words)
  if (!run) return false
  if ('refused' in run) {
    process.stderr.write(run.refused)
    process.exitCode = 2
    return true
  }
  const { names, loads, argv } = run
  let hooks: readonly Hook[] | undefined
  supervise(
    () => `hookbox run ${names.join(' ')}`,
    () => hooks === undefined || hooks.some(failsClosed),
    async () => {
      hooks = await Promise.all(loads.map((load) => load()))
      return runSeveral(hooks, argv, nodeHost)
    },
  )
  return true
}
