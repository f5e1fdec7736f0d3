/** Runs events through the real HookExecutor of OpenHarness, with our executables as its hooks. */
import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import type { World } from '../../support/world.ts'
import { openHarness } from '../install-clients.ts'

const bin = path.resolve(import.meta.dirname, '../../../bin')

/** A guard as we tell users to write it (docs/contracts/openharness.md section 6). */
export function guard(name: string, more = ''): object {
  return { ...observer(name, more), block_on_failure: true }
}

/** A hook that never denies: its failure must not stop a call. */
export function observer(name: string, more = ''): object {
  return { type: 'command', command: `node ${path.join(bin, name)}${more}`, timeout_seconds: 10 }
}

/** What HookExecutor answers: AggregatedHookResult with its HookResults. */
export interface Executed {
  readonly blocked: boolean
  readonly reason: string
  readonly results: readonly { readonly success: boolean; readonly output: string }[]
}

/** One event of the harness, `payload.event`, with `hooks` set for it in the user's settings. */
export async function execute(
  world: World,
  payload: Readonly<Record<string, unknown>>,
  hooks: readonly object[],
): Promise<Executed> {
  const event = String(payload['event'])
  const config = path.join(world.home, '.openharness')
  fs.mkdirSync(config, { recursive: true })
  fs.writeFileSync(path.join(config, 'settings.json'), JSON.stringify({ hooks: { [event]: hooks } }))
  // Hooks start in a login shell, which sets PATH anew.
  const node = path.dirname(process.execPath)
  fs.writeFileSync(path.join(world.home, '.bash_profile'), `export PATH="${node}:$PATH"\n`)
  const child = spawn(openHarness.program, [path.join(import.meta.dirname, 'execute.py')], {
    cwd: world.project,
    env: { PATH: process.env['PATH'], HOME: world.home, TMPDIR: world.tmp, USER: 'dev', LANG: 'C.UTF-8' },
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: 60_000,
  })
  const out = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      out[name] += text
    })
  }
  child.stdin.end(JSON.stringify({ event, payload, cwd: world.project }))
  const exit = await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  if (exit !== 0) throw new Error(`HookExecutor failed (exit ${exit}): ${out.stderr}`)
  return JSON.parse(out.stdout) as Executed
}
