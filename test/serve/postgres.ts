import { execFileSync, spawn, spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as net from 'node:net'
import * as os from 'node:os'
import * as path from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a PostgreSQL of these tests alone, with the right to make databases. */
    postgres: string
  }
}

/** Starts a PostgreSQL with a folder and a port of its own; ends it with the tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  project.provide('postgres', postgres.url)
  return postgres.stop
}

export interface Postgres {
  readonly url: string
  stop(): Promise<void>
}

export async function startPostgres(settings: readonly string[] = []): Promise<Postgres> {
  const bin = findBin()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hookbox-pg-'))
  // PostgreSQL does not run as root.
  const asUser =
    process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--'] : []
  if (asUser.length > 0) fs.chownSync(folder, 65534, 65534)
  const data = path.join(folder, 'data')
  const run = (argv: readonly string[]) => {
    const [program = '', ...args] = [...asUser, ...argv]
    execFileSync(program, args, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env['PATH'], HOME: folder, LC_ALL: 'C.UTF-8' },
    })
  }
  run([
    path.join(bin, 'initdb'),
    '-D',
    data,
    '-U',
    'hookbox',
    '-A',
    'trust',
    '--no-sync',
    '--locale=C.UTF-8',
    '-E',
    'UTF8',
  ])
  const port = await freePort()
  const options = [
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'unix_socket_directories=',
    ...settings.flatMap((one) => ['-c', one]),
  ]
  const [program = '', ...args] = [
    ...asUser,
    path.join(bin, 'postgres'),
    '-D',
    data,
    '-p',
    String(port),
    ...options,
  ]
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4000)
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await ready(port, () => (child.exitCode === null ? undefined : said))
  return {
    url: `postgres://hookbox@127.0.0.1:${port}/postgres`,
    stop: async () => {
      child.kill('SIGINT')
      await ended
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Debian keeps the programs of each version in a folder of their own. */
function findBin(): string {
  const base = '/usr/lib/postgresql'
  const versions = fs.existsSync(base) ? fs.readdirSync(base).sort((a, b) => Number(b) - Number(a)) : []
  const found = versions
    .map((version) => path.join(base, version, 'bin'))
    .find((bin) => fs.existsSync(path.join(bin, 'initdb')))
  if (found) return found
  const { status, stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  if (status === 0) return stdout.trim()
  throw new Error('there is no PostgreSQL server: apt-get install postgresql')
}

export async function freePort(): Promise<number> {
  const server = net.createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function ready(port: number, failed: () => string | undefined): Promise<void> {
  const until = Date.now() + 30_000
  for (;;) {
    const problem = failed()
    if (problem !== undefined) throw new Error(`PostgreSQL did not start: ${problem}`)
    const open = await new Promise<boolean>((resolve) => {
      const socket = net.connect(port, '127.0.0.1', () => {
        socket.destroy()
        resolve(true)
      })
      socket.on('error', () => resolve(false))
    })
    if (open) return
    if (Date.now() > until) throw new Error('PostgreSQL did not start within 30 s')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
