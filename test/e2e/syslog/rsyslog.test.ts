import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import * as net from 'node:net'
import * as path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { record, spool } from '../../send/spool-folder.ts'
import { makeWorld } from '../../support/world.ts'
import { RSYSLOG } from '../install-clients.ts'

/** Debian's rsyslog, which writes what it understood of each message as a line of JSON. */
async function startRsyslog() {
  const folder = makeWorld().tmp
  const port = await freePort()
  const file = path.join(folder, 'received')
  const configuration = path.join(folder, 'rsyslog.conf')
  fs.writeFileSync(
    configuration,
    `global(workDirectory="${folder}" maxMessageSize="64k")
module(load="imudp")
module(load="imtcp" SupportOctetCountedFraming="on")
input(type="imudp" address="127.0.0.1" port="${port}")
input(type="imtcp" address="127.0.0.1" port="${port}")
template(name="line" type="list" option.jsonf="on") {
  property(outname="app" name="app-name" format="jsonf")
  property(outname="stage" name="msgid" format="jsonf")
  property(outname="priority" name="pri" format="jsonf")
  property(outname="time" name="timereported" dateFormat="rfc3339" format="jsonf")
  property(outname="data" name="structured-data" format="jsonf")
  property(outname="text" name="msg" format="jsonf")
}
action(type="omfile" file="${file}" template="line")
`,
  )
  const child = spawn(RSYSLOG, ['-n', '-f', configuration, '-i', path.join(folder, 'pid')], {
    stdio: 'ignore',
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  for (let wait = 0; wait < 200 && !(await answers(port)); wait++) await sleep(50)
  return {
    port,
    received: async (count: number) => {
      const lines = () => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim().split('\n') : [])
      for (let wait = 0; wait < 200 && lines().length < count; wait++) await sleep(50)
      return lines().map((line) => JSON.parse(line) as Record<string, string>)
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo
      probe.close(() => resolve(port))
    })
  })
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.connect(port, '127.0.0.1', () => {
      probe.destroy()
      resolve(true)
    })
    probe.on('error', () => resolve(false))
  })
}

describe('rsyslog understands every field', () => {
  test.each([
    ['udp', undefined],
    ['tcp', undefined],
    ['tcp', 'newline'],
  ] as const)('%s %s', async (scheme, framing) => {
    const { port, received } = await startRsyslog()
    const sink = {
      type: 'syslog',
      url: `${scheme}://127.0.0.1:${port}`,
      ...(framing && { framing }),
    } as const
    const { put, send } = spool([sink])
    const first = record(1, { tool_name: 'Bash', user: 'a"b]c', tool_input: { command: 'echo "ü"\nls' } })
    put(first, record(2, { stage: 'verdict', verdict: 'deny', text: 'x'.repeat(4000) }))
    expect(await send()).toBe(0)
    const [one, two] = await received(2)
    expect(one).toMatchObject({ app: 'hookbox', stage: 'attempt', priority: String(13 * 8 + 6) })
    expect(one?.['time']).toMatch(/^2026-11-30T12:00:00\.000/)
    expect(one?.['data']).toBe(`[hookbox@32473 id="${first.id}" tool_name="Bash" user="a\\"b\\]c"]`)
    expect(JSON.parse((one?.['text'] ?? '').replace(/^\ufeff/, ''))).toEqual(first)
    expect(two).toMatchObject({ stage: 'verdict', priority: String(13 * 8 + 4) })
  })
})
