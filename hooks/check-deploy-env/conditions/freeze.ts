import type { Host } from '../../../src/host/host.ts'
import type { Freeze } from '../options.ts'
import type { Problem } from '../problem.ts'
import { readZone } from './zone.ts'

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
export const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/
export const DATE = /^\d{4}-\d{2}-\d{2}(?:T(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00))?$/

/** The problem when a freeze holds now, by the clock of its own zone. */
export function frozen(freeze: Freeze, host: Host): Problem | undefined {
  const problem = (found: string, remedy: string): Problem => ({
    rule: 'freeze',
    found,
    required: 'a time outside of it',
    remedy,
  })
  const mistake = mistakeIn(freeze)
  if (mistake)
    return problem(`the freeze ${freeze.name} can't be judged: ${mistake}`, 'correct it in hookbox.json')
  const offset = readZone(host, freeze.zone)
  if (!offset) {
    return problem(
      `the freeze ${freeze.name} can't be judged: the time zone ${freeze.zone} is not known on this machine`,
      'correct the zone, or install the time zone files (tzdata)',
    )
  }
  const seconds = Math.floor(host.now() / 1000)
  // The zone's own clock, read off a date that is shifted by its offset.
  const local = new Date((seconds + offset(seconds)) * 1000)
  if (!holds(freeze, local)) return undefined
  const until = freeze.days ? freeze.to : `${freeze.to} included`
  return problem(
    `the freeze ${freeze.name} holds now (until ${until}, ${freeze.zone})`,
    'wait until it is over',
  )
}

function mistakeIn({ days, from, to }: Freeze): string | undefined {
  const pattern = days ? TIME : DATE
  const wrong = [from, to].find((text) => !pattern.test(text))
  return (
    wrong &&
    `${wrong} is not ${days ? 'a time such as 17:30' : 'a date such as 2026-12-24 or 2026-12-24T17:30'}`
  )
}

/** Whether the freeze holds at a moment of its zone's clock, given as a UTC date. */
export function holds({ days, from, to, except }: Freeze, local: Date): boolean {
  const today = local.toISOString().slice(0, 10)
  const time = local.toISOString().slice(11, 16)
  const excepted = (date: string) => except?.includes(date) ?? false
  if (!days) {
    const now = `${today}T${time}`
    const start = from.includes('T') ? from : `${from}T00:00`
    const end = to.includes('T') ? to : `${to}T24:00`
    return now >= start && now < end && !excepted(today)
  }
  const day = local.getUTCDay()
  const on = (index: number) => days.includes(DAYS[(index + 7) % 7] ?? '')
  if (from < to) return on(day) && time >= from && time < to && !excepted(today)
  const yesterday = new Date(local.getTime() - 86_400_000).toISOString().slice(0, 10)
  return (on(day) && time >= from && !excepted(today)) || (on(day - 1) && time < to && !excepted(yesterday))
}
