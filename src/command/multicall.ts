import { failsClosed, type Hook } from '../hook.ts'
import type { Host } from '../host/host.ts'
import type { Terminal } from '../host/terminal.ts'
import { run, runSeveral } from '../run.ts'
import { readNamedRun } from './named-run.ts'
import type { Registry } from './registry.ts'

/** What a program of all hooks has of the engine that runs it. */
export interface Engine {
  /** What the program is called in messages. */
  readonly label: string
  readonly host: Host
  /**
   * Runs the work of the process, which ends in its exit code: node-main.ts says what holds until
   * then. Name and direction are asked for when it fails, since the hooks may not be known before.
   */
  supervise(name: () => string, failClosed: () => boolean, work: () => Promise<number>): void
  /** Leaves the call to another program: its exit code, or why it could not be started. */
  handOver(argv: readonly [string, ...string[]]): number | string
  /** For a question to a person. */
  openTerminal(): Promise<Terminal | undefined>
}

/** One executable for all hooks, told by the name that it is called by (`calledAs`, maybe a path). */
export function startMulticall(
  registry: Registry,
  calledAs: string,
  words: readonly string[],
  engine: Engine,
): void {
  const name = nameIn(calledAs, engine.host)
  const load = Object.hasOwn(registry, name) ? registry[name] : undefined
  if (load) startHook(name, load, words, engine)
  else if (/^hookbox(?:[-_.]|$)/.test(name)) startCommand(registry, words, engine)
  else
    engine.supervise(
      () => 'hookbox',
      () => true,
      async () => {
        const started = JSON.stringify(name)
        return refuse(
          `hookbox: started under the name ${started}, which is no hook, so it refuses\n`,
          engine.host,
        )
      },
    )
}

/** On Windows a name is the same in every case. */
function nameIn(path: string, host: Host): string {
  const name = (path.replaceAll('\\', '/').split('/').at(-1) ?? '').replace(/\.exe$/i, '')
  return host.platform === 'win32' ? name.toLowerCase() : name
}

function startHook(name: string, load: () => Promise<Hook>, argv: readonly string[], engine: Engine): void {
  let hook: Hook | undefined
  engine.supervise(
    () => name,
    () => hook === undefined || failsClosed(hook),
    async () => {
      hook = await load()
      return run(hook, argv, engine.host)
    },
  )
}

/** `hookbox`: a hook by its name, several, or a command of its own. */
function startCommand(registry: Registry, words: readonly string[], engine: Engine): void {
  const [name = '', ...rest] = words
  const load = Object.hasOwn(registry, name) ? registry[name] : undefined
  if (load) startHook(name, load, rest, engine)
  else if (name === 'run') startSeveral(registry, rest, engine)
  else {
    engine.supervise(
      () => 'hookbox',
      () => true,
      async () => (await import('./program-command.ts')).command(registry, words, engine),
    )
  }
}

function startSeveral(registry: Registry, words: readonly string[], engine: Engine): void {
  let hooks: readonly Hook[] | undefined
  engine.supervise(
    () => (hooks ? `hookbox run ${hooks.map((hook) => hook.name).join(' ')}` : 'hookbox run'),
    () => hooks === undefined || hooks.some(failsClosed),
    async () => {
      const named = await readNamedRun(registry, words)
      if (!named) return (await import('./program-command.ts')).command(registry, ['run', ...words], engine)
      if ('refused' in named) return refuse(named.refused, engine.host)
      hooks = await Promise.all(named.loads.map((load) => load()))
      return runSeveral(hooks, named.argv, engine.host)
    },
  )
}

function refuse(text: string, host: Host): number {
  host.write('stderr', text)
  return 2
}
