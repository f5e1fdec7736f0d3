import * as fs from 'node:fs'
import * as path from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { inWine, onWindows, temporary, type WindowsCall } from './programs.ts'

/** How the Windows program is started: its input, its command line, its name. */

const root = temporary('hookbox-windows-')
afterAll(() => fs.rmSync(root, { recursive: true, force: true, maxRetries: 5 }))

const sudo = (more = '') =>
  JSON.stringify({
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: `sudo ls${more}` },
  })

const call = (more: Partial<WindowsCall>) =>
  onWindows({ argv: ['block-sudo'], input: 'pipe', cwd: root, home: root, ...more })

const REFUSED = { exit: 2, stdout: expect.stringContaining('"permissionDecision":"deny"') }
const EMPTY = { exit: 2, stdout: '', stderr: expect.stringContaining('no payload came') }

describe('the payload', () => {
  test.each(['file', 'pipe', 'overlapped', 'nowait'] as const)('from a %s', async (input) => {
    expect(await call({ input, stdin: sudo() })).toMatchObject(REFUSED)
    expect(await call({ input, stdin: sudo().replace('sudo ', '') })).toMatchObject({
      exit: 0,
      stdout: '',
      stderr: '',
    })
  })

  test.each(['file', 'pipe', 'overlapped'] as const)('of a megabyte, from a %s', async (input) => {
    expect(await call({ input, stdin: sudo(` ${'x'.repeat(1_000_000)}`) })).toMatchObject(REFUSED)
  })

  test('from a pipe that nobody closes', async () => {
    const begun = Date.now()
    expect(await call({ input: 'open', stdin: sudo() })).toMatchObject(REFUSED)
    expect(Date.now() - begun).toBeLessThan(10_000)
    expect(await call({ input: 'open', stdin: '' })).toMatchObject({ exit: 2, stdout: '' })
  })

  test.each(['none', 'nul'] as const)('with %s as standard input', async (input) => {
    expect(await call({ input })).toMatchObject(EMPTY)
    expect(await call({ input, argv: ['block-sudo', '--help'] })).toMatchObject({ exit: 0, stderr: '' })
  })

  test.each(['file', 'pipe'] as const)('empty, from a %s', async (input) => {
    expect(await call({ input, stdin: '' })).toMatchObject(EMPTY)
  })
})

describe('the command line', () => {
  const program = inWine(path.resolve(import.meta.dirname, '../../dist/native/win32-x64/hookbox.exe'))
  const line = (text: string) => call({ input: 'nul', line: text })
  // A payload in an argument, as a C runtime writes it.
  const written = `"${sudo(' "Grüße \u{1f600}" *').replace(/(\\*)"/g, '$1$1\\"')}"`

  test('a payload in it, with quotes, backslashes and text of all scripts', async () => {
    const { exit, stdout } = await line(`"${program}" block-sudo ${written}`)
    expect({ exit, stdout }).toMatchObject(REFUSED)
    expect(stdout).toContain('Grüße \u{1f600}')
  })

  test('no names of files are put in the place of a star', async () => {
    fs.writeFileSync(path.join(root, 'a.txt'), '')
    const { stdout } = await line(`hookbox block-sudo --explain "sudo *" `)
    expect(stdout).toContain('sudo *')
  })

  test.each([
    'hookbox',
    'HookBox.EXE',
    '"C:\\Program Files\\hookbox.exe"',
    'C:\\x\\block-sudo',
    'Block-Sudo.Exe',
  ])('called %s', async (name) => {
    const own = /block/i.test(name)
    expect(await call({ line: `${name}${own ? '' : ' block-sudo'}`, stdin: sudo() })).toMatchObject(REFUSED)
  })

  test('under another name it refuses', async () => {
    expect(await line('other.exe block-sudo')).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('"other"'),
    })
  })
})

test('a command of the npm package, where there is none, and where there is', async () => {
  const none = await call({ argv: ['doctor'], input: 'nul' })
  expect(none).toMatchObject({ exit: 2, stderr: expect.stringContaining('npm install --global hookbox') })
  const script = path.join(root, 'npm/node_modules/hookbox/bin/hookbox')
  fs.mkdirSync(path.dirname(script), { recursive: true })
  fs.writeFileSync(script, '#!/usr/bin/env node\n')
  fs.copyFileSync(path.join(inject('made').folder, 'windows-tool.exe'), path.join(root, 'npm/node.exe'))
  const note = path.join(root, 'note')
  const env = { PATH: inWine(path.join(root, 'npm')), TOOL_NOTE: inWine(note) }
  for (const oneOutput of [false, true]) {
    fs.rmSync(note, { force: true })
    const answer = await call({ argv: ['doctor', 'a "b'], input: 'nul', env, oneOutput })
    expect(answer).toEqual({ exit: 0, stdout: '', stderr: '' })
    expect(fs.readFileSync(note, 'utf8')).toBe(
      `${inWine(root)}/npm/node.exe ${inWine(script)} doctor "a \\"b"\n`,
    )
  }
})
