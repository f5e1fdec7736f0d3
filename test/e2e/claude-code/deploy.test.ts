import { expect, test } from 'vitest'
import { guard, type Hooks, PROJECT, type Run, runClaude } from './client.ts'
import { bash, write } from './model.ts'

/** Deploys to production in the real client. */

const hooks: Hooks = {
  PreToolUse: [{ matcher: 'Bash|mcp__.*', hooks: [{ ...guard('check-deploy-env'), timeout: 60 }] }],
}

function project(production: object): Pick<Run, 'hooks' | 'files' | 'scripts'> {
  const environments = { production: { tests: false, ...production } }
  return {
    hooks,
    files: { 'hookbox.json': JSON.stringify({ 'check-deploy-env': { environments } }) },
    scripts: { 'deploy.sh': '#!/bin/sh\necho "$1" > deployed.txt\n' },
  }
}

test('from a dirty feature branch it is refused with all reasons, in any spelling', async () => {
  const frozen = { name: 'holidays', zone: 'UTC', from: '2020-01-01', to: '2999-12-31' }
  const session = await runClaude({
    ...project({
      tests: 'record',
      users: ['ann'],
      requiredFiles: ['CHANGELOG.md'],
      freezes: [frozen],
      approval: 'terminal',
    }),
    git: [['switch', '-q', '-c', 'feature/x']],
    turns: [
      write('dirty', `${PROJECT}/notes.txt`, 'x\n'),
      bash('deploy', './deploy.sh production'),
      bash('wrapped', `env A=b sh -c './deploy.sh "production"'`),
      bash('cluster', 'K=kubectl; $K --context prod delete ns shop'),
      bash('staging', './deploy.sh staging'),
      { text: 'I stop here.' },
    ],
  })
  const { isError, text } = session.result('deploy')
  expect(isError).toBe(true)
  expect(text).toContain('`./deploy.sh production` deploys to production (the argument: production).')
  expect(text).toContain('7 conditions do not hold:')
  for (const reason of [
    'the branch is feature/x; required: main or master. To do: merge it into main first',
    'the working tree has 1 uncommitted change (notes.txt)',
    'no passed test run is recorded for',
    'required: ann. To do: ask one of them to deploy',
    'CHANGELOG.md is not there',
    'the freeze holidays holds now (until 2999-12-31 included, UTC)',
    `hookbox approve deploy --env production`,
  ]) {
    expect(text).toContain(reason)
  }
  expect(session.result('wrapped').text).toContain('7 conditions do not hold')
  expect(session.result('cluster').text).toContain('deploys to production (--context: prod)')
  // What is not refused runs, so the file is from it.
  expect(session.result('staging').isError).toBe(false)
  expect(session.text('deployed.txt')).toBe('staging\n')
})

test('it runs when everything holds', async () => {
  const session = await runClaude({
    ...project({ tests: ['true'] }),
    git: [],
    turns: [
      bash('deploy', './deploy.sh production'),
      bash('again', 'git stash list; ./deploy.sh production'),
      { text: 'I stop here.' },
    ],
  })
  expect(session.result('deploy').isError, session.result('deploy').text).toBe(false)
  expect(session.text('deployed.txt')).toBe('production\n')
  // The first one has left a file behind.
  expect(session.result('again').text).toContain('the working tree has 1 uncommitted change (deployed.txt)')
})

test('the agent can not approve, and where nobody can be asked nothing is deployed', async () => {
  const session = await runClaude({
    ...project({ approval: 'ask' }),
    git: [],
    turns: [
      bash('approve', 'hookbox approve deploy --env production --break-glass --reason x'),
      bash('pty', `script -qc 'hookbox approve deploy --env production' /dev/null`),
      bash('deploy', './deploy.sh production'),
      bash('other', 'touch other.txt'),
      { text: 'I stop here.' },
    ],
  })
  for (const id of ['approve', 'pty']) {
    expect(session.result(id).text).toContain('is for a person at a terminal, not for the agent')
  }
  expect(session.result('deploy').isError).toBe(true)
  expect(session.exists('deployed.txt')).toBe(false)
  expect(session.exists('other.txt')).toBe(true)
})
