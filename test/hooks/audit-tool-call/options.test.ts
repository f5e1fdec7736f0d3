import * as fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { hook } from '../../../hooks/audit-tool-call/index.ts'
import { readLog } from '../../../src/store/read-log.ts'
import { config, LOG, leaves, records, userConfig } from '../../support/audit-log.ts'
import { callFunction } from '../../support/call.ts'
import { bashPayload, hookTable, payloadLike } from '../../support/table.ts'
import { makeWorld, type World, worldEnv } from '../../support/world.ts'

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
    ...['.git/config', '.claude/settings.local.json', 'hookbox.json', 'src/app.js', 'Makefile'].map(
      (file) => ({
        title: `a project's file can't have lines appended to ${file}`,
        world: { ...config({ file }), git: true },
        payload: bashPayload('ls'),
        setup: (world: World) => {
          for (const name of ['.claude/settings.local.json', 'src/app.js', 'Makefile'])
            world.put(name, 'as it was\n')
          return undefined
        },
        exit: 0,
        after: (world: World) => {
          expect(records(world)).toHaveLength(1)
          expect(world.read(file)).not.toContain('timestamp')
        },
      }),
    ),
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
