/**
 * What `hookbox serve` does in a second, and how long one waits for its page:
 *
 *   npm run bench:serve                       1,000,000 records
 *   npm run bench:serve -- --records 100000   fewer
 *   npm run bench:serve -- --only sqlite      one database
 *   npm run bench:serve -- --write            write docs/benchmarks-serve.md as well
 *
 * Linux only: the CPU time of the server is read from /proc.
 * Needs what `npm run test:serve` needs: better-sqlite3, PostgreSQL, chromium.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import pg from 'pg'
import { chromium } from 'playwright-core'
import { openStore } from '../src/server/store/open.ts'
import { rowOf } from '../src/server/store/row.ts'
import { freePort, startPostgres } from '../test/serve/postgres.ts'
import { madeRecords } from './made-records.ts'

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '1000000' },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})
const total = Number(values.records)
const BATCH = 500
const SENT = 40_000
const SENDERS = 4

const root = path.resolve(import.meta.dirname, '..')
const workerFile = path.join(root, 'dist/server-worker.cjs')
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hookbox-bench-'))
const lines: string[] = []
const say = (line: string) => {
  lines.push(line)
  process.stdout.write(`${line}\n`)
}

const quantile = (all: readonly number[], share: number) =>
  [...all].sort((a, b) => a - b)[Math.min(all.length - 1, Math.floor(share * all.length))] ?? 0
const ms = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
const perSecond = (count: number, took: number) => Math.round((count / took) * 1000).toLocaleString('en-US')

interface Program {
  readonly url: string
  /** CPU time that it has used, in milliseconds; of the server alone, not of PostgreSQL. */
  cpu(): number
  stop(): Promise<void>
}

async function startServe(store: string): Promise<Program> {
  const port = await freePort()
  const argv = [path.join(root, 'bin/hookbox'), 'serve', '--listen', String(port), '--store', store]
  const env = { PATH: process.env['PATH'], HOME: folder }
  const child: ChildProcess = spawn(process.execPath, argv, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()))
    void ended.then(() => reject(new Error('hookbox serve did not start')))
  })
  return {
    url,
    cpu: () => {
      const fields = fs.readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      return (Number(fields[11]) + Number(fields[12])) * 10
    },
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Batches as the spool sends them. */
function batches(): { readonly raw: readonly string[][]; readonly packed: readonly Buffer[] } {
  const raw: string[][] = []
  for (const record of madeRecords(SENT, Date.now(), 7, 99)) {
    const last = raw.at(-1)
    if (last && last.length < BATCH) last.push(JSON.stringify(record))
    else raw.push([JSON.stringify(record)])
  }
  return { raw, packed: raw.map((lines_) => gzipSync(lines_.join('\n'))) }
}

/** The limit: the same records into a table of two columns, a commit for each batch. */
async function plainLoop(database: string, store: string, raw: readonly string[][]): Promise<number> {
  const ids = raw.map((batch) => batch.map((line) => (JSON.parse(line) as { id: string }).id))
  if (database === 'sqlite') {
    const db = new Database(path.join(folder, 'plain.db'))
    db.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE plain (id TEXT PRIMARY KEY, record TEXT NOT NULL)',
    )
    const insert = db.prepare('INSERT INTO plain VALUES (?, ?)')
    const started = performance.now()
    for (const [index, batch] of raw.entries()) {
      db.exec('BEGIN')
      for (const [place, line] of batch.entries()) insert.run(ids[index]?.[place], line)
      db.exec('COMMIT')
    }
    const took = performance.now() - started
    db.close()
    return took
  }
  const client = new pg.Client({ connectionString: store })
  await client.connect()
  await client.query('CREATE TABLE plain (id text PRIMARY KEY, record jsonb NOT NULL)')
  const started = performance.now()
  for (const [index, batch] of raw.entries()) {
    await client.query('INSERT INTO plain SELECT * FROM unnest($1::text[], $2::jsonb[])', [ids[index], batch])
  }
  const took = performance.now() - started
  await client.end()
  return took
}

async function sustained(
  url: string,
  packed: readonly Buffer[],
): Promise<{ readonly took: number; readonly waits: number[] }> {
  const waits: number[] = []
  const left = [...packed]
  const send = async () => {
    for (let body = left.shift(); body; body = left.shift()) {
      const started = performance.now()
      const response = await fetch(`${url}/v1/records`, {
        method: 'POST',
        body,
        headers: { 'content-encoding': 'gzip' },
      })
      const { accepted } = (await response.json()) as { accepted: number }
      if (!response.ok || accepted === 0) throw new Error(`a batch was answered with ${response.status}`)
      waits.push(performance.now() - started)
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: SENDERS }, send))
  return { took: performance.now() - started, waits }
}

/** Straight into the store, as the server itself would do it. */
async function fill(where: string, count: number): Promise<void> {
  const store = await openStore(where, workerFile, Date.now)
  const started = performance.now()
  let rows: ReturnType<typeof rowOf>[] = []
  let done = 0
  for (const { id, ...record } of madeRecords(count, Date.now(), 60)) {
    rows.push(rowOf(id, record, JSON.stringify(record), Date.now(), undefined))
    if (rows.length < 2000) continue
    await store.insert(rows)
    done += rows.length
    rows = []
    if (done % 100_000 === 0)
      process.stderr.write(`${done} records after ${Math.round((performance.now() - started) / 1000)} s\n`)
  }
  await store.insert(rows)
  await store.close()
}

/** What a person waits for: from the address to the charts, and from a choice to its answer. */
async function look(url: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const shown: Record<string, number[]> = {}
  const time = async (name: string, work: () => Promise<unknown>) => {
    const started = performance.now()
    await work()
    const all = shown[name] ?? []
    all.push(performance.now() - started)
    shown[name] = all
  }
  for (let round = 0; round < 5; round++) {
    const context = await browser.newContext({ viewport: { width: 1360, height: 900 } })
    const page = await context.newPage()
    await time('first view, overview', async () => {
      await page.goto(`${url}/#/overview?range=7d`)
      await page.waitForSelector('.plot')
    })
    const choose = async (name: string, hash: string, selector: string) => {
      await page.evaluate('document.querySelector("#view").replaceChildren()')
      await time(name, async () => {
        await page.evaluate(`location.hash = ${JSON.stringify(hash)}`)
        await page.waitForSelector(selector)
      })
    }
    await choose('overview of all the time', '#/overview?range=all', '.plot')
    await choose('overview of one tool', '#/overview?range=30d&tool=Bash', '.plot')
    await choose('overview of one user', '#/overview?range=30d&user=ada', '.plot')
    await choose('sessions', '#/sessions?range=all', '.session')
    await choose('sessions found by words', '#/sessions?range=all&text=payments%20ada', '.session')
    await choose('records of one tool', '#/records?range=all&tool=Agent', '.record')
    await choose(
      'records of one tool that failed',
      '#/records?range=all&tool=Agent&trouble=failed',
      '.record',
    )
    await choose('records found by rare words', '#/records?range=all&text=sudo%20systemctl', '.record')
    await choose('records found by a common word', '#/records?range=all&text=npm', '.record')
    await context.close()
  }
  await browser.close()
  say('')
  say('| from the choice to what is shown, in the browser | median | slowest of 5 |')
  say('| --- | --- | --- |')
  for (const [name, all] of Object.entries(shown))
    say(`| ${name} | ${ms(quantile(all, 0.5))} | ${ms(Math.max(...all))} |`)
}

async function askHooks(url: string): Promise<void> {
  const body = JSON.stringify({
    hook_event_name: 'PreToolUse',
    session_id: 's',
    cwd: folder,
    tool_name: 'Bash',
    tool_use_id: 't',
    tool_input: { command: 'npm test' },
  })
  const waits: number[] = []
  for (let index = 0; index < 600; index++) {
    const started = performance.now()
    await (await fetch(`${url}/hooks/block-sudo,block-dangerous-rm`, { method: 'POST', body })).text()
    if (index >= 100) waits.push(performance.now() - started)
  }
  const starts: number[] = []
  for (let index = 0; index < 30; index++) {
    const started = performance.now()
    spawnSync(process.execPath, [path.join(root, 'bin/hookbox'), 'run', 'block-sudo', 'block-dangerous-rm'], {
      input: body,
      env: { PATH: process.env['PATH'], HOME: folder },
    })
    starts.push(performance.now() - started)
  }
  say('')
  say(
    `Two guards on a call that passes, asked over HTTP: median ${ms(quantile(waits, 0.5))}, p99 ${ms(quantile(waits, 0.99))}; the same as a process: median ${ms(quantile(starts, 0.5))}.`,
  )
}

say(`# What hookbox serve does in a second`)
say('')
say(
  `\`npm run bench:serve -- --records ${total}\`, Node ${process.version}, ${os.cpus().length} cores, load ${os.loadavg()[0]?.toFixed(1)} at the start. The machine was shared with other work while this was measured.`,
)
const postgres = values.only === 'sqlite' ? undefined : await startPostgres()
try {
  const { raw, packed } = batches()
  for (const database of ['sqlite', 'postgres']) {
    if (values.only !== undefined && values.only !== database) continue
    const store = database === 'sqlite' ? path.join(folder, 'audit.db') : (postgres?.url ?? '')
    say('')
    say(`## ${database === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`)
    say('')
    const limit = await plainLoop(database, store, raw)
    const program = await startServe(store)
    const before = program.cpu()
    const { took, waits } = await sustained(program.url, packed)
    const cpu = program.cpu() - before
    say(
      `| ${SENT.toLocaleString('en-US')} records in batches of ${BATCH} | records a second | p50 of a batch | p99 | CPU a record |`,
    )
    say('| --- | --- | --- | --- | --- |')
    say(`| a plain INSERT loop, two columns | ${perSecond(SENT, limit)} | ${ms(limit / raw.length)} | | |`)
    say(
      `| hookbox serve, ${SENDERS} senders, gzip | ${perSecond(SENT, took)} | ${ms(quantile(waits, 0.5))} | ${ms(quantile(waits, 0.99))} | ${Math.round((cpu * 1000) / SENT)} µs |`,
    )
    if (database === 'sqlite') await askHooks(program.url)
    await program.stop()
    await fill(store, total)
    const looked = await startServe(store)
    say('')
    say(`With ${(total + SENT).toLocaleString('en-US')} records stored:`)
    await look(looked.url)
    await looked.stop()
  }
} finally {
  await postgres?.stop()
  fs.rmSync(folder, { recursive: true, force: true })
}
if (values.write) fs.writeFileSync(path.join(root, 'docs/benchmarks-serve.md'), `${lines.join('\n')}\n`)
