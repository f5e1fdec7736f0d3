import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import { HOSTILE, ORDINARY } from '../scripts/hostile-inputs.ts'
import { shellGuards } from '../scripts/payloads.ts'
import { makeWorld, worldEnv } from './support/world.ts'

/**
 * Texts made to be slow cost no more than twice an ordinary one and 100 ms: of CPU time, so that
 * a busy machine does not matter, and with no more programs started than a hook may start. What
 * they take on the clock is what `npm run bench:hostile` shows.
 */

const guards = await shellGuards()
const root = path.resolve(import.meta.dirname, '..')
const MAX_PROGRAMS = 45

describe.each([...guards.map((name) => [name]), guards])('%s', (...given) => {
  const names = given.filter((name) => typeof name === 'string')
  test('answers hostile texts as soon as ordinary ones', { timeout: 180_000 }, () => {
    const time = meter(names)
    const ordinary = () => time(ORDINARY).cpu
    const limit = () => 2 * Math.min(ordinary(), ordinary(), ordinary()) + 100
    const usual = limit()
    const slow = Object.entries(HOSTILE).flatMap(([title, text]) => {
      let { cpu, programs } = time(text)
      let most = usual
      // What shares the processor's caches makes both slower, but not at the same moment.
      for (let again = 0; cpu > most && again < 4; again++) {
        most = limit()
        cpu = time(text).cpu
      }
      return cpu > most || programs > MAX_PROGRAMS
        ? [`${title}: ${cpu} of ${most} ms, ${programs} programs`]
        : []
    })
    expect(slow).toEqual([])
  })
})

/** Runs these guards as one process in a repository with changes. */
function meter(
  names: readonly string[],
): (command: string) => { readonly cpu: number; readonly programs: number } {
  const world = makeWorld({ git: true, files: { 'a.txt': 'one\n' } })
  for (const file of ['a.txt', 'data/kept.txt', '.env']) world.put(file, 'two\n')
  const real = spawnSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).stdout.trim()
  const counted = path.join(world.root, 'programs')
  const folder = path.join(world.root, 'bin')
  fs.mkdirSync(folder)
  fs.writeFileSync(path.join(folder, 'git'), `#!/bin/sh\necho x >> '${counted}'\nexec '${real}' "$@"\n`, {
    mode: 0o755,
  })
  const file = path.join(world.root, 'cpu')
  const env = worldEnv(world, { PATH: `${folder}:${process.env['PATH']}`, CPU_TIME_FILE: file })
  const [first = ''] = names
  const hook =
    names.length === 1 ? [path.join(root, 'bin', first)] : [path.join(root, 'bin/hookbox'), 'run', ...names]
  return (command) => {
    fs.writeFileSync(counted, '')
    const payload = {
      hook_event_name: 'PreToolUse',
      session_id: 's',
      tool_name: 'Bash',
      tool_input: { command },
      cwd: world.project,
    }
    const argv = ['--require', path.join(root, 'test/support/cpu-time.cjs'), ...hook]
    const { status, stderr } = spawnSync(process.execPath, argv, {
      cwd: world.project,
      env,
      input: JSON.stringify(payload),
      encoding: 'utf8',
    })
    expect([0, 2], stderr).toContain(status)
    return {
      cpu: Number(fs.readFileSync(file, 'utf8')),
      programs: fs.readFileSync(counted, 'utf8').length / 2,
    }
  }
}
