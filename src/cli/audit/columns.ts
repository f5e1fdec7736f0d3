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
