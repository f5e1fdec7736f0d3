import type { ToolStats } from '../../store/store.ts'
import type { App } from './app.ts'
import { h, replace } from './dom.ts'
import { duration, share, short } from './format.ts'

type Order = 'calls' | 'failed' | 'refused' | 'p50' | 'p95' | 'slowest'
let order: Order = 'calls'

/** Tools with their figures, sorted by any of them. */
export function toolTable(app: App, tools: readonly ToolStats[]): HTMLElement {
  const place = h('div', { class: 'table-place' })
  const heads: readonly (readonly [Order, string])[] = [
    ['calls', 'calls'],
    ['failed', 'failed'],
    ['refused', 'refused'],
    ['p50', 'p50'],
    ['p95', 'p95'],
    ['slowest', 'slowest'],
  ]
  const draw = () => {
    const sorted = [...tools].sort((a, b) => (b[order] ?? -1) - (a[order] ?? -1))
    const most = Math.max(1, ...sorted.map((tool) => tool[order] ?? 0))
    const head = heads.map(([key, name]) => {
      const sort = () => {
        order = key
        draw()
      }
      const isIt = key === order
      return h(
        'th',
        { class: 'number', 'aria-sort': isIt ? 'descending' : 'none' },
        h('button', { type: 'button', on: { click: sort } }, name),
      )
    })
    replace(
      place,
      h(
        'table',
        {},
        h('thead', {}, h('tr', {}, h('th', {}, 'tool'), head)),
        h(
          'tbody',
          {},
          sorted.slice(0, 12).map((tool) => toolRow(app, tool, most)),
        ),
      ),
    )
  }
  draw()
  return place
}

function toolRow(app: App, tool: ToolStats, most: number): HTMLElement {
  const only = () => app.go({ view: 'records', filter: { ...app.state.filter, tool: tool.tool } })
  const part = ((tool[order] ?? 0) / most) * 100
  const count = (value: number, className: string) =>
    h(
      'td',
      { class: `number ${value > 0 ? className : 'none'}` },
      value > 0 ? short(value) : '0',
      value > 0 ? h('small', {}, share(value, tool.calls)) : null,
    )
  return h(
    'tr',
    {
      tabindex: 0,
      'data-item': true,
      on: { click: only, keydown: (event) => (event as KeyboardEvent).key === 'Enter' && only() },
    },
    h(
      'td',
      { class: 'name' },
      h('span', { class: 'meter', style: { width: `${part}%` } }),
      h('span', {}, tool.tool),
    ),
    h('td', { class: 'number' }, short(tool.calls)),
    count(tool.failed, 'is-failed'),
    count(tool.refused, 'is-refused'),
    [tool.p50, tool.p95, tool.slowest].map((ms) => h('td', { class: 'number' }, duration(ms))),
  )
}
