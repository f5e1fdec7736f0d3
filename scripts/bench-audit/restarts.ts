import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { recordId } from '../../src/audit/id.ts'
import { nodeHost } from '../../src/host/node.ts'
import { ended, hookbox, makeHome, type Result, startServer, stopServer } from './scene.ts'

/** Between keeping records and saying so, so that kills fall there. */
const DELAY_MS = 60

/**
 * Records are spooled while the server is killed and started again at random moments, and the
 * sender now and then: every record has to be there, exactly once after its ids are compared.
 */
export async function restarts(records: number, times: number): Promise<Result> {
  const { home, spool, env, remove } = makeHome({})
  const received = path.join(home, 'received.jsonl')
  let { child: server, port } = await startServer(0, received, DELAY_MS)
  fs.mkdirSync(spool, { recursive: true, mode: 0o700 })
  const sinks = [{ type: 'http', url: `http://127.0.0.1:${port}/v1/records`, batchRecords: 50 }]
  fs.writeFileSync(path.join(spool, 'sinks.json'), JSON.stringify(sinks))
  const startSender = () =>
    spawn(process.execPath, [hookbox, 'audit', 'send', '--spool', spool, '--watch'], { env, stdio: 'ignore' })
  let sender = startSender()
  const started = performance.now()
  let isDone = false
  const spooling = spoolSlowly(path.join(spool, 'current.jsonl'), records, times).then(() => {
    isDone = true
  })
  let senderKills = 0
  for (let kill = 0; kill < times; kill++) {
    await sleep(50 + Math.random() * 500)
    await stopServer(server)
    if (kill % 5 === 4) {
      const gone = ended(sender)
      sender.kill('SIGKILL')
      await gone
      senderKills++
      sender = startSender()
    }
    await sleep(Math.random() * 300)
    ;({ child: server } = await startServer(port, received, DELAY_MS))
  }
  await spooling
  const wanted = fs.readFileSync(path.join(home, 'ids'), 'utf8').trimEnd().split('\n')
  const until = performance.now() + 120_000
  let got: readonly string[] = []
  do {
    await sleep(300)
    got = idsIn(received)
  } while (new Set(got).size < wanted.length && performance.now() < until)
  const seconds = (performance.now() - started) / 1000
  sender.kill('SIGTERM')
  await ended(sender)
  await stopServer(server)
  const unique = new Set(got)
  const lost = wanted.filter((id) => !unique.has(id)).length
  const foreign = [...unique].filter((id) => !wanted.includes(id)).length
  remove()
  return {
    what: `${records} records, the server killed ${times} times, the sender ${senderKills} times`,
    said: `${lost} lost, ${unique.size} there once, ${got.length - unique.size} sent again and known by their id; ${seconds.toFixed(1)} s`,
    failures: [
      ...(isDone ? [] : ['not all were spooled']),
      ...(lost > 0 ? [`${lost} lost`] : []),
      ...(foreign > 0 ? [`${foreign} that nobody spooled`] : []),
    ],
  }
}

/** Spread over the time that the kills take, as hooks would. */
async function spoolSlowly(file: string, records: number, times: number): Promise<void> {
  const ids: string[] = []
  const pauseMs = (times * 500) / (records / 20)
  for (let n = 0; n < records; n++) {
    const id = recordId(Date.now(), String(n))
    ids.push(id)
    const record = {
      timestamp: new Date().toISOString(),
      stage: 'attempt',
      n,
      text: 'x'.repeat(n % 3000),
      id,
    }
    nodeHost.append(file, `${JSON.stringify(record)}\n`, 0o600)
    if (n % 20 === 19) await sleep(pauseMs)
  }
  fs.writeFileSync(path.join(file, '../../../../../ids'), `${ids.join('\n')}\n`)
}

/** A server that was killed may have kept half of its last line. */
function idsIn(file: string): readonly string[] {
  return fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [(JSON.parse(line) as { id: string }).id]
      } catch {
        return []
      }
    })
}
