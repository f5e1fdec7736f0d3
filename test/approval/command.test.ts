import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import { hook } from '../../hooks/block-sudo/index.ts'
import { callExecutable, callFunction } from '../support/call.ts'
import { executable } from '../support/engine.ts'
import { bashPayload } from '../support/table.ts'
import { makeWorld, type World, type WorldOptions, worldEnv } from '../support/world.ts'

/** `hookbox approve`, at a terminal made by Python's pty module and without one. */

const support = path.resolve(import.meta.dirname, '../support/in-terminal.py')

async function refused(command: string, options: WorldOptions = {}) {
  const world = makeWorld(options)
  const call = {
    stdin: JSON.stringify(bashPayload(command)).replaceAll('@PROJECT@', world.project),
    env: worldEnv(world),
    cwd: world.project,
  }
  const again = () => callFunction(hook, call)
  const code = /hookbox approve (\w+)$/m.exec((await again()).stderr)?.[1] ?? ''
  return { world, code, again }
}

function withoutTerminal(world: World, argv: readonly string[], env: Record<string, string> = {}) {
  return callExecutable('hookbox', {
    argv: ['approve', ...argv],
    env: worldEnv(world, env),
    cwd: world.project,
    stdin: 'y\n',
  })
}

function inTerminal(world: World, answer: string, argv: readonly string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(
    'python3',
    [support, answer, ...executable('hookbox'), 'approve', ...argv],
    { cwd: world.project, env: worldEnv(world, { ...pythonHome, ...env }), encoding: 'utf8' },
  )
  return { exit: status, shown: `${stdout}${stderr}`.replaceAll('\r\n', '\n') }
}

/** A Python that a version manager starts asks for the manager's own folder. */
const pythonHome: Record<string, string> =
  process.env['PYENV_ROOT'] === undefined && fs.existsSync(`${process.env['HOME']}/.pyenv`)
    ? { PYENV_ROOT: `${process.env['HOME']}/.pyenv` }
    : {}

const probe = () => {
  const { exit, shown } = inTerminal(makeWorld(), 'n', ['00000000'])
  return exit === 1 && shown.includes('no refused call') ? undefined : shown.trim() || 'no python3 with a pty'
}
const missing = probe()

describe('without a terminal', () => {
  test.each([{}, { CLAUDECODE: '1' }])('it refuses (%o)', async (env) => {
    const { world, code, again } = await refused('sudo ls')
    const answer = await withoutTerminal(world, [code], env)
    expect(answer).toMatchObject({ exit: 2, stdout: '' })
    expect(answer.stderr).toContain('only a person at a terminal can do this')
    expect((await again()).exit).toBe(2)
  })

  test('it lists what waits', async () => {
    const { world, code } = await refused('sudo ls\u001b[2J')
    const { exit, stdout } = await withoutTerminal(world, ['--list'])
    expect([exit, stdout]).toEqual([0, `${code}  block-sudo  refused less than a minute ago  sudo ls\n`])
    expect((await withoutTerminal(makeWorld(), ['--list'])).stdout).toBe('nothing waits for an approval\n')
  })

  test.each([
    [['K7'], '"K7" is no code'],
    [[], 'which call? Give the code from the refusal'],
    [['K7QW2M00', '--minutes', '0'], '--minutes is 0, expected 1 to 60'],
    [['K7QW2M00', '--minutes', 'x'], '--minutes is x, expected 1 to 60'],
  ])('a wrong command line (%o) is a usage error', async (argv, stderr) => {
    const answer = await withoutTerminal(makeWorld(), argv)
    expect(answer).toMatchObject({ exit: 64, stderr: expect.stringContaining(stderr) })
  })
})

if (missing !== undefined) {
  test(`at a terminal (NOT RUN: ${missing})`, () => {
    process.stderr.write(`hookbox approve at a terminal was not tested: ${missing}\n`)
  })
} else {
  describe('at a terminal', () => {
    test('it shows hook, rule, folder, command and reason, and allows on y', async () => {
      const { world, code, again } = await refused('sudo ls')
      const { exit, shown } = inTerminal(world, 'y', [code.toLowerCase()])
      expect(exit, shown).toBe(0)
      for (const wanted of ['block-sudo, rule sudo', world.project, '    sudo ls\n', 'runs commands as root'])
        expect(shown).toContain(wanted)
      expect(shown).toContain('Allowed once, within 10 minutes')
      expect(await again()).toEqual({ exit: 0, stdout: '', stderr: '' })
      expect((await again()).exit).toBe(2)
    })

    test.each(['n', '', 'yellow'])('it allows nothing on %o', async (answer) => {
      const { world, code, again } = await refused('sudo ls')
      const { exit, shown } = inTerminal(world, answer, [code])
      expect([exit, shown]).toEqual([1, expect.stringContaining('nothing was allowed')])
      expect((await again()).exit).toBe(2)
    })

    test('what hides or moves the cursor is written out', async () => {
      const { world, code } = await refused('sudo ls # \u001b[1A\u001b[2K\rls\u202e')
      const { shown } = inTerminal(world, 'n', [code])
      expect(shown).toContain('    sudo ls # \\u{1b}[1A\\u{1b}[2K\\u{d}ls\\u{202e}\n')
    })

    test('it says when not all is shown', async () => {
      const { world, code } = await refused('TOKEN=abcdef0123456789abcdef sudo ls')
      const { shown } = inTerminal(world, 'n', [code])
      expect(shown).not.toContain('abcdef0123456789')
      expect(shown).toContain('Not all of it is shown')
    })

    test.each(['CLAUDECODE', 'CLAUDE_CODE_SESSION_ID', 'OPENHARNESS_HOOK_EVENT'])(
      'below a harness (%s) it refuses all the same',
      async (name) => {
        const { world, code, again } = await refused('sudo ls')
        const { exit, shown } = inTerminal(world, 'y', [code], { [name]: '1' })
        expect([exit, shown]).toEqual([2, expect.stringContaining(`the variable ${name} says`)])
        expect((await again()).exit).toBe(2)
      },
    )

    test('a time of its own, and taken back', async () => {
      const { world, code, again } = await refused('sudo ls')
      expect(inTerminal(world, 'y', [code, '--minutes', '3']).shown).toContain('within 3 minutes')
      expect((await withoutTerminal(world, ['--list'])).stdout).toBe(
        `${code}  block-sudo  allowed for 3 more minutes\n`,
      )
      expect((await withoutTerminal(world, [code, '--revoke'])).stdout).toBe('1 approval taken back\n')
      expect((await again()).exit).toBe(2)
    })
  })
}
