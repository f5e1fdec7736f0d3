import * as fs from 'node:fs'
import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import { fromJSONSchema } from 'zod/v4'
import { hook } from '../../hooks/audit-tool-call/index.ts'
import { STAGES } from '../../src/audit/record.ts'
import { HostError } from '../../src/host/host.ts'
import { run } from '../../src/run.ts'
import { type LogRecord, readLog } from '../../src/store/read-log.ts'
import { sha256 } from '../../src/text/sha256.ts'
import { callFunction, testHost } from '../support/call.ts'
import { bashPayload, fixture, hookTable, payloadLike, type Row } from '../support/table.ts'
import { makeWorld, type World, worldEnv } from '../support/world.ts'

type JsonSchema = Parameters<typeof fromJSONSchema>[0] & { properties: { stage: { enum: string[] } } }

const LOG = 'logs/tool-audit.jsonl'
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const IDS = {
  session_id: '00000000-0000-4000-8000-000000000001',
  prompt_id: '00000000-0000-4000-8000-000000000002',
}

function records(world: World, file = LOG): readonly LogRecord[] {
  const { records, bad } = readLog(world.read(file))
  expect(bad).toEqual([])
  for (const record of records) {
    expect(record['timestamp']).toMatch(ISO)
    expect(record).toMatchObject({ v: 1, user: expect.any(String), cwd: world.project })
    expect(Object.values(record)).not.toContain(null)
  }
  return records
}

/** A row whose log then holds exactly these records, each compared by the fields that are given. */
const leaves =
  (...expected: readonly object[]): NonNullable<Row['after']> =>
  (world) => {
    expect(records(world)).toMatchObject(expected)
    expect(records(world)).toHaveLength(expected.length)
  }

const config = (section: object) => ({
  files: { 'hookbox.json': JSON.stringify({ 'audit-tool-call': section }) },
})
const userConfig = (section: object) => ({
  homeFiles: { '.config/hookbox/hookbox.json': JSON.stringify({ 'audit-tool-call': section }) },
})

describe('what is recorded of Claude Code', () => {
  hookTable(hook, [
    {
      title: 'an attempt, with exactly these fields',
      payload: payloadLike('claude-code/PreToolUse.Bash.json'),
      exit: 0,
      after: (world) => {
        const [{ timestamp, ...rest } = {}] = records(world)
        expect(timestamp).toMatch(ISO)
        expect(rest).toEqual({
          ...IDS,
          stage: 'attempt',
          tool_use_id: 'toolu_1_0',
          tool_name: 'Bash',
          tool_input: { command: 'rm -rf ./data', description: 'Delete data directory' },
          harness: 'claude-code',
          event: 'PreToolUse',
          cwd: world.project,
          user: expect.any(String),
          v: 1,
          permission_mode: 'acceptEdits',
        })
      },
    },
    {
      title: 'a success',
      payload: payloadLike('claude-code/PostToolUse.Bash.json'),
      exit: 0,
      after: leaves({
        stage: 'success',
        tool_use_id: 'toolu_1_0',
        tool_response: { stdout: '' },
        duration_ms: 12,
      }),
    },
    {
      title: 'a failure',
      payload: payloadLike('claude-code/PostToolUseFailure.Bash.json'),
      exit: 0,
      after: leaves({
        stage: 'failure',
        error: 'Exit code 3\nout\nerr',
        is_interrupt: false,
        duration_ms: 12,
      }),
    },
    {
      title: 'inside a subagent',
      payload: payloadLike('claude-code/PreToolUse.Bash.in-subagent.json'),
      exit: 0,
      after: leaves({ stage: 'attempt', agent_id: 'a0123456789abcdef', agent_type: 'general-purpose' }),
    },
    {
      title: 'a tool of a server',
      payload: payloadLike('claude-code/PreToolUse.mcp.json'),
      exit: 0,
      after: leaves({ stage: 'attempt', mcp_server: { name: 'mini', source: 'dynamic' } }),
    },
    {
      title: 'a batch with a call that a hook denied',
      payload: payloadLike('claude-code/PostToolBatch.denied.json'),
      exit: 0,
      after: leaves(
        {
          stage: 'denied',
          tool_use_id: 'toolu_1_0',
          reason: 'PreToolUse:Bash hook error: R',
          tool_input: {},
        },
        { stage: 'batch', tool_calls: [{ tool_use_id: 'toolu_1_0', tool_name: 'Bash' }] },
      ),
    },
    {
      title: 'a batch of calls that all ran doubles nothing',
      payload: payloadLike('claude-code/PostToolBatch.parallel.json'),
      exit: 0,
      after: leaves({ stage: 'batch', tool_calls: [{}, {}, {}, {}, { tool_use_id: 'toolu_1_4' }] }),
    },
    {
      title: 'a permission that is asked for',
      payload: payloadLike('claude-code/PermissionRequest.Write.json'),
      exit: 0,
      after: leaves({ stage: 'permission', tool_name: 'Write' }),
    },
    {
      title: 'a permission that auto mode denied',
      payload: payloadLike('claude-code/PermissionDenied.json'),
      exit: 0,
      after: leaves({ stage: 'denied', tool_use_id: 'toolu_1_0', reason: 'Classifier unavailable' }),
    },
    {
      title: "a prompt, by its hash unless it's asked for",
      payload: payloadLike('claude-code/UserPromptSubmit.json'),
      exit: 0,
      after: (world) => {
        expect(records(world)).toMatchObject([
          { stage: 'prompt', prompt_sha256: sha256('go'), prompt_length: 2 },
        ])
        expect(world.read(LOG)).not.toContain('"prompt":')
      },
    },
    {
      title: 'a session from start',
      payload: payloadLike('claude-code/SessionStart.resume.json'),
      exit: 0,
      after: leaves({ stage: 'session-start', source: 'resume' }),
    },
    {
      title: 'to end',
      payload: payloadLike('claude-code/SessionEnd.other.json'),
      exit: 0,
      after: leaves({ stage: 'session-end', reason: 'other' }),
    },
    {
      title: 'a stop with work in the background',
      payload: payloadLike('claude-code/Stop.background_tasks.json'),
      exit: 0,
      after: leaves({ stage: 'stop', background_tasks: 1, stop_hook_active: expect.any(Boolean) }),
    },
    {
      title: 'a subagent that stops',
      payload: payloadLike('claude-code/SubagentStop.json'),
      exit: 0,
      after: leaves({ stage: 'subagent-stop', agent_type: 'general-purpose' }),
    },
    {
      title: 'an event of no interest',
      payload: payloadLike('claude-code/FileChanged.json'),
      exit: 0,
      after: (world) => expect(world.exists('logs')).toBe(false),
    },
  ])
})

describe('what is recorded of OpenHarness', () => {
  const like = (name: string) => fixture(`openharness/${name}.json`)
  hookTable(hook, [
    {
      title: 'an attempt, from its variable',
      env: {
        OPENHARNESS_HOOK_EVENT: 'pre_tool_use',
        OPENHARNESS_HOOK_PAYLOAD: like('pre_tool_use.bash-nasty'),
      },
      exit: 0,
      after: leaves({ stage: 'attempt', harness: 'openharness', event: 'pre_tool_use', tool_name: 'bash' }),
    },
    {
      title: 'a success',
      payload: like('post_tool_use.write_file'),
      exit: 0,
      after: leaves({ stage: 'success', tool_name: 'write_file', tool_response: expect.any(String) }),
    },
    {
      title: 'a tool that failed',
      payload: like('post_tool_use.bash-failing'),
      exit: 0,
      after: (world) => {
        expect(records(world)).toMatchObject([{ stage: 'failure', error: 'hi' }])
        expect(Object.keys(records(world)[0] ?? {})).not.toContain('session_id')
        expect(Object.keys(records(world)[0] ?? {})).not.toContain('tool_response')
      },
    },
    {
      title: 'a permission that is asked for',
      payload: like('notification.bash'),
      exit: 0,
      after: leaves({ stage: 'permission', tool_name: 'bash', reason: expect.any(String) }),
    },
    {
      title: 'a subagent that stops',
      payload: like('subagent_stop'),
      exit: 0,
      after: leaves({ stage: 'subagent-stop', agent_id: 'agent@default', status: 'failed', return_code: 3 }),
    },
  ])
})

describe('what is recorded of others', () => {
  hookTable(hook, [
    {
      title: 'Gemini CLI',
      payload: payloadLike('other/gemini-BeforeTool-shell.json'),
      exit: 0,
      after: leaves({
        stage: 'attempt',
        harness: 'unknown',
        event: 'BeforeTool',
        tool_name: 'run_shell_command',
      }),
    },
    {
      title: 'Codex CLI',
      payload: payloadLike('other/codex-PostToolUse-shell.json'),
      exit: 0,
      after: leaves({ stage: 'success', harness: 'unknown', tool_use_id: expect.any(String) }),
    },
    {
      title: 'a person who tries it',
      payload: { tool_name: 'Bash', tool_input: { command: 'ls' } },
      exit: 0,
      after: leaves({ stage: 'attempt', harness: 'unknown', tool_input: { command: 'ls' } }),
    },
  ])
})

test('every captured payload passes silently, and leaves records as their schema says', async () => {
  const schemaFile = path.resolve(import.meta.dirname, '../../hooks/audit-tool-call/record.schema.json')
  const json = JSON.parse(fs.readFileSync(schemaFile, 'utf8')) as JsonSchema
  expect(json.properties.stage.enum).toEqual(STAGES)
  const schema = fromJSONSchema(json)
  for (const folder of ['claude-code', 'openharness']) {
    const files = fs.readdirSync(path.resolve(import.meta.dirname, '../fixtures', folder))
    for (const file of files.filter((name) => /^[^_I].*\.json$/.test(name))) {
      const world = makeWorld()
      const answer = await callFunction(hook, {
        stdin: fixture(`${folder}/${file}`).replaceAll('/home/dev/project', world.project),
        env: worldEnv(world),
        cwd: world.project,
      })
      expect(answer, file).toEqual({ exit: 0, stdout: '', stderr: '' })
      if (!world.exists(LOG)) continue
      const { records, bad } = readLog(world.read(LOG))
      expect(bad).toEqual([])
      for (const record of records) expect(schema.safeParse(record), file).toMatchObject({ success: true })
    }
  }
})

test.each([
  ['Permission to use Bash with command rm has been denied.', 'denied'],
  ["Claude requested permissions to use WebFetch, but you haven't granted it yet.", 'denied'],
  ["The user doesn't want to proceed with this tool use. The tool use was rejected", 'denied'],
  ['<tool_use_error>InputValidationError: x</tool_use_error>', 'invalid'],
  ['PreToolUse:Read hook error: of another tool', undefined],
  ['the log says: Permission to use Bash has been denied', undefined],
  ['Permission for this action has been denied. Reason: auto mode', undefined],
])('in a batch the response %j means %s', async (response, stage) => {
  const stages = async (tool_name: string, tool_response: unknown) => {
    const world = makeWorld()
    const call = { tool_name, tool_input: { x: 1 }, tool_use_id: 't', tool_response }
    const payload = payloadLike('claude-code/PostToolBatch.one.json', { tool_calls: [call, null, 'x'] })
    await callFunction(hook, {
      stdin: JSON.stringify({ ...payload, cwd: world.project }),
      env: worldEnv(world),
      cwd: world.project,
    })
    return records(world).map((record) => record['stage'])
  }
  const expected = stage === undefined ? ['batch'] : [stage, 'batch']
  expect(await stages('Bash', response)).toEqual(expected)
  expect(await stages('Bash', [{ type: 'text', text: response }])).toEqual(expected)
  // A server's own text proves nothing.
  expect(await stages('mcp__x__y', response)).toEqual(['batch'])
})

describe('secrets', () => {
  const secret = 'sup3r-s3cret-value'
  hookTable(hook, [
    {
      title: 'are hidden in input and result, and the record stays what it was',
      payload: payloadLike('claude-code/PostToolUse.Bash.json', {
        tool_input: { command: `curl -H "Authorization: Bearer ${secret}" -d '{"api_key": "${secret}"}' x` },
        tool_response: { stdout: `PASSWORD=${secret}`, password: secret },
      }),
      exit: 0,
      after: (world) => {
        expect(world.read(LOG)).not.toContain(secret)
        expect(records(world)).toMatchObject([
          {
            tool_input: {
              command: `curl -H "Authorization: Bearer [REDACTED:bearer]" -d '{"api_key": "[REDACTED:by-key]"}' x`,
            },
            tool_response: { stdout: 'PASSWORD=[REDACTED:by-key]', password: '[REDACTED:by-key]' },
          },
        ])
      },
    },
    {
      title: 'of the environment are hidden by their value',
      env: { SOME_API_KEY: secret },
      payload: bashPayload(`echo ${secret} ${Buffer.from(`x:${secret}`).toString('base64')}`),
      exit: 0,
      after: leaves({
        tool_input: { command: expect.stringMatching(/^echo \[REDACTED:env-value\] \w*\[RED/) },
      }),
    },
    {
      title: 'by the rules of configuration too',
      world: config({ redactKeys: ['badge'], redactPatterns: ['ACME-\\d{4}'] }),
      payload: bashPayload('x', { tool_input: { badge: 'b', note: 'ACME-1234' } }),
      exit: 0,
      after: leaves({ tool_input: { badge: '[REDACTED:by-key]', note: '[REDACTED:custom]' } }),
    },
    {
      title: 'in a text that is cut, before it is cut',
      payload: payloadLike('claude-code/PreToolUse.Write.json', {
        tool_input: { file_path: 'x', content: `${'a'.repeat(8180)} TOKEN=${secret} ${'b'.repeat(20_000)}` },
      }),
      exit: 0,
      after: (world) => expect(world.read(LOG)).not.toContain('sup3r'),
    },
  ])
})

describe('large values', () => {
  const content = `${'ä'.repeat(50_000)}${'z'.repeat(50_000)}`
  hookTable(hook, [
    {
      title: 'are cut, with their length and hash',
      payload: payloadLike('claude-code/PreToolUse.Write.json', { tool_input: { file_path: 'x', content } }),
      exit: 0,
      after: (world) => {
        const [{ tool_input } = {}] = records(world)
        const kept = String((tool_input as Record<string, unknown>)['content'])
        expect(kept).toContain(`[CUT: 150000 bytes, sha256 ${sha256(content)}]`)
        expect(kept).toMatch(/^ä+\[CUT.*\]z+$/)
        expect(Buffer.byteLength(kept)).toBeLessThan(16_384 + 110)
      },
    },
    {
      title: 'in a great number too',
      payload: bashPayload('x', {
        tool_input: { list: Array.from({ length: 9000 }, (_, n) => `${n} ${'x'.repeat(300)}`) },
      }),
      exit: 0,
      after: (world) => {
        expect(world.read(LOG).length).toBeLessThan(1024 * 1024 + 2)
        expect(records(world)).toHaveLength(1)
      },
    },
    {
      title: 'and where cutting texts does not help',
      payload: bashPayload('x', { tool_input: { list: Array.from({ length: 400_000 }, (_, n) => n) } }),
      exit: 0,
      after: leaves({
        stage: 'attempt',
        tool_name: 'Bash',
        tool_input: expect.stringMatching(/CUT: \d+ bytes/),
      }),
    },
    {
      title: 'nested without end',
      payload: JSON.stringify(bashPayload('x')).replace('"x"', `${'['.repeat(20_000)}1${']'.repeat(20_000)}`),
      exit: 0,
      after: leaves({ stage: 'attempt' }),
    },
  ])
})

describe('options', () => {
  hookTable(hook, [
    {
      title: 'file, in the project',
      world: config({ file: '.agent/audit.jsonl' }),
      payload: bashPayload('ls'),
      exit: 0,
      after: (world) => expect(records(world, '.agent/audit.jsonl')).toHaveLength(1),
    },
    {
      title: "file, anywhere, by the user's own configuration",
      world: userConfig({ file: '~/audit/x.jsonl' }),
      payload: bashPayload('ls'),
      exit: 0,
      after: (world) =>
        expect(readLog(fs.readFileSync(`${world.home}/audit/x.jsonl`, 'utf8')).records).toHaveLength(1),
    },
    ...['~/.bashrc', '../outside.jsonl', '/tmp/hookbox-outside.jsonl'].map((file) => ({
      title: `a project's file can't choose ${file}`,
      world: config({ file }),
      payload: bashPayload('ls'),
      exit: 0,
      after: (world: World) => {
        expect(records(world)).toHaveLength(1)
        expect(fs.readdirSync(world.home)).toEqual(['project'])
      },
    })),
    {
      title: "a project's file can't thin out the trail",
      world: config({ stages: ['compact'], tools: ['Read'], prompts: 'text', keep: 1, maxFileBytes: 1 }),
      payload: bashPayload('ls'),
      exit: 0,
      after: leaves({ stage: 'attempt' }),
    },
    {
      title: 'stages',
      world: userConfig({ stages: ['failure'] }),
      payload: bashPayload('ls'),
      exit: 0,
      after: (world) => expect(world.exists('logs')).toBe(false),
    },
    {
      title: 'tools',
      world: userConfig({ tools: ['mcp__*', 'Bash'] }),
      payload: bashPayload('ls'),
      exit: 0,
      after: leaves({ tool_name: 'Bash' }),
    },
    {
      title: 'tools, of which this is none',
      world: userConfig({ tools: ['mcp__*', 'Bas'] }),
      payload: bashPayload('ls'),
      exit: 0,
      after: (world) => expect(world.exists('logs')).toBe(false),
    },
    {
      title: 'prompts as text, without secrets',
      world: userConfig({ prompts: 'text' }),
      payload: payloadLike('claude-code/UserPromptSubmit.json', { prompt: 'the password: x y' }),
      exit: 0,
      after: leaves({ prompt: 'the password: [REDACTED:by-key] y' }),
    },
    {
      title: 'prompts off',
      world: userConfig({ prompts: 'off' }),
      payload: payloadLike('claude-code/UserPromptSubmit.json'),
      exit: 0,
      after: (world) => expect(world.read(LOG)).not.toMatch(/"prompt":|sha256/),
    },
    {
      title: 'maxFileBytes and keep, on the command line',
      argv: ['--set', 'maxFileBytes=100', '--set', 'keep=1'],
      world: { files: { [LOG]: `${JSON.stringify({ old: 'x'.repeat(90) })}\n` } },
      payload: bashPayload('ls'),
      exit: 0,
      after: (world) => {
        expect(world.read(`${LOG}.1`)).toContain('old')
        expect(records(world)).toHaveLength(1)
      },
    },
    {
      title: 'a pattern that could take for ever',
      world: config({ redactPatterns: ['(a+)+$'] }),
      payload: bashPayload('ls'),
      exit: 0,
      stdout: /it repeats a group that repeats something itself/,
      stderr: /hookbox\.json:1:\d+: .*it repeats a group that repeats something itself/,
    },
    {
      title: 'a mistake in the configuration: what came is kept all the same',
      world: config({ strictt: true }),
      payload: bashPayload('ls'),
      exit: 0,
      stdout: /did you mean \\"strict\\"/,
      stderr: /did you mean "strict"/,
      after: (world) => {
        expect(readLog(world.read(LOG)).records).toMatchObject([
          { stage: 'unreadable', payload: expect.stringContaining('"command":"ls"') },
        ])
      },
    },
  ])
})

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

test('--explain shows the record and what is redacted, and writes nothing', async () => {
  const world = makeWorld()
  const { exit, stdout } = await callFunction(hook, {
    argv: ['--explain', 'PASSWORD=hunter2 run'],
    env: worldEnv(world),
    cwd: world.project,
  })
  expect(exit).toBe(0)
  expect(stdout).toContain('PASSWORD=[REDACTED:by-key] run')
  expect(stdout).toContain('redacted by the rule by-key: 1')
  expect(stdout).toMatch(/verdict +pass/)
  expect(world.exists('logs')).toBe(false)
})
