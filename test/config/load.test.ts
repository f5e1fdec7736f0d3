import * as fs from 'node:fs'
import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { findConfigFiles } from '../../src/config/find.ts'
import { loadOptions } from '../../src/config/load.ts'
import { defineHook, PASS } from '../../src/hook.ts'
import { projectRoot } from '../../src/paths/project.ts'
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
        allow: z.optional(z.array(z.string().check(z.minLength(1)))),
        timeoutMs: z.optional(z.int().check(z.minimum(1), z.maximum(60_000))),
        name: z.optional(z.string().check(z.minLength(3))),
        days: z.optional(z.array(z.number()).check(z.maxLength(2))),
        run: z.optional(z.union([z.string(), z.strictObject({ path: z.string() }), z.literal(false)])),
        by: z.optional(z.record(z.string().check(z.minLength(1)), z.number())),
        nested: z.optional(z.strictObject({ deep: z.strictObject({ flag: z.boolean() }) })),
      }),
  },
  check: () => PASS,
})

function load(world: World, flags: Partial<Parameters<typeof loadOptions>[2]> = {}, folder = world.project) {
  const host = testHost({ env: worldEnv(world), cwd: world.project })
  return loadOptions(
    hook,
    findConfigFiles(host, folder, projectRoot(host, folder)),
    { set: [], ...flags },
    host,
  )
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
    ['empty', ' \n', 'hookbox.json: the file is empty; without settings it holds {}'],
    ['only a comment', '// x', ':1:5: not JSON: value expected'],
    [
      'not closed',
      '{"block-sudo": {"mode": "observe"',
      /hookbox\.json:1:34: not JSON: close brace expected$/,
    ],
    ['nested too deeply', `{"block-sudo": ${'['.repeat(5000)}`, ':1:65: nested deeper than 50'],
    ['no text', new Uint8Array([0xff, 0xfe, 0x7b, 0]), 'hookbox.json: it is not UTF-8 text'],
    [
      '__proto__',
      section('{ "__proto__": { "mode": "observe" } }'),
      ':2:19: the key "__proto__" can\'t be used',
    ],
    ['an empty text', section('{ "allow": [""] }'), ':2:29: block-sudo.allow.0 must not be empty'],
    ['a short text', section('{ "name": "ab" }'), ':2:27: block-sudo.name has to have at least 3 characters'],
    ['a long list', section('{ "days": [1, 2, 3] }'), ':2:27: block-sudo.days has to have at most 2 entries'],
    [
      'of no possible kind',
      section('{ "run": 5 }'),
      ':2:26: block-sudo.run has to be text, or an object, or false',
    ],
    [
      'of one kind and wrong in it',
      section('{ "run": { "pth": "x" } }'),
      ':2:26: block-sudo.run.path has to be text; "pth" is not an option of block-sudo.run',
    ],
    ['a key that is refused', section('{ "by": { "": 1 } }'), '"" can\'t be a key of block-sudo.by'],
  ] as const)('%s', async (_title, text, message) => {
    const world = makeWorld({ files: { 'hookbox.json': typeof text === 'string' ? text : '' } })
    if (typeof text !== 'string') fs.writeFileSync(path.join(world.project, 'hookbox.json'), text)
    const isPlace = typeof message === 'string' && message.startsWith(':')
    await expect(load(world)).rejects.toThrow(isPlace ? `/project/hookbox.json${message}` : message)
  })

  const things: [string, (file: string) => void, string][] = [
    ['a folder', (file) => fs.mkdirSync(file), 'it is a folder, not a file'],
    [
      'a link to nothing',
      (file) => fs.symlinkSync('/nowhere/x', file),
      'it is a symbolic link that leads to nothing',
    ],
    ['a link to itself', (file) => fs.symlinkSync(file, file), 'it is a symbolic link that leads to nothing'],
    ['a device', (file) => fs.symlinkSync('/dev/null', file), 'it is no plain file'],
  ]
  test.runIf(process.platform !== 'win32').each(things)(
    '%s in the place of a file',
    async (_title, put, message) => {
      for (const folder of ['project', 'home'] as const) {
        const world = makeWorld({ homeFiles: { '.config/hookbox/x': '' } })
        const file = path.join(
          folder === 'project' ? world.project : `${world.home}/.config/hookbox`,
          'hookbox.json',
        )
        put(file)
        await expect(load(world)).rejects.toThrow(`${file}: ${message}`)
      }
    },
  )

  test('--set __proto__ is an option that does not exist', async () => {
    const set = [{ key: '__proto__', value: '{"mode":"observe"}' }]
    await expect(load(makeWorld(), { set })).rejects.toThrow('"__proto__" is not an option of block-sudo')
  })

  const many = (entry: (index: number) => string) =>
    Array.from({ length: 9000 }, (_, index) => entry(index)).join(', ')
  test.each([
    ['sections', `{${many((index) => `"k${index}": 1`)}}`],
    ['keys that stand twice', `{${many(() => '"block-sudo": 1')}}`],
    ['options', section(`{${many((index) => `"k${index}": 1`)}}`)],
    ['items', section(`{"allow": [${many(() => '1')}]}`)],
    ['letters', `{"${'x'.repeat(100_000)}": 1}`],
    ['bytes', section(`{"allow": ["${'x'.repeat(300_000)}"]}`)],
  ])('too many wrong %s are not all told, so that it takes no time', async (_title, text) => {
    const world = makeWorld({ files: { 'hookbox.json': text } })
    const started = process.cpuUsage()
    const message = await load(world).then(
      () => '',
      (error: Error) => error.message,
    )
    expect(message.length).toBeGreaterThan(20)
    expect(message.length).toBeLessThan(5000)
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(2000)
  })

  test('the files of a project are small together', async () => {
    const filler = `// ${'x'.repeat(200_000)}\n{}`
    const world = makeWorld({
      git: true,
      files: { 'hookbox.json': filler, 'a/hookbox.json': filler, 'a/b/hookbox.json': '{}' },
      homeFiles: { '.config/hookbox/hookbox.json': filler },
    })
    await expect(load(world)).resolves.toBeDefined()
    await expect(load(world, {}, `${world.project}/a/b`)).rejects.toThrow(
      '/project/a/hookbox.json: larger than 256 kB together with the files above it',
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

  test('a project folder of the harness inside a repository does not hide the files above it', async () => {
    const world = makeWorld({
      git: true,
      files: { 'hookbox.json': section('{ "timeoutMs": 1 }'), 'packages/a/x': '' },
    })
    const folder = `${world.project}/packages/a`
    const host = testHost({ env: worldEnv(world, { CLAUDE_PROJECT_DIR: folder }), cwd: folder })
    const files = findConfigFiles(host, folder, projectRoot(host, folder))
    expect(files.map((file) => file.path)).toEqual([`${world.project}/hookbox.json`])
  })

  test.each([
    ['another repository', { 'sub/.git/HEAD': '' }],
    ['a worktree or submodule', { 'sub/.git': 'gitdir: ../elsewhere\n' }],
  ])('%s inside the project does not hide its file', async (_title, files) => {
    const world = makeWorld({ git: true, files: { 'hookbox.json': section('{ "timeoutMs": 1 }') } })
    for (const [file, text] of Object.entries(files)) world.put(file, text)
    const folder = `${world.project}/sub`
    const host = testHost({ env: worldEnv(world, { CLAUDE_PROJECT_DIR: world.project }), cwd: folder })
    const files_ = findConfigFiles(host, folder, projectRoot(host, folder))
    expect(files_.map((file) => file.path)).toEqual([`${world.project}/hookbox.json`])
  })

  test("a user's folder that can not be looked into is a mistake, not an absence", async () => {
    const world = makeWorld({ homeFiles: { '.config/hookbox/hookbox.json': section('{ "timeoutMs": 1 }') } })
    const host = testHost({ env: worldEnv(world), cwd: world.project })
    const hidden = `${world.home}/.config/hookbox/`
    const closed = {
      ...host,
      stat: (file: string) => (file.startsWith(hidden) ? undefined : host.stat(file)),
      lstat: (file: string) => (file.startsWith(hidden) ? undefined : host.lstat(file)),
    }
    expect(findConfigFiles(closed, world.project, world.project)).toEqual([
      { path: `${hidden}hookbox.json`, trust: 'user' },
    ])
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
