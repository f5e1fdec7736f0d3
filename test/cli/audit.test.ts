import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { LOG, userConfig } from '../support/audit-log.ts'
import { callExecutable } from '../support/call.ts'
import { bashPayload } from '../support/table.ts'
import { makeWorld, type World, worldEnv } from '../support/world.ts'
import { audit, auditWorld, RECORDS } from './audit-log.ts'

const BAD = /^1 line is no record, the first .*tool-audit\.jsonl:9: it is not whole\n$/

const jsonLines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('list', () => {
  test('a call a line, its end and who refused it, within 80 columns', async () => {
    const { exit, stdout, stderr } = await audit(auditWorld(), 'list')
    expect(exit).toBe(0)
    expect(stderr).toMatch(BAD)
    expect(stdout.split('\n').map((line) => line.trimEnd())).toEqual([
      '-- 2026-11-28 --',
      '09:00:01 111111 Bash         git status                          ok       120 ms',
      '10:00:00 111111 Bash         sudo reboot                         denied',
      '         deny block-sudo (sudo): `sudo reboot` runs commands as root',
      '-- 2026-11-29 --',
      '11:00:00 111111 Edit         src/app.ts                          failed    1.9 s',
      '12:00:00 other- mcp__db__qu… select "é"                          started',
      '12:00:00        bash         make                                ok',
      '12:00:02        bash         make                                started',
      '',
    ])
  })

  test.each<[readonly string[], readonly string[]]>([
    [['--limit', '1'], ['make']],
    [['--session', 'other'], ['select "é"']],
    [
      ['--tool', 'edit,mcp__*'],
      ['src/app.ts', 'select "é"'],
    ],
    [['--verdict', 'deny'], ['sudo reboot']],
    [['--verdict', 'failure'], ['src/app.ts']],
    [
      ['--verdict', 'success'],
      ['git status', 'make'],
    ],
    [['--hook', 'block-*'], ['sudo reboot']],
    [['--user', 'eve'], ['select "é"']],
    [['--text', 'STRING NOT'], ['src/app.ts']],
    [['--text', 'select "é"'], ['select "é"']],
    [['--since', '2026-11-29', '--until', '2026-11-29T11:30'], ['src/app.ts']],
    [['--until', '2026-11-28T09:30:00Z'], ['git status']],
  ])('%j', async (argv, subjects) => {
    const { exit, stdout } = await audit(auditWorld(), 'list', '--json', ...argv)
    expect(exit).toBe(0)
    expect(jsonLines(stdout).map(({ subject }) => subject)).toEqual(subjects)
  })

  test('nothing that fits: exit 1', async () => {
    const { exit, stdout, stderr } = await audit(auditWorld(), 'list', '--since', '1h')
    expect([exit, stdout]).toEqual([1, ''])
    expect(stderr).toContain('no calls')
  })

  test('as JSON, with all there is to say', async () => {
    const { stdout } = await audit(auditWorld(), 'list', '--json', '--verdict', 'deny')
    expect(jsonLines(stdout)).toEqual([
      {
        time: '2026-11-28T10:00:00.000Z',
        session: expect.any(String),
        id: 'toolu_002',
        tool: 'Bash',
        subject: 'sudo reboot',
        outcome: 'denied',
        decisions: [
          { hook: 'block-sudo', verdict: 'deny', rule: 'sudo', mode: 'enforce', reason: expect.any(String) },
        ],
        user: 'dev',
        stages: ['attempt', 'verdict'],
      },
    ])
  })
})

describe('tail', () => {
  test('the newest records, as they are', async () => {
    const { stdout } = await audit(auditWorld(), 'tail', '-n', '2', '--json')
    expect(jsonLines(stdout)).toEqual(JSON.parse(JSON.stringify(RECORDS.slice(-2))))
  })

  test('reaches into older files, compressed ones too', async () => {
    const world = auditWorld()
    const file = path.join(world.project, `${LOG}.1`)
    fs.writeFileSync(`${file}.gz`, gzipSync(fs.readFileSync(file)))
    fs.rmSync(file)
    const { stdout } = await audit(world, 'tail', '-n', '100', '--json')
    expect(jsonLines(stdout)).toHaveLength(RECORDS.length)
  })

  test('--follow goes on through rotation, and ends with its reader', async () => {
    const world = makeWorld()
    const file = world.put(LOG, `${JSON.stringify(RECORDS[0])}\n`)
    const hookbox = path.resolve(import.meta.dirname, '../../bin/hookbox')
    const child = spawn(process.execPath, [hookbox, 'audit', 'tail', '-f', '--json'], {
      cwd: world.project,
      env: worldEnv(world),
    })
    let stdout = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk
    })
    const seen = async (count: number) => {
      for (let wait = 0; wait < 100 && stdout.split('\n').length <= count; wait++) await sleep(50)
    }
    await seen(1)
    fs.appendFileSync(file, `${JSON.stringify(RECORDS[1])}\n{"half": `)
    await seen(2)
    fs.appendFileSync(file, `1}\n${JSON.stringify(RECORDS[2])}\n`)
    fs.renameSync(file, `${file}.1`)
    fs.appendFileSync(`${file}.1`, `${JSON.stringify(RECORDS[3])}\n`)
    fs.writeFileSync(file, `${JSON.stringify(RECORDS[4])}\n`)
    await seen(5)
    child.stdout.destroy()
    const ended = new Promise((resolve) => child.once('exit', resolve))
    fs.appendFileSync(file, `${JSON.stringify(RECORDS[5])}\n${JSON.stringify(RECORDS[6])}\n`)
    expect(await ended).toBe(0)
    expect(jsonLines(stdout).map(({ stage }) => stage)).toEqual(RECORDS.slice(0, 5).map(({ stage }) => stage))
  })
})

describe('show', () => {
  test.each([
    ['toolu_002', 2],
    ['toolu_00', 7],
    ['11111111', 7],
    ['other-session', 1],
  ])('%s', async (id, count) => {
    const { exit, stdout } = await audit(auditWorld(), 'show', id, '--json')
    expect(exit).toBe(0)
    expect(JSON.parse(stdout)).toHaveLength(count)
  })

  test('for people: texts as they are, but for what moves a cursor', async () => {
    const { stdout } = await audit(auditWorld(), 'show', 'toolu_001')
    expect(stdout).toContain('success  2026-11-28T09:00:02.000Z\n')
    expect(stdout).toMatch(/stdout: \n\s+clean\n\s+red\n/)
    expect(stdout).not.toContain('\u001b')
  })

  test('none, and too short', async () => {
    expect((await audit(auditWorld(), 'show', 'nowhere')).exit).toBe(1)
    expect((await audit(auditWorld(), 'show', 'x')).exit).toBe(64)
  })
})

describe('a log in which somebody has written', () => {
  const hostile = '\u001b[31mred\u001b]0;title\u0007\u009b2J\u202etxt.exe'
  const fields = ['stage', 'timestamp', 'session_id', 'tool_use_id', 'tool_name', 'user', 'hook', 'rule']
  const records = [
    ...fields.map((field) => ({ ...RECORDS[1], [field]: hostile })),
    { ...RECORDS[1], [hostile]: 'x', tool_input: { [hostile]: hostile } },
    ...['verdict', 'hook', 'rule', 'mode', 'approved', 'reason'].map((field) => ({
      ...{ ...RECORDS[3], stage: 'verdict', hook: 'block-sudo', verdict: 'deny', rule: 'sudo', reason: 'no' },
      [field]: hostile,
    })),
    ...['__proto__', 'constructor', 'toString'].map((stage) => ({ ...RECORDS[1], stage, tool_name: stage })),
  ]

  test.each([['tail', '-n', '99'], ['list'], ['show', 'toolu_001'], ['stats'], ['replay']])(
    '%s shows no more than text',
    async (...argv) => {
      const world = makeWorld()
      world.put(LOG, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
      const { exit, stdout, stderr } = await audit(world, ...argv)
      expect(exit).toBeLessThan(2)
      expect(stdout.length).toBeGreaterThan(100)
      expect(`${stdout}${stderr}`).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/)
    },
  )
})

test('stats', async () => {
  const { exit, stdout } = await audit(auditWorld(), 'stats', '--json')
  expect(exit).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    records: 11,
    sessions: 2,
    users: ['dev', 'eve'],
    calls: 6,
    failed: 1,
    denied: 1,
    tools: expect.arrayContaining([
      { tool: 'Bash', calls: 2, failed: 0, denied: 1, medianMs: 120, p95Ms: 120, maxMs: 120 },
    ]),
    rules: [{ hook: 'block-sudo', rule: 'sudo', verdict: 'deny', count: 1, observed: 0, approved: 0 }],
    days: [
      { day: '2026-11-28', calls: 2, denied: 1 },
      { day: '2026-11-29', calls: 4, denied: 0 },
    ],
  })
  const shown = (await audit(auditWorld(), 'stats')).stdout
  expect(shown).toContain('6 calls, 1 failed, 1 denied (16.7 %)\n')
  expect(Math.max(...shown.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
})

describe('export', () => {
  test('JSON lines are the records as they were written', async () => {
    const world = auditWorld()
    const { stdout } = await audit(world, 'export')
    expect(stdout).toBe(world.read(`${LOG}.1`) + world.read(LOG).replace(/\{"torn": $/, ''))
  })

  test('one JSON value', async () => {
    expect(JSON.parse((await audit(auditWorld(), 'export', '--format', 'json')).stdout)).toHaveLength(11)
    const none = await audit(auditWorld(), 'export', '--format', 'json', '--stage', 'compact')
    expect(JSON.parse(none.stdout)).toEqual([])
  })

  test('CSV, in which no cell is a formula', async () => {
    const world = makeWorld()
    const record = { ...RECORDS[6], error: '=HYPERLINK("x")', user: 'a,b\n"c"' }
    world.put(LOG, `${JSON.stringify(record)}\n`)
    const [head, ...rows] = (await audit(world, 'export', '--format', 'csv')).stdout.split('\r\n')
    expect(head).toMatch(/^timestamp,stage,session_id,tool_use_id,tool_name,tool_input,/)
    expect(rows[0]).toContain(`,"{""file_path"":""/p/src/app.ts"",`)
    expect(rows[0]).toContain(`,"'=HYPERLINK(""x"")",1900,`)
    expect(rows[0]).toContain(`,"a,b\n""c""",`)
  })

  test.each(['=1', '+1', '-1', '@a', '\t1', '\r1', '\n=1', '\u0000=1', ' =1', '\u200b=1', '＝1', '＠a'])(
    'CSV: %j is no formula',
    async (error) => {
      const world = makeWorld()
      world.put(LOG, `${JSON.stringify({ ...RECORDS[6], error })}\n`)
      const { stdout } = await audit(world, 'export', '--format', 'csv')
      expect(stdout).toMatch(new RegExp(`,"?'${error.replace(/[+@]/, '.')}"?,1900,`))
    },
  )

  test('into a new file of the user alone, never over another', async () => {
    const world = auditWorld()
    expect(await audit(world, 'export', '--out', 'x.jsonl')).toMatchObject({ exit: 0, stdout: '' })
    expect(world.read('x.jsonl').split('\n')).toHaveLength(12)
    expect(fs.statSync(path.join(world.project, 'x.jsonl')).mode & 0o777).toBe(0o600)
    const again = await audit(world, 'export', '--out', 'x.jsonl')
    expect([again.exit, again.stderr]).toEqual([64, 'hookbox audit: x.jsonl is there already\n'])
  })
})

test('report: never over another file unless told to, and then for the user alone as well', async () => {
  const world = auditWorld()
  const out = world.put('r.html', 'of somebody else', 0o644)
  const refused = await audit(world, 'report', '--out', out)
  expect([refused.exit, refused.stderr]).toEqual([
    64,
    expect.stringContaining('r.html is there already; --force writes over it\n'),
  ])
  expect(world.read('r.html')).toBe('of somebody else')
  expect((await audit(world, 'report', '--out', out, '--force')).exit).toBe(0)
  expect(world.read('r.html')).toContain('<!doctype html>')
  expect(fs.statSync(out).mode & 0o777).toBe(0o600)
})

test.each<[readonly string[], RegExp]>([
  [['list', '--since', 'soon'], /"soon" is no time: write 2h/],
  [['list', '--verdict', 'no'], /--verdict is "no", expected one of deny/],
  [['list', '--limit', '0'], /--limit is "0", expected a number of 1 or more/],
  [['export', '--format', 'xml'], /--format is "xml", expected one of jsonl/],
  [['verify', '--expect', '1:2'], /--expect is a line that verify printed before/],
  [['replay', '--hook', 'block-sud'], /did you mean "block-sudo"\?/],
  [['replay', '--hook', 'audit-tool-call'], /does not judge calls/],
])('a mistake in %j is said in one line', async (argv, stderr) => {
  const answer = await audit(auditWorld(), ...argv)
  expect(answer).toMatchObject({ exit: 64, stdout: '', stderr: expect.stringMatching(stderr) })
  expect(answer.stderr.split('\n')).toHaveLength(2)
})

test('without a log it says where one would be', async () => {
  const { exit, stderr } = await audit(makeWorld(), 'list')
  expect(exit).toBe(64)
  expect(stderr).toMatch(/^hookbox audit: there is no log .*logs\/tool-audit\.jsonl: .*--file/)
})

test("the log is the one of the user's configuration, or the one that is named", async () => {
  const world = makeWorld(userConfig({ file: '~/audit/x.jsonl' }))
  fs.mkdirSync(`${world.home}/audit`)
  fs.writeFileSync(`${world.home}/audit/x.jsonl`, `${JSON.stringify(RECORDS[1])}\n`)
  expect((await audit(world, 'list')).exit).toBe(0)
  const named = world.put('named.jsonl', `${JSON.stringify(RECORDS[3])}\n`)
  expect((await audit(world, 'list', '--file', named)).stdout).toContain('sudo reboot')
})

describe('replay', () => {
  const changes = (stdout: string) =>
    (JSON.parse(stdout) as { hooks: { hook: string; changes: Record<string, unknown>[] }[] }).hooks.flatMap(
      ({ hook, changes }) => changes.map(({ subject, change }) => [hook, subject, change]),
    )

  const recorded = (world: World, ...records: readonly object[]) =>
    world.put(LOG, records.map((record) => `${JSON.stringify({ ...record, cwd: world.project })}\n`).join(''))

  test('the same verdicts: exit 0', async () => {
    const world = makeWorld()
    recorded(world, ...RECORDS.slice(3, 5))
    const { exit, stdout } = await audit(world, 'replay', '--hook', 'block-sudo')
    expect(exit).toBe(0)
    expect(stdout).toContain('block-sudo  1 calls, 1 refused then, 1 now; no change\n')
  })

  test('what would be refused now, and what no longer', async () => {
    const world = makeWorld({ files: { 'data/x': '' } })
    const [, attempt, , sudo, verdict] = RECORDS
    recorded(
      world,
      { ...attempt, tool_input: { command: 'rm -rf ./data' } },
      { ...attempt, tool_use_id: 'other', tool_input: { command: 'rm -rf ./data' } },
      { ...sudo, tool_use_id: 'third', tool_input: { command: 'true' } },
      { ...verdict, tool_use_id: 'third', tool_input: { command: 'true' } },
    )
    const { exit, stdout } = await audit(world, 'replay', '--json')
    expect(exit).toBe(1)
    expect(changes(stdout)).toEqual([
      ['block-dangerous-rm', 'rm -rf ./data', 'refused now'],
      ['block-sudo', 'true', 'passes now'],
    ])
    const shown = await audit(world, 'replay', '--hook', 'block-dangerous-rm')
    expect(shown.stdout).toContain('block-dangerous-rm, 2 times\n')
    expect(shown.stdout).toMatch(/now {2}deny \(\w[\w-]*\): /)
    expect(shown.stdout).toMatch(/^block-dangerous-rm {2}3 calls, 0 refused then, 2 now; 2 refused now$/m)
    expect(world.exists('data/x')).toBe(true)
  })

  test('a new configuration can be tried', async () => {
    const world = makeWorld({ files: { 'try.json': '{"block-sudo": {"mode": "observe"}}' } })
    recorded(world, ...RECORDS.slice(3, 5))
    const { exit, stdout } = await audit(
      world,
      'replay',
      '--hook',
      'block-sudo',
      '--config',
      'try.json',
      '--json',
    )
    expect(exit).toBe(1)
    expect(changes(stdout)).toEqual([['block-sudo', 'sudo reboot', 'passes now']])
  })

  test('OpenHarness, and a call whose secrets are gone', async () => {
    const world = makeWorld()
    const { tool_use_id: _id, ...noId } = RECORDS[3] ?? {}
    const command = 'PASSWORD=[REDACTED:by-key] sudo id'
    recorded(world, { ...noId, harness: 'openharness', tool_name: 'bash', tool_input: { command } })
    const { stdout } = await audit(world, 'replay', '--hook', 'block-sudo')
    expect(stdout).toContain('(its input was recorded without secrets or cut)')
    expect(stdout).toContain('1 refused now')
  })
})

describe('with the hook itself', () => {
  const call = (world: World, command: string) =>
    callExecutable('audit-tool-call', {
      stdin: JSON.stringify(bashPayload(command, { cwd: world.project })),
      env: worldEnv(world),
      cwd: world.project,
    })

  test('verify: a chain over rotated and compressed files, and an edit in one of them', async () => {
    const world = makeWorld(userConfig({ chain: true, maxFileBytes: 1500 }))
    for (let n = 0; n < 6; n++) await call(world, `echo ${n}`)
    const log = path.join(world.project, LOG)
    expect(fs.existsSync(`${log}.2`)).toBe(true)
    expect(await audit(world, 'compress', log, '--settle-ms', '0')).toMatchObject({ exit: 0 })
    expect(fs.readdirSync(path.dirname(log)).filter((name) => /\.\d+/.test(name))).toEqual(
      fs.readdirSync(path.dirname(log)).filter((name) => name.endsWith('.gz')),
    )
    const { exit, stdout } = await audit(world, 'verify')
    expect([exit, stdout]).toEqual([0, expect.stringMatching(/^valid {4}\d+ records, 1 to \d+ in /)])
    const noted = stdout.trimEnd().split('\n').at(-1)?.trim() ?? ''
    expect(await audit(world, 'verify', '--expect', noted)).toMatchObject({ exit: 0 })
    const zipped = gunzipSync(fs.readFileSync(`${log}.1.gz`)).toString('utf8')
    fs.writeFileSync(`${log}.1.gz`, gzipSync(zipped.replace('echo', 'ls  ')))
    const edited = await audit(world, 'verify')
    expect(edited.exit).toBe(1)
    expect(edited.stdout).toMatch(/^problem {2}.*\.1\.gz:\d+: record \d+ was changed/)
    const json = JSON.parse((await audit(world, 'verify', '--json')).stdout)
    expect(json).toMatchObject({ valid: false, problems: [{ kind: 'changed', line: expect.any(Number) }] })
  })

  test('verify: a compressed file that is damaged', async () => {
    const world = makeWorld(userConfig({ chain: true, maxFileBytes: 1500 }))
    for (let n = 0; n < 4; n++) await call(world, `echo ${n}`)
    const log = path.join(world.project, LOG)
    await audit(world, 'compress', log, '--settle-ms', '0')
    fs.truncateSync(`${log}.1.gz`, 100)
    const { exit, stdout, stderr } = await audit(world, 'verify')
    expect([exit, stderr]).toEqual([1, ''])
    expect(stdout).toMatch(
      /^problem {2}.*\.1\.gz:0: the file can't be read to its end \(unexpected end of file\)/,
    )
  })

  test('verify: a record put at the end without a line end; half a line is one that is being written', async () => {
    const world = makeWorld(userConfig({ chain: true }))
    await call(world, 'echo')
    const log = path.join(world.project, LOG)
    const genuine = fs.readFileSync(log, 'utf8')
    fs.writeFileSync(log, `${genuine}{"timestamp":"2026-11-30T12:00:00.000Z","sta`)
    expect((await audit(world, 'verify')).exit).toBe(0)
    fs.writeFileSync(log, `${genuine}{"timestamp":"2026-11-30T12:00:00.000Z","stage":"attempt"}`)
    const { exit, stdout } = await audit(world, 'verify')
    expect([exit, stdout]).toEqual([1, expect.stringContaining('a record that is not in the chain')])
  })

  test('verify: the whole log taken away', async () => {
    const world = makeWorld(userConfig({ chain: true }))
    await call(world, 'echo')
    fs.rmSync(path.join(world.project, LOG))
    const { exit, stdout } = await audit(world, 'verify')
    expect([exit, stdout]).toEqual([1, expect.stringContaining('records 1 to 2 are missing at the end')])
  })

  test('verify: with a key from its file', async () => {
    const world = makeWorld(userConfig({ chain: true, chainKeyFile: '~/key' }))
    fs.writeFileSync(path.join(world.home, 'key'), 'sixteen bytes or more')
    await call(world, 'echo')
    expect((await audit(world, 'verify')).exit).toBe(0)
    fs.writeFileSync(path.join(world.home, 'key'), 'another sixteen bytes')
    expect((await audit(world, 'verify')).stdout).toContain('not valid')
  })
})
