import * as fs from 'node:fs'
import * as path from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gitFolderOf, readHead } from '../../src/git/head.ts'
import { inProgress } from '../../src/git/in-progress.ts'
import { gitProblem } from '../../src/git/problem.ts'
import { parseStatus } from '../../src/git/status.ts'
import { nodeHost } from '../../src/host/node.ts'
import { makeWorld } from '../support/world.ts'

const id = '0'.repeat(40)

describe('parseStatus', () => {
  test('every kind of entry', () => {
    const entries = [
      `# branch.oid ${id}`,
      '# branch.head topic',
      '# branch.upstream origin/topic',
      '# branch.ab +3 -2',
      '# stash 4',
      `1 M. N... 100644 100644 100644 ${id} ${id} staged file`,
      `1 .D N... 100644 100644 000000 ${id} ${id} gone`,
      `1 AM N... 000000 100644 100644 ${id} ${id} both`,
      `2 R. N... 100644 100644 100644 ${id} ${id} R100 new name`,
      '? this is the old name',
      `u UU N... 100644 100644 100644 100644 ${id} ${id} ${id} conflict`,
      '? untracked\nwith a line',
      '! ignored',
      '',
    ]
    expect(parseStatus(entries.join('\0'), false)).toEqual({
      branch: 'topic',
      commit: id,
      upstream: { name: 'origin/topic', distance: { ahead: 3, behind: 2 } },
      staged: 3,
      unstaged: 2,
      untracked: 1,
      conflicted: 1,
      changes: [
        { code: 'M ', path: 'staged file' },
        { code: ' D', path: 'gone' },
        { code: 'AM', path: 'both' },
        { code: 'R ', path: 'new name' },
        { code: 'UU', path: 'conflict' },
        { code: '??', path: 'untracked\nwith a line' },
      ],
      stashes: 4,
      incomplete: false,
    })
  })

  test('no commit, no branch, no upstream', () => {
    expect(parseStatus('# branch.oid (initial)\0# branch.head main\0', false)).toMatchObject({
      branch: 'main',
    })
    expect(parseStatus('# branch.oid (initial)\0', false)).not.toHaveProperty('commit')
    expect(parseStatus(`# branch.oid ${id}\0# branch.head (detached)\0`, false)).not.toHaveProperty('branch')
    expect(parseStatus('# branch.upstream a/b\0', false).upstream).toEqual({ name: 'a/b' })
  })

  test('whatever comes, it reads what it can', () => {
    const word = fc.constantFrom('# ', 'branch.head ', '1 ', '2 ', 'u ', '? ', 'M.', '\0', ' ', 'x', '\n')
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.string({ unit: 'binary' }))), (parts) => {
        const status = parseStatus(parts.join(''), true)
        expect(status.changes.length).toBeGreaterThanOrEqual(status.untracked)
      }),
    )
  })
})

describe('readHead', () => {
  test.each([
    ['ref: refs/heads/feature/x\n', { branch: 'feature/x' }],
    [`${id}\n`, { commit: id }],
    ['ref: refs/heads/.invalid\n', undefined],
    ['ref: refs/remotes/origin/x\n', undefined],
    ['', undefined],
  ])('%s', (text, head) => {
    const world = makeWorld({ files: { '.git/HEAD': text } })
    expect(readHead(nodeHost, path.join(world.project, '.git'))).toEqual(head)
  })

  test('the git folder of a worktree is where its file says', () => {
    const world = makeWorld({ files: { 'a/.git': 'gitdir: ../main/.git/worktrees/a\n', 'b/.git': 'x' } })
    expect(gitFolderOf(nodeHost, path.join(world.project, 'a'))).toBe(
      path.join(world.project, 'main/.git/worktrees/a'),
    )
    expect(gitFolderOf(nodeHost, path.join(world.project, 'b'))).toBeUndefined()
    expect(gitFolderOf(nodeHost, world.project)).toBeUndefined()
    fs.mkdirSync(path.join(world.project, '.git'))
    expect(gitFolderOf(nodeHost, world.project)).toBe(path.join(world.project, '.git'))
  })
})

test('inProgress reads what git leaves', () => {
  const found = (files: Readonly<Record<string, string>>) =>
    inProgress(nodeHost, makeWorld({ files }).project)
  expect(found({})).toEqual([])
  expect(
    found({ 'rebase-apply/applying': '', 'rebase-apply/next': '2\n', 'rebase-apply/last': '5\n' }),
  ).toEqual([{ kind: 'am', step: { at: 2, of: 5 } }])
  expect(found({ 'rebase-merge/head-name': 'refs/heads/a/b\n', MERGE_HEAD: id })).toEqual([
    { kind: 'rebase', branch: 'a/b' },
    { kind: 'merge' },
  ])
  expect(found({ CHERRY_PICK_HEAD: id, REVERT_HEAD: id, BISECT_LOG: '', BISECT_START: 'main\n' })).toEqual([
    { kind: 'cherry-pick' },
    { kind: 'revert' },
    { kind: 'bisect', branch: 'main' },
  ])
})

test('gitProblem quotes what git says, cleaned', () => {
  const result = { ended: 'exited', code: 128, stdout: '', omitted: 0, durationMs: 1 } as const
  expect(gitProblem({ ...result, code: 0, stderr: '' })).toBeUndefined()
  expect(gitProblem({ ...result, stderr: 'fatal: bad \u001b[31m"thing"\n' })).toBe(
    'not known: git said "bad \\"thing\\""',
  )
  expect(gitProblem({ ...result, stderr: '' })).toBe('not known: git ended with exit code 128')
  expect(gitProblem({ ...result, ended: 'failed', stderr: '' })).toBe('not known: git could not be started')
})
