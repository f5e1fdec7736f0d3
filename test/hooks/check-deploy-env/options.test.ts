import * as fs from 'node:fs'
import * as path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { hook } from '../../../hooks/check-deploy-env/index.ts'
import type { Options } from '../../../hooks/check-deploy-env/options.ts'
import { callFunction } from '../../support/call.ts'
import { makeWorld, type World, worldEnv } from '../../support/world.ts'
import { judged, judgedEvent, kubeContext, pushed, tested } from './surroundings.ts'

let world: World
beforeEach(() => {
  world = makeWorld({ git: true, files: { 'deploy.sh': '#!/bin/sh\necho\n' } })
})

const production = (more: NonNullable<Options['environments'][string]>): Partial<Options> => ({
  environments: { production: { tests: false, ...more } },
})

describe('conditions', () => {
  test('branches take wildcards, and none means any', async () => {
    world.git('switch', '-q', '-c', 'release/2.1')
    const command = './deploy.sh production'
    expect(
      (await judged(world, command, { options: production({ branches: ['release/*'] }) })).verdict.kind,
    ).toBe('pass')
    expect((await judged(world, command, { options: production({ branches: [] }) })).verdict.kind).toBe(
      'pass',
    )
    const { reason } = await judged(world, command, { options: production({ branches: ['trunk', 'v?'] }) })
    expect(reason).toContain('the branch is release/2.1; required: trunk or v?')
  })

  test('a tree with changes, when that is allowed', async () => {
    world.put('x', 'x')
    expect(
      (await judged(world, 'vercel --prod', { options: production({ clean: false }) })).verdict.kind,
    ).toBe('pass')
    expect((await judged(world, 'vercel --prod', { options: production({}) })).reason).toContain(
      '1 uncommitted change (x)',
    )
  })

  test('a changed submodule, a rename and odd names are told', async () => {
    world.git('mv', 'deploy.sh', 'roll out.sh')
    world.put('tab\there', 'x')
    const { reason } = await judged(world, 'vercel --prod', { options: production({}) })
    expect(reason).toContain('2 uncommitted changes (roll out.sh, tab\there)')
  })

  test('kube contexts of the environment', async () => {
    kubeContext(world, 'eks-eu')
    const options = production({ kubeContexts: ['eks-*'] })
    expect((await judged(world, './deploy.sh production', { options })).verdict.kind).toBe('pass')
    kubeContext(world, 'prod')
    expect((await judged(world, './deploy.sh production', { options })).reason).toContain(
      'the kube context is prod; required: eks-*',
    )
  })

  test('a kubeconfig that is not there', async () => {
    const env = { KUBECONFIG: '/nowhere/config' }
    const { reason } = await judged(world, 'kubectl apply -f x', { env })
    expect(reason).toContain("the kube context can't be known")
    expect(reason).not.toMatch(/no such file|can't open/i)
  })

  test('tests by a command', async () => {
    const options = (run: readonly string[]) => ({ environments: { production: { tests: run } } })
    expect((await judged(world, 'vercel --prod', { options: options(['true']) })).verdict.kind).toBe('pass')
    const failing = await judged(world, 'vercel --prod', {
      options: options(['sh', '-c', 'echo 1 failed; exit 3']),
    })
    expect(failing.reason).toContain('ended with 3 (1 failed)')
    const missing = await judged(world, 'vercel --prod', { options: options(['not-there-at-all']) })
    expect(missing.reason).toContain('not-there-at-all was not found in PATH')
  })

  test('checks of the team', async () => {
    const check = { name: 'CI', run: ['sh', '-c', 'sleep 5'], timeoutSeconds: 1, remedy: 'wait for CI' }
    const { reason } = await judged(world, 'vercel --prod', { options: production({ checks: [check] }) })
    expect(reason).toMatch(/CI: `sh -c sleep 5` took longer than 1 seconds; .*To do: wait for CI/)
    expect(
      (
        await judged(world, 'vercel --prod', {
          options: production({ checks: [{ ...check, run: ['true'] }] }),
        })
      ).verdict.kind,
    ).toBe('pass')
  })

  test('what the command itself changes first', async () => {
    const options = production({})
    const verdict = async (command: string) => (await judged(world, command, { options })).verdict.kind
    expect(await verdict('git status && git fetch && vercel --prod && git commit -m x')).toBe('pass')
    for (const first of [
      'git switch feature',
      'git -C . pull',
      'git commit -qam x',
      'git stash pop',
      'git $VERB',
    ]) {
      expect(await verdict(`${first} && vercel --prod`), first).toBe('deny')
    }
    expect((await judged(world, 'git pull; vercel --prod', { options })).reason).toContain(
      '`git pull` in front of it changes what is deployed',
    )
  })

  test('who may deploy', async () => {
    world.git('config', 'user.email', 'ann@ops.example')
    const allowed = (users: string[]) => judged(world, 'vercel --prod', { options: production({ users }) })
    expect((await allowed(['dev'])).verdict.kind).toBe('pass')
    expect((await allowed(['*@ops.example'])).verdict.kind).toBe('pass')
    expect((await allowed(['bob'])).reason).toContain('the user is dev, ann@ops.example; required: bob')
  })

  test('files that have to be there', async () => {
    const options = production({ requiredFiles: ['CHANGELOG.md', 'deploy.sh'] })
    const { reason } = await judged(world, 'vercel --prod', { options })
    expect(reason).toContain('CHANGELOG.md is not there')
    expect(reason).not.toContain('deploy.sh is not there')
  })

  test('a freeze', async () => {
    const freeze = { name: 'Holidays', zone: 'Europe/Berlin', from: '2020-01-01', to: '2999-12-31' }
    const { reason } = await judged(world, 'vercel --prod', { options: production({ freezes: [freeze] }) })
    expect(reason).toContain('the freeze Holidays holds now')
    const wrong = await judged(world, 'vercel --prod', {
      options: production({ freezes: [{ ...freeze, zone: 'Europe/Atlantis' }] }),
    })
    expect(wrong.reason).toContain('the time zone Europe/Atlantis is not known on this machine')
  })

  test('in sync with what the remote has now, not only with the last fetch', async () => {
    pushed(world)
    const upstream = path.join(world.root, 'upstream.git')
    const command = 'vercel --prod'
    const reason = async (synced: boolean | 'remote') => {
      const { verdict, reason: said } = await judged(world, command, { options: production({ synced }) })
      return verdict.kind === 'pass' ? 'pass' : said
    }
    expect([await reason(true), await reason('remote')]).toEqual(['pass', 'pass'])
    // Somebody else pushes.
    world.git('clone', '-q', '-b', 'main', upstream, '../other')
    world.git('-C', '../other', 'commit', '-q', '--allow-empty', '-m', 'more')
    world.git('-C', '../other', 'push', '-q')
    expect(await reason(true)).toBe('pass')
    expect(await reason('remote')).toMatch(
      /the remote's main is at \w{9}, what is checked out is \w{9}; required: the same commit as origin\/main has now\. To do: git pull --ff-only/,
    )
    world.git('-C', '../other', 'push', '-q', 'origin', ':main', 'HEAD:refs/heads/x')
    expect(await reason('remote')).toContain('the remote has no refs/heads/main')
    fs.rmSync(upstream, { recursive: true })
    expect(await reason('remote')).toMatch(/the remote of origin\/main could not be asked: /)
    expect(await reason(false)).toBe('pass')
  })

  test('asking the remote runs no program that the repository itself names', async () => {
    pushed(world)
    world.put('evil.sh', '#!/bin/sh\ntouch "$HOME/evil"\n', 0o755)
    world.git('add', '-A')
    world.git('commit', '-q', '-m', 'x')
    const evil = path.join(world.project, 'evil.sh')
    world.git('config', 'core.sshCommand', evil)
    world.git('config', 'credential.helper', `!${evil}`)
    world.git('config', 'remote.origin.uploadpack', evil)
    world.git('config', 'remote.origin.url', `ext::${evil}`)
    const { reason } = await judged(world, 'vercel --prod', { options: production({ synced: 'remote' }) })
    expect(reason).not.toBe('')
    world.git('config', 'remote.origin.url', 'ssh://127.0.0.1:1/x')
    await judged(world, 'vercel --prod', { options: production({ synced: 'remote' }) })
    expect(fs.existsSync(path.join(world.home, 'evil'))).toBe(false)
  })

  test('the repository is that of the folder the command runs in', async () => {
    fs.mkdirSync(path.join(world.home, 'other'))
    const { reason } = await judged(world, 'cd ../other && ./deploy.sh production')
    expect(reason).toMatch(/other is in no git repository/)
    expect((await judged(world, 'cd $SOMEWHERE && ./deploy.sh production')).reason).toContain(
      'the folder it would run in is not known before it runs',
    )
  })

  test('a repository that git does not trust, and a folder without a work tree: what to do', async () => {
    const env = { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' }
    expect((await judged(world, 'vercel --prod', { env })).reason).toContain(
      `git does not trust ${world.project}, which belongs to another user, so nothing is known of the branch; ` +
        'required: a git repository. To do: if the repository is to be trusted, ' +
        `a person runs: git config --global --add safe.directory ${world.project}`,
    )
    const cwd = path.join(world.project, '.git')
    expect((await judged(world, 'vercel --prod', { cwd })).reason).toContain(
      'is in a git folder, not in a work tree, so nothing is known of the branch; required: a git repository. ' +
        'To do: run it from the work tree that is deployed',
    )
  })

  test('the repository is that of the script', async () => {
    tested(world)
    const cwd = path.join(world.home, 'other')
    fs.mkdirSync(cwd)
    expect((await judged(world, `${world.project}/deploy.sh production`, { cwd })).verdict.kind).toBe('pass')
  })
})

describe('environments', () => {
  const options: Partial<Options> = {
    environments: { canary: { branches: ['canary'], tests: false }, production: { tests: false } },
  }

  test('one of their own, with conditions of its own', async () => {
    const { reason } = await judged(world, './deploy.sh canary', { options })
    expect(reason).toContain('deploys to canary (the argument: canary)')
    expect(reason).toContain('required: canary')
    world.git('switch', '-q', '-c', 'canary')
    expect((await judged(world, './deploy.sh canary', { options })).verdict.kind).toBe('pass')
    expect((await judged(world, './deploy.sh production', { options })).verdict.kind).toBe('deny')
  })

  test('several in one command, each with what fails', async () => {
    const { reason } = await judged(world, './deploy.sh canary; vercel --prod && terraform apply', {
      options: { environments: { canary: { branches: ['canary'] } } },
    })
    expect(reason).toMatch(
      /deploys to canary[\s\S]*This deploys to production:\n {2}`vercel --prod`.*\n {2}`terraform apply`/,
    )
  })

  test('.env tells which of them, but never that it is none', async () => {
    world.put('.env', 'NODE_ENV=development\nDEPLOY_ENV=canary\n')
    world.git('add', '-A')
    world.git('commit', '-q', '-m', 'env')
    expect((await judged(world, './deploy.sh', { options })).reason).toContain(
      'deploys to canary (DEPLOY_ENV in .env: canary)',
    )
    world.put('.env', 'DEPLOY_ENV=staging\n')
    expect((await judged(world, './deploy.sh', { options })).reason).toContain('counts as production')
  })

  test('names that are unprotected', async () => {
    kubeContext(world, 'acme-main')
    world.git('switch', '-q', '-c', 'x')
    expect((await judged(world, 'kubectl apply -f x', {})).verdict.kind).toBe('deny')
    expect(
      (await judged(world, 'kubectl apply -f x', { options: { unprotected: ['acme-*'] } })).verdict.kind,
    ).toBe('pass')
  })
})

describe('commands', () => {
  test('deploys of their own', async () => {
    const options: Partial<Options> = {
      deploys: [{ program: 'shipit-*', args: 'now*', environment: 'production' }, { program: 'rollit' }],
    }
    expect((await judged(world, 'shipit-web now', { options })).verdict.kind).toBe('deny')
    expect((await judged(world, 'shipit-web later', { options })).verdict.kind).toBe('pass')
    expect((await judged(world, 'sudo ./bin/rollit --fast prod', { options })).verdict.kind).toBe('deny')
    expect((await judged(world, 'rollit staging', { options })).verdict.kind).toBe('pass')
  })

  test("deploys of a project's file add to what is known, those of the user's file decide", async () => {
    const deploys = '{"check-deploy-env": {"deploys": [{"program": "deploy.sh", "environment": "staging"}]}}'
    const [named, unnamed] = ['./deploy.sh production', './deploy.sh']
    const verdictOf = async (command: string) => {
      const { exit } = await callFunction(hook, {
        stdin: JSON.stringify({
          hook_event_name: 'PreToolUse',
          tool_name: 'Bash',
          tool_input: { command },
          cwd: world.project,
        }),
        env: worldEnv(world),
        cwd: world.project,
      })
      return exit === 2 ? 'deny' : 'pass'
    }
    world.put('deploy.sh', 'scp x y\n')
    world.put('hookbox.json', deploys)
    expect([await verdictOf(named), await verdictOf(unnamed)]).toEqual(['deny', 'pass'])
    fs.rmSync(path.join(world.project, 'hookbox.json'))
    expect([await verdictOf(named), await verdictOf(unnamed)]).toEqual(['deny', 'deny'])
    world.put('../.config/hookbox/hookbox.json', deploys)
    expect([await verdictOf(named), await verdictOf(unnamed)]).toEqual(['pass', 'pass'])
  })

  test('exceptions', async () => {
    const options: Partial<Options> = { readOnly: ['kubectl label *'] }
    const env = {}
    kubeContext(world, 'prod')
    expect((await judged(world, 'kubectl label pod x a=b', { options, env })).verdict.kind).toBe('pass')
    expect(
      (await judged(world, 'kubectl label pod x a=b; kubectl delete pod x', { options, env })).verdict.kind,
    ).toBe('deny')
  })
})

describe('MCP tools', () => {
  const call = (name: string, input: Record<string, unknown>) =>
    judgedEvent(world, { name, kind: 'mcp', input })

  test.each([
    ['deny', 'mcp__k8s__apply_manifest', { context: 'prod', manifest: 'x' }],
    ['deny', 'mcp__github__create_deployment', { environment: 'production' }],
    ['deny', 'mcp__argocd__sync_application', { name: 'shop' }],
    ['deny', 'mcp__x__rollback', { env: 'live' }],
    ['deny', 'mcp__shell__run_command', { command: 'vercel --prod' }],
    ['pass', 'mcp__shell__run_command', { command: 'ls' }],
    ['pass', 'mcp__k8s__get_pods', { context: 'prod' }],
    ['pass', 'mcp__k8s__apply_manifest', { context: 'prod', dryRun: true }],
    ['pass', 'mcp__k8s__apply_manifest', { context: 'minikube' }],
    ['pass', 'mcp__vercel__deploy', { target: 'preview' }],
    ['pass', 'mcp__notes__publish_note', { text: 'we deploy to production' }],
    ['pass', 'mcp__mini__echo', { text: 'deploy production' }],
    ['pass', 'mcp__github__create_pull_request', { title: 'deploy', base: 'production' }],
  ] as const)('%s: %s', async (verdict, name, input) => {
    const { verdict: found, reason } = await call(name, input)
    expect(found.kind, reason).toBe(verdict)
  })

  test.each([
    ['deny', 'mcp__ci__start', { job: 'x' }],
    ['deny', 'mcp__ci__start', { environment: 'production' }],
    ['pass', 'mcp__ci__start', { environment: 'staging' }],
    ['pass', 'mcp__ci__start', { job: 'x', dry_run: true }],
    ['pass', 'mcp__ci__cancel', { job: 'x' }],
    ['pass', 'mcp__k8s__apply_manifest', { context: 'prod' }],
    ['deny', 'mcp__shipit__go', {}],
  ] as const)('by the patterns of the configuration, %s: %s %o', async (verdict, name, input) => {
    const options: Partial<Options> = {
      deploys: [{ tool: 'mcp__ci__st*' }, { tool: 'mcp__shipit__*', environment: 'production' }],
      readOnly: ['mcp__k8s__apply_*'],
    }
    const { verdict: found, reason } = await judgedEvent(world, { name, kind: 'mcp', input }, { options })
    expect(found.kind, reason).toBe(verdict)
  })
})

describe('PowerShell', () => {
  test.each([
    ['deny', './deploy.ps1 production'],
    ['deny', 'powershell -File deploy.ps1 -Environment production'],
    ['deny', 'if ($true) { vercel --prod }'],
    ['deny', '& "vercel" --prod'],
    ['pass', 'Write-Host "vercel --prod"'],
    ['pass', 'pwsh ./deploy.ps1 -Environment staging'],
    ['pass', 'git commit -m "deploy to production"'],
  ] as const)('%s: %s', async (verdict, command) => {
    const tool = { name: 'PowerShell', kind: 'shell', input: { command } } as const
    const { verdict: found, reason } = await judgedEvent(world, tool)
    expect(found.kind, reason).toBe(verdict)
  })
})

test('the notes tell what was recognised and each condition', async () => {
  const { notes } = await judged(world, 'vercel --prod')
  expect(notes.join('\n')).toMatch(
    /vercel --prod: a deploy to production[\s\S]*branch: main[\s\S]*clean tree: no changes[\s\S]*in sync: no upstream[\s\S]*tests: fails/,
  )
})
