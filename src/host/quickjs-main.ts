import { type Engine, startMulticall } from '../command/multicall.ts'
import type { Registry } from '../command/registry.ts'
import { splitCommandLine } from '../process/windows-command-line.ts'
import { inWords } from './error-words.ts'
import { quickjsHost } from './quickjs.ts'
import { nativeArgv } from './quickjs-argv.ts'
import { turn } from './quickjs-loop.ts'
import { native } from './quickjs-native.ts'

const engine: Engine = {
  label: 'the native program',
  host: quickjsHost,
  supervise,
  handOver: (argv) => native.become(nativeArgv(argv[0], argv)),
  openTerminal: async () => (await import('./quickjs-terminal.ts')).openTerminal(),
}

/**
 * The native program: one executable for all hooks, told by the name that it is called by. What
 * node-main.ts says of a guard's exit code holds here too: it is 2 until there is an answer.
 */
export function startNative(registry: Registry): void {
  const [path = '', ...words] = calledBy()
  startMulticall(registry, path, words, engine)
}

function calledBy(): readonly string[] {
  const given = native.arguments()
  return native.platform === 'win32' ? splitCommandLine(given[0] ?? '') : given
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
