import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { expect, test } from 'vitest'
import { fileFacts, searchFacts } from '../../hooks/block-dangerous-rm/proof.ts'
import { hook as blockDestructiveGit } from '../../hooks/block-destructive-git/index.ts'
import { readRepository } from '../../hooks/check-deploy-env/conditions/repository.ts'
import { areCommitted } from '../../hooks/protect-sensitive-files/shell/own-script.ts'
import { readTree } from '../../hooks/verify-before-stop/tree.ts'
import { gitComparing } from '../../src/git/compare.ts'
import { readStatus } from '../../src/git/status.ts'
import { nodeHost } from '../../src/host/node.ts'
import { callFunction } from '../support/call.ts'
import { bashPayload } from '../support/table.ts'
import { makeWorld, type World, worldEnv } from '../support/world.ts'

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

test.each([
  (git: string, tree: string) => `git --git-dir=${git} --work-tree=${tree} reset --hard`,
  (git: string, tree: string) => `GIT_DIR=${git} GIT_WORK_TREE=${tree} git reset --hard`,
])('what a command names instead of the repository around it is asked about (%#)', async (written) => {
  const { world, sprung } = trapped()
  world.put('a.txt', 'b')
  const elsewhere = makeWorld({ git: true, files: { 'a.txt': 'a' } })
  const payload = bashPayload(written(path.join(world.project, '.git'), world.project))
  const answer = await callFunction(blockDestructiveGit, {
    stdin: JSON.stringify(payload).replaceAll('@PROJECT@', elsewhere.project),
    env: worldEnv(elsewhere),
    cwd: elsewhere.project,
  })
  expect([answer.exit, sprung()]).toEqual([2, false])
})

test('the gate of tests: a filter of a submodule does not run', async () => {
  const world = makeWorld({ git: true, files: { 'a.txt': 'a' } })
  const inner = path.join(world.root, 'inner')
  spawnSync('git', ['clone', '-q', world.project, inner])
  world.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'sub')
  world.git('commit', '-q', '-m', 'sub')
  const trace = path.join(world.root, 'trace')
  world.git('-C', 'sub', 'config', 'filter.x.clean', `sh -c 'echo x >> ${trace}; cat'`)
  world.put('.git/modules/sub/info/attributes', '* filter=x\n')
  const touch = () => fs.utimesSync(path.join(world.project, 'sub/a.txt'), 1, 1)
  touch()
  expect((await readTree(nodeHost, world.project, () => false))?.fingerprint).toBeTypeOf('string')
  expect(fs.existsSync(trace)).toBe(false)
  world.git('status')
  expect(fs.existsSync(trace), 'plain git runs it').toBe(true)
})

test('git is not asked for filters where the configuration has none; it is wherever that is not sure', async () => {
  const asks = async (change: (world: World) => void) => {
    const world = makeWorld({ git: true, files: { 'sub/a.txt': 'a' } })
    change(world)
    const ran: string[] = []
    const host = {
      ...nodeHost,
      run: (argv: readonly string[], how: Parameters<typeof nodeHost.run>[1]) => {
        ran.push(argv.includes('config') ? 'config' : 'status')
        return nodeHost.run(argv, how)
      },
    }
    await gitComparing(host, path.join(world.project, 'sub'), ['status', '--porcelain'])
    return ran
  }
  const asked = ['config', 'status']
  expect(await asks(() => {})).toEqual(['status'])
  expect(await asks((world) => world.git('config', 'filter.x.clean', 'cat'))).toEqual(asked)
  expect(await asks((world) => world.put('.git/config', '[FILTER "x"]\n\tClean = cat\n'))).toEqual(asked)
  expect(await asks((world) => world.git('config', 'include.path', 'more'))).toEqual(asked)
  expect(await asks((world) => world.git('config', 'extensions.worktreeConfig', 'true'))).toEqual(asked)
  expect(await asks((world) => world.put('.git/commondir', '.'))).toEqual(asked)
  // git goes on upward from a folder that is no repository, and then another configuration holds.
  expect(await asks((world) => world.put('.git/HEAD', 'nonsense'))).toEqual(asked)
  expect(
    await asks((world) => {
      fs.renameSync(path.join(world.project, '.git'), path.join(world.project, 'elsewhere'))
      world.put('.git', 'gitdir: elsewhere\n')
    }),
  ).toEqual(asked)
  expect(
    await asks((world) => fs.rmSync(path.join(world.project, '.git/refs'), { recursive: true })),
  ).toEqual(asked)
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
