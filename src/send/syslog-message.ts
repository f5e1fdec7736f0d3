import * as os from 'node:os'
import type { SyslogSink } from '../audit/sinks/sinks.ts'
import { cutHashed, cutTexts } from '../text/cut-hashed.ts'
import { severity } from './otlp-record.ts'

/** Log audit (RFC 5424 section 6.2.1). */
const FACILITY = 13
/** What rsyslog takes unless it is told otherwise. */
const MAX_BYTES = 8192
/** Reserved for examples by RFC 5612: hookbox has no number of its own. */
const SD_ID = 'hookbox@32473'

type Fields = Readonly<Record<string, unknown>>

/** A record as a syslog message of RFC 5424, in UTF-8; its text is the record's JSON. */
export function syslogMessage(record: Fields, sink: SyslogSink): Buffer {
  const head = [
    `<${(sink.facility ?? FACILITY) * 8 + level(record)}>1`,
    timestamp(record['timestamp']),
    printable(os.hostname(), 255),
    printable(sink.appName ?? 'hookbox', 48),
    '-',
    printable(String(record['stage'] ?? ''), 32),
    structured(record),
  ].join(' ')
  const room = (sink.maxBytes ?? MAX_BYTES) - Buffer.byteLength(head) - 4
  // A byte order mark says that the text is UTF-8 (section 6.4).
  return Buffer.from(`${head} \ufeff${fitting(record, room)}`)
}

/** warning, notice or informational. */
function level(record: Fields): number {
  const [number] = severity(record)
  return number >= 13 ? 4 : number >= 10 ? 5 : 6
}

function timestamp(time: unknown): string {
  return typeof time === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(time) ? time : '-'
}

function printable(text: string, length: number): string {
  return text.replace(/[^!-~]/g, '').slice(0, length) || '-'
}

const PARAMS = ['id', 'session_id', 'tool_use_id', 'tool_name', 'user', 'hook', 'rule', 'verdict'] as const

function structured(record: Fields): string {
  const params = PARAMS.flatMap((name) => {
    const value = record[name]
    return typeof value === 'string' ? [` ${name}="${escaped(value.slice(0, 100))}"`] : []
  })
  return `[${SD_ID}${params.join('')}]`
}

/** Section 6.3.3; what ends a line would end a message for some receivers. */
function escaped(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f]/g, ' ').replace(/[\\"\]]/g, '\\$&')
}

function fitting(record: Fields, room: number): string {
  const whole = JSON.stringify(record)
  if (Buffer.byteLength(whole) <= room) return whole
  for (const limit of [2048, 512, 128]) {
    const text = JSON.stringify(cutTexts(record, limit))
    if (Buffer.byteLength(text) <= room) return text
  }
  const cut = JSON.stringify({ cut: cutHashed(whole, Math.max(64, Math.floor(room / 3))) })
  return Buffer.byteLength(cut) <= room ? cut : JSON.stringify({ cut: cutHashed(whole, 0) }).slice(0, room)
}
