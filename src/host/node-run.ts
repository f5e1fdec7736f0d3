import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { keptNames } from '../process/environment.ts'
import { commandLine, isShell } from '../process/windows-command-line.ts'
import type { RunOptions, RunResult } from './host.ts'
import { KeptOutput } from './kept-output.ts'
import { descendants } from './node-descendants.ts'

/**
 * Runs a program by its argv, in a process group of its own, so that at the deadline the
 * whole group goes and no grandchild holds the pipe (Node's own `timeout` leaves it running).
 */
export function run(argv: readonly string[], how: RunOptions): Promise<RunResult> {
  const started = Date.now()
  const stdout = new KeptOutput(how.maxOutputBytes)
  const stderr = new KeptOutput(how.maxOutputBytes)
  return new Promise((resolve) => {
    let settled = false
    let timer: NodeJS.Timeout | undefined
    let leftOpen = false
    const settle = (ended: RunResult['ended'], code: number, problem?: string) => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      for (const signal of ENDING) process.removeListener(signal, endWithUs)
      child?.stdout?.destroy()
      child?.stderr?.destroy()
      child?.unref()
      resolve({
        ended,
        code,
        stdout: stdout.text(),
        stderr: stderr.text(),
        omitted: stdout.omitted + stderr.omitted,
        durationMs: Date.now() - started,
        ...(problem === undefined ? {} : { problem }),
        ...(leftOpen ? { leftOpen } : {}),
      })
    }
    let child: ReturnType<typeof spawn> | undefined
    // The harness ends a hook that takes too long by a signal to the hook's own group, which
    // the program's group is no part of.
    const endWithUs = (signal: NodeJS.Signals) => {
      killAll(child?.pid)
      for (const one of ENDING) process.removeListener(one, endWithUs)
      process.kill(process.pid, signal)
    }
    try {
      const verbatim = process.platform === 'win32' && isShell(argv)
      const [program = '', ...args] = argv
      child = spawn(program, verbatim ? [commandLine(argv).slice(program.length + 1)] : args, {
        windowsVerbatimArguments: verbatim,
        cwd: how.cwd,
        env: environment(how.env),
        stdio: [how.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
        detached: process.platform !== 'win32',
        windowsHide: true,
      })
    } catch (error) {
      settle('failed', -1, String((error as Error).message))
      return
    }
    const group = child.pid
    for (const signal of ENDING) process.once(signal, endWithUs)
    timer = setTimeout(() => {
      killAll(group)
      settle('timeout', -1)
    }, how.timeoutMs)
    child.stdout?.on('data', (chunk: Buffer) => stdout.add(chunk))
    child.stderr?.on('data', (chunk: Buffer) => stderr.add(chunk))
    if (how.input !== undefined) {
      child.stdin?.on('error', () => {}) // the program need not read it
      child.stdin?.end(how.input)
    }
    child.on('error', (error: NodeJS.ErrnoException) => {
      // The same code stands for a folder that is not there.
      if (error.code === 'ENOENT' && existsSync(how.cwd)) {
        settle('missing', -1, `${argv[0]} was not found in PATH`)
      } else if (error.code === 'ENOENT') {
        settle('failed', -1, `${argv[0]} could not be started in ${how.cwd}, which does not exist`)
      } else settle('failed', -1, `${argv[0]} could not be started (${error.code})`)
    })
    // 'exit' and not 'close' alone: a background child that keeps the pipe open must not hold us.
    child.on('exit', (code, signal) => {
      // What it left running in its group goes too, whether or not it holds the pipe: a server
      // that a test forgot to stop would live on for days.
      const finish = () => {
        // On Windows there are no groups, and the id may be another process's by now.
        if (process.platform !== 'win32') killGroup(group)
        settle(signal ? 'signal' : 'exited', code ?? -1, signal ?? undefined)
      }
      child?.on('close', finish)
      const finishOpen = () => {
        leftOpen = true
        finish()
      }
      if (!how.untilClosed) setTimeout(finishOpen, 200).unref()
    })
  })
}

const ENDING = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** The group, and what left it (`setsid`, a browser that a test started detached). */
function killAll(pid: number | undefined): void {
  const others = pid === undefined || process.platform === 'win32' ? [] : descendants(pid)
  killGroup(pid)
  for (const other of others) {
    try {
      process.kill(other, 'SIGKILL')
    } catch {
      // It went with the group.
    }
  }
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    if (process.platform === 'win32') {
      spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true })
    } else process.kill(-pid, 'SIGKILL')
  } catch {
    // The group is gone already.
  }
}

function environment(changes: RunOptions['env']): NodeJS.ProcessEnv {
  if (!changes) return process.env
  const kept = keptNames(Object.keys(process.env), Object.keys(changes), process.platform === 'win32')
  const set = Object.entries(changes).filter(([, value]) => value !== undefined)
  return Object.fromEntries([...kept.map((name) => [name, process.env[name]] as const), ...set])
}
