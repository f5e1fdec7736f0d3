import type { Listed } from '../../store/row.ts'
import type { Facets, Filter } from '../../store/store.ts'
import { Detail } from './detail.ts'
import { h, icon, replace } from './dom.ts'
import { rangeBar } from './filters.ts'
import { showKeys, watchKeys } from './keys.ts'
import { askToken } from './login.ts'
import { showOverview } from './overview.ts'
import { problem } from './parts.ts'
import { showRecords } from './records.ts'
import { showSession } from './session.ts'
import { showSessions } from './sessions.ts'
import { type Source, TokenNeeded } from './source.ts'
import { type Range, readState, type State, type View, writeState } from './state.ts'
import { nextTheme, themeName } from './theme.ts'

/** What a view may use of the page around it. */
export interface App {
  readonly source: Source
  readonly state: State
  /** What filters can choose among; asked for once, beside what a view asks for. */
  facets(): Promise<Facets>
  now(): number
  /** Changes what is looked at; the address changes with it. */
  go(change: Partial<State>): void
  filter(change: { readonly [Key in keyof Filter]?: Filter[Key] | undefined }): void
  open(id: string | undefined): void
  /** Told of new records while the view is shown. */
  onNew(tell: (rows: readonly Listed[], more: number) => void): void
}

const VIEWS: readonly (readonly [View, string])[] = [
  ['overview', 'Overview'],
  ['sessions', 'Sessions'],
  ['records', 'Records'],
]

const NO_FACETS: Facets = { tools: [], users: [], harnesses: [], hooks: [] }

/** Shows the page in this element, from this source. */
export function startApp(root: HTMLElement, source: Source, range: Range): void {
  const main = h('main', { id: 'view', tabindex: -1 })
  const nav = h('nav', { 'aria-label': 'Views' })
  const status = h('span', { class: 'live', title: 'New records are shown as they come' })
  const search = h('input', {
    type: 'search',
    id: 'search',
    placeholder: 'Search records',
    'aria-label': 'Search records',
    autocomplete: 'off',
    spellcheck: 'false',
  })
  const theme = h(
    'button',
    { type: 'button', class: 'quiet', title: 'Light or dark (t)', 'aria-label': 'Light or dark' },
    icon('sun'),
  )
  const keys = h(
    'button',
    { type: 'button', class: 'quiet keys-button', title: 'Keys (?)', 'aria-label': 'Keys' },
    icon('keys'),
  )
  const ranges = h('div', { class: 'range-place' })
  replace(
    root,
    h(
      'header',
      { class: 'bar' },
      h(
        'a',
        { class: 'brand', href: '#/overview' },
        h('span', { class: 'logo', 'aria-hidden': 'true' }, 'H'),
        'hookbox',
        h('span', { class: 'faint' }, ' audit'),
      ),
      nav,
      h('label', { class: 'search' }, icon('search'), search, h('kbd', {}, '/')),
      ranges,
      status,
      h('div', { class: 'tools' }, keys, theme),
    ),
    main,
  )
  const detail = new Detail(root)
  let state = readState(location.hash, range)
  let facets: Promise<Facets> = Promise.resolve(NO_FACETS)
  let listeners: ((rows: readonly Listed[], more: number) => void)[] = []
  let shown = 0

  const app = (): App => ({
    source,
    state,
    facets: () => facets,
    now: () => Date.now(),
    go,
    filter: (change) => go({ filter: withoutEmpty({ ...state.filter, ...change }), open: undefined }),
    open: (id) => go({ open: id }),
    onNew: (tell) => listeners.push(tell),
  })

  function go(change: Partial<State>): void {
    const next = writeState({ ...state, ...change })
    if (next === location.hash) return
    // Details and words of a search are no steps to go back by.
    const isSmall = change.view === undefined && change.id === undefined
    if (isSmall) history.replaceState(null, '', next)
    else history.pushState(null, '', next)
    void arrive()
  }

  /** The address has changed: shows what it says, anew unless only the details differ. */
  async function arrive(): Promise<void> {
    const before = state
    state = readState(location.hash, range)
    const isSame =
      shown > 0 && writeState({ ...before, open: undefined }) === writeState({ ...state, open: undefined })
    if (!isSame) await show()
    await detail.show(app())
  }

  async function show(): Promise<void> {
    const mine = ++shown
    listeners = []
    replace(
      nav,
      VIEWS.map(([view, name]) => {
        const current = view === state.view || (view === 'sessions' && state.view === 'session')
        const href = writeState({
          ...state,
          view,
          id: '',
          open: undefined,
          filter: view === 'records' ? state.filter : shared(state.filter),
        })
        return h('a', { href, ...(current ? { 'aria-current': 'page' } : {}) }, name)
      }),
    )
    if (document.activeElement !== search) search.value = state.filter.text ?? ''
    replace(ranges, state.view === 'session' ? null : rangeBar(app()))
    const place = h('div', { class: `view view-${state.view}`, 'aria-busy': 'true' })
    try {
      await VIEW[state.view](place, app())
      if (mine !== shown) return
      place.removeAttribute('aria-busy')
      replace(main, place)
    } catch (error) {
      if (mine !== shown) return
      if (error instanceof TokenNeeded) return askToken(main, error.message, () => void begin())
      replace(main, problem(error))
    }
  }

  const VIEW = { overview: showOverview, sessions: showSessions, session: showSession, records: showRecords }

  async function begin(): Promise<void> {
    facets = source.facets()
    shown = 0
    // What goes wrong is shown by the view; a server that wants a token is not followed yet.
    const [asked] = await Promise.allSettled([facets, arrive()])
    if (asked.status === 'fulfilled') void follow()
  }

  /** Keeps the live stream open, for as long as the page is. */
  let following = false
  async function follow(): Promise<void> {
    if (!source.isLive || following) return
    following = true
    let isAgain = false
    for (let wait = 1000; ; wait = Math.min(wait * 2, 30_000)) {
      const opened = () => {
        setStatus('is-on', 'Live')
        wait = 500
        // What came meanwhile was not told.
        if (isAgain) void tell([], 1)
        isAgain = true
      }
      try {
        await source.live(opened, (rows, more) => void tell(rows, more))
      } catch {}
      setStatus('is-off', 'Offline')
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }

  async function tell(rows: readonly Listed[], more: number): Promise<void> {
    const { tools } = await facets
    const isNewTool = rows.some(({ tool }) => tool !== null && !tools.includes(tool))
    const before = facets
    if (isNewTool) facets = source.facets().catch(() => before)
    status.classList.add('is-new')
    setTimeout(() => status.classList.remove('is-new'), 600)
    for (const listener of listeners) listener(rows, more)
  }

  function setStatus(className: string, text: string): void {
    replace(status, h('i', {}), text)
    status.className = `live ${className}`
  }

  let typing: number | undefined
  search.addEventListener('input', () => {
    clearTimeout(typing)
    typing = setTimeout(() => {
      const text = search.value.trim()
      const inList = state.view === 'records' || state.view === 'sessions'
      if (inList) app().filter({ text: text || undefined })
      else if (text !== '')
        go({
          view: 'records',
          id: '',
          filter: withoutEmpty({ ...shared(state.filter), text }),
          open: undefined,
        })
    }, 250)
  })
  theme.addEventListener('click', () => {
    theme.title = `${themeName(nextTheme())} (t)`
  })
  keys.addEventListener('click', () => showKeys())
  addEventListener('hashchange', () => void arrive())
  addEventListener('popstate', () => void arrive())
  watchKeys({
    search,
    theme,
    close: () => {
      if (state.open === undefined && state.view === 'session') history.back()
      else app().open(undefined)
    },
    view: (view) => go({ view, id: '', open: undefined, filter: shared(state.filter) }),
  })
  if (!source.isLive) setStatus('is-report', 'Report')
  void begin()
}

/** The part of a filter that every view understands. */
function shared({ tool, user, harness }: Filter): Filter {
  return withoutEmpty({ tool, user, harness })
}

function withoutEmpty(filter: { readonly [Key in keyof Filter]?: Filter[Key] | undefined }): Filter {
  return Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== undefined && value !== ''),
  ) as Filter
}
