import type { Listed } from '../../store/row.ts'
import type { Filter } from '../../store/store.ts'
import type { App } from './app.ts'
import { h, replace } from './dom.ts'
import { filterBar } from './filters.ts'
import { ago, dayOf, duration, folderName, fullTime, number, timeOfDay } from './format.ts'
import { empty, problem, stageChip } from './parts.ts'

import { spanOf, writeState } from './state.ts'

/** Records of all sessions, the newest first. */
export async function showRecords(place: HTMLElement, app: App): Promise<void> {
  const { from } = spanOf(app.state.range, app.now())
  const filter: Filter = { ...app.state.filter, ...(from === undefined ? {} : { from }) }
  const list = h('div', { class: 'rows', role: 'list' })
  const news = h('button', { type: 'button', class: 'news', hidden: true })
  const more = h('div', { class: 'more-place' })
  let day = ''
  const add = (rows: readonly Listed[]) => {
    for (const row of rows) {
      const its = dayOf(row.at)
      if (its !== day) list.append(h('h3', { class: 'day' }, its))
      day = its
      list.append(recordLine(app, row, 'long'))
    }
  }
  const load = async (after?: string) => {
    const { rows, next } = await app.source.records(filter, after === undefined ? {} : { after })
    add(rows)
    replace(more, next === undefined ? null : moreButton(() => load(next), more))
    if (rows.length === 0 && after === undefined) replace(list, nothing(app))
  }
  await load()
  let waiting = 0
  app.onNew((rows, unseen) => {
    // With a search or a finer filter it is not known here whether a new record belongs.
    const own = rows.filter((row) => belongs(row, filter)).length
    waiting +=
      filter.text === undefined
        ? own + (Object.keys(app.state.filter).length === 0 ? unseen : 0)
        : rows.length
    if (waiting === 0) return
    news.hidden = false
    replace(news, filter.text === undefined ? `${number(waiting)} new` : 'There are new records', ' - show')
  })
  news.addEventListener('click', async () => {
    waiting = 0
    news.hidden = true
    day = ''
    list.replaceChildren()
    await load()
    scrollTo({ top: 0 })
  })
  replace(
    place,
    await filterBar(app, ['trouble', 'tool', 'stage', 'user', 'hook', 'harness']),
    news,
    list,
    more,
  )
}

function moreButton(load: () => Promise<void>, place: HTMLElement): HTMLElement {
  const button = h('button', { type: 'button', class: 'more', 'data-item': true }, 'Show more')
  button.addEventListener('click', async () => {
    button.disabled = true
    try {
      await load()
    } catch (error) {
      replace(place, problem(error))
    }
  })
  return button
}

function nothing({ state, go, now }: App): HTMLElement {
  const isFiltered = Object.keys(state.filter).length > 0
  return empty(
    isFiltered
      ? 'No record is like that.'
      : `Nothing was recorded in the ${spanOf(state.range, now()).name}.`,
    state.filter.text === undefined
      ? ''
      : 'A search looks for beginnings of words; a record has to have all of them.',
    state.range === 'all'
      ? ''
      : h('button', { type: 'button', on: { click: () => go({ range: 'all' }) } }, 'Look at all the time'),
  )
}

/** As far as it can be told without the server. */
function belongs(row: Listed, { text: _text, from: _from, to: _to, trouble, ...same }: Filter): boolean {
  if (trouble !== undefined && row.trouble === 0) return false
  return Object.entries(same).every(([key, value]) => row[key as keyof typeof same] === value)
}

/** A record in a list; `short`: without what its surroundings say. */
export function recordLine(app: App, row: Listed, form: 'short' | 'long'): HTMLElement {
  const { state } = app
  const open = () => app.open(row.id)
  const session = row.session
  return h(
    'div',
    {
      class: `record${state.open === row.id ? ' is-open' : ''}`,
      role: 'listitem',
      tabindex: 0,
      'data-item': true,
      'data-id': row.id,
      on: {
        click: open,
        keydown: (event) => {
          if ((event as KeyboardEvent).key === 'Enter' && event.target === event.currentTarget) open()
        },
      },
    },
    h(
      'time',
      { title: fullTime(row.at), datetime: new Date(row.at).toISOString() },
      form === 'short' ? ago(row.at, app.now()) : timeOfDay(row.at),
    ),
    stageChip(row),
    h('span', { class: 'tool' }, row.tool ?? ''),
    h(
      'span',
      { class: 'summary' },
      row.stage === 'verdict' && row.hook ? h('b', {}, `${row.hook} `) : null,
      row.summary,
    ),
    form === 'long' ? h('span', { class: 'took' }, duration(row.duration)) : null,
    form === 'long'
      ? h('span', { class: 'who' }, row.user ?? '', h('span', { class: 'faint' }, folderName(row.cwd)))
      : null,
    session === null || form === 'short'
      ? null
      : h(
          'a',
          {
            class: 'to-session',
            title: 'The session',
            href: writeState({ ...state, view: 'session', id: session, filter: {}, open: row.id }),
            on: { click: (event) => event.stopPropagation() },
          },
          'session',
        ),
  )
}
