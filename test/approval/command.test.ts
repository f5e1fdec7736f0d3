import { describe, expect, test } from 'vitest'
import { hook } from '../../hooks/block-sudo/index.ts'
import { APPROVE_HELP } from '../../src/command/approve-help.ts'
import { VERSION } from '../../src/version.ts'
import { callExecutable, callFunction } from '../support/call.ts'
import { executable } from '../support/engine.ts'
import { inTerminal as runInTerminal } from '../support/in-terminal.ts'
import { bashPayload } from '../support/table.ts'
import { makeWorld, type World, type WorldOptions, worldEnv } from '../support/world.ts'

/** `hookbox approve`, at a terminal made by Python's pty module and without one. */

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
  return runInTerminal(world, [...executable('hookbox'), 'approve', ...argv], { answer, env })
}

const probe = () => {
  const { exit, shown } = inTerminal(makeWorld(), 'n', ['00000000'])
  return exit === 1 && shown.includes('no refused call') ? undefined : shown.trim() || 'no python3 with a pty'
}
const missing = probe()

describe('without a terminal', () => {
  test.each([[['approve', '--help']], [['approve', 'x', '--lst', '-h']], [['help', 'approve']]])(
    'help (%j)',
    async (argv) => {
      const world = makeWorld()
      const answer = await callExecutable('hookbox', { argv, env: worldEnv(world), cwd: world.project })
      expect(answer).toEqual({ exit: 0, stdout: APPROVE_HELP, stderr: '' })
    },
  )

  test('its version', async () => {
    const answer = await withoutTerminal(makeWorld(), ['--version'])
    expect(answer).toEqual({ exit: 0, stdout: `${VERSION}\n`, stderr: '' })
  })

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
    [['K7QW2M00', '--minutes='], '--minutes is , expected 1 to 60'],
    [['K7QW2M00', 'K7QW2M01'], 'one code is expected, 2 came'],
    [['--lst'], 'unknown option --lst; did you mean --list?'],
    [['-x'], 'unknown option -x'],
    [['K7QW2M00', '--minutes'], '--minutes needs a value'],
    [['--list=all'], '--list takes no value'],
    [['--', '--list'], '"--list" is no code'],
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

    test.each([
      ['behind a pipe', '"$@" </dev/null', 'the input or the error output is no terminal'],
      ['without an input', '"$@" <&-', 'the input or the error output is no terminal'],
      ['without an error output', '"$@" 2>&- || echo "exit $?"', 'exit 2'],
      ['with the error output elsewhere', '"$@" 2>&1 | cat; exit "${PIPESTATUS[0]}"', 'no terminal'],
    ])('%s it refuses', async (_, script, wanted) => {
      const { world, code, again } = await refused('sudo ls')
      const program = ['bash', '-c', script, 'x', ...executable('hookbox'), 'approve', code]
      expect(runInTerminal(world, program, { answer: 'y' }).shown).toContain(wanted)
      expect((await again()).exit).toBe(2)
    })

    test.runIf(process.platform === 'linux').each([0, 70])(
      'below a process with the name of a harness it refuses, %s shells further down too',
      async (shells) => {
        const { world, code, again } = await refused('sudo ls')
        // A script is called by its own name. The last word keeps a shell from becoming its program.
        const claude = world.put('claude', '#!/bin/sh\n"$@"\nexit $?\n', 0o755)
        const deep = world.put(
          'deep',
          '#!/bin/sh\nleft=$1; shift\nif [ "$left" -gt 0 ]; then "$0" $((left - 1)) "$@"; else "$@"; fi\nexit $?\n',
          0o755,
        )
        const program = [claude, deep, String(shells), ...executable('hookbox'), 'approve', code]
        const { exit, shown } = runInTerminal(world, program, { answer: 'y' })
        expect([exit, shown]).toEqual([
          2,
          expect.stringContaining("it runs below claude, an agent's harness"),
        ])
        expect((await again()).exit).toBe(2)
      },
    )

    test('colours are for terminals that have some', async () => {
      const { world, code } = await refused('sudo ls')
      const inColour = inTerminal(world, 'n', [code], { NO_COLOR: '' }).shown
      expect(inColour).toContain('\u001b[1m    sudo ls\u001b[0m\n')
      expect(inTerminal(world, 'n', [code], { NO_COLOR: '', TERM: 'dumb' }).shown).not.toContain('\u001b')
    })

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
