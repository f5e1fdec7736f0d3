import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { World } from '../../support/world.ts'
import { answerOn, gitWorld } from './world.ts'

/** The commands of test/fixtures/cases/git-states.txt, each in its state of a repository. */

const dirty = gitWorld()
const clean = gitWorld('clean')
afterAll(() => {
  for (const { root } of [dirty, clean]) fs.rmSync(root, { recursive: true, force: true })
})

const at = (name: string) => path.join(dirty.root, name)
const env = { PATH: process.env['PATH'], HOME: dirty.home, GIT_CONFIG_NOSYSTEM: '1' }
const IDENTITY = ['-c', 'user.name=dev', '-c', 'user.email=dev@example.invalid']
function git(cwd: string, ...args: string[]): void {
  const { status, stderr } = spawnSync('git', [...IDENTITY, ...args], { cwd, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
}

for (const world of [dirty, clean]) {
  for (const [name, text] of [
    ['st', 'status'],
    ['rh', '!git reset --hard "$@"'],
    ['two', 'wipe'],
    ['co', 'checkout'],
    ['un', '!f() { git checkout -- "$1"; }; f'],
    ['bd', 'branch -D'],
  ] as const)
    world.git('config', `alias.${name}`, text)
}
fs.writeFileSync(at('evil.cfg'), '[alias]\n\tzap = reset --hard\n')
dirty.put('list.txt', 'a.txt\n')
dirty.git('worktree', 'add', '-q', '-b', 'wtb', at('wt'))
fs.writeFileSync(at('wt/a.txt'), 'changed\n')
dirty.git('worktree', 'add', '-q', '-b', 'wtc', at('wtc'))
for (const name of ['empty', 'super']) git(dirty.root, 'init', '-q', at(name))
git(dirty.root, 'clone', '-q', at('remote.git'), at('detached'))
git(at('detached'), 'checkout', '-q', '--detach')
git(at('detached'), 'commit', '-q', '--allow-empty', '-m', 'a lone commit')
git(dirty.root, 'clone', '-q', at('remote.git'), at('tagged'))
git(at('tagged'), 'tag', 'main')
git(dirty.root, 'clone', '-q', at('tagged'), at('other'))
git(at('other'), 'checkout', '-q', '-b', 'side')
git(at('other'), 'worktree', 'add', '-q', at('tagwt'), 'refs/heads/main')
git(at('tagwt'), 'checkout', '-q', '--ignore-other-worktrees', 'main')
git(dirty.root, 'clone', '-q', '--depth', '1', `file://${at('remote.git')}`, at('shallow'))
git(at('super'), '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', at('remote.git'), 'lib')
git(at('super'), 'commit', '-q', '-m', 'with a submodule')
fs.appendFileSync(at('super/lib/a.txt'), 'changed\n')

const STATES: Readonly<Record<string, readonly [World, string]>> = {
  d: [dirty, dirty.project],
  c: [clean, clean.project],
  wt: [dirty, at('wt')],
  wtc: [dirty, at('wtc')],
  bare: [dirty, at('remote.git')],
  empty: [dirty, at('empty')],
  det: [dirty, at('detached')],
  tag: [dirty, at('tagged')],
  tagwt: [dirty, at('tagwt')],
  sh: [dirty, at('shallow')],
  sub: [dirty, at('super')],
  out: [dirty, dirty.root],
}

const file = path.resolve(import.meta.dirname, '../../fixtures/cases/git-states.txt')
const rows = fs
  .readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(' | '))

test.each(rows)('%s in %s: %s', async (wanted, state, ...rest) => {
  const [world, cwd] = STATES[state ?? ''] ?? []
  if (!world || cwd === undefined) throw new Error(`there is no state ${state}`)
  const command = rest
    .join(' | ')
    .replaceAll('\\n', '\n')
    .replaceAll('@WT@', at('wt'))
    .replaceAll('@ROOT@', dirty.root)
    .replaceAll('@BARE@', at('remote.git'))
    .replaceAll('@P@', dirty.project)
  const { kind, reason } = await answerOn(world, command, { cwd })
  expect(wanted?.split('/'), reason).toContain(kind)
})
