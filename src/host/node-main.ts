import type { Hook } from '../hook.ts'
import { failsClosed } from '../hook.ts'
import { run } from '../run.ts'
import { nodeHost } from './node.ts'

/**
 * Runs one hook as this process. A guard's exit code is 2 until it has answered, so that a
 * promise that never settles, a stray rejection or an error in a callback can't let a call
 * through.
 */
export function start<Options extends object>(
  hook: Hook<Options>,
  argv: readonly string[] = process.argv.slice(2),
): void {
  const closed = failsClosed(hook)
  let answered = false
  let crashed = false
  const settle = (code: number) => {
    answered = true
    // After a crash the answer that still came may rest on half of the work.
    if (!crashed) process.exitCode = code
  }
  const crash = (error: unknown) => {
    const what = process.env['HOOKBOX_DEBUG'] === '1' && error instanceof Error ? error.stack : String(error)
    nodeHost.write(
      'stderr',
      `${hook.name}: an unexpected error (${what})${closed ? ', so it refuses' : ''}\n`,
    )
    settle(closed ? 2 : 0)
    crashed = true
  }
  process.exitCode = closed ? 2 : 0
  process.on('uncaughtException', crash)
  process.on('exit', () => {
    if (!answered && closed)
      nodeHost.write('stderr', `${hook.name}: ended without an answer, so it refuses\n`)
  })
  run(hook, argv, nodeHost).then(settle, crash)
}
