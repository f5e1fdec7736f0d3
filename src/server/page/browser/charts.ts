import type { Slot } from '../../store/store.ts'
import { h, svg } from './dom.ts'
import { axisLabel, number, share, short, slotLabel } from './format.ts'

/** One colour of a chart's columns. */
export interface Series {
  readonly name: string
  /** A class that gives the colour: `series-1`, `is-refused`. */
  readonly class: string
  readonly values: readonly number[]
}

export interface Chart {
  readonly label: string
  readonly starts: readonly number[]
  readonly step: number
  readonly series: readonly Series[]
  /** One more line for the tooltip of a column. */
  readonly note?: (index: number) => string
  readonly pick?: (series: Series) => void
}

const HEIGHT = 180
const WIDTH = 1000
const COLOURS = 7

/** The starts of all slots from the first to the last, those without a record too. */
export function startsOf(
  slots: readonly Slot[],
  step: number,
  from: number | undefined,
  now: number,
): number[] {
  const first = from ?? slots[0]?.at ?? now
  const starts: number[] = []
  for (let at = first - (first % step); at <= now && starts.length < 2000; at += step) starts.push(at)
  return starts
}

/** Calls by tool: the most used ones each in a colour, the others together. */
export function toolSeries(
  slots: readonly Slot[],
  starts: readonly number[],
  tools: readonly string[],
): Series[] {
  const named = tools.slice(0, tools.length > COLOURS ? COLOURS - 1 : COLOURS)
  const sums = new Map<string, number[]>()
  const place = new Map(starts.map((at, index) => [at, index]))
  for (const { at, tool, calls } of slots) {
    const index = place.get(at)
    if (index === undefined) continue
    const name = named.includes(tool) ? tool : OTHERS
    const values = sums.get(name) ?? starts.map(() => 0)
    values[index] = (values[index] ?? 0) + calls
    sums.set(name, values)
  }
  return [...named, OTHERS].flatMap((name, index) => {
    const values = sums.get(name)
    return values ? [{ name, class: name === OTHERS ? 'series-other' : `series-${index + 1}`, values }] : []
  })
}

const OTHERS = 'other tools'

/** One figure of all tools together. */
export function sumSeries(
  slots: readonly Slot[],
  starts: readonly number[],
  of: (slot: Slot) => number,
): number[] {
  const place = new Map(starts.map((at, index) => [at, index]))
  const values = starts.map(() => 0)
  for (const slot of slots) {
    const index = place.get(slot.at)
    if (index !== undefined) values[index] = (values[index] ?? 0) + of(slot)
  }
  return values
}

/** Columns, one upon the other, with a tooltip and a legend. */
export function columns(chart: Chart): HTMLElement {
  const { series, starts, step } = chart
  const totals = starts.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0))
  const top = niceTop(Math.max(1, ...totals))
  const width = WIDTH / Math.max(1, starts.length)
  const gap = Math.min(width * 0.25, 4)
  const tip = h('div', { class: 'tip', hidden: true })
  const bars = starts.map((_, index) => {
    let base = HEIGHT
    const parts = series.flatMap((one) => {
      const value = one.values[index] ?? 0
      const height = (value / top) * HEIGHT
      if (value === 0) return []
      // Seen even where one stands beside a thousand.
      const seen = Math.max(height, 1.5)
      base -= seen
      return [
        svg('rect', {
          class: one.class,
          x: index * width + gap / 2,
          y: base,
          width: Math.max(width - gap, 0.6),
          height: seen,
        }),
      ]
    })
    return svg(
      'g',
      { class: 'column' },
      parts,
      svg('rect', { class: 'reach', x: index * width, y: 0, width, height: HEIGHT }),
    )
  })
  const lines = [0.25, 0.5, 0.75].map((share) =>
    svg('line', { class: 'rule', x1: 0, x2: WIDTH, y1: HEIGHT * share, y2: HEIGHT * share }),
  )
  const picture = svg(
    'svg',
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: 'none',
      role: 'img',
      'aria-label': `${chart.label}: ${number(totals.reduce((a, b) => a + b, 0))} in all`,
    },
    lines,
    bars,
  )
  const frame = h('div', { class: 'plot' }, picture, tip, h('span', { class: 'top' }, short(top)))
  picture.addEventListener('pointermove', (event) => showTip(event, { chart, totals, bars, frame, tip }))
  picture.addEventListener('pointerleave', () => {
    tip.hidden = true
    for (const bar of bars) bar.classList.remove('is-near')
  })
  const span = starts.length * step
  const marks = [0, 0.25, 0.5, 0.75].map((part) => starts[Math.floor(part * starts.length)] ?? 0)
  return h(
    'div',
    { class: 'chart' },
    frame,
    h(
      'div',
      { class: 'axis' },
      marks.map((at) => h('span', {}, axisLabel(at, span))),
      h('span', {}, 'now'),
    ),
    legend(chart),
  )
}

function legend({ series, pick }: Chart): HTMLElement {
  return h(
    'div',
    { class: 'legend' },
    series.map((one) => {
      const sum = one.values.reduce((total, value) => total + value, 0)
      const inside = [h('i', { class: `swatch ${one.class}` }), one.name, h('b', {}, short(sum))]
      return pick && one.name !== OTHERS
        ? h(
            'button',
            { class: 'key', type: 'button', title: `Only ${one.name}`, on: { click: () => pick(one) } },
            inside,
          )
        : h('span', { class: 'key' }, inside)
    }),
  )
}

interface Hovered {
  readonly chart: Chart
  readonly totals: readonly number[]
  readonly bars: readonly SVGElement[]
  readonly frame: HTMLElement
  readonly tip: HTMLElement
}

function showTip(event: PointerEvent, { chart, totals, bars, frame, tip }: Hovered): void {
  const box = frame.getBoundingClientRect()
  const part = (event.clientX - box.left) / box.width
  const index = Math.min(chart.starts.length - 1, Math.max(0, Math.floor(part * chart.starts.length)))
  for (const [place, bar] of bars.entries()) bar.classList.toggle('is-near', place === index)
  const at = chart.starts[index] ?? 0
  const lines = chart.series
    .map((one) => ({ ...one, value: one.values[index] ?? 0 }))
    .filter(({ value }) => value > 0)
    .reverse()
    .map((one) =>
      h(
        'div',
        { class: 'line' },
        h('i', { class: `swatch ${one.class}` }),
        h('span', {}, one.name),
        h('b', {}, number(one.value)),
      ),
    )
  const note = chart.note?.(index)
  tip.replaceChildren(
    h('div', { class: 'when' }, slotLabel(at, chart.step)),
    ...lines,
    ...(lines.length === 0 ? [h('div', { class: 'faint' }, 'nothing')] : []),
    ...(lines.length > 1
      ? [h('div', { class: 'line sum' }, h('span', {}, 'in all'), h('b', {}, number(totals[index] ?? 0)))]
      : []),
    ...(note ? [h('div', { class: 'faint' }, note)] : []),
  )
  tip.hidden = false
  const left = part > 0.6
  tip.style.setProperty('left', left ? 'auto' : `${Math.max(0, part * box.width + 14)}px`)
  tip.style.setProperty('right', left ? `${Math.max(0, box.width - part * box.width + 14)}px` : 'auto')
}

/** The next round figure. */
function niceTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const first = [1, 2, 4, 5, 10].find((one) => one * power >= value) ?? 10
  return first * power
}

export function rateNote(part: readonly number[], of: readonly number[]): (index: number) => string {
  return (index) => {
    const rate = share(part[index] ?? 0, of[index] ?? 0)
    return rate === '' ? '' : `${rate} of ${number(of[index] ?? 0)} calls refused`
  }
}
