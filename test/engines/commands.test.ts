import * as fs from 'node:fs'
import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import { VERSION } from '../../src/version.ts'
import { callProgram } from '../support/call.ts'
import { executable, multicall } from '../support/engine.ts'
import { makeWorld, worldEnv } from '../support/world.ts'

/** `hookbox` itself in an executable of all hooks: some commands, and the way to the npm package. */

const ask = (words: readonly string[], bin: Readonly<Record<string, string>> = {}) => {
  const world = makeWorld()
  const folder = path.join(world.root, 'bin')
  fs.mkdirSync(folder)
  for (const [name, text] of Object.entries(bin))
    fs.writeFileSync(path.join(folder, name), text, { mode: 0o755 })
  const env = worldEnv(world, { PATH: `${folder}:/usr/bin:/bin` })
  return callProgram(executable('hookbox'), { argv: words, env, cwd: world.project })
}

describe.runIf(multicall && process.platform !== 'win32')('hookbox', () => {
  test('its version, its help and its hooks', async () => {
    expect(await ask(['--version'])).toEqual({ exit: 0, stdout: `${VERSION}\n`, stderr: '' })
    expect(await ask(['--help'])).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('Usage: hookbox'),
      stderr: '',
    })
    expect(await ask(['run', '--help'])).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('run HOOK'),
    })
    expect((await ask(['hooks', '--json'])).stdout).toContain('"block-dangerous-rm"')
  })

  test('explains a command', async () => {
    const { exit, stdout } = await ask(['explain', 'sudo rm -rf ~'])
    expect(exit).toBe(0)
    expect(stdout).toContain('block-sudo')
  })

  test.each([[[]], [['block-sudoo']], [['run', 'no-such-hook']]])('%j refuses', async (words) => {
    expect((await ask(words)).exit).toBe(2)
  })

  test('a command of the npm package is left to it, with its exit code', async () => {
    const script = '#!/bin/sh\necho "$@"; exit 7\n'
    expect(await ask(['doctor', 'a b'], { hookbox: script })).toEqual({
      exit: 7,
      stdout: 'doctor a b\n',
      stderr: '',
    })
  })

  test('where there is none in PATH, or it can not be started, it says so', async () => {
    const none = await ask(['doctor'])
    expect([none.exit, none.stderr]).toEqual([
      2,
      expect.stringContaining(
        'has no "doctor", the npm package has: install Node, then run npm install --global hookbox',
      ),
    ])
    const broken = await ask(['doctor'], { hookbox: '#!/no/such/interpreter\n' })
    expect([broken.exit, broken.stderr]).toEqual([
      2,
      expect.stringMatching(/could not be started \(ENOENT\)\n$/),
    ])
  })
})
