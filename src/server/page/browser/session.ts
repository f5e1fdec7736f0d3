import type { Listed } from '../../store/row.ts'
import type { Session } from '../../store/store.ts'
import type { App } from './app.ts'
import { type CallItem, durationOf, type Item, itemsOf, mainRow, outcomeOf, wordsOf } from './calls.ts'
import { h, icon, replace } from './dom.ts'
import { duration, folderName, fullTime, number, shortId, timeOfDay } from './format.ts'
import { copyButton, empty, outcomeSign, stageName } from './parts.ts'
import { writeState } from './state.ts'
import { throttled } from './throttled.ts'

const PAGE = 1000
/** A silence as long as this is said, when it is longer than what is usual in the session. */
const SILENCE_MS = 2 * 60_000
const UNUSUAL = 4

/** One session from its first record to its last: what was tried, what came of it, how long it took. */
export async function showSession(place: HTMLElement, app: App): Promise<void> {
  const { source, state } = app
  const session = await source.session(state.id)
  const rows: Listed[] = []
  let next: string | undefined
  const load = async () => {
    const found = await source.records(
      { session: state.id },
      { order: 'old', limit: PAGE, ...(next === undefined ? {} : { after: next }) },
    )
    rows.push(...found.rows)
    next = found.next
  }
  await load()
  const head = h('div', {})
  const strip = h('div', {})
  const list = h('div', { class: 'timeline', role: 'list' })
  const more = h('div', { class: 'more-place' })
  let only = false
  const draw = () => {
    const items = itemsOf(rows)
    const shown = only ? items.filter((item) => item.kind === 'call' && outcomeOf(item) !== 'ok') : items
    replace(strip, stripOf(items, list))
    replace(list, shown.length === 0 ? empty('Nothing of that kind.') : timeline(shown, app))
    replace(
      more,
      next === undefined
        ? null
        : h(
            'button',
            { type: 'button', class: 'more', 'data-item': true, on: { click: () => void load().then(draw) } },
            `Show more (${number(rows.length)} of ${number(session.records)} records are here)`,
          ),
    )
  }
  const drawHead = (known: Session) => {
    const toggle = h(
      'button',
      { type: 'button', class: 'toggle', 'aria-pressed': String(only) },
      'Only trouble',
    )
    toggle.addEventListener('click', () => {
      only = !only
      toggle.setAttribute('aria-pressed', String(only))
      draw()
    })
    replace(head, headOf(known, app, toggle))
  }
  drawHead(session)
  draw()
  const refresh = throttled(async () => drawHead(await source.session(state.id)), 2000)
  const show = (added: readonly Listed[]) => {
    const known = new Set(rows.map(({ id }) => id))
    const own = added.filter((row) => row.session === state.id && !known.has(row.id))
    // What is not loaded yet will come with its page.
    if (own.length === 0 || next !== undefined) return
    rows.push(...own)
    const isAtEnd = innerHeight + scrollY > document.documentElement.scrollHeight - 80
    draw()
    refresh()
    if (isAtEnd) scrollTo({ top: document.documentElement.scrollHeight })
  }
  const catchUp = throttled(async () => {
    const last = rows.at(-1)
    const after = last === undefined ? {} : { after: `${last.at}.${last.seq}` }
    show((await source.records({ session: state.id }, { order: 'old', limit: PAGE, ...after })).rows)
  }, 1000)
  app.onNew((added, unseen) => {
    show(added)
    if (unseen > 0) catchUp()
  })
  replace(place, head, strip, list, more)
}

function headOf(session: Session, app: App, toggle: HTMLElement): HTMLElement {
  const { calls, failed, refused, first, last } = session
  const fact = (name: string, ...value: (string | HTMLElement)[]) =>
    h('div', {}, h('dt', {}, name), h('dd', {}, value))
  return h(
    'header',
    { class: 'session-head' },
    h(
      'a',
      {
        class: 'back',
        href: writeState({ ...app.state, view: 'sessions', id: '', filter: {}, open: undefined }),
      },
      icon('back'),
      'Sessions',
    ),
    h('h1', {}, session.title ?? (folderName(session.cwd) || shortId(session.session)), toggle),
    h(
      'dl',
      { class: 'facts' },
      fact(
        'calls',
        h('b', {}, number(calls)),
        refused > 0 ? h('b', { class: 'is-refused' }, ` ${refused} refused`) : '',
        failed > 0 ? h('b', { class: 'is-failed' }, ` ${failed} failed`) : '',
      ),
      fact('took', duration(last - first)),
      fact(
        'began',
        h('time', { datetime: new Date(first).toISOString() }, fullTime(first).replace(/\.\d+/, '')),
      ),
      session.user === null ? null : fact('user', session.user),
      session.cwd === null ? null : fact('folder', h('code', {}, session.cwd)),
      fact('harness', session.harness),
      fact('session', h('code', {}, session.session), copyButton(session.session, 'Copy the id')),
    ),
  )
}

/** The whole session on one line: a mark for each call, where it was and what came of it. */
function stripOf(items: readonly Item[], list: HTMLElement): HTMLElement | null {
  const times = items.map((item) => (item.kind === 'call' ? item.first : item.row.at))
  const start = Math.min(...times)
  const span = Math.max(1, Math.max(...times) - start)
  if (items.length < 3) return null
  const marks = items.map((item) => {
    const at = item.kind === 'call' ? item.first : item.row.at
    const tone = item.kind === 'call' ? `is-${outcomeOf(item)}` : 'is-event'
    return h('i', { class: tone, style: { left: `${((at - start) / span) * 100}%` } })
  })
  const strip = h('div', { class: 'strip', title: 'The session; a click goes there' }, marks)
  strip.addEventListener('click', (event) => {
    const box = strip.getBoundingClientRect()
    const at = start + ((event.clientX - box.left) / box.width) * span
    const nearest = items.reduce(
      (best, item, index) =>
        Math.abs((times[index] ?? 0) - at) < Math.abs((times[items.indexOf(best)] ?? 0) - at) ? item : best,
      items[0] as Item,
    )
    list
      .querySelector(`[data-key="${CSS.escape(nearest.key)}"]`)
      ?.scrollIntoView({ block: 'center', behavior: 'smooth' })
  })
  return h(
    'div',
    { class: 'strip-place' },
    strip,
    h('div', { class: 'axis' }, h('span', {}, timeOfDay(start)), h('span', {}, timeOfDay(start + span))),
  )
}

function timeline(items: readonly Item[], app: App): HTMLElement[] {
  const longest = Math.max(1, ...items.map((item) => (item.kind === 'call' ? (durationOf(item) ?? 0) : 0)))
  const least = Math.max(SILENCE_MS, UNUSUAL * usualSilence(items))
  let before: number | undefined
  return items.flatMap((item) => {
    const at = item.kind === 'call' ? item.first : item.row.at
    const silence = before === undefined ? 0 : at - before
    before = item.kind === 'call' ? item.last : at
    const gap = silence >= least ? [h('div', { class: 'gap' }, `${duration(silence)} later`)] : []
    return [...gap, item.kind === 'call' ? callLine(item, app, longest) : eventLine(item.row, item.key, app)]
  })
}

/** The middle one of the silences between what follows each other. */
function usualSilence(items: readonly Item[]): number {
  const times = items.map((item) => (item.kind === 'call' ? item.first : item.row.at))
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at))
  return gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0
}

function callLine(item: CallItem, app: App, longest: number): HTMLElement {
  const outcome = outcomeOf(item)
  const main = mainRow(item)
  const took = durationOf(item)
  const verdict = item.rows.find(({ stage }) => stage === 'verdict')
  const why = outcome === 'refused' || outcome === 'asked' ? (verdict ?? main) : undefined
  const open = () => app.open(main.id)
  return h(
    'div',
    {
      class: `call is-${outcome}${item.rows.some(({ id }) => id === app.state.open) ? ' is-open' : ''}`,
      role: 'listitem',
      tabindex: 0,
      'data-item': true,
      'data-key': item.key,
      'data-id': main.id,
      on: { click: open, keydown: (event) => (event as KeyboardEvent).key === 'Enter' && open() },
    },
    h(
      'time',
      { title: fullTime(item.first), datetime: new Date(item.first).toISOString() },
      timeOfDay(item.first),
    ),
    outcomeSign(outcome),
    h('span', { class: 'tool' }, main.tool ?? ''),
    h(
      'span',
      { class: 'summary' },
      wordsOf(item),
      why && why.summary !== wordsOf(item)
        ? h(
            'span',
            { class: 'why' },
            why.hook ? h('b', {}, `${why.hook}${why.rule ? ` / ${why.rule}` : ''}: `) : null,
            why.summary,
          )
        : null,
    ),
    h(
      'span',
      { class: 'length', 'aria-hidden': 'true' },
      took === null ? null : h('i', { style: { width: `${scale(took, longest)}%` } }),
    ),
    h('span', { class: 'took' }, duration(took)),
  )
}

/** Short ones are seen beside long ones: the length grows with the logarithm. */
function scale(ms: number, longest: number): number {
  return Math.max(2, (Math.log1p(ms) / Math.log1p(longest)) * 100)
}

function eventLine(row: Listed, key: string, app: App): HTMLElement {
  const open = () => app.open(row.id)
  return h(
    'div',
    {
      class: `event is-${row.stage}${app.state.open === row.id ? ' is-open' : ''}`,
      role: 'listitem',
      tabindex: 0,
      'data-item': true,
      'data-key': key,
      'data-id': row.id,
      on: { click: open, keydown: (event) => (event as KeyboardEvent).key === 'Enter' && open() },
    },
    h('time', { title: fullTime(row.at), datetime: new Date(row.at).toISOString() }, timeOfDay(row.at)),
    h('span', { class: 'mark' }),
    h('span', { class: 'tool' }, stageName(row.stage)),
    h('span', { class: 'summary' }, row.summary),
  )
}
