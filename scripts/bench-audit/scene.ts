import { type ChildProcess, spawn } from 'node:child_process'
import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')
export const hookbox = path.join(root, 'bin/hookbox')

/** A part of the benchmark: what was measured in one line, or why it is not as it has to be. */
export interface Result {
  readonly what: string
  readonly said: string
  readonly failures: readonly string[]
}

/** A throw-away home with a project in it, and the user's configuration of the audit. */
export function makeHome(options: object) {
  const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookbox-bench-audit-')))
  const project = path.join(home, 'project')
  fs.mkdirSync(path.join(project, '.git'), { recursive: true })
  fs.mkdirSync(path.join(home, '.config/hookbox'), { recursive: true })
  fs.writeFileSync(
    path.join(home, '.config/hookbox/hookbox.json'),
    JSON.stringify({ 'audit-tool-call': options }),
  )
  return {
    home,
    project,
    log: path.join(project, 'logs/tool-audit.jsonl'),
    spool: path.join(home, '.local/state/hookbox/spool'),
    env: { PATH: process.env['PATH'] ?? '', HOME: home, TMPDIR: os.tmpdir() },
    remove: () => fs.rmSync(home, { recursive: true, force: true, maxRetries: 5 }),
  }
}

export function ended(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? -1)))
}

/** The test's server, which keeps each record on the disk before it answers. */
export async function startServer(
  port: number,
  file: string,
  delayMs = 0,
): Promise<{ child: ChildProcess; port: number }> {
  const program = path.join(root, 'test/send/recording-server.cjs')
  const child = spawn(process.execPath, [program, String(port), file, String(delayMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const given = await new Promise<number>((resolve, reject) => {
    child.stdout?.once('data', (chunk: Buffer) => resolve(Number(chunk.toString())))
    child.once('exit', () => reject(new Error('the server did not start')))
  })
  return { child, port: given }
}

export async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = ended(child)
  child.kill('SIGKILL')
  await gone
}

/** Runs `hookbox audit ...` and returns its exit code and output. */
export async function audit(
  argv: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly exit: number; readonly stdout: string }> {
  const child = spawn(process.execPath, [hookbox, 'audit', ...argv], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk
  })
  return { exit: await ended(child), stdout }
}

export const payload = (cwd: string, n: number): string =>
  JSON.stringify({
    session_id: 'bench',
    hook_event_name: 'PreToolUse',
    cwd,
    tool_name: 'Bash',
    tool_use_id: `toolu_${n}`,
    tool_input: { command: `npm test -- --run ${n}`, description: 'x' },
  })
