import { expect, test } from 'vitest'
import { hook } from '../../../hooks/verify-before-stop/index.ts'
import type { Host } from '../../../src/host/host.ts'
import { run } from '../../../src/run.ts'
import { testHost } from '../../support/call.ts'
import { makeWorld, worldEnv } from '../../support/world.ts'

const COMMANDS = 'commands=[["node","-e","setTimeout(() => {}, 1300)"],["node","-e","1"]]'

/** What a person sees who calls `--explain`, with stderr at a terminal or not. */
async function watched(terminal: boolean, ...more: string[]) {
  const world = makeWorld({ files: {} })
  const seen = { stdout: '', stderr: '' }
  const base = testHost({ env: worldEnv(world), cwd: world.project }, (stream, text) => {
    seen[stream] += text
  })
  const host: Host = { ...base, isTerminal: (stream) => terminal && stream === 'stderr' }
  const exit = await run(hook, ['--explain', '.', '--set', COMMANDS, ...more], host)
  return { exit, ...seen }
}

test('at a terminal each step is shown while it runs, with its time; the line goes at the end', async () => {
  const { exit, stdout, stderr } = await watched(true)
  const [, ...lines] = stderr.split('\r\u001b[2K')
  expect(lines[0]).toBe("running node -e 'setTimeout(() => {}, 1300)' (0 s) ...")
  expect(lines[1]).toBe("running node -e 'setTimeout(() => {}, 1300)' (1 s) ...")
  expect(lines.at(-2)).toMatch(/^running node -e 1 \(\d s\) \.\.\.$/)
  expect(lines.at(-1)).toBe('')
  expect(stderr).not.toContain('\n')
  expect(exit).toBe(0)
  expect(stdout).toMatch(/found {5}running .*\nfound {5}node .* green, it passed after \d\.\d s\n/)
})

test('all that run at once are shown', async () => {
  const { stderr } = await watched(true, '--set', 'parallel=true')
  expect(stderr).toContain("running node -e 'setTimeout(() => {}, 1300)' (0 s), node -e 1 (0 s) ...")
})

test('nothing of it in a pipe, nor beside JSON', async () => {
  expect((await watched(false)).stderr).toBe('')
  const { stdout, stderr } = await watched(true, '--json')
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toMatchObject({ verdict: 'pass' })
})
