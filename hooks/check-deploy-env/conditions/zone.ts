import type { Host } from '../../../src/host/host.ts'

/** Seconds east of Greenwich at a moment (seconds since the epoch), by a zone's rules. */
export type ZoneOffset = (seconds: number) => number

const FOLDERS = [
  '/usr/share/zoneinfo',
  '/etc/zoneinfo',
  '/usr/lib/zoneinfo',
  '/usr/share/lib/zoneinfo',
  '/var/db/timezone/zoneinfo',
]
const NAME = /^[A-Za-z0-9_+-]+(?:\/[A-Za-z0-9_+-]+)*$/
const MAX_BYTES = 64 * 1024

/**
 * The rules of an IANA time zone, from the system's own zone files (RFC 8536), since not
 * every engine knows zones. Undefined: there is no such zone here, or its file is not readable.
 */
export function readZone(host: Host, name: string): ZoneOffset | undefined {
  if (/^(?:UTC|Etc\/UTC|GMT|Z)$/.test(name)) return () => 0
  if (!NAME.test(name)) return undefined
  const own = host.env('TZDIR')
  for (const folder of own ? [own, ...FOLDERS] : FOLDERS) {
    const path = `${folder}/${name}`
    if (host.stat(path)?.kind !== 'file') continue
    return parseZone(host.readFile(path, MAX_BYTES))
  }
  return undefined
}

const HEADER = 44

function parseZone(bytes: Uint8Array): ZoneOffset | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const first = readHeader(view, 0)
  if (!first) return undefined
  if (first.version < 2) return tableOf(view, HEADER, first, 4, undefined)
  // The first block has 32-bit times for old readers; the second is the whole.
  const second = HEADER + blockLength(first, 4)
  const header = readHeader(view, second)
  if (!header) return undefined
  const footer = new TextDecoder().decode(bytes.subarray(second + HEADER + blockLength(header, 8)))
  return tableOf(view, second + HEADER, header, 8, parseRule(footer.trim()))
}

interface Header {
  readonly version: number
  readonly isUt: number
  readonly isStd: number
  readonly leaps: number
  readonly times: number
  readonly types: number
  readonly chars: number
}

function readHeader(view: DataView, at: number): Header | undefined {
  if (view.byteLength < at + HEADER || view.getUint32(at) !== 0x545a6966) return undefined
  const count = (index: number) => view.getUint32(at + 20 + 4 * index)
  const version = view.getUint8(at + 4)
  return {
    version: version === 0 ? 1 : version - 0x30,
    isUt: count(0),
    isStd: count(1),
    leaps: count(2),
    times: count(3),
    types: count(4),
    chars: count(5),
  }
}

function blockLength({ isUt, isStd, leaps, times, types, chars }: Header, size: number): number {
  return times * (size + 1) + types * 6 + chars + leaps * (size + 4) + isStd + isUt
}

function tableOf(
  view: DataView,
  at: number,
  { times, types }: Header,
  size: 4 | 8,
  after: ZoneOffset | undefined,
): ZoneOffset | undefined {
  if (types === 0) return undefined
  const timeAt = (index: number) =>
    size === 8 ? Number(view.getBigInt64(at + index * 8)) : view.getInt32(at + index * 4)
  const typeAt = (index: number) => view.getUint8(at + times * size + index)
  const offsetOf = (type: number) => view.getInt32(at + times * (size + 1) + type * 6)
  const changes = Array.from({ length: times }, (_, index) => ({
    time: timeAt(index),
    offset: offsetOf(typeAt(index)),
  }))
  const last = changes.at(-1)
  const before = offsetOf(0)
  return (seconds) => {
    if (after && (!last || seconds >= last.time)) return after(seconds)
    let offset = before
    for (const change of changes) {
      if (change.time > seconds) break
      offset = change.offset
    }
    return offset
  }
}

/** `CET-1CEST,M3.5.0,M10.5.0/3`: what holds after the last change in the table. */
function parseRule(text: string): ZoneOffset | undefined {
  const name = '(?:<[^>]+>|[A-Za-z]+)'
  const time = '[+-]?\\d+(?::\\d+){0,2}'
  const pattern = new RegExp(`^${name}(${time})(?:${name}(${time})?,([^,]+),([^,]+))?$`)
  const match = pattern.exec(text)
  if (!match?.[1]) return undefined
  const standard = -seconds(match[1])
  const [, , dstText, startText, endText] = match
  if (startText === undefined || endText === undefined) return () => standard
  const summer = dstText === undefined ? standard + 3600 : -seconds(dstText)
  const start = changeOf(startText)
  const end = changeOf(endText)
  if (!start || !end) return undefined
  return (moment) => {
    const year = new Date((moment + standard) * 1000).getUTCFullYear()
    const from = start(year) - standard
    const to = end(year) - summer
    const inSummer = from < to ? moment >= from && moment < to : moment >= from || moment < to
    return inSummer ? summer : standard
  }
}

function seconds(text: string): number {
  const sign = text.startsWith('-') ? -1 : 1
  const [hours = 0, minutes = 0, rest = 0] = text.replace(/^[+-]/, '').split(':').map(Number)
  return sign * (hours * 3600 + minutes * 60 + rest)
}

/** The moment of a change in a year, in seconds of local time since the epoch. */
function changeOf(text: string): ((year: number) => number) | undefined {
  const [day = '', time = '2'] = text.split('/')
  const at = seconds(time)
  const date = (year: number, month: number, dayOfMonth: number) =>
    Date.UTC(year, month, dayOfMonth) / 1000 + at
  const monthly = /^M(\d+)\.(\d+)\.(\d+)$/.exec(day)
  if (monthly) {
    const [month = 1, week = 1, weekday = 0] = monthly.slice(1).map(Number)
    return (year) => {
      const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay()
      const days = new Date(Date.UTC(year, month, 0)).getUTCDate()
      let dayOfMonth = 1 + ((weekday - first + 7) % 7) + (week - 1) * 7
      while (dayOfMonth > days) dayOfMonth -= 7
      return date(year, month - 1, dayOfMonth)
    }
  }
  const julian = /^(J?)(\d+)$/.exec(day)
  if (!julian) return undefined
  const number = Number(julian[2])
  return (year) => {
    const leap = new Date(Date.UTC(year, 2, 0)).getUTCDate() === 29
    // `Jn` never counts the 29th of February; the other form counts from 0.
    const skip = julian[1] === 'J' ? (leap && number >= 60 ? 0 : -1) : 0
    return date(year, 0, 1 + number + skip)
  }
}
