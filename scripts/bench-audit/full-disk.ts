import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { audit, makeHome, payload, type Result, root } from './scene.ts'

const CALLS = 20

/** A log on a disk of 256 kB: calls go on, the user is told, and nothing is half written. */
export async function fullDisk(): Promise<Result> {
  const what = 'a log with a chain on a disk that gets full, then read-only'
  const { project, log, env, remove } = makeHome({ chain: true })
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', project])
  if (mounted.status !== 0) {
    remove()
    return { what, said: 'not run: it needs to be root to mount a small disk', failures: [] }
  }
  const failures: string[] = []
  let written = 0
  let told = 0
  try {
    for (let n = 0; n < CALLS; n++) {
      const { tool_input: _input, ...rest } = JSON.parse(payload(project, n)) as Record<string, unknown>
      // Too many to be cut by their length.
      const list = Array.from({ length: 500 }, (_, number) => `${number} ${'y'.repeat(60)}`)
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [path.join(root, 'bin/audit-tool-call')],
        {
          cwd: project,
          env,
          input: JSON.stringify({ ...rest, tool_input: { list } }),
          encoding: 'utf8',
        },
      )
      if (status !== 0) failures.push(`exit ${status}`)
      // What is known already is said on stderr alone.
      if (stderr === '') written++
      if (/no audit record of this Bash was written: .*the disk is full/.test(stdout)) told++
    }
    const text = fs.readFileSync(log, 'utf8')
    if (!text.endsWith('\n')) failures.push('the last line has no end')
    for (const line of text.trimEnd().split('\n')) JSON.parse(line)
    const { exit, stdout } = await audit(['verify'], project, env)
    if (exit !== 0) failures.push(`the chain is not valid: ${stdout.slice(0, 200)}`)
    spawnSync('mount', ['-o', 'remount,ro', project])
    const readOnly = spawnSync(process.execPath, [path.join(root, 'bin/audit-tool-call')], {
      cwd: project,
      env,
      input: payload(project, CALLS).replace('"bench"', '"read-only"'),
      encoding: 'utf8',
    })
    if (readOnly.status !== 0 || !readOnly.stdout.includes('the disk is read-only')) {
      failures.push(`read-only: exit ${readOnly.status}, ${readOnly.stdout}${readOnly.stderr}`)
    }
    if (written === 0 || written === CALLS || told !== 1)
      failures.push(`${written} written, the user was told ${told} times`)
  } finally {
    spawnSync('umount', [project])
    remove()
  }
  return {
    what,
    said: `${CALLS} calls went on, ${written} records were written whole, the user was told once, the chain is valid`,
    failures,
  }
}
