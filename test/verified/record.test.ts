import * as fs from 'node:fs'
import * as path from 'node:path'
import { expect, test } from 'vitest'
import { shortHash } from '../../src/text/hash.ts'
import { readVerified, writeVerified } from '../../src/verified/record.ts'
import { testHost } from '../support/call.ts'
import { makeWorld, worldEnv } from '../support/world.ts'

function hostIn(world: ReturnType<typeof makeWorld>) {
  return testHost({ env: worldEnv(world), cwd: world.project })
}

const first = 'a'.repeat(40)
const second = 'b'.repeat(40)

test('what was written is read, the newest first, and by commit', async () => {
  const world = makeWorld()
  const host = hostIn(world)
  expect(await readVerified(host, world.project)).toBeUndefined()
  expect(await writeVerified(host, world.project, { commit: first, command: 'npm test' })).toBe(true)
  expect(await writeVerified(host, world.project, { commit: second, command: 'make test' })).toBe(true)
  expect(await readVerified(host, world.project)).toMatchObject({ commit: second, command: 'make test' })
  expect(await readVerified(host, world.project, first)).toMatchObject({ commit: first })
  expect(await readVerified(host, world.project, 'c'.repeat(40))).toBeUndefined()
  expect(Date.parse((await readVerified(host, world.project))?.at ?? '')).toBeGreaterThan(0)
})

test('the record belongs to the repository, also when it is reached through a link', async () => {
  const world = makeWorld()
  const host = hostIn(world)
  await writeVerified(host, world.project, { commit: first, command: 'npm test' })
  const link = path.join(world.root, 'link')
  fs.symlinkSync(world.project, link)
  expect(await readVerified(host, link)).toMatchObject({ commit: first })
  expect(await readVerified(host, world.home)).toBeUndefined()
})

test('only the user can read it; one record for each commit; at most 50', async () => {
  const world = makeWorld()
  const host = hostIn(world)
  for (let run = 0; run < 60; run++) {
    await writeVerified(host, world.project, {
      commit: `${run % 55}`.padStart(40, '0'),
      command: 'make test',
    })
  }
  const file = path.join(world.home, '.cache/hookbox/verified', `${shortHash(world.project)}.json`)
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
  const { runs } = JSON.parse(fs.readFileSync(file, 'utf8')) as { runs: { commit: string }[] }
  expect(runs).toHaveLength(50)
  expect(new Set(runs.map((run) => run.commit)).size).toBe(50)
})

test.each(['', '{', '[]', '{"version":1}', '{"version":2,"runs":[]}', '{"version":1,"runs":[{"commit":1}]}'])(
  'a damaged record is no record: %s',
  async (text) => {
    const world = makeWorld()
    const host = hostIn(world)
    await writeVerified(host, world.project, { commit: first, command: 'npm test' })
    const file = path.join(world.home, '.cache/hookbox/verified', `${shortHash(world.project)}.json`)
    fs.writeFileSync(file, text)
    expect(await readVerified(host, world.project)).toBeUndefined()
  },
)

test('without a home or with a home that can not be written there is no record', async () => {
  const world = makeWorld()
  const homeless = { ...hostIn(world), home: () => undefined }
  expect(await writeVerified(homeless, world.project, { commit: first, command: 'x' })).toBe(false)
  fs.writeFileSync(path.join(world.home, '.cache'), 'a file')
  expect(await writeVerified(hostIn(world), world.project, { commit: first, command: 'x' })).toBe(false)
})
