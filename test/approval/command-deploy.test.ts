import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import { hook } from '../../hooks/check-deploy-env/index.ts'
import { callExecutable, callFunction } from '../support/call.ts'
import { executable } from '../support/engine.ts'
import { inTerminal as runInTerminal } from '../support/in-terminal.ts'
import { bashPayload } from '../support/table.ts'
import { makeWorld, type World, worldEnv } from '../support/world.ts'

/** `hookbox approve deploy`, at a terminal made by Python's pty module and without one. */

function made(): World {
  const environments = { production: { tests: false, approval: 'terminal' }, canary: { tests: false } }
  return makeWorld({
    git: true,
    files: {
      'deploy.sh': 'echo\n',
      'hookbox.json': JSON.stringify({ 'check-deploy-env': { environments } }),
    },
  })
}

function deploy(world: World) {
  return callFunction(hook, {
    stdin: JSON.stringify(bashPayload('./deploy.sh production')).replaceAll('@PROJECT@', world.project),
    env: worldEnv(world),
    cwd: world.project,
  })
}

function withoutTerminal(world: World, argv: readonly string[]) {
  return callExecutable('hookbox', {
    argv: ['approve', ...argv],
    env: worldEnv(world),
    cwd: world.project,
    stdin: 'y\n',
  })
}

function inTerminal(world: World, answer: string, argv: readonly string[], cwd = world.project) {
  return runInTerminal(world, [...executable('hookbox'), 'approve', 'deploy', ...argv], { answer, cwd })
}

/** The user of the terminal is whoever runs the tests, so it approves for that one. */
const me = os.userInfo().username

const probe = inTerminal(made(), 'n', ['--env', 'production'])
const missing = probe.exit === 1 ? undefined : probe.shown.trim() || 'no python3 with a pty'

describe('without a terminal', () => {
  test('it refuses', async () => {
    const answer = await withoutTerminal(made(), ['deploy', '--env', 'production'])
    expect(answer).toMatchObject({ exit: 2, stdout: '' })
    expect(answer.stderr).toContain('only a person at a terminal can do this')
  })

  test.each([
    [
      ['deploy'],
      'which environment? Give it with --env; the protected environments here are production, canary',
    ],
    [['deploy', '--env', 'cannary'], 'no protected environment is called "cannary"; did you mean "canary"?'],
    [['deploy', '--env', 'staging'], 'the protected environments here are production, canary'],
    [
      ['deploy', '--env', 'production', '--ttl', '2d'],
      '--ttl is 2d, expected a time such as 30m or 2h, up to 24h',
    ],
    [['deploy', '--env', 'production', '--ttl', '25h'], '--ttl is 25h'],
    [['deploy', '--env', 'production', '--reason', 'x'], '--reason is asked for with --break-glass only'],
    [['K7QW2M00', '--env', 'production'], 'are for `hookbox approve deploy`'],
  ])('a wrong command line (%o) is a usage error', async (argv, stderr) => {
    const answer = await withoutTerminal(made(), argv)
    expect(answer).toMatchObject({ exit: 64, stderr: expect.stringContaining(stderr) })
  })

  test.each([
    [['--commit', 'nothing'], '"nothing" is no commit of '],
    [['--commit', '--help'], '"--help" is no commit of '],
  ])('a commit that is none: %o', async (argv, stderr) => {
    const answer = await withoutTerminal(made(), ['deploy', '--env', 'production', ...argv])
    expect(answer).toMatchObject({ exit: 1, stderr: expect.stringContaining(stderr) })
  })

  test('outside a repository', async () => {
    const answer = await withoutTerminal(makeWorld(), ['deploy', '--env', 'production'])
    expect(answer).toMatchObject({ exit: 1, stderr: expect.stringContaining('is in no git repository') })
  })
})

if (missing !== undefined) {
  test(`at a terminal (NOT RUN: ${missing})`, () => {
    process.stderr.write(`hookbox approve deploy at a terminal was not tested: ${missing}\n`)
  })
} else {
  describe('at a terminal', () => {
    test('it shows what would be deployed, and lets one deploy pass on y', async () => {
      const world = made()
      expect((await deploy(world)).exit).toBe(2)
      fs.mkdirSync(path.join(world.project, 'src'))
      const { exit, shown } = inTerminal(
        world,
        'y',
        ['--env', 'prod', '--ttl', '2h'],
        path.join(world.project, 'src'),
      )
      expect(exit, shown).toBe(0)
      const short = world.git('rev-parse', '--short', 'HEAD').trim()
      for (const wanted of ['production', world.project, `${short} start (dev,`, 'main', me]) {
        expect(shown).toContain(wanted)
      }
      expect(shown).toContain(`Allow one deploy of this commit to production by ${me}, within 2 hours?`)
      const listed = await withoutTerminal(world, ['--list'])
      expect(listed.stdout).toContain(
        `approval: one deploy of ${world.git('rev-parse', 'HEAD').slice(0, 9)} of`,
      )
      // The hook, called with the same user.
      const asMe = () =>
        callExecutable(hook.name, {
          stdin: JSON.stringify(bashPayload('./deploy.sh production')).replaceAll('@PROJECT@', world.project),
          env: worldEnv(world),
          cwd: world.project,
        })
      expect(await asMe()).toEqual({ exit: 0, stdout: '', stderr: '' })
      expect((await asMe()).exit).toBe(2)
    })

    test.each(['n', ''])('it allows nothing on %o', (answer) => {
      const { exit, shown } = inTerminal(made(), answer, ['--env', 'production'])
      expect([exit, shown]).toEqual([1, expect.stringContaining('nothing was allowed')])
    })

    test('break-glass says what it is, and wants a reason', async () => {
      const world = made()
      world.put('x', 'x')
      const argv = ['--env', 'production', '--break-glass']
      const without = inTerminal(world, 'y\n', argv)
      expect([without.exit, without.shown]).toEqual([1, expect.stringContaining('nothing was allowed')])
      const { exit, shown } = inTerminal(world, 'y\nthe shop is down', argv)
      expect(exit, shown).toBe(0)
      expect(shown).toContain('it goes ahead whatever conditions fail')
      expect(shown).toContain('has uncommitted changes (1), which are not in the commit')
      expect(shown).toContain('Why? It goes into the audit log: ')
      const given = inTerminal(made(), 'y', [...argv, '--reason', 'the shop is down'])
      expect([given.exit, given.shown]).toEqual([0, expect.not.stringContaining('Why?')])
    })
  })
}
