import * as fs from 'node:fs'
import * as path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { fromJSONSchema } from 'zod/v4'
import { hook } from '../../../hooks/audit-tool-call/index.ts'
import { server } from '../../send/spool-folder.ts'
import { config, LOG, records, userConfig } from '../../support/audit-log.ts'
import { callExecutable, callFunction } from '../../support/call.ts'
import { engine } from '../../support/engine.ts'
import { bashPayload, hookTable } from '../../support/table.ts'
import { makeWorld, type World, worldEnv } from '../../support/world.ts'

const SPOOL = '.local/state/hookbox/spool'
const AWAY = { type: 'http', url: 'http://127.0.0.1:9/v1/records' } as const

const schemaFile = path.resolve(import.meta.dirname, '../../../hooks/audit-tool-call/record.schema.json')
const schema = fromJSONSchema(JSON.parse(fs.readFileSync(schemaFile, 'utf8')))

/** The native program starts the sender of the npm package, which has to be in PATH. */
const PACKAGE =
  engine === 'node'
    ? {}
    : { PATH: `${path.resolve(import.meta.dirname, '../../../bin')}:${process.env['PATH'] ?? ''}` }

const call = (
  world: World,
  name = 'audit-tool-call',
  command = 'ls',
  more: Record<string, string> = PACKAGE,
) =>
  callExecutable(name, {
    stdin: JSON.stringify(bashPayload(command, { cwd: world.project })),
    env: worldEnv(world, more),
    cwd: world.project,
  })

test('a record goes into the log and to the server, with one id, by a process that nobody waits for', async () => {
  const { url, received } = await server()
  const world = makeWorld(userConfig({ chain: true, sinks: [{ type: 'http', url }] }))
  expect(await call(world)).toEqual({ exit: 0, stdout: '', stderr: '' })
  // The guard's verdict takes the same way.
  expect((await call(world, 'block-sudo', 'sudo id')).exit).toBe(2)
  for (
    let wait = 0;
    wait < 200 && received.flatMap(({ text }) => text.trim().split('\n')).length < 3;
    wait++
  ) {
    await sleep(50)
  }
  const lines = received.map(({ text }) => text).join('')
  expect(lines).toBe(world.read(LOG))
  const all = records(world).map((record) => schema.parse(record))
  expect(all).toMatchObject([
    { stage: 'seam', reason: 'start', chain: { seq: 1 } },
    { stage: 'attempt', chain: { seq: 2 } },
    { stage: 'verdict', hook: 'block-sudo', chain: { seq: 3 } },
  ])
  expect(new Set(all.map((record) => (record as { id: string }).id)).size).toBe(3)
})

test.runIf(engine !== 'node')('without the npm package the user is told, and the record waits', async () => {
  const world = makeWorld(userConfig({ sinks: [AWAY] }))
  const answer = await call(world, 'audit-tool-call', 'ls', {})
  expect(answer).toMatchObject({ exit: 0, stderr: expect.stringContaining('npm install --global hookbox') })
  expect(fs.readFileSync(path.join(world.home, SPOOL, 'current.jsonl'), 'utf8')).toBe(world.read(LOG))
})

test('with a server that is away nothing is said, and the record waits', async () => {
  const world = makeWorld(userConfig({ sinks: [AWAY] }))
  expect(await call(world)).toEqual({ exit: 0, stdout: '', stderr: '' })
  expect(fs.readFileSync(path.join(world.home, SPOOL, 'current.jsonl'), 'utf8')).toBe(world.read(LOG))
})

describe('a spool that takes nothing', () => {
  const blocked = {
    homeFiles: { ...userConfig({ sinks: [AWAY] }).homeFiles, '.local/state/hookbox': 'a file' },
  }
  hookTable(hook, [
    {
      title: 'the log has the record, the call goes on and the user is told',
      world: blocked,
      payload: bashPayload('ls'),
      exit: 0,
      stdout: /^\{"systemMessage":"audit-tool-call: no audit record of this Bash was written: could not /,
      stderr: /could not make the folder/,
      after: (world) => expect(records(world)).toHaveLength(1),
    },
    {
      title: 'strict: the call is denied',
      world: blocked,
      argv: ['--set', 'strict=true'],
      payload: bashPayload('ls'),
      exit: 2,
      stdout: /"permissionDecision":"deny"/,
      stderr: /strict asks for a record/,
    },
    {
      title: 'the log takes nothing either: the first of it is told',
      world: { ...blocked, files: { logs: 'a file' } },
      payload: bashPayload('ls'),
      exit: 0,
      stdout: /logs/,
      stderr: /logs/,
    },
  ])
})

test('a log that takes nothing keeps no record from the spool', async () => {
  const world = makeWorld({ ...userConfig({ sinks: [AWAY] }), files: { logs: 'a file' } })
  const answer = await callFunction(hook, {
    stdin: JSON.stringify(bashPayload('ls', { cwd: world.project })),
    env: worldEnv(world),
    cwd: world.project,
  })
  expect(answer.stdout).toContain('no audit record')
  expect(fs.readFileSync(path.join(world.home, SPOOL, 'current.jsonl'), 'utf8')).toContain(
    '"stage":"attempt"',
  )
})

test('what the sender has to say is told once in a session', async () => {
  const world = makeWorld(userConfig({ sinks: [AWAY] }))
  const folder = path.join(world.home, SPOOL)
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(path.join(folder, 'sender.lock'), '') // one is at work
  fs.writeFileSync(path.join(folder, 'problem.json'), '{"message":"http-1 says 401"}')
  const said = (await call(world)).stdout
  expect(JSON.parse(said)).toEqual({ systemMessage: 'audit-tool-call: http-1 says 401' })
  expect(await call(world)).toEqual({ exit: 0, stdout: '', stderr: '' })
})

describe('options', () => {
  const refused = (sinks: unknown, stderr: RegExp) => ({
    title: JSON.stringify(sinks).slice(0, 100),
    world: userConfig({ sinks }),
    payload: bashPayload('ls'),
    exit: 0,
    stdout: stderr,
    stderr,
  })
  const http = (more: object) => [{ type: 'http', url: 'https://audit.example/', ...more }]
  hookTable(hook, [
    {
      title: "a project's file can't send the trail anywhere, nor say where it waits",
      world: config({ sinks: [AWAY], spool: 'spool', maxSpoolBytes: 1_000_000 }),
      payload: bashPayload('ls'),
      exit: 0,
      after: (world) => {
        expect(records(world)).toHaveLength(1)
        expect(fs.existsSync(path.join(world.home, '.local'))).toBe(false)
        expect(world.exists('spool')).toBe(false)
      },
    },
    {
      title: "a project's file can ask for a chain, and not take one away",
      world: { ...config({ chain: false }), ...userConfig({ chain: true }) },
      payload: bashPayload('ls'),
      exit: 0,
      after: (world) => expect(records(world).map(({ chain }) => typeof chain)).toEqual(['object', 'object']),
    },
    refused(http({ url: 'http://audit.example/' }), /sends records unencrypted/),
    refused(http({ url: 'https://me:pw@audit.example/' }), /without a user or password/),
    refused(http({ headers: { 'X-Api-Key': 'abc' } }), /X-Api-Key looks like a secret/),
    refused(http({ token: 'abc' }), /token/),
    refused(http({ compress: true }), /compress/),
    refused([{ type: 'syslog', url: 'http://x' }], /udp:\/\/HOST:PORT/),
    refused([...http({ name: 'a' }), ...http({ name: 'a' })], /has a name twice/),
  ])
})

test('--explain shows the record, and neither logs nor spools it', async () => {
  const world = makeWorld(userConfig({ chain: true, sinks: [AWAY] }))
  const { exit, stdout } = await callFunction(hook, {
    argv: ['--explain', 'PASSWORD=hunter2 run'],
    env: worldEnv(world),
    cwd: world.project,
  })
  expect(exit).toBe(0)
  expect(stdout).toContain('PASSWORD=[REDACTED:by-key] run')
  expect(fs.readdirSync(world.home)).toEqual(['.config', 'project'])
  expect(world.exists('logs')).toBe(false)
})
