import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import { HostError } from '../../src/host/host.ts'
import { nodeHost } from '../../src/host/node.ts'
import { appendLog, type LogFile } from '../../src/store/append-log.ts'
import { logFiles } from '../../src/store/rotate.ts'
import { makeWorld } from '../support/world.ts'

const append = (file: string, more: Partial<LogFile> = {}, line = '{"a":1}\n') =>
  appendLog(nodeHost, { path: file, maxBytes: 0, keep: 3, ...more }, line)

const failure = async (promise: Promise<void>): Promise<string> => {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(HostError)
  return String((error as HostError).message)
}

test('folders are made for the user alone, and the file too', async () => {
  const world = makeWorld()
  const file = path.join(world.project, 'a/b/x.jsonl')
  await append(file, { within: world.project })
  await append(file, { within: world.project })
  expect(world.read('a/b/x.jsonl')).toBe('{"a":1}\n{"a":1}\n')
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
  expect(fs.statSync(path.dirname(file)).mode & 0o777).toBe(0o700)
})

test('a folder made for the log is no change of the project', async () => {
  const world = makeWorld({ git: true })
  await append(path.join(world.project, 'logs/x.jsonl'), { within: world.project })
  expect(world.git('status', '--porcelain')).toBe('')
})

test('a folder that was there is left as it is', async () => {
  const world = makeWorld({ git: true, files: { 'logs/other.log': 'x' } })
  await append(path.join(world.project, 'logs/x.jsonl'), { within: world.project })
  expect(world.git('status', '--porcelain')).toBe('?? logs/x.jsonl\n')
})

test('behind half a line a new one begins', async () => {
  const world = makeWorld({ files: { 'x.jsonl': '{"a":' } })
  await append(path.join(world.project, 'x.jsonl'))
  expect(world.read('x.jsonl')).toBe('{"a":\n{"a":1}\n')
})

test('a log that can be written but not read', async () => {
  const world = makeWorld({ files: { 'x.jsonl': '' } })
  fs.chmodSync(path.join(world.project, 'x.jsonl'), 0o200)
  await append(path.join(world.project, 'x.jsonl'))
  expect(world.read('x.jsonl')).toBe('{"a":1}\n')
})

describe('what somebody may have put in the way', () => {
  test('a link in the place of the file is never followed', async () => {
    const world = makeWorld({ files: { 'other.txt': 'mine\n' } })
    fs.symlinkSync('other.txt', path.join(world.project, 'x.jsonl'))
    expect(await failure(append(path.join(world.project, 'x.jsonl')))).toMatch(/it is a symbolic link$/)
    expect(world.read('other.txt')).toBe('mine\n')
  })

  test('a link in the place of a folder, out of the project', async () => {
    const world = makeWorld()
    fs.symlinkSync(world.tmp, path.join(world.project, 'logs'))
    const file = path.join(world.project, 'logs/deep/x.jsonl')
    expect(await failure(append(file, { within: world.project }))).toMatch(
      /a symbolic link leads from .* outside/,
    )
    expect(fs.readdirSync(world.tmp)).toEqual([])
    await append(file) // a file that the user named may lie anywhere
    expect(fs.readdirSync(path.join(world.tmp, 'deep'))).toEqual(['x.jsonl'])
  })

  test('a link within the project', async () => {
    const world = makeWorld({ files: { 'real/keep': '' } })
    fs.symlinkSync('real', path.join(world.project, 'logs'))
    await append(path.join(world.project, 'logs/x.jsonl'), { within: world.project })
    expect(world.read('real/x.jsonl')).toBe('{"a":1}\n')
  })

  test('a folder, a file in place of a folder, a pipe, a device', async () => {
    const world = makeWorld({ files: { 'd/x.jsonl/keep': '', logs: 'a file' } })
    spawnSync('mkfifo', [path.join(world.project, 'pipe')])
    expect(await failure(append(path.join(world.project, 'd/x.jsonl')))).toMatch(/it is a folder$/)
    expect(await failure(append(path.join(world.project, 'logs/x.jsonl')))).toMatch(
      /not a folder|exists already/,
    )
    expect(await failure(append(path.join(world.project, 'pipe')))).toMatch(/it is no plain file$/)
    expect(await failure(append('/dev/full'))).toMatch(/it is no plain file$/)
  })

  test('a project that is gone is not made again', async () => {
    const world = makeWorld()
    const gone = path.join(world.project, 'gone')
    expect(await failure(append(path.join(gone, 'logs/x.jsonl'), { within: gone }))).toMatch(
      /does not exist$/,
    )
    expect(fs.existsSync(gone)).toBe(false)
  })
})

/** Appends in a process of its own, whose files may not get larger than so many blocks of 512 or 1024 bytes. */
function appendLimited(file: string, line: string, blocks: number) {
  const script = `
    import { nodeHost } from ${JSON.stringify(path.resolve('src/host/node.ts'))}
    try { nodeHost.append(process.argv[2], process.argv[3] + '\\n', 0o600); console.log('written') }
    catch (error) { console.log(error.code, error.message) }`
  const scriptFile = `${file}.mts`
  fs.writeFileSync(scriptFile, script)
  const command = `ulimit -f ${blocks}; exec "$@"`
  return spawnSync(
    'bash',
    ['-c', command, '_', process.execPath, '--import', 'tsx', scriptFile, file, line],
    { encoding: 'utf8' },
  ).stdout
}

test('what does not fit is taken back whole', () => {
  const world = makeWorld({ files: { 'x.jsonl': `${'a'.repeat(1500)}\n` } })
  const file = path.join(world.project, 'x.jsonl')
  expect(appendLimited(file, 'b'.repeat(8000), 4)).toMatch(/ENOSPC could not append to .*: the disk is full/)
  expect(world.read('x.jsonl')).toBe(`${'a'.repeat(1500)}\n`)
  expect(appendLimited(file, 'b', 4)).toBe('written\n')
})

describe('rotation', () => {
  const names = (folder: string) => fs.readdirSync(folder).sort()

  test('the newest is .1, and no more than keep remain', async () => {
    const world = makeWorld()
    const file = path.join(world.project, 'x.jsonl')
    for (let number = 0; number < 12; number++) {
      await append(file, { maxBytes: 40, keep: 2 }, `{"number":${String(number).padStart(5, '0')}}\n`)
    }
    expect(names(world.project)).toEqual(['x.jsonl', 'x.jsonl.1', 'x.jsonl.2'])
    const numbers = logFiles(nodeHost, file).flatMap((one) =>
      [...fs.readFileSync(one, 'utf8').matchAll(/\d+/g)].map(([digits]) => Number(digits)),
    )
    expect(numbers).toEqual([6, 7, 8, 9, 10, 11])
  })

  test('a record larger than the limit has a file of its own', async () => {
    const world = makeWorld()
    const file = path.join(world.project, 'x.jsonl')
    for (const letter of 'abc') await append(file, { maxBytes: 10 }, `"${letter.repeat(50)}"\n`)
    expect(logFiles(nodeHost, file).map((one) => fs.readFileSync(one, 'utf8')[1])).toEqual(['a', 'b', 'c'])
  })

  test('a lock that somebody holds only puts it off', async () => {
    const world = makeWorld({ files: { 'x.jsonl': `${'a'.repeat(100)}\n`, 'x.jsonl.lock': '' } })
    const file = path.join(world.project, 'x.jsonl')
    await append(file, { maxBytes: 50 })
    expect(names(world.project)).toEqual(['x.jsonl', 'x.jsonl.lock'])
    const long = new Date(Date.now() - 3_600_000)
    fs.utimesSync(`${file}.lock`, long, long)
    await append(file, { maxBytes: 50 })
    expect(names(world.project)).toEqual(['x.jsonl', 'x.jsonl.1'])
  })

  test('other files beside the log are none of it', () => {
    const world = makeWorld({
      files: { 'x.jsonl': '', 'x.jsonl.10': '', 'x.jsonl.9': '', 'x.jsonl.bak': '', 'x.jsonl.01': '', y: '' },
    })
    expect(logFiles(nodeHost, `${world.project}/x.jsonl`).map((one) => path.basename(one))).toEqual([
      'x.jsonl.10',
      'x.jsonl.9',
      'x.jsonl',
    ])
  })

  const yesterday = (file: string, days = 1) => {
    const time = new Date(Date.now() - days * 86_400_000)
    fs.utimesSync(file, time, time)
  }

  test('daily: when the last record is of another day', async () => {
    const world = makeWorld()
    const file = path.join(world.project, 'x.jsonl')
    await append(file, { daily: true }, '{"day":1}\n')
    await append(file, { daily: true }, '{"day":1}\n')
    yesterday(file)
    await append(file, { daily: true }, '{"day":2}\n')
    await append(file, { daily: true }, '{"day":2}\n')
    expect(world.read('x.jsonl.1')).toBe('{"day":1}\n{"day":1}\n')
    expect(world.read('x.jsonl')).toBe('{"day":2}\n{"day":2}\n')
  })

  test('without it a day is nothing', async () => {
    const world = makeWorld()
    const file = path.join(world.project, 'x.jsonl')
    await append(file)
    yesterday(file)
    await append(file)
    expect(names(world.project)).toEqual(['x.jsonl'])
  })

  test('keepDays: what is older goes at the next renaming, compressed or not', async () => {
    const world = makeWorld({ files: { 'x.jsonl.1.gz': 'z', 'x.jsonl.2': 'b', 'x.jsonl.3.gz': 'c' } })
    const file = path.join(world.project, 'x.jsonl')
    yesterday(`${file}.2`, 8)
    yesterday(`${file}.3.gz`, 8)
    await append(file, { maxBytes: 5, keep: 10, keepDays: 7 })
    expect(names(world.project)).toHaveLength(4)
    await append(file, { maxBytes: 5, keep: 10, keepDays: 7 })
    expect(names(world.project)).toEqual(['x.jsonl', 'x.jsonl.1', 'x.jsonl.2.gz'])
    expect(world.read('x.jsonl.2.gz')).toBe('z')
  })

  test('gzip: the process that compresses is started, for this log', async () => {
    const world = makeWorld()
    const file = path.join(world.project, 'x.jsonl')
    const started: (readonly string[])[] = []
    const host = {
      ...nodeHost,
      startOwn: async (words: readonly string[]) => {
        started.push(words)
        return true
      },
    }
    const rules = { path: file, maxBytes: 5, keep: 3, gzip: true }
    await appendLog(host, rules, '{"a":1}\n')
    expect(started).toEqual([])
    await appendLog(host, rules, '{"a":2}\n')
    expect(started).toEqual([['audit', 'compress', file]])
  })
})
