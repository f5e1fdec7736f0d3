import { plainLine } from '../../text/plain.ts'

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** 1234567 as `1.2 MB`. */
export function bytesShown(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000
    unit++
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit]}`
}

/** 1234 as `1.2 s`, with 7 characters at most. */
export function durationShown(ms: number | undefined): string {
  if (ms === undefined) return ''
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 100_000) return `${(ms / 1000).toFixed(1)} s`
  return ms < 6_000_000 ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / 3_600_000)} h`
}

/** How many characters a line may have: those of the terminal, also of one behind a pager. */
export function lineWidth(isWide: boolean): number {
  if (isWide) return 100_000
  const columns = process.stdout.columns ?? process.stderr.columns ?? Number(process.env['COLUMNS'])
  return columns > 0 ? Math.max(columns, 40) : 80
}

/** The text in a field of this width, cut or filled up. Wide characters count as two. */
export function fitted(text: string, width: number, isRight = false): string {
  const length = shownWidth(text)
  if (length <= width) {
    const space = ' '.repeat(width - length)
    return isRight ? space + text : text + space
  }
  let cut = ''
  let used = 0
  for (const character of text) {
    used += shownWidth(character)
    if (used > width - 1) break
    cut += character
  }
  return `${cut}…${' '.repeat(Math.max(0, width - 1 - shownWidth(cut)))}`
}

/** East Asian wide characters and pictographs fill two columns (Unicode annex 11). */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/gu

function shownWidth(text: string): number {
  const wide = /[^\u0000-\u10ff]/u.test(text) ? (text.match(WIDE)?.length ?? 0) : 0
  return [...text].length + wide
}

/** A name in a table is no longer. */
const MAX_CELL = 200

/** Rows below each other; the columns named in `right` (counted from 0) end below each other. */
export function table(texts: readonly (readonly string[])[], right: readonly number[]): string {
  const rows = texts.map((row) => row.map((cell) => plainLine(cell, MAX_CELL)))
  const widths: number[] = []
  for (const row of rows) {
    row.forEach((cell, index) => {
      widths[index] = Math.max(widths[index] ?? 0, shownWidth(cell))
    })
  }
  return rows
    .map((row) => {
      const cells = row.map((cell, index) => fitted(cell, widths[index] ?? 0, right.includes(index)))
      return `${cells.join('  ').trimEnd()}\n`
    })
    .join('')
}

/** Day and time in the local zone: `2026-11-30`, `14:05:09`. */
export function localTime(timestamp: unknown): { readonly day: string; readonly time: string } {
  const date = new Date(String(timestamp))
  if (Number.isNaN(date.getTime())) return { day: '', time: '??:??:??' }
  const two = (value: number) => String(value).padStart(2, '0')
  return {
    day: `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`,
    time: `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`,
  }
}
