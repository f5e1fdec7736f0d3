import { spawnSync } from 'node:child_process'
import * as path from 'node:path'
import { expect, test } from 'vitest'
import { callExecutable } from '../../support/call.ts'
import { executable } from '../../support/engine.ts'
import { bashPayload } from '../../support/table.ts'
import { makeWorld, type World, worldEnv } from '../../support/world.ts'

/** Where the executables are, as somebody who installed them has it in PATH. */
const bin = path.dirname(executable('verify-before-stop').at(-1) ?? '')
const npm = JSON.stringify({ name: 'x', version: '1.0.0', scripts: { test: 'true' } })

async function deploy(world: World) {
  const stdin = JSON.stringify({ ...bashPayload('./deploy.sh production'), cwd: world.project })
  return callExecutable('check-deploy-env', { stdin, env: worldEnv(world), cwd: world.project })
}

/** Types the command that the refusal names, as a person would. */
async function remedied(world: World): Promise<void> {
  const { exit, stderr } = await deploy(world)
  expect(exit).toBe(2)
  const [, command = ''] = /no passed test run.* To do: run `([^`]+)`/.exec(stderr) ?? []
  const env = worldEnv(world, { PATH: `${bin}:${process.env['PATH'] ?? ''}` })
  const typed = spawnSync('sh', ['-c', command], { cwd: world.home, env, encoding: 'utf8' })
  expect(typed).toMatchObject({ status: 0, stderr: '' })
}

test('the remedy for missing tests works when it is typed', async () => {
  const world = makeWorld({ git: true, files: { 'deploy.sh': 'x', 'package.json': npm } })
  await remedied(world)
  expect(await deploy(world)).toMatchObject({ exit: 0, stdout: '' })
})

test('also after a commit that changed one package only', async () => {
  const files = { 'deploy.sh': 'x', 'package.json': npm, 'packages/a/package.json': npm }
  const world = makeWorld({ git: true, files })
  await remedied(world)
  world.put('packages/a/x.js', '1')
  world.git('add', '-A')
  world.git('commit', '-qm', 'a')
  await remedied(world)
  expect(await deploy(world)).toMatchObject({ exit: 0, stdout: '' })
})
