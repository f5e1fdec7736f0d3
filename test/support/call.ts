import { spawn } from 'node:child_process'
import type { Hook } from '../../src/hook.ts'
import type { Host } from '../../src/host/host.ts'
import { nodeHost } from '../../src/host/node.ts'
import { run } from '../../src/run.ts'
import { executable } from './engine.ts'

export interface Call {
  /** Text for stdin; undefined: stdin is empty, as /dev/null. */
  readonly stdin?: string | Uint8Array
  readonly argv?: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
}

export interface Answer {
  readonly exit: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs the built executable, as a harness would. */
export function callExecutable(name: string, call: Call): Promise<Answer> {
  return callProgram(executable(name), call)
}

/** Runs a program; its own first arguments stand before those of the call. */
export function callProgram(
  [program, ...words]: readonly [string, ...string[]],
  call: Call,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...words, ...(call.argv ?? [])], {
      cwd: call.cwd,
      env: call.env,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk
    })
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk
    })
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ exit: code ?? (signal ? 128 : -1), stdout, stderr }))
    child.stdin.on('error', () => {}) // a hook need not read it
    child.stdin.end(call.stdin ?? '')
  })
}

/** Runs the hook in this process, against the real disk with the call's own environment. */
export async function callFunction<Options extends object>(hook: Hook<Options>, call: Call): Promise<Answer> {
  const written = { stdout: '', stderr: '' }
  const host = testHost(call, (stream, text) => {
    written[stream] += text
  })
  const exit = await run(hook, call.argv ?? [], host)
  return { exit, ...written }
}

export function testHost(call: Call, write: Host['write'] = () => {}): Host {
  const bytes =
    typeof call.stdin === 'string' ? new TextEncoder().encode(call.stdin) : (call.stdin ?? new Uint8Array(0))
  return {
    ...nodeHost,
    env: (name) => call.env[name],
    envNames: () => Object.keys(call.env),
    cwd: () => call.cwd,
    home: () => call.env['HOME'],
    user: () => call.env['USER'],
    stdinIsTerminal: () => false,
    isTerminal: () => false,
    readStdin: async () => ({ bytes, stopped: 'end' }),
    write,
    run: (argv, how) => nodeHost.run(argv, { ...how, env: { ...blanked(call.env), ...how.env } }),
  }
}

/** The call's environment as changes to this process's own. */
function blanked(env: Readonly<Record<string, string>>): Record<string, string | undefined> {
  const changes: Record<string, string | undefined> = {}
  for (const name of Object.keys(process.env)) changes[name] = undefined
  return { ...changes, ...env }
}
