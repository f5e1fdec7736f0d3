import { appendChained } from '../../src/chain/append.ts'
import { PLAIN } from '../../src/chain/link.ts'
import { nodeHost } from '../../src/host/node.ts'
import { appendLog } from '../../src/store/append-log.ts'

/** One of several processes that write to one log, with a chain or without: its records hold 1 to 200 kB each. */
const [path = '', writer = '', records = '', maxBytes = '', keep = '', chain = ''] = process.argv.slice(2)

for (let number = 0; number < Number(records); number++) {
  const size = 1000 + ((Number(writer) * 7919 + number * 104_729) % 199_000)
  const record = {
    timestamp: '2027-01-31T12:00:00.000Z',
    stage: 'attempt',
    id: `${writer}-${number}`,
    text: String.fromCharCode(97 + (number % 26)).repeat(size),
  }
  const file = { path, maxBytes: Number(maxBytes), keep: Number(keep) }
  const line = JSON.stringify(record)
  if (chain === 'chain') await appendChained(nodeHost, file, [line], PLAIN, seamLine)
  else await appendLog(nodeHost, file, `${line}\n`)
}

function seamLine(seam: object): string {
  return JSON.stringify({ timestamp: '2027-01-31T12:00:00.000Z', stage: 'seam', ...seam })
}
