import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { expect, test } from 'vitest'
import { fileFacts, searchFacts } from '../../hooks/block-dangerous-rm/proof.ts'
import { readRepository } from '../../hooks/check-deploy-env/conditions/repository.ts'
import { areCommitted } from '../../hooks/protect-sensitive-files/shell/own-script.ts'
import { readTree } from '../../hooks/verify-before-stop/tree.ts'
import { readStatus } from '../../src/git/status.ts'
import { nodeHost } from '../../src/host/node.ts'
import { makeWorld, type World } from '../support/world.ts'

/** A repository whose own configuration has a clean filter that leaves a trace. */
function trapped(name = 'x'): { readonly world: World; readonly sprung: () => boolean } {
  const world = makeWorld({ git: true, files: { 'a.txt': 'a' } })
  const trace = path.join(world.root, 'trace')
  world.git('config', `filter.${name}.clean`, `sh -c 'echo x >> ${trace}; cat'`)
  world.put('.git/info/attributes', `* filter=${name}\n`)
  // Same content, another time: git has to read the file to compare it.
  fs.utimesSync(path.join(world.project, 'a.txt'), 1, 1)
  return { world, sprung: () => fs.existsSync(trace) }
}

const asks: readonly (readonly [string, (world: World, file: string) => Promise<unknown>])[] = [
  ['readStatus', ({ project }) => readStatus(nodeHost, project, { timeoutMs: 5000 })],
  ['the gate of deploys', ({ project }) => readRepository(nodeHost, project)],
  ['the gate of tests', ({ project }) => readTree(nodeHost, project, () => false)],
  ['the facts of a file', (_world, file) => fileFacts(nodeHost, file)],
  ['the facts of a search', ({ project }) => searchFacts(nodeHost, project, ['a.txt'])],
  ["the project's own scripts", (_world, file) => areCommitted(nodeHost, [file])],
]

test.each(asks)('%s: a filter of the repository does not run', async (_who, ask) => {
  for (const name of ['x', 'x=y']) {
    const { world, sprung } = trapped(name)
    await ask(world, path.join(world.project, 'a.txt'))
    expect(sprung()).toBe(false)
  }
})

test('plain git would run it', () => {
  const { world, sprung } = trapped()
  spawnSync('git', ['status'], { cwd: world.project })
  expect(sprung()).toBe(true)
})

test('a filter that can not be switched off is named', async () => {
  const { world } = trapped('x=y')
  expect(await readRepository(nodeHost, world.project)).toMatchObject({
    kind: 'none',
    found: expect.stringContaining("filter programs that can't be switched off") as string,
  })
})
