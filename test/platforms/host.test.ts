import * as fs from 'node:fs'
import * as path from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import type { RunOptions } from '../../src/host/host.ts'
import { nodeHost } from '../../src/host/node.ts'
import { type Step, takeSteps } from './host-probe.ts'
import { inWine, PLATFORMS, type Platform, temporary, windows } from './programs.ts'

/** The Host interface on other platforms: the same calls as in Node, with the same results. */

const root = temporary('hookbox-host-')
afterAll(() => fs.rmSync(root, { recursive: true, force: true, maxRetries: 5 }))

let folders = 0
function folder(): string {
  const made = path.join(root, `${++folders}`)
  fs.mkdirSync(made)
  return made
}

const probe = (platform: Platform, steps: readonly Step[], cwd = root) =>
  platform.probe(steps, { cwd, home: root })

/** Steps for a folder, given as a program of the platform names it. */
type Steps = (at: string) => readonly Step[]

const LONG = Array.from({ length: 6 }, (_, index) => `${index}`.padEnd(60, 'x')).join('/')

const SAME: Readonly<Record<string, Steps>> = {
  'a file is made, once': (at) => [
    ['create', `${at}/a`, 'one', 0o600],
    ['create', `${at}/a`, 'two', 0o600],
    ['readFile', `${at}/a`, 100],
  ],
  'bytes stay as they are': (at) => [
    ['create', `${at}/a`, 'a\r\nb\nc\u001ad\0e\r', 0o600],
    ['readFile', `${at}/a`, 100],
    ['append', `${at}/a`, 'x\u001a\r\ny\n', 0o600],
    ['readFile', `${at}/a`, 100],
  ],
  'from an offset, from the end, and past it': (at) => [
    ['create', `${at}/a`, '0123456789', 0o600],
    ['readFile', `${at}/a`, 3, 4],
    ['readFile', `${at}/a`, 100, 4],
    ['readFile', `${at}/a`, 100, -3],
    ['readFile', `${at}/a`, 100, -30],
    ['readFile', `${at}/a`, 100, 30],
    ['readFile', `${at}/a`, 0, 3],
  ],
  'lines are appended, behind half a line too': (at) => [
    ['append', `${at}/a`, 'one\n', 0o600],
    ['append', `${at}/a`, 'two\n', 0o600],
    ['readFile', `${at}/a`, 100],
    ['create', `${at}/b`, 'half', 0o600],
    ['append', `${at}/b`, 'whole\n', 0o600],
    ['readFile', `${at}/b`, 100],
    ['append', at, 'x\n', 0o600],
  ],
  'one file takes the place of another': (at) => [
    ['replace', `${at}/a`, 'one', 0o600],
    ['replace', `${at}/a`, 'two', 0o600],
    ['readFile', `${at}/a`, 100],
    ['create', `${at}/b`, 'three', 0o600],
    ['rename', `${at}/b`, `${at}/a`],
    ['readFile', `${at}/a`, 100],
    ['list', at],
    ['rename', `${at}/b`, `${at}/a`],
  ],
  'folders, and names of all scripts': (at) => [
    ['makeDirectory', `${at}/Ordner/ß/日本`, 0o700],
    ['replace', `${at}/Ordner/ß/日本/\u{1f600} é.txt`, 'ja', 0o600],
    ['list', `${at}/Ordner/ß/日本`],
    ['readFile', `${at}/Ordner/ß/日本/\u{1f600} é.txt`, 10],
    ['makeDirectory', `${at}/Ordner/ß`, 0o700],
    ['remove', `${at}/Ordner/ß/日本/\u{1f600} é.txt`],
    ['remove', `${at}/Ordner/ß/日本/\u{1f600} é.txt`],
    ['list', `${at}/Ordner/ß/日本`],
  ],
  'paths longer than 260 characters': (at) => [
    ['makeDirectory', `${at}/${LONG}`, 0o700],
    ['create', `${at}/${LONG}/a`, 'one', 0o600],
    ['append', `${at}/${LONG}/a`, '\n', 0o600],
    ['replace', `${at}/${LONG}/a`, 'two', 0o600],
    ['rename', `${at}/${LONG}/a`, `${at}/${LONG}/b`],
    ['readFile', `${at}/${LONG}/b`, 10],
    ['list', `${at}/${LONG}`],
    ['remove', `${at}/${LONG}/b`],
  ],
  'what is not there, and what is something else': (at) => [
    ['create', `${at}/a`, '', 0o600],
    ['stat', `${at}/no`],
    ['lstat', `${at}/a/b`],
    ['list', `${at}/no`],
    ['list', `${at}/a`],
    ['list', ''],
    ['readFile', `${at}/no`, 10],
    ['readFile', at, 10],
    ['realpath', `${at}/no`],
    ['readLink', `${at}/a`],
    ['remove', `${at}/no`],
    ['create', `${at}/no/a`, '', 0o600],
    ['readFile', `${at}/a\0b`, 10],
  ],
  'no environment variable of that name': () => [
    ['env', 'HOOKBOX_NO_SUCH'],
    ['env', 'HOOKBOX_EMPTY'],
    ['env', 'HOOKBOX_ß'],
  ],
}

const ENV = { HOOKBOX_EMPTY: '', HOOKBOX_ß: 'Grüße \u{1f600}' }

describe.each(PLATFORMS)('$name', (platform) => {
  test.each(Object.entries(SAME))('%s', async (_title, steps) => {
    Object.assign(process.env, ENV)
    const [here, there] = [folder(), folder()]
    const wanted = await takeSteps(nodeHost, steps(here))
    const got = await platform.probe(steps(platform.seen(there)), { cwd: root, home: root, env: ENV })
    const plain = (results: unknown[], at: string) => JSON.stringify(results).replaceAll(at, '@')
    expect(plain(got, platform.seen(there))).toBe(plain(wanted, here))
  })

  test('what is known of a file', async () => {
    const at = folder()
    fs.writeFileSync(path.join(at, 'a'), '12345')
    fs.utimesSync(path.join(at, 'a'), 1_700_000_000, 1_700_000_000)
    const seen = platform.seen(at)
    const [file, directory] = await probe(platform, [
      ['stat', `${seen}/a`],
      ['lstat', seen],
    ])
    expect(file).toMatchObject({ kind: 'file', size: 5, modified: 1_700_000_000_000 })
    expect(directory).toMatchObject({ kind: 'directory' })
  })

  test('a place behind 4 GB is reached without what lies before it', async () => {
    const at = folder()
    const file = path.join(at, 'a')
    fs.writeFileSync(file, '')
    fs.truncateSync(file, 6_000_000_000)
    fs.appendFileSync(file, 'end')
    const begun = Date.now()
    const seen = `${platform.seen(at)}/a`
    const results = await probe(platform, [
      ['readFile', seen, 10, 6_000_000_000],
      ['readFile', seen, 10, -3],
      ['append', seen, ' of it\n', 0o600],
      ['readFile', seen, 10, -7],
    ])
    expect(results).toEqual(['end', 'end', null, ' of it\n'])
    expect(Date.now() - begun).toBeLessThan(10_000)
    fs.rmSync(file)
  })

  // Wine looks where the file ends and writes there in two steps; Windows does it in one.
  test.runIf(platform.name !== 'win32-x64')('lines of many processes never mix', async () => {
    const at = folder()
    const line = 'x'.repeat(500)
    const steps = Array.from(
      { length: 40 },
      (): Step => ['append', `${platform.seen(at)}/a`, `${line}\n`, 0o600],
    )
    await Promise.all(Array.from({ length: 4 }, () => probe(platform, steps)))
    const lines = fs.readFileSync(path.join(at, 'a'), 'utf8').split('\n')
    expect(lines).toHaveLength(161)
    expect(lines.every((one) => one === line || one === '')).toBe(true)
  })

  test('a file that is replaced while others replace and read it is always whole', async () => {
    const at = folder()
    const file = `${platform.seen(at)}/a`
    fs.writeFileSync(path.join(at, 'a'), 'x'.repeat(10_000))
    const steps = (letter: string) =>
      Array.from({ length: 20 }, (): Step[] => [
        ['replace', file, letter.repeat(10_000), 0o600],
        ['readFile', file, 20_000],
      ]).flat()
    const all = await Promise.all(['a', 'b', 'c'].map((letter) => probe(platform, steps(letter))))
    const read = all.flat().filter((result) => result !== null)
    expect(read.filter((text) => typeof text !== 'string' || !/^(.)\1{9999}$/.test(text))).toEqual([])
    expect(fs.readdirSync(at)).toEqual(['a'])
  })

  test('of many that make the same file, one does', async () => {
    const at = folder()
    const steps: Step[] = [['create', `${platform.seen(at)}/lock`, '', 0o600]]
    const all = await Promise.all(Array.from({ length: 5 }, () => probe(platform, steps)))
    expect(all.flat().filter((made) => made === true)).toHaveLength(1)
  })
})

describe('Windows', () => {
  const tool = () => inWine(path.join(inject('made').folder, 'windows-tool.exe'))
  const how = (more: Partial<RunOptions> = {}): RunOptions => ({
    cwd: inWine(root),
    timeoutMs: 20_000,
    maxOutputBytes: 1_000_000,
    ...more,
  })
  const run = async (words: readonly string[], more?: Partial<RunOptions>) => {
    const [result] = await probe(windows, [['run', [tool(), ...words], how(more)]])
    return result
  }

  test('the platform, the folder, the home and the user, with slashes', async () => {
    const at = folder()
    const results = await probe(windows, [['platform'], ['cwd'], ['home'], ['user'], ['realpath', '.']], at)
    expect(results).toEqual(['win32', inWine(at), inWine(root), expect.any(String), inWine(at)])
  })

  test.each(['', 'home', '.\\home', 'C:home'])(
    'as the system says, when USERPROFILE is %j, which would be another folder in every place',
    async (USERPROFILE) => {
      const [home] = await windows.probe([['home']], { cwd: root, home: root, env: { USERPROFILE } })
      expect(home).toMatch(/^C:\/users\//i)
    },
  )

  test('names in another case are the same', async () => {
    const at = folder()
    fs.mkdirSync(path.join(at, 'Ordner'))
    fs.writeFileSync(path.join(at, 'Ordner/Datei.TXT'), 'x')
    const results = await probe(windows, [
      ['readFile', `${inWine(at)}/ORDNER/datei.txt`, 10],
      ['realpath', `${inWine(at).toLowerCase()}\\ORDNER\\datei.txt`],
      ['create', `${inWine(at)}/ordner/DATEI.txt`, '', 0o600],
      ['env', 'pAtH'],
    ])
    expect(results).toEqual(['x', `${inWine(at)}/Ordner/Datei.TXT`, false, 'C:\\windows\\system32'])
  })

  test('paths with a drive, without one, and with backslashes', async () => {
    const at = folder()
    fs.writeFileSync(path.join(at, 'a'), 'x')
    const back = at.replaceAll('/', '\\')
    const paths = [`Z:${at}/a`, `z:${back}\\a`, `${back}\\a`, 'a', '.\\a', 'Z:a', `\\\\?\\Z:${back}\\a`]
    const results = await probe(
      windows,
      paths.map((one) => ['readFile', one, 10]),
      at,
    )
    expect(results).toEqual(paths.map(() => 'x'))
  })

  test('what would hold its reader is no file', async () => {
    expect(
      await probe(windows, [
        ['stat', 'NUL'],
        ['readFile', 'NUL', 10],
        ['append', 'NUL', 'x\n', 0o600],
      ]),
    ).toEqual([expect.objectContaining({ kind: 'other' }), { error: 'EINVAL' }, { error: 'EINVAL' }])
  })

  test.each([0, 1, 3, 255, 256, 4_294_967_295])('a program that ends with %i', async (code) => {
    expect(await run(['exit', `${code}`])).toMatchObject({ ended: 'exited', code, stdout: '', stderr: '' })
  })

  test('arguments arrive as they are', async () => {
    const words = [
      '',
      ' ',
      'a b',
      '"',
      '\\',
      '\\"',
      'a\\\\"b c\\',
      'ß \u{1f600}',
      '/c',
      '%PATH%',
      '*',
      "'",
      '^&|<>',
    ]
    expect(await run(['args', ...words])).toMatchObject({ stdout: `${words.join('\n')}\n` })
  })

  test('a command of the shell keeps its quotes', async () => {
    const [result] = await probe(windows, [
      ['run', ['cmd', '/d', '/s', '/c', `"${tool()}" args "a b" "c" & exit 5`], how()],
    ])
    expect(result).toMatchObject({ ended: 'exited', code: 5, stdout: 'a b\nc\n' })
  })

  test('more output before its input is read than a pipe holds', async () => {
    expect(await run(['flood', '300000'], { input: 'y'.repeat(300_000) })).toMatchObject({
      ended: 'exited',
      stdout: 'x'.repeat(300_000),
      stderr: '300000',
    })
  })

  test('input is the bytes that were given, and empty without any', async () => {
    const input = 'a\r\nb\nc\u001ad ß'
    expect(await run(['cat'], { input })).toMatchObject({ stdout: input })
    expect(await run(['cat'])).toMatchObject({ ended: 'exited', stdout: '' })
  })

  test('variables are added, replaced in any case, and removed', async () => {
    const env = { path: 'C:\\other', HOOKBOX_NEW: 'ß', USERNAME: null } as unknown as Record<string, string>
    expect(await run(['env', 'PATH'], { env })).toMatchObject({ stdout: 'C:\\other\n' })
    expect(await run(['env', 'HOOKBOX_NEW'], { env })).toMatchObject({ stdout: 'ß\n' })
    expect(await run(['env', 'UserName'], { env })).toMatchObject({ stdout: '\n' })
  })

  test('at the deadline everything that it started goes', async () => {
    const at = folder()
    const result = await run(['tree', `${inWine(at)}/mark`], { timeoutMs: 700 })
    expect(result).toMatchObject({ ended: 'timeout', code: -1 })
    await new Promise((resolve) => setTimeout(resolve, 2000))
    expect(fs.readdirSync(at)).toEqual([])
  })

  test('a program that is not there, or could not start', async () => {
    fs.writeFileSync(path.join(root, 'script.cmd'), 'echo %1\r\n')
    const none = inWine(path.join(root, 'gone'))
    const results = await probe(windows, [
      ['run', ['no-such-program'], how()],
      ['run', ['./no-such-program'], how()],
      // What cmd.exe makes of the arguments of such a file can't be told.
      ['run', [inWine(path.join(root, 'script.cmd')), '"&calc'], how()],
      ['run', [tool(), 'exit', '0'], how({ cwd: none })],
    ])
    expect(results).toMatchObject([
      { ended: 'missing' },
      { ended: 'missing' },
      { ended: 'missing' },
      { ended: 'failed', problem: expect.stringContaining('does not exist') },
    ])
  })

  test('a program of that name in the current folder is not the one that is meant', async () => {
    const at = folder()
    fs.copyFileSync(path.join(inject('made').folder, 'windows-tool.exe'), path.join(at, 'helper.exe'))
    const steps = (name: string): Step[] => [['run', [name, 'exit', '4'], how({ cwd: inWine(at) })]]
    expect(await probe(windows, steps('helper'), at)).toMatchObject([{ ended: 'missing' }])
    expect(await probe(windows, steps('./helper'), root)).toMatchObject([{ ended: 'exited', code: 4 }])
  })

  test("the npm package's hookbox is started with Node, and goes on alone", async () => {
    const at = folder()
    const script = path.join(at, 'npm/node_modules/hookbox/bin/hookbox')
    const note = path.join(at, 'note')
    fs.mkdirSync(path.dirname(script), { recursive: true })
    fs.writeFileSync(script, '#!/usr/bin/env node\n')
    fs.copyFileSync(path.join(inject('made').folder, 'windows-tool.exe'), path.join(at, 'node.exe'))
    const call = (folders: readonly string[]) =>
      windows.probe([['startOwn', ['audit', 'send', '--spool', 'a b']]], {
        cwd: at,
        home: at,
        env: { PATH: folders.map(inWine).join(';'), TOOL_NOTE: inWine(note) },
      })
    expect(await call([at])).toEqual([false])
    expect(await call([path.join(at, 'npm'), at])).toEqual([true])
    await expect
      .poll(() => fs.existsSync(note) && fs.readFileSync(note, 'utf8'), { timeout: 10_000 })
      .toBe(`${inWine(at)}/node.exe ${inWine(script)} audit send --spool "a b"\n`)
  })
})

test('arm64: programs end in every way as under Node', async () => {
  const [arm64] = PLATFORMS
  const how = { cwd: root, timeoutMs: 10_000, maxOutputBytes: 1000, env: { PATH: '/usr/bin:/bin', A: 'ß' } }
  const steps: Step[] = [
    ['run', ['sh', '-c', 'printf "%s" "$A"; echo x >&2; exit 3'], how],
    ['run', ['sh', '-c', 'kill -TERM $$'], how],
    ['run', ['no-such-program'], how],
    ['run', ['cat'], { ...how, input: 'y'.repeat(200_000) }],
    ['run', ['sh', '-c', 'sleep 30 & sleep 30'], { ...how, timeoutMs: 500 }],
  ]
  const plain = (results: unknown) => JSON.stringify(results).replace(/"durationMs":\d+/g, '')
  expect(arm64 && plain(await probe(arm64, steps))).toBe(plain(await takeSteps(nodeHost, steps)))
})
