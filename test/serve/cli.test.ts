import { type ChildProcess, spawn } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { batch, sentRecord } from '../server/start.ts'
import { makeWorld, type World, worldEnv } from '../support/world.ts'
import { DATABASES, newDatabase, openDatabase } from './databases.ts'
import { freePort } from './postgres.ts'

const bin = path.resolve(import.meta.dirname, '../../bin/hookbox')

interface Program {
  readonly child: ChildProcess
  readonly url: string
  readonly ended: Promise<number>
  stderr(): string
}

/** Starts the real program and waits for its address. */
async function start(
  world: World,
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Program> {
  const child = spawn(process.execPath, [bin, 'serve', ...argv], {
    env: worldEnv(world, env),
    cwd: world.project,
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = new Promise<number>((resolve) =>
    child.on('close', (code, signal) => resolve(signal ? -1 : (code ?? -1))),
  )
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()))
    void ended.then((code) => reject(new Error(`ended with ${code}: ${stderr}`)))
  })
  return { child, url, ended, stderr: () => stderr }
}

const post = (url: string, body: string) => fetch(`${url}/v1/records`, { method: 'POST', body })

test('it keeps records where it was told to, and ends when it is asked to', async () => {
  const world = makeWorld()
  const port = await freePort()
  const program = await start(world, ['--listen', String(port), '--hooks', 'block-sudo'])
  expect(program.url).toBe(`http://127.0.0.1:${port}`)
  expect((await post(program.url, batch(sentRecord()))).status).toBe(200)
  const refused = await fetch(`${program.url}/hooks/block-sudo`, {
    method: 'POST',
    body: JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'sudo ls' } }),
  })
  expect([refused.status, await refused.text()]).toEqual([
    403,
    expect.stringContaining('block-sudo: `sudo ls`'),
  ])
  program.child.kill('SIGTERM')
  expect(await program.ended).toBe(0)
  expect(program.stderr()).toMatch(/ started .*\n.* stopping signal="SIGTERM"\n.* stopped\n$/)
  const file = path.join(world.home, '.local/share/hookbox/audit.db')
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
  expect(await (await openDatabase(file)).size()).toBe(2)
})

test.each(DATABASES)(
  '%s: killed at any moment while records come, each of them is there once',
  async (database) => {
    const world = makeWorld()
    const store = await newDatabase(database)
    const port = String(await freePort())
    const argv = ['--listen', port, '--store', store, '--hooks', 'block-sudo']
    const wanted = Array.from({ length: 600 }, (_, index) =>
      sentRecord({ id: `r${index}`, tool_use_id: `c${index}` }),
    )
    const parts = Array.from({ length: 30 }, (_, index) =>
      batch(...wanted.slice(index * 20, index * 20 + 20)),
    )
    let program = await start(world, argv)
    let kills = 0
    for (let index = 0; index < parts.length; ) {
      const answer = post(program.url, parts[index] ?? '').then(
        (response) => response.ok,
        () => false,
      )
      if (index % 5 === 2 && kills <= index / 5) {
        kills++
        await new Promise((resolve) => setTimeout(resolve, (index * 7) % 12))
        program.child.kill('SIGKILL')
      }
      // As a sender does: what had no answer comes again.
      if (await answer) index++
      if (program.child.killed) {
        await program.ended
        program = await start(world, argv)
      }
    }
    expect(kills).toBe(6)
    program.child.kill('SIGTERM')
    await program.ended
    const kept = await openDatabase(store)
    expect(await kept.size()).toBe(600)
    const rows = [...(await kept.records({}, { limit: 1000 }))]
    expect(new Set(rows.map(({ id }) => id)).size).toBe(600)
    expect(await kept.session('session-1')).toMatchObject({ records: 600, calls: 600 })
  },
)

test('HTTPS and tokens, as for a network', async () => {
  const world = makeWorld()
  const tokens = world.put('tokens', 'ada all ada-token-0123456789\n', 0o600)
  const { execFileSync } = await import('node:child_process')
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => path.join(world.project, name)) as [
    string,
    string,
  ]
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      key,
      '-out',
      cert,
      '-days',
      '2',
      '-subj',
      '/CN=localhost',
    ],
    { stdio: 'ignore' },
  )
  const port = await freePort()
  const program = await start(world, [
    '--listen',
    `0.0.0.0:${port}`,
    '--token-file',
    tokens,
    '--tls-cert',
    cert,
    '--tls-key',
    key,
    '--hooks',
    'block-sudo',
  ])
  const { request } = await import('node:https')
  const ask = (headers: Readonly<Record<string, string>>) =>
    new Promise<number>((resolve, reject) => {
      const asked = request(
        `https://127.0.0.1:${port}/v1/info`,
        { headers, ca: fs.readFileSync(cert), checkServerIdentity: () => undefined },
        (response) => {
          response.resume()
          resolve(response.statusCode ?? 0)
        },
      )
      asked.on('error', reject)
      asked.end()
    })
  expect(await ask({})).toBe(401)
  expect(await ask({ authorization: 'Bearer ada-token-0123456789' })).toBe(200)
  program.child.kill('SIGTERM')
  expect(await program.ended).toBe(0)
})

test.each([
  [
    'a file that is no database',
    (world: World) => world.put('audit.db', 'hello '.repeat(1000)),
    /can't be opened|not a database/,
  ],
  [
    'a PostgreSQL that is not there',
    () => 'postgres://ada:secret-word@127.0.0.1:9/audit',
    /^ended with 1: hookbox serve: postgres 127\.0\.0\.1:9\/audit can't be used/,
  ],
])('%s: said in one line, and the process ends', async (_title, store, words) => {
  const world = makeWorld()
  const argv = ['--listen', '0', '--hooks', 'block-sudo', '--store', store(world)]
  const failed = start(world, argv)
  await expect(failed).rejects.toThrow(words)
  await expect(failed).rejects.not.toThrow(/secret-word|\n\s+at /)
})

test('an address that is taken', async () => {
  const world = makeWorld()
  const port = String(await freePort())
  await start(world, ['--listen', port, '--hooks', 'block-sudo'])
  await expect(start(makeWorld(), ['--listen', port, '--hooks', 'block-sudo'])).rejects.toThrow(
    /ended with 1: hookbox serve: \d+ is taken; give another with --listen/,
  )
})

test('a second signal ends it at once', async () => {
  const world = makeWorld()
  const program = await start(world, ['--listen', String(await freePort()), '--hooks', 'block-sudo'])
  // A request that never ends would hold it for ten seconds.
  const { port } = new URL(program.url)
  const { connect } = await import('node:net')
  const socket = connect(Number(port), '127.0.0.1', () =>
    socket.write('POST /v1/records HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n'),
  )
  socket.on('error', () => {})
  await new Promise((resolve) => setTimeout(resolve, 200))
  program.child.kill('SIGTERM')
  await new Promise((resolve) => setTimeout(resolve, 200))
  program.child.kill('SIGTERM')
  expect(await program.ended).toBe(1)
})
