import { nodeHost } from '../../src/host/node.ts'
import { appendLog } from '../../src/store/append-log.ts'

/** One of several processes that write to one log: its records hold 1 to 200 kB each. */
const [path = '', writer = '', records = '', maxBytes = '', keep = ''] = process.argv.slice(2)

for (let number = 0; number < Number(records); number++) {
  const size = 1000 + ((Number(writer) * 7919 + number * 104_729) % 199_000)
  const record = {
    timestamp: '2027-01-31T12:00:00.000Z',
    stage: 'attempt',
    id: `${writer}-${number}`,
    text: String.fromCharCode(97 + (number % 26)).repeat(size),
  }
  await appendLog(
    nodeHost,
    { path, maxBytes: Number(maxBytes), keep: Number(keep) },
    `${JSON.stringify(record)}\n`,
  )
}
