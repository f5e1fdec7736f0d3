import { readNamedRun } from '../command/named-run.ts'
import type { Registry } from '../command/registry.ts'
import { failsClosed, type Hook } from '../hook.ts'
import { splitCommandLine } from '../process/windows-command-line.ts'
import { run, runSeveral } from '../run.ts'
import { inWords } from './error-words.ts'
import { quickjsHost } from './quickjs.ts'
import { turn } from './quickjs-loop.ts'
import { native } from './quickjs-native.ts'

/**
 * The native program: one executable for all hooks, told by the name that it is called by. What
 * node-main.ts says of a guard's exit code holds here too: it is 2 until there is an answer.
 */
export function startNative(registry: Registry): void {
  const [path = '', ...words] = calledBy()
  const name = nameIn(path)
  const load = Object.hasOwn(registry, name) ? registry[name] : undefined
  if (load) startHook(name, load, words)
  else if (/^hookbox(?:[-_.]|$)/.test(name)) startCommand(registry, words)
  else
    supervise(
      () => 'hookbox',
      () => true,
      () =>
        refuse(`hookbox: started under the name ${JSON.stringify(name)}, which is no hook, so it refuses\n`),
    )
}

function calledBy(): readonly string[] {
  const given = native.arguments()
  return native.platform === 'win32' ? splitCommandLine(given[0] ?? '') : given
}

/** On Windows a name is the same in every case. */
function nameIn(path: string): string {
  const name = (path.replaceAll('\\', '/').split('/').at(-1) ?? '').replace(/\.exe$/i, '')
  return native.platform === 'win32' ? name.toLowerCase() : name
}

function startHook(name: string, load: () => Promise<Hook>, argv: readonly string[]): void {
  let hook: Hook | undefined
  supervise(
    () => name,
    () => hook === undefined || failsClosed(hook),
    async () => {
      hook = await load()
      return run(hook, argv, quickjsHost)
    },
  )
}

/** `hookbox`: a hook by its name, several, or a command of its own. */
function startCommand(registry: Registry, words: readonly string[]): void {
  const [name = '', ...rest] = words
  const load = Object.hasOwn(registry, name) ? registry[name] : undefined
  if (load) startHook(name, load, rest)
  else if (name === 'run') startSeveral(registry, rest)
  else {
    supervise(
      () => 'hookbox',
      () => true,
      async () => (await import('./quickjs-command.ts')).command(registry, words),
    )
  }
}

function startSeveral(registry: Registry, words: readonly string[]): void {
  let hooks: readonly Hook[] | undefined
  supervise(
    () => (hooks ? `hookbox run ${hooks.map((hook) => hook.name).join(' ')}` : 'hookbox run'),
    () => hooks === undefined || hooks.some(failsClosed),
    async () => {
      const named = await readNamedRun(registry, words)
      if (!named) return (await import('./quickjs-command.ts')).command(registry, ['run', ...words])
      if ('refused' in named) return refuse(named.refused)
      hooks = await Promise.all(named.loads.map((load) => load()))
      return runSeveral(hooks, named.argv, quickjsHost)
    },
  )
}

async function refuse(text: string): Promise<number> {
  quickjsHost.write('stderr', text)
  return 2
}

/** As node-main.ts does it. */
function supervise(name: () => string, failClosed: () => boolean, work: () => Promise<number>): void {
  let answered = false
  let crashed = false
  const settle = (code: number) => {
    answered = true
    // After a crash the answer that still came may rest on half of the work.
    if (!crashed) native.exitCode(code)
  }
  const crash = (error: unknown) => {
    const closed = failClosed()
    const refuses = closed ? ', so it refuses' : ''
    quickjsHost.write('stderr', `${name()}: an unexpected error (${inWords(error, quickjsHost)})${refuses}\n`)
    settle(closed ? 2 : 0)
    crashed = true
  }
  native.onCrash(crash)
  native.onTurn(() => {
    if (turn()) return true
    if (!answered) {
      const closed = failClosed()
      native.exitCode(closed ? 2 : 0)
      answered = true
      if (closed) quickjsHost.write('stderr', `${name()}: ended without an answer, so it refuses\n`)
    }
    return false
  })
  work().then(settle, crash)
}
