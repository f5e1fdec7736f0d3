import type { Session, SessionFilter } from '../../store/store.ts'
import type { App } from './app.ts'
import { h, replace } from './dom.ts'
import { filterBar } from './filters.ts'
import { ago, duration, folderName, fullTime, number, shortId } from './format.ts'
import { empty } from './parts.ts'
import { spanOf, writeState } from './state.ts'
import { throttled } from './throttled.ts'

const REFRESH_MS = 3000
/** A session is at work when it was heard of so lately. */
const ACTIVE_MS = 2 * 60_000

/** Sessions, the one that was heard of last first. */
export async function showSessions(place: HTMLElement, app: App): Promise<void> {
  const { from } = spanOf(app.state.range, app.now())
  const { user, harness, text, trouble } = app.state.filter
  const filter: SessionFilter = {
    ...(user === undefined ? {} : { user }),
    ...(harness === undefined ? {} : { harness }),
    ...(text === undefined ? {} : { text }),
    ...(trouble === undefined || trouble === 'asked' ? {} : { trouble }),
    ...(from === undefined ? {} : { from }),
  }
  const list = h('div', { class: 'rows sessions', role: 'list' })
  const more = h('div', { class: 'more-place' })
  let pages = 0
  const load = async (after?: string) => {
    const { sessions, next } = await app.source.sessions(filter, after)
    if (after === undefined) list.replaceChildren()
    pages = after === undefined ? 1 : pages + 1
    const most = Math.max(1, ...sessions.map(({ calls }) => calls))
    for (const session of sessions) list.append(sessionLine(app, session, most))
    if (sessions.length === 0 && after === undefined) {
      list.append(
        empty('No session is like that.', `Looked at: the ${spanOf(app.state.range, app.now()).name}.`),
      )
    }
    replace(
      more,
      next === undefined
        ? null
        : h(
            'button',
            { type: 'button', class: 'more', 'data-item': true, on: { click: () => void load(next) } },
            'Show more',
          ),
    )
  }
  await load()
  // Only the first page is kept up to date: somebody who reads further down is not disturbed.
  app.onNew(throttled(async () => (pages === 1 ? load() : undefined), REFRESH_MS))
  replace(place, await filterBar(app, ['trouble', 'user', 'harness']), list, more)
}

function sessionLine(app: App, session: Session, most: number): HTMLElement {
  const { calls, failed, refused, first, last } = session
  const isActive = !session.ended && app.now() - last < ACTIVE_MS
  const part = (count: number) => ({ width: `${(count / most) * 100}%` })
  return h(
    'a',
    {
      class: 'session',
      role: 'listitem',
      'data-item': true,
      href: writeState({ ...app.state, view: 'session', id: session.session, filter: {}, open: undefined }),
    },
    h('i', {
      class: `dot${isActive ? ' is-active' : ''}`,
      title: isActive ? 'at work' : session.ended ? 'ended' : 'silent',
    }),
    h(
      'span',
      { class: 'title' },
      h('b', {}, session.title ?? folderName(session.cwd) ?? shortId(session.session)),
      h(
        'span',
        { class: 'faint' },
        [session.user, session.cwd, session.harness].filter(Boolean).join('  ·  '),
      ),
    ),
    h('code', { class: 'id', title: session.session }, shortId(session.session)),
    h(
      'span',
      { class: 'counts', title: `${number(calls)} calls, ${refused} refused, ${failed} failed` },
      h(
        'span',
        { class: 'stack' },
        refused > 0 ? h('i', { class: 'is-refused', style: part(refused) }) : null,
        failed > 0 ? h('i', { class: 'is-failed', style: part(failed) }) : null,
        h('i', { class: 'series-1', style: part(Math.max(0, calls - refused - failed)) }),
      ),
      h(
        'span',
        { class: 'words' },
        `${number(calls)} ${calls === 1 ? 'call' : 'calls'}`,
        refused > 0 ? h('b', { class: 'is-refused' }, ` ${refused} refused`) : null,
        failed > 0 ? h('b', { class: 'is-failed' }, ` ${failed} failed`) : null,
      ),
    ),
    h('span', { class: 'took' }, duration(last - first)),
    h('time', { title: fullTime(last), datetime: new Date(last).toISOString() }, ago(last, app.now())),
  )
}
