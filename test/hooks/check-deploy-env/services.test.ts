import * as fs from 'node:fs'
import * as http from 'node:http'
import type { AddressInfo } from 'node:net'
import * as path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Environment, Options } from '../../../hooks/check-deploy-env/options.ts'
import { makeWorld, type World } from '../../support/world.ts'
import { judged } from './surroundings.ts'

/** What other programs and services say: CI, accounts, teams. `gh` and `glab` are played by scripts. */

let world: World
beforeEach(() => {
  world = makeWorld({ git: true, files: { 'deploy.sh': 'echo\n' } })
})

const production = (more: Partial<Environment>): Partial<Options> => ({
  environments: { production: { tests: false, ...more } },
})

async function reasonWith(more: Partial<Environment>, env: Record<string, string> = {}): Promise<string> {
  const { verdict, reason } = await judged(world, 'vercel --prod', { options: production(more), env })
  return verdict.kind === 'pass' ? 'pass' : reason
}

/** A program in PATH that prints what it was called with into `$HOME/NAME.args`. */
function program(name: string, script: string): void {
  const folder = path.join(world.tmp, 'bin')
  fs.mkdirSync(folder, { recursive: true })
  const text = `#!/bin/sh\nprintf '%s\\n' "$@" >> "$HOME/${name}.args"\n${script}\n`
  fs.writeFileSync(path.join(folder, name), text, { mode: 0o755 })
}

function answers(name: string, json: unknown): void {
  world.put(`../${name}.json`, JSON.stringify(json))
  program(name, `cat "$HOME/${name}.json"`)
}

const argsOf = (name: string) => fs.readFileSync(path.join(world.home, `${name}.args`), 'utf8')
const head = () => world.git('rev-parse', 'HEAD').trim()

/** PATH with git, and nothing of the machine that could be a real gh, glab or kubectl. */
function bareEnv(): Record<string, string> {
  const folder = path.join(world.tmp, 'bin')
  fs.mkdirSync(folder, { recursive: true })
  for (const name of ['git', 'id', 'cat', 'sh', 'curl']) {
    const found = (process.env['PATH'] ?? '')
      .split(':')
      .map((one) => path.join(one, name))
      .find((file) => fs.existsSync(file))
    if (found !== undefined && !fs.existsSync(path.join(folder, name))) {
      fs.symlinkSync(fs.realpathSync(found), path.join(folder, name))
    }
  }
  return { PATH: folder }
}

describe('CI by gh', () => {
  const rollup = (statusCheckRollup: unknown) => ({ data: { repository: { object: { statusCheckRollup } } } })
  const nodes = [
    { name: 'build', status: 'COMPLETED', conclusion: 'SUCCESS' },
    { name: 'docs', status: 'COMPLETED', conclusion: 'SKIPPED' },
    { name: 'test', status: 'COMPLETED', conclusion: 'FAILURE' },
    { context: 'ci/e2e', state: 'PENDING' },
  ]

  test('is asked for the commit that is checked out', async () => {
    answers('gh', rollup({ state: 'SUCCESS', contexts: { nodes: [] } }))
    expect(await reasonWith({ ci: 'gh' })).toBe('pass')
    const words = argsOf('gh').split('\n')
    expect(words.slice(0, 7)).toEqual(['api', 'graphql', '-F', 'owner={owner}', '-F', 'name={repo}', '-f'])
    expect(words).toContain(`oid=${head()}`)
  })

  test.each([
    [
      'failing',
      rollup({ state: 'FAILURE', contexts: { nodes } }),
      /CI is failure for \w{9} \(test, ci\/e2e\)/,
    ],
    [
      'running',
      rollup({ state: 'PENDING', contexts: { nodes: [nodes[3]] } }),
      /CI still runs for \w{9} \(ci\/e2e\); .*wait until it is green/,
    ],
    ['not begun', rollup(null), /CI has not run for \w{9}/],
    [
      'not there',
      { data: { repository: { object: null } } },
      /GitHub does not have \w{9}; .*To do: git push/,
    ],
    ['another answer', { data: {} }, /GitHub does not have/],
  ])('%s', async (_title, json, wanted) => {
    answers('gh', json)
    expect(await reasonWith({ ci: 'gh' })).toMatch(wanted)
  })

  test.each([
    [
      'not logged in',
      'echo "To get started with GitHub CLI, please run:  gh auth login" >&2; exit 4',
      /gh auth login/,
    ],
    ['no JSON', 'echo hello', /gh gave an answer of another kind/],
  ])('%s', async (_title, script, wanted) => {
    program('gh', script)
    expect(await reasonWith({ ci: 'gh' })).toMatch(wanted)
  })

  test('without gh', async () => {
    expect(await reasonWith({ ci: 'gh' }, bareEnv())).toMatch(
      /GitHub could not be asked for CI: gh was not found in PATH; .*To do: install gh/,
    )
  })
})

describe('CI by glab', () => {
  test.each([
    [{ last_pipeline: { status: 'success' }, status: 'success' }, /^pass$/],
    [{ last_pipeline: { status: 'failed' } }, /CI is failed for/],
    [{ last_pipeline: { status: 'running' } }, /CI still runs for/],
    [{ last_pipeline: null, status: null }, /CI has not run for/],
  ])('%o', async (json, wanted) => {
    answers('glab', json)
    expect(await reasonWith({ ci: 'glab' })).toMatch(wanted)
    expect(argsOf('glab')).toBe(`api\nprojects/:fullpath/repository/commits/${head()}\n`)
  })
})

describe('CI by a command', () => {
  test('ends with 0, and is given the commit and the branch', async () => {
    program('our-ci', '[ "$2" = main ]')
    expect(await reasonWith({ ci: ['our-ci', '{commit}', '{branch}'] })).toBe('pass')
    expect(argsOf('our-ci')).toBe(`${head()}\nmain\n`)
  })
  test('any other end is red', async () => {
    program('our-ci', 'echo "2 jobs are red"; exit 1')
    expect(await reasonWith({ ci: ['our-ci'] })).toMatch(/CI: `our-ci` ended with 1 \(2 jobs are red\)/)
  })
})

describe('CI by an address', () => {
  let server: http.Server
  const asked: string[] = []
  beforeEach(async () => {
    server = http.createServer((request, response) => {
      asked.push(request.url ?? '')
      response.statusCode = request.url?.startsWith('/red') ? 404 : 200
      response.end('{"state":"success"}')
    })
    await new Promise<void>((done) => {
      server.listen(0, '127.0.0.1', done)
    })
  })
  afterEach(() => {
    server.close()
  })
  const at = (rest: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${rest}`
  const noProxy = { NO_PROXY: '*', no_proxy: '*' }

  test('answers with success, and says what is wanted', async () => {
    world.git('switch', '-q', '-c', 'release/1 x'.replace(' ', '-'))
    const green = { branches: [], ci: { url: at('/green/{commit}?b={branch}'), contains: '"success"' } }
    expect(await reasonWith(green, noProxy)).toBe('pass')
    expect(asked.at(-1)).toBe(`/green/${head()}?b=release%2F1-x`)
  })
  test.each([
    [{ url: '/red/{commit}' }, /CI is not known to be green for \w{9}: .*404/],
    [{ url: '/green', contains: 'finished' }, /does not say "finished"/],
  ])('%o', async ({ url, ...rest }, wanted) => {
    expect(await reasonWith({ ci: { url: at(url), ...rest } }, noProxy)).toMatch(wanted)
  })
  test('no other protocol', async () => {
    expect(await reasonWith({ ci: { url: `file://${world.project}/deploy.sh` } })).toMatch(
      /not known to be green/,
    )
  })
})

describe('who may deploy', () => {
  test.each([
    ['github:ann', /^pass$/],
    ['github:a*', /^pass$/],
    ['github:bob', /the user is dev, .*github:ann; required: github:bob/],
  ])('by the login of gh: %s', async (user, wanted) => {
    program('gh', 'echo ann')
    world.git('config', 'user.email', 'dev@example.com')
    expect(await reasonWith({ users: [user] })).toMatch(wanted)
  })

  test('by a team of GitHub', async () => {
    program(
      'gh',
      'case $2 in user) echo ann;; orgs/acme/teams/deployers/memberships/ann) echo active;; *) echo "Not Found (HTTP 404)" >&2; exit 1;; esac',
    )
    expect(await reasonWith({ users: ['github-team:acme/deployers'] })).toBe('pass')
    expect(await reasonWith({ users: ['github-team:acme/others'] })).toMatch(
      /gh says "Not Found \(HTTP 404\)"/,
    )
  })

  test('by the login of glab', async () => {
    answers('glab', { username: 'ann' })
    expect(await reasonWith({ users: ['gitlab:ann'] })).toBe('pass')
    expect(await reasonWith({ users: ['gitlab:bob'] })).toMatch(/gitlab:ann; required: gitlab:bob/)
  })

  test('an account that can not be asked is nobody', async () => {
    expect(await reasonWith({ users: ['github:*'] }, bareEnv())).toMatch(
      /the user is dev \(gh was not found in PATH\)/,
    )
  })

  test('by a group of the system', async () => {
    program('id', 'echo staff deployers')
    expect(await reasonWith({ users: ['group:deployers'] })).toBe('pass')
    expect(await reasonWith({ users: ['group:root'] })).toMatch(
      /group:staff, group:deployers; required: group:root/,
    )
  })

  test.each([
    ['a name', ['ann'], 'ann'],
    ['a group', ['group:deployers'], 'group:deployers'],
    ['a login', ['github:ann'], 'github:ann'],
    ['an address in a login', ['github:ann@x'], 'github:ann@x'],
  ])("git's configuration gives nobody %s", async (_title, users, email) => {
    program('gh', 'echo dev')
    program('id', 'echo dev')
    world.git('config', 'user.email', email)
    expect(await reasonWith({ users })).toMatch(/required: /)
  })

  test('no service is asked where nobody is named by it', async () => {
    program('gh', 'echo ann')
    expect(await reasonWith({ users: ['dev'] })).toBe('pass')
    expect(fs.existsSync(path.join(world.home, 'gh.args'))).toBe(false)
  })
})

describe('what has to be here', () => {
  test('programs', async () => {
    const requiredCommands = ['sh', 'no-such-program-anywhere']
    const reason = await reasonWith({ requiredCommands })
    expect(reason).toContain('no-such-program-anywhere was not found in PATH')
    expect(reason).not.toContain('- sh was not found')
    expect(await reasonWith({ requiredCommands: ['sh'] })).toBe('pass')
  })

  test.each([
    [{}, /this does not run in CI; required: production is deployed to by CI alone/],
    [{ CI: 'false' }, /this does not run in CI/],
    [{ CI: 'true' }, /^pass$/],
    [{ JENKINS_URL: 'http://ci' }, /^pass$/],
  ])('only CI deploys: %o', async (env, wanted) => {
    expect(await reasonWith({ ciOnly: true }, env)).toMatch(wanted)
  })

  test('a variable in front of the command is not CI', async () => {
    const options = production({ ciOnly: true })
    expect((await judged(world, 'CI=true vercel --prod', { options })).verdict.kind).toBe('deny')
  })
})
