import { failsClosed, type Hook } from '../hook.ts'
import { run } from '../run.ts'
import { inWords } from './error-words.ts'
import { nodeHost } from './node.ts'

/** Runs one hook as this process. */
export function start<Options extends object>(
  hook: Hook<Options>,
  argv: readonly string[] = process.argv.slice(2),
): void {
  const closed = failsClosed(hook)
  supervise(
    () => hook.name,
    () => closed,
    () => run(hook, argv, nodeHost),
  )
}

/**
 * Runs the work of a process, which ends in its exit code. That of a guard is 2 until it has
 * answered, so that a promise that never settles, a stray rejection or an error in a callback
 * can't let a call through. Which of several hooks such an error belongs to is not known: with
 * a guard among them it refuses.
 */
export function supervise(name: () => string, failClosed: () => boolean, work: () => Promise<number>): void {
  let answered = false
  let crashed = false
  const settle = (code: number) => {
    answered = true
    // After a crash the answer that still came may rest on half of the work.
    if (!crashed) process.exitCode = code
  }
  const crash = (error: unknown) => {
    const closed = failClosed()
    nodeHost.write(
      'stderr',
      `${name()}: an unexpected error (${inWords(error, nodeHost)})${closed ? ', so it refuses' : ''}\n`,
    )
    settle(closed ? 2 : 0)
    crashed = true
  }
  process.exitCode = failClosed() ? 2 : 0
  process.on('uncaughtException', crash)
  process.on('exit', () => {
    if (answered) return
    const closed = failClosed()
    // Decided here, since what it ran may not have been known at the start.
    process.exitCode = closed ? 2 : 0
    if (closed) nodeHost.write('stderr', `${name()}: ended without an answer, so it refuses\n`)
  })
  work().then(settle, crash)
}
