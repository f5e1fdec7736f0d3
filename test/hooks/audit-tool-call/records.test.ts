import * as fs from 'node:fs'
import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import { fromJSONSchema } from 'zod/v4'
import { hook } from '../../../hooks/audit-tool-call/index.ts'
import { STAGES } from '../../../src/audit/record.ts'
import { readLog } from '../../../src/store/read-log.ts'
import { sha256 } from '../../../src/text/sha256.ts'
import { ISO, LOG, leaves, records } from '../../support/audit-log.ts'
import { callFunction } from '../../support/call.ts'
import { fixture, hookTable, payloadLike } from '../../support/table.ts'
import { makeWorld, worldEnv } from '../../support/world.ts'

type JsonSchema = Parameters<typeof fromJSONSchema>[0] & { properties: { stage: { enum: string[] } } }

const IDS = {
  session_id: '00000000-0000-4000-8000-000000000001',
  prompt_id: '00000000-0000-4000-8000-000000000002',
}

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
  const schemaFile = path.resolve(import.meta.dirname, '../../../hooks/audit-tool-call/record.schema.json')
  const json = JSON.parse(fs.readFileSync(schemaFile, 'utf8')) as JsonSchema
  expect(json.properties.stage.enum).toEqual(STAGES)
  const schema = fromJSONSchema(json)
  for (const folder of ['claude-code', 'openharness']) {
    const files = fs.readdirSync(path.resolve(import.meta.dirname, '../../fixtures', folder))
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
