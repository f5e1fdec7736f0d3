import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { findConfigFiles } from '../../src/config/find.ts'
import { loadOptions } from '../../src/config/load.ts'
import { defineHook, PASS } from '../../src/hook.ts'
import { testHost } from '../support/call.ts'
import { makeWorld, type World, worldEnv } from '../support/world.ts'

interface Options {
  readonly mode: 'enforce' | 'observe'
  readonly allow: readonly string[]
  readonly timeoutMs: number
  readonly nested?: { readonly deep: { readonly flag: boolean } }
}

const hook = defineHook<Options>({
  name: 'block-sudo',
  summary: '',
  kind: 'guard',
  events: [],
  options: {
    defaults: { mode: 'enforce', allow: [], timeoutMs: 1000 },
    merge: { mode: ['observe', 'enforce'], allow: 'fixed', timeoutMs: 'nearest', nested: 'nearest' },
    schema: async () =>
      z.strictObject({
        mode: z.optional(z.enum(['enforce', 'observe'])),
        allow: z.optional(z.array(z.string())),
        timeoutMs: z.optional(z.int().check(z.minimum(1), z.maximum(60_000))),
        nested: z.optional(z.strictObject({ deep: z.strictObject({ flag: z.boolean() }) })),
      }),
  },
  check: () => PASS,
})

function load(world: World, flags: Partial<Parameters<typeof loadOptions>[2]> = {}, folder = world.project) {
  const host = testHost({ env: worldEnv(world), cwd: world.project })
  return loadOptions(hook, findConfigFiles(host, folder, undefined), { set: [], ...flags }, host)
}

const section = (text: string) => `{\n  "block-sudo": ${text}\n}\n`

describe('mistakes are said with their place', () => {
  test.each([
    [
      'an unknown option',
      section('{ "alow": [] }'),
      ':2:19: "alow" is not an option of block-sudo; did you mean "allow"?',
    ],
    [
      'a wrong value',
      section('{ "mode": "strict" }'),
      ':2:27: block-sudo.mode has to be one of "enforce", "observe"',
    ],
    ['a wrong type', section('{ "allow": "x" }'), ':2:28: block-sudo.allow has to be a list'],
    ['a wrong item', section('{ "allow": ["a", 3] }'), ':2:34: block-sudo.allow.1 has to be text'],
    [
      'out of range',
      section('{ "timeoutMs": 99999 }'),
      ':2:32: block-sudo.timeoutMs has to be at most 60000',
    ],
    ['not whole', section('{ "timeoutMs": 1.5 }'), ':2:32: block-sudo.timeoutMs has to be a whole number'],
    [
      'deep',
      section('{ "nested": { "deep": { "flag": 1 } } }'),
      ':2:49: block-sudo.nested.deep.flag has to be true or false',
    ],
    ['a section that is no object', section('[]'), ':2:17: the section block-sudo has to be an object'],
    ['a key twice', '{"block-sudo": {}, "block-sudo": {}}', ':1:20: the key "block-sudo" stands twice'],
    ['not JSON', '{"block-sudo": {]}', ':1:17: not JSON'],
    ['no object', '[]', ': the file has to hold one JSON object'],
    ['empty', '', ': not JSON'],
  ])('%s', async (_title, text, message) => {
    const world = makeWorld({ files: { 'hookbox.json': text } })
    await expect(load(world)).rejects.toThrow(
      message.startsWith(':')
        ? `/project/hookbox.json${message}`.replace('json: not', 'json:1:1: not')
        : message,
    )
  })

  test('all of them at once', async () => {
    const world = makeWorld({ files: { 'hookbox.json': section('{ "mode": 1, "allow": 2 }') } })
    await expect(load(world)).rejects.toThrow(/mode has to be.*\n.*allow has to be a list/)
  })

  test('a file that is not there', async () => {
    const world = makeWorld()
    await expect(load(world, { config: `${world.project}/other.json` })).rejects.toThrow(
      /could not read .*other.json: it does not exist/,
    )
  })
})

describe('where files are found', () => {
  test('from the repository root down, then the user', async () => {
    const world = makeWorld({
      git: true,
      files: {
        'hookbox.json': section('{ "timeoutMs": 1, "allow": ["outer"] }'),
        'packages/a/hookbox.json': section('{ "timeoutMs": 2, "mode": "observe" }'),
      },
      homeFiles: {
        '.config/hookbox/hookbox.json': section('{ "mode": "enforce" }'),
        'hookbox.json': section('{ "timeoutMs": 9 }'),
      },
    })
    const { options, ignored } = await load(world, {}, `${world.project}/packages/a`)
    expect(options).toEqual({ mode: 'enforce', allow: ['outer'], timeoutMs: 2 })
    expect(ignored).toHaveLength(1)
    expect(ignored[0]).toContain('packages/a/hookbox.json: mode is not taken')
  })

  test('without a repository only the folder itself', async () => {
    const world = makeWorld({
      files: { 'sub/x': '', 'hookbox.json': section('{ "timeoutMs": 1 }') },
    })
    expect((await load(world, {}, `${world.project}/sub`)).options.timeoutMs).toBe(1000)
  })

  test('comments, trailing commas and a byte order mark are fine', async () => {
    const world = makeWorld({
      files: { 'hookbox.json': '\ufeff// x\n{ "$schema": "./s.json", "block-sudo": { "timeoutMs": 7, }, }' },
    })
    expect((await load(world)).options.timeoutMs).toBe(7)
  })

  test('--set takes JSON or plain text, --config one more file', async () => {
    const world = makeWorld({ files: { 'more.json': section('{ "allow": ["x"] }') } })
    const { options } = await load(world, {
      set: [
        { key: 'timeoutMs', value: '5' },
        { key: 'mode', value: 'observe' },
      ],
      config: `${world.project}/more.json`,
    })
    expect(options).toEqual({ mode: 'observe', allow: ['x'], timeoutMs: 5 })
  })
})
