import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { expect, test } from 'vitest'
import { readRepository } from '../../../hooks/check-deploy-env/conditions/repository.ts'
import { testHost } from '../../support/call.ts'
import { makeWorld, type World, worldEnv } from '../../support/world.ts'

const GIT = ['-c', 'user.name=dev', '-c', 'user.email=d@example.invalid', '-c', 'protocol.file.allow=always']

function gitIn(folder: string, ...args: string[]): void {
  const { status, stderr } = spawnSync('git', [...GIT, ...args], { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

function withSubmodule(): World {
  const world = makeWorld({ git: true })
  const other = path.join(world.root, 'other')
  fs.mkdirSync(other)
  fs.writeFileSync(path.join(other, 'a.txt'), 'a')
  gitIn(other, 'init', '-q')
  gitIn(other, 'add', '-A')
  gitIn(other, 'commit', '-q', '-m', 'x')
  gitIn(world.project, 'submodule', '--quiet', 'add', other, 'sub')
  gitIn(world.project, 'commit', '-q', '-m', 'sub')
  return world
}

async function changesOf(world: World): Promise<readonly string[]> {
  const state = await readRepository(testHost({ env: worldEnv(world), cwd: world.project }), world.project)
  if (state.kind !== 'repository') throw new Error(state.found)
  return state.repository.changes
}

test('what has changed in a submodule is a change', async () => {
  const world = withSubmodule()
  expect(await changesOf(world)).toEqual([])
  world.put('sub/a.txt', 'changed')
  world.put('sub/new.txt', 'new')
  expect(await changesOf(world)).toEqual(['sub/a.txt', 'sub/new.txt'])
})

test('no filter that a submodule configures is run', async () => {
  const world = withSubmodule()
  const ran = path.join(world.root, 'ran')
  const sub = path.join(world.project, 'sub')
  gitIn(sub, 'config', 'filter.x.clean', `touch '${ran}'; cat`)
  world.put('sub/.gitattributes', '*.txt filter=x\n')
  world.put('sub/a.txt', 'changed')
  expect(await changesOf(world)).toContain('sub/a.txt')
  expect(fs.existsSync(ran)).toBe(false)
})
