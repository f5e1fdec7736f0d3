import { readArguments } from '../arguments.ts'
import { failsClosed, type Hook } from '../hook.ts'
import { nodeHost } from '../host/node.ts'
import { inWords, start, supervise } from '../host/node-main.ts'
import { runSeveral } from '../run.ts'

export type Registry = Readonly<Record<string, () => Promise<Hook>>>

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
    process.stderr.write(`hookbox: an unexpected error (${inWords(error)}), so it refuses\n`)
    process.exitCode = 2
  }
}

/** A word that may be meant as a hook's name; a payload and an option are none. */
const NAME = /^\w[\w-]*$/

/** `hookbox run HOOK... [PAYLOAD] [options]`. False: `hookbox` itself has to answer it. */
async function runNamed(registry: Registry, words: readonly string[]): Promise<boolean> {
  const end = words.findIndex((word) => !NAME.test(word))
  const names = [...new Set(end < 0 ? words : words.slice(0, end))]
  const argv = end < 0 ? [] : words.slice(end)
  if (names.length === 0 && /^(?:--help|-h)$/.test(argv[0] ?? '')) return false
  const { payload = '', explain } = readArguments(argv)
  const late = !explain && Object.hasOwn(registry, payload) ? payload : undefined
  const loads = names.flatMap((name) => (Object.hasOwn(registry, name) ? (registry[name] ?? []) : []))
  if (names.length === 0 || loads.length < names.length || late !== undefined) {
    const { refuseRun } = await import('./program.ts')
    refuseRun(names, late, Object.keys(registry))
    return true
  }
  let hooks: readonly Hook[] | undefined
  supervise(
    `hookbox run ${names.join(' ')}`,
    () => hooks === undefined || hooks.some(failsClosed),
    async () => {
      hooks = await Promise.all(loads.map((load) => load()))
      return runSeveral(hooks, argv, nodeHost)
    },
  )
  return true
}
