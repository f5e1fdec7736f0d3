import type { Filter } from '../../store/store.ts'

/** What is looked at. It stands in the address, so that a view can be sent to somebody. */
export type View = 'overview' | 'sessions' | 'session' | 'records'
export type Range = '1h' | '24h' | '7d' | '30d' | 'all'

export interface State {
  readonly view: View
  /** session: which. */
  readonly id: string
  readonly range: Range
  readonly filter: Filter
  /** The record whose details are open. */
  readonly open: string | undefined
}

const VIEWS: readonly View[] = ['overview', 'sessions', 'session', 'records']
export const RANGES: readonly Range[] = ['1h', '24h', '7d', '30d', 'all']
const KEYS = [
  'tool',
  'user',
  'harness',
  'stage',
  'hook',
  'rule',
  'verdict',
  'text',
  'trouble',
  'call',
] as const

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const SPANS: Readonly<
  Record<Range, { readonly ms: number | undefined; readonly step: number; readonly name: string }>
> = {
  '1h': { ms: HOUR, step: MINUTE, name: 'last hour' },
  '24h': { ms: DAY, step: HOUR, name: 'last 24 hours' },
  '7d': { ms: 7 * DAY, step: 3 * HOUR, name: 'last 7 days' },
  '30d': { ms: 30 * DAY, step: DAY, name: 'last 30 days' },
  all: { ms: undefined, step: DAY, name: 'all the time' },
}

/** The start of a range, on the edge of a step, and the length of its steps. */
export function spanOf(
  range: Range,
  now: number,
): { readonly from: number | undefined; readonly step: number; readonly name: string } {
  const { ms, step, name } = SPANS[range]
  return { from: ms === undefined ? undefined : Math.floor((now - ms) / step + 1) * step, step, name }
}

export function readState(hash: string, range: Range): State {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const [view = '', id = ''] = path.split('/')
  const values = new URLSearchParams(query)
  const filter: Record<string, string> = {}
  for (const key of KEYS) {
    const value = values.get(key)
    if (value) filter[key] = value
  }
  return {
    view: VIEWS.find((one) => one === view) ?? 'overview',
    id: safelyDecoded(id),
    range: RANGES.find((one) => one === values.get('range')) ?? range,
    filter: filter as Filter,
    open: values.get('open') ?? undefined,
  }
}

export function writeState({ view, id, range, filter, open }: State): string {
  const values = new URLSearchParams({ range })
  for (const key of KEYS) {
    const value = filter[key]
    if (value !== undefined && value !== '') values.set(key, value)
  }
  if (open !== undefined) values.set('open', open)
  return `#/${view}${view === 'session' ? `/${encodeURIComponent(id)}` : ''}?${values}`
}

function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
