import * as fs from 'node:fs'
import * as path from 'node:path'
import { expect, test } from 'vitest'
import { payloadLike } from '../../support/table.ts'
import { makeWorld, type World } from '../../support/world.ts'
import { call, calls, contextOf, edited, messageOf, tool } from './fakes.ts'

const FIX = ['fix=true']
const stop = payloadLike('claude-code/Stop.json')
const cache = (world: World) => {
  const folder = path.join(world.home, '.cache/hookbox/quality/put-off')
  return fs.existsSync(folder) ? fs.readdirSync(folder) : []
}
const UNUSED = 'import os\nimport sys\nx=1\nprint(sys)\n'

/** A ruff that formats on every fix, and drops `import os` unless it is told not to. */
function withRuff(files: Readonly<Record<string, string>> = {}): World {
  const world = makeWorld({ files: { 'ruff.toml': '', 'a.py': UNUSED, 'b.py': UNUSED, ...files } })
  tool(
    world,
    'ruff',
    `if (!args.includes('--fix')) process.exit(0)
let text = fs.readFileSync(file, 'utf8').replace('x=1', 'x = 1')
if (!args.includes('--unfixable')) text = text.replace('import os\\n', '')
fs.writeFileSync(file, text)`,
  )
  return world
}

test('fixes that remove code wait for the end of the turn, and the user is told then', async () => {
  const world = withRuff()
  expect(contextOf(await call(world, edited('a.py'), FIX))).toContain('a.py was rewritten by ruff')
  expect(world.read('a.py')).toBe('import os\nimport sys\nx = 1\nprint(sys)\n')
  expect(cache(world)).toHaveLength(1)
  const answer = await call(world, stop, FIX)
  expect(world.read('a.py')).toBe('import sys\nx = 1\nprint(sys)\n')
  expect(messageOf(answer)).toBe(
    'check-quality: fixes that remove code were put off until the agent stopped. Now ruff rewrote a.py.',
  )
  expect(world.read('b.py'), 'what was not edited stays').toBe(UNUSED)
  expect(cache(world)).toEqual([])
  expect(await call(world, stop, FIX)).toEqual({ exit: 0, stdout: '', stderr: '' })
})

test("not another session's; not while the agent only waits; not without fix; not what went away", async () => {
  const world = withRuff()
  await call(world, edited('a.py'), FIX)
  await call(world, { ...stop, session_id: 'other' }, FIX)
  await call(
    world,
    payloadLike('claude-code/Stop.background_tasks.json', { session_id: stop['session_id'] }),
    FIX,
  )
  await call(world, stop)
  expect(world.read('a.py')).toContain('import os')
  await call(world, edited('b.py'), FIX)
  fs.rmSync(path.join(world.project, 'b.py'))
  expect(messageOf(await call(world, stop, FIX))).toMatch(/Now ruff rewrote a\.py\.$/)
  const unnamed = withRuff()
  await call(unnamed, edited('a.py', { session_id: '' }), FIX)
  expect(cache(unnamed)).toEqual([])
})

test('many edits at once are all remembered, each file once', async () => {
  const files = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`f${at}.py`, UNUSED]))
  const world = withRuff(files)
  const names = [...Object.keys(files), 'a.py', 'a.py']
  await Promise.all(names.map((name) => call(world, edited(name), FIX)))
  expect(cache(world)).toHaveLength(9)
  const message = messageOf(await call(world, stop, FIX))
  for (const name of names) expect(message).toContain(`ruff rewrote ${name}`)
})

test('damaged notes are no burden', async () => {
  const world = withRuff()
  await call(world, edited('a.py'), FIX)
  const folder = path.join(world.home, '.cache/hookbox/quality/put-off')
  const [name = ''] = fs.readdirSync(folder)
  fs.writeFileSync(path.join(folder, name), '{"file": 3')
  expect(await call(world, stop, FIX)).toEqual({ exit: 0, stdout: '', stderr: '' })
})

test('a tool that removes imports all the same: that fix is taken back, and made at the end', async () => {
  const world = makeWorld({ files: { 'biome.json': '', 'a.js': 'import a from "a"\nb( )\n' } })
  tool(
    world,
    'biome',
    `const text = fs.readFileSync(file, 'utf8')
if (args[0] === 'format') fs.writeFileSync(file, text.replace('b( )', 'b()'))
else if (args.includes('--write')) fs.writeFileSync(file, 'b()\\n')`,
  )
  const text = contextOf(await call(world, edited('a.js'), FIX))
  expect(world.read('a.js')).toBe('import a from "a"\nb()\n')
  expect(text).toMatch(/was rewritten by biome[\s\S]*-b\( \)\n\+b\(\)/)
  expect(text).not.toContain('-import')
  expect(messageOf(await call(world, stop, FIX))).toContain('biome rewrote a.js')
  expect(world.read('a.js')).toBe('b()\n')
})

test('--explain fixes nothing', async () => {
  const world = withRuff()
  const { callExecutable } = await import('../../support/call.ts')
  const answer = await callExecutable('check-quality', {
    argv: ['--explain', 'a.py', '--set', 'fix=true'],
    env: { PATH: process.env['PATH'] ?? '', HOME: world.home },
    cwd: world.project,
  })
  expect(answer.stdout).toContain('nothing is fixed here, although the option "fix" is set')
  expect(world.read('a.py')).toBe(UNUSED)
  expect(calls(world).some((one) => one.includes('--fix'))).toBe(false)
})
