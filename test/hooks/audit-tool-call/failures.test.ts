import * as fs from 'node:fs'
import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import { hook } from '../../../hooks/audit-tool-call/index.ts'
import { HostError } from '../../../src/host/host.ts'
import { run } from '../../../src/run.ts'
import { LOG, leaves, userConfig } from '../../support/audit-log.ts'
import { callFunction, testHost } from '../../support/call.ts'
import { bashPayload, fixture, hookTable, payloadLike } from '../../support/table.ts'
import { makeWorld, worldEnv } from '../../support/world.ts'

describe('payloads that are none', () => {
  hookTable(hook, [
    {
      title: 'not JSON',
      payload: '{"tool_name": "Bash", "password": "hunter2", "x": ',
      exit: 0,
      stderr: /^audit-tool-call: the payload on stdin is not JSON: unexpected end at byte \d+\. .*\n$/,
      after: leaves({
        stage: 'unreadable',
        error: expect.stringContaining('is not JSON'),
        payload: '{"tool_name": "Bash", "password": "[REDACTED:by-key]", "x": ',
      }),
    },
    {
      title: 'a list',
      payload: '[]',
      exit: 0,
      stderr: /a list, not a JSON object/,
      after: leaves({ payload: '[]' }),
    },
    {
      title: 'not UTF-8',
      payload: new Uint8Array([0x7b, 0xff, 0x7d]),
      exit: 0,
      stderr: /is not UTF-8/,
      after: leaves({ payload: '{\ufffd}' }),
    },
    {
      title: 'NaN, as OpenHarness writes it',
      env: {
        OPENHARNESS_HOOK_EVENT: 'pre_tool_use',
        OPENHARNESS_HOOK_PAYLOAD: fixture('openharness/pre_tool_use.nan-not-json.raw.txt'),
      },
      exit: 0,
      stderr: /unexpected NaN/,
      after: leaves({ stage: 'unreadable', harness: 'openharness' }),
    },
    {
      title: 'a megabyte of it',
      payload: `{"a": "${'PASSWORD=hunter2 '.repeat(70_000)}`,
      exit: 0,
      stderr: /unexpected end/,
      after: (world) => {
        expect(world.read(LOG).length).toBeLessThan(20_000)
        expect(world.read(LOG)).not.toContain('hunter2')
      },
    },
    {
      title: 'unreadable and no place for a record',
      payload: '{',
      world: { files: { logs: '' } },
      exit: 0,
      stderr: /is not JSON: unexpected end at byte 1; and no record of it was written: could not /,
    },
  ])
})

describe('a log that can not be written', () => {
  const inTheWay = { files: { logs: 'a file' } }
  hookTable(hook, [
    {
      title: 'the call goes on and the user is told',
      world: inTheWay,
      payload: bashPayload('ls'),
      exit: 0,
      stdout: /^\{"systemMessage":"audit-tool-call: no audit record of this Bash was written: could not/,
      stderr: /^audit-tool-call: no audit record of this Bash was written: could not .*\n$/,
    },
    {
      title: 'in OpenHarness on stderr',
      world: inTheWay,
      payload: fixture('openharness/pre_tool_use.read_file.json'),
      exit: 0,
      stderr: /^audit-tool-call: no audit record of this read_file was written.*\n$/,
    },
    {
      title: 'strict: the call is denied',
      world: { ...inTheWay, ...userConfig({ strict: true }) },
      payload: bashPayload('ls'),
      exit: 2,
      stdout: /"permissionDecision":"deny".*strict asks for a record/,
      stderr: /strict asks for a record before a tool runs/,
    },
    {
      title: 'strict in OpenHarness',
      world: inTheWay,
      argv: ['--set', 'strict=true'],
      payload: fixture('openharness/pre_tool_use.read_file.json'),
      exit: 2,
      stderr: /strict asks for a record/,
    },
    {
      title: 'strict: what ran already can only be told',
      world: inTheWay,
      argv: ['--set', 'strict=true'],
      payload: payloadLike('claude-code/PostToolUse.Bash.json'),
      exit: 0,
      stdout: /systemMessage/,
      stderr: /The call goes on/,
    },
    {
      title: 'a link out of the project',
      setup: (world) => {
        fs.symlinkSync(world.tmp, path.join(world.project, 'logs'))
        return undefined
      },
      payload: bashPayload('ls'),
      exit: 0,
      stdout: /a symbolic link leads from/,
      stderr: /a symbolic link leads from .* outside/,
      after: (world) => expect(fs.readdirSync(world.tmp)).toEqual([]),
    },
    {
      title: 'a link in the place of the log',
      world: { files: { 'logs/keep': '', 'src/index.ts': 'code\n' } },
      setup: (world) => {
        fs.symlinkSync('../src/index.ts', path.join(world.project, LOG))
        return undefined
      },
      payload: bashPayload('ls'),
      exit: 0,
      stdout: /it is a symbolic link/,
      stderr: /it is a symbolic link/,
      after: (world) => expect(world.read('src/index.ts')).toBe('code\n'),
    },
  ])

  test('the user is told once in a session', async () => {
    const world = makeWorld(inTheWay)
    const call = (session_id: string) =>
      callFunction(hook, {
        stdin: JSON.stringify({ ...bashPayload('ls', { session_id }), cwd: world.project }),
        env: worldEnv(world),
        cwd: world.project,
      })
    expect((await call('one')).stdout).toContain('systemMessage')
    const again = await call('one')
    expect(again.stdout).toBe('')
    expect(again.stderr).toMatch(/no audit record/)
    expect((await call('two')).stdout).toContain('systemMessage')
  })

  test.each(['ENOSPC', 'EROFS', 'EACCES'])('%s', async (code) => {
    const world = makeWorld()
    const call = {
      stdin: JSON.stringify(bashPayload('ls', { cwd: world.project })),
      env: worldEnv(world),
      cwd: world.project,
    }
    let said = ''
    const host = {
      ...testHost(call, (_stream, text) => {
        said += text
      }),
      append: () => {
        throw new HostError(code, `could not append to x: ${code}`)
      },
    }
    expect(await run(hook, [], host)).toBe(0)
    expect(said).toContain(code)
  })
})
