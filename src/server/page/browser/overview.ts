import type { Listed } from '../../store/row.ts'
import type { Filter, Stats, ToolStats } from '../../store/store.ts'
import type { App } from './app.ts'
import { columns, rateNote, startsOf, sumSeries, toolSeries } from './charts.ts'
import { h, replace } from './dom.ts'
import { filterBar } from './filters.ts'
import { number, share, short } from './format.ts'
import { empty } from './parts.ts'
import { recordLine } from './records.ts'
import { spanOf } from './state.ts'
import { throttled } from './throttled.ts'
import { toolTable } from './tool-table.ts'
import { howToConnect } from './welcome.ts'

/** So long after a new record the figures are asked for again. */
const REFRESH_MS = 2000
const REFUSALS = 8

/** How much is done, what was refused and what failed, which tools are slow. */
export async function showOverview(place: HTMLElement, app: App): Promise<void> {
  const { source, state } = app
  const body = h('div', { class: 'panels' })
  const fill = async () => {
    const { from, step } = spanOf(state.range, app.now())
    const { tool, user, harness } = state.filter
    const wanted: Filter = {
      ...(tool === undefined ? {} : { tool }),
      ...(user === undefined ? {} : { user }),
      ...(harness === undefined ? {} : { harness }),
      ...(from === undefined ? {} : { from }),
    }
    const [stats, troubles] = await Promise.all([
      source.stats(wanted, step),
      source.records({ ...wanted, trouble: 'any' }, { limit: REFUSALS * 2 }),
    ])
    if (stats.records === 0) {
      const { records } = await source.info()
      replace(body, records === 0 ? howToConnect() : nothingThen(app))
      return
    }
    replace(body, panels(app, stats, eachCallOnce(troubles.rows).slice(0, REFUSALS), from))
  }
  await fill()
  app.onNew(throttled(fill, REFRESH_MS))
  replace(place, await filterBar(app, ['tool', 'user', 'harness']), body)
}

function nothingThen({ state, go, now }: App): HTMLElement {
  return empty(
    `Nothing was recorded in the ${spanOf(state.range, now()).name}.`,
    h(
      'button',
      { type: 'button', on: { click: () => go({ range: 'all', filter: {} }) } },
      'Show all the time',
    ),
  )
}

function panels(
  app: App,
  stats: Stats,
  troubles: readonly Listed[],
  from: number | undefined,
): HTMLElement[] {
  const { slots, tools, step } = stats
  const starts = startsOf(slots, step, from, app.now())
  const sum = (of: (tool: ToolStats) => number) => tools.reduce((total, tool) => total + of(tool), 0)
  const calls = sum((tool) => tool.calls)
  const refused = sum((tool) => tool.refused)
  const failed = sum((tool) => tool.failed)
  const callsAt = sumSeries(slots, starts, (slot) => slot.calls)
  const refusedAt = sumSeries(slots, starts, (slot) => slot.refused)
  const failedAt = sumSeries(slots, starts, (slot) => slot.failed)
  const toTrouble = (trouble: 'refused' | 'failed') => () =>
    app.go({ view: 'records', filter: { ...app.state.filter, trouble } })
  return [
    h(
      'section',
      { class: 'figures', 'aria-label': 'Figures' },
      figure(
        'Calls',
        short(calls),
        `${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}`,
        spark(callsAt, 'series-1'),
      ),
      figure(
        'Refused',
        short(refused),
        `${share(refused, calls)} of calls`,
        spark(refusedAt, 'is-refused'),
        toTrouble('refused'),
      ),
      figure(
        'Failed',
        short(failed),
        `${share(failed, calls)} of calls`,
        spark(failedAt, 'is-failed'),
        toTrouble('failed'),
      ),
      figure(
        'Sessions',
        stats.sessions === null ? '' : short(stats.sessions),
        `${number(stats.records)} records`,
        null,
        () => app.go({ view: 'sessions' }),
      ),
    ),
    panel(
      'Calls by tool',
      stats.partial ? 'of the latest records alone: there are too many to count' : '',
      columns({
        label: 'Calls by tool over time',
        starts,
        step,
        series: toolSeries(
          slots,
          starts,
          tools.map(({ tool }) => tool),
        ),
        pick: ({ name }) => app.filter({ tool: name }),
      }),
    ),
    panel(
      'Refused and failed',
      calls === 0 ? '' : `${share(refused, calls)} refused, ${share(failed, calls)} failed`,
      columns({
        label: 'Refused and failed calls over time',
        starts,
        step,
        series: [
          { name: 'refused', class: 'is-refused', values: refusedAt },
          { name: 'failed', class: 'is-failed', values: failedAt },
        ],
        note: rateNote(refusedAt, callsAt),
        pick: ({ name }) => toTrouble(name as 'refused' | 'failed')(),
      }),
    ),
    panel('Tools', 'p50 and p95: half of the calls, and 95 in 100, took no longer', toolTable(app, tools)),
    panel(
      'Latest trouble',
      '',
      troubles.length === 0
        ? empty('Nothing was refused and nothing failed.')
        : h(
            'div',
            { class: 'rows' },
            troubles.map((row) => recordLine(app, row, 'short')),
          ),
    ),
  ]
}

function panel(title: string, note: string, content: HTMLElement): HTMLElement {
  const name = title.toLowerCase().replaceAll(' ', '-')
  return h(
    'section',
    { class: `panel panel-${name}`, 'aria-label': title },
    h('h2', {}, title, note ? h('small', {}, note) : null),
    content,
  )
}

function figure(
  name: string,
  value: string,
  note: string,
  picture: Element | null,
  go?: () => void,
): HTMLElement {
  const inside = [h('span', { class: 'name' }, name), h('b', {}, value), h('small', {}, note), picture]
  return go
    ? h('button', { type: 'button', class: 'figure', on: { click: go } }, inside)
    : h('div', { class: 'figure' }, inside)
}

/** A refused call has the guard's verdict and the harness's word on it: the verdict says more. */
function eachCallOnce(rows: readonly Listed[]): Listed[] {
  const judged = new Set(
    rows.flatMap(({ stage, call }) => (stage === 'verdict' && call !== null ? [call] : [])),
  )
  return rows.filter(({ stage, call }) => stage !== 'denied' || call === null || !judged.has(call))
}

const SPARKS = 28

/** Small columns without an axis. */
function spark(all: readonly number[], className: string): HTMLElement {
  const width = Math.ceil(all.length / SPARKS)
  const values = Array.from({ length: Math.ceil(all.length / width) || 0 }, (_, index) =>
    all.slice(index * width, (index + 1) * width).reduce((sum, value) => sum + value, 0),
  )
  const top = Math.max(1, ...values)
  return h(
    'span',
    { class: 'spark', 'aria-hidden': 'true' },
    values.map((value) =>
      h('i', {
        class: className,
        style: { height: `${value === 0 ? 0 : Math.max(4, (value / top) * 100)}%` },
      }),
    ),
  )
}
