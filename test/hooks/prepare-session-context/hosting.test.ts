import * as fs from 'node:fs'
import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../support/world.ts'
import { linesOf, start, started, userFile } from './setting.ts'

/** Programs `gh` and `glab` that answer as the real ones do, and note what they were asked. */
function withProgram(world: World, name: string, script: string): { PATH: string } {
  const bin = path.join(world.root, 'bin')
  fs.mkdirSync(bin, { recursive: true })
  const log = path.join(world.tmp, 'asked')
  fs.writeFileSync(path.join(bin, name), `#!/bin/sh\nprintf '%s\\n' "$(pwd) $*" >> ${log}\n${script}\n`, {
    mode: 0o755,
  })
  return { PATH: `${bin}:${process.env['PATH']}` }
}

const asked = (world: World): string[] => {
  const log = path.join(world.tmp, 'asked')
  return fs.existsSync(log) ? fs.readFileSync(log, 'utf8').trim().split('\n') : []
}

function repository(origin: string, more: object = {}): World {
  const world = makeWorld({ git: true, ...more })
  world.git('remote', 'add', 'origin', origin)
  return world
}

const RUNS = (commit: string) =>
  JSON.stringify([
    {
      conclusion: 'failure',
      status: 'completed',
      workflowName: 'test',
      headSha: commit,
      createdAt: '2020-01-02T03:04:05Z',
    },
    {
      conclusion: '',
      status: 'in_progress',
      workflowName: 'deploy it',
      headSha: commit,
      createdAt: '2020-01-02T03:04:05Z',
    },
    {
      conclusion: 'success',
      status: 'completed',
      workflowName: 'test',
      headSha: commit,
      createdAt: '2020-01-01T03:04:05Z',
    },
    {
      conclusion: 'success',
      status: 'completed',
      workflowName: 'test',
      headSha: '0'.repeat(40),
      createdAt: '2019-01-02T03:04:05Z',
    },
  ])

const PULLS = JSON.stringify([
  {
    number: 12,
    title: 'Retry "it"\u001b[31m',
    isDraft: false,
    reviewDecision: 'CHANGES_REQUESTED',
    mergeStateStatus: 'DIRTY',
  },
])

describe('GitHub, by gh', () => {
  test('the last runs, and whether they are of what is checked out', async () => {
    const world = repository('git@github.com:acme/shop.git')
    const commit = world.git('rev-parse', 'HEAD').trim()
    const env = withProgram(world, 'gh', `echo '${RUNS(commit)}'`)
    expect(await linesOf(world, 'ci', { env })).toEqual([
      expect.stringMatching(
        new RegExp(
          `^Last CI run on this branch \\(github\\.com\\): test failure, "deploy it" in_progress; for commit ${commit.slice(0, 10)}, \\d+ days ago$`,
        ),
      ),
    ])
    expect(asked(world)).toEqual([
      `${world.home} run list --branch=main --limit=20 --repo=github.com/acme/shop --json=conclusion,status,workflowName,headSha,createdAt`,
    ])
    world.git('commit', '-q', '--allow-empty', '-m', 'more')
    const sections = ['--set', 'sections=["branch","ci"]']
    const { facts } = await started(world, { env, argv: sections })
    expect(facts.at(-1)).toContain(
      `for commit ${commit.slice(0, 10)}, not for the commit that is checked out (`,
    )
  })

  test('the pull request of the branch', async () => {
    const world = repository('https://github.com/acme/shop')
    const env = withProgram(world, 'gh', `cat <<'X'\n${PULLS}\nX`)
    expect(await linesOf(world, 'pull-request', { env })).toEqual([
      'Pull request of this branch (github.com): #12 "Retry \\"it\\"", open, changes requested, in conflict with its base',
    ])
  })

  test.each([
    ['no runs', `echo '[]'`, ['Last CI run on this branch (github.com): none']],
    [
      'not logged in',
      'echo "To get started with GitHub CLI, please run:  gh auth login" >&2; exit 4',
      ['Last CI run on this branch: not known: gh is not logged in'],
    ],
    [
      'an error',
      'echo "HTTP 502" >&2; exit 1',
      ['Last CI run on this branch: not known: gh said "HTTP 502"'],
    ],
    ['no JSON', 'echo hello', ['Last CI run on this branch: not known: the answer is no list in JSON']],
    [
      'another shape',
      `echo '[null, {"conclusion": 1}]'`,
      [expect.stringMatching(/^Last CI run on this branch/)],
    ],
  ])('%s', async (_what, script, lines) => {
    const world = repository('git@github.com:acme/shop.git')
    expect(await linesOf(world, 'ci', { env: withProgram(world, 'gh', script) })).toEqual(lines)
  })

  test('what it said last stands in when it is slow, with its age', async () => {
    const world = repository('git@github.com:acme/shop.git')
    const env = withProgram(world, 'gh', `echo '${PULLS}'`)
    await linesOf(world, 'pull-request', { env })
    withProgram(world, 'gh', 'sleep 20')
    const began = performance.now()
    const argv = ['--set', 'deadlineMs=500']
    expect(await linesOf(world, 'pull-request', { env, argv, sessionId: 'b' })).toEqual([
      expect.stringMatching(
        /^Pull request of this branch \(github\.com\): #12 .* \(as of less than a minute ago, .* UTC; now not known: timed out\)$/,
      ),
    ])
    expect(performance.now() - began).toBeLessThan(3000)
    const again = performance.now()
    expect(await linesOf(world, 'pull-request', { env, argv, sessionId: 'e' })).toEqual([
      expect.stringMatching(/now not known: timed out less than a minute ago, and not asked since\)$/),
    ])
    expect(performance.now() - again).toBeLessThan(450)
    world.git('checkout', '-q', '-b', 'other')
    expect(await linesOf(world, 'pull-request', { env, argv, sessionId: 'c' })).toEqual([
      'Pull request of this branch: not known: timed out',
    ])
  })
})

describe('GitLab, by glab', () => {
  test('pipeline and merge request', async () => {
    const world = repository('ssh://git@gitlab.com/acme/payments/shop.git')
    const env = withProgram(
      world,
      'glab',
      `case "$*" in *pipelines*) echo '[{"id":1,"status":"failed","sha":"abcdefabcdef","created_at":"2020-01-02T03:04:05Z"}]';; *) echo '[{"iid":3,"title":"Retry","draft":true,"detailed_merge_status":"discussions_not_resolved"}]';; esac`,
    )
    expect(await linesOf(world, 'ci', { env })).toEqual([
      expect.stringMatching(/^Last CI run on this branch \(gitlab\.com\): failed; for commit abcdefabcd/),
    ])
    expect(await linesOf(world, 'pull-request', { env })).toEqual([
      'Pull request of this branch (gitlab.com): !3 "Retry", draft, discussions not resolved',
    ])
    expect(asked(world)).toEqual([
      `${world.home} api --hostname gitlab.com projects/acme%2Fpayments%2Fshop/pipelines?ref=main&per_page=1`,
      `${world.home} api --hostname gitlab.com projects/acme%2Fpayments%2Fshop/merge_requests?source_branch=main&state=opened&per_page=1`,
    ])
  })
})

describe('nobody is asked', () => {
  test.each([
    ['a host that only the repository names', 'https://evil.example/acme/shop'],
    ['a remote on this machine', '/srv/shop.git'],
    ['a path that leads elsewhere', 'https://github.com/acme/..'],
  ])('%s', async (_what, origin) => {
    const world = repository(origin)
    expect(await linesOf(world, 'ci', { env: withProgram(world, 'gh', "echo '[]'") })).toEqual([])
    expect(asked(world)).toEqual([])
  })

  test('a host that the user names is asked', async () => {
    const origin = 'https://github.acme.com/acme/shop'
    const world = repository(origin)
    const env = { ...withProgram(world, 'gh', "echo '[]'"), GH_HOST: 'github.acme.com' }
    expect(await linesOf(world, 'ci', { env })).toHaveLength(1)
    const providers = [{ type: 'github', url: 'https://github.acme.com' }]
    const other = repository(origin, userFile({ 'inject-ticket-context': { providers } }))
    expect(await linesOf(other, 'ci', { env: withProgram(other, 'gh', "echo '[]'") })).toHaveLength(1)
  })

  test('on a detached HEAD, without a remote, without gh', async () => {
    const world = repository('git@github.com:acme/shop.git')
    expect(await linesOf(world, 'ci')).toEqual([])
    const env = withProgram(world, 'gh', "echo '[]'")
    world.git('checkout', '-q', '--detach')
    expect(await linesOf(world, 'ci', { env })).toEqual([])
    const alone = makeWorld({ git: true })
    expect(await linesOf(alone, 'ci', { env: withProgram(alone, 'gh', "echo '[]'") })).toEqual([])
  })

  test('when the section is switched off, or has another source', async () => {
    const commands = [{ title: 'CI', section: 'ci', run: 'echo green' }]
    const world = repository(
      'git@github.com:acme/shop.git',
      userFile({ 'prepare-session-context': { commands } }),
    )
    const env = withProgram(world, 'gh', "echo '[]'")
    expect(await linesOf(world, 'ci', { env })).toEqual(['CI: green'])
    await linesOf(world, 'branch', { env, sessionId: 'b' })
    expect(asked(world)).toEqual([])
    expect((await start(world, { env })).exit).toBe(0)
  })
})
