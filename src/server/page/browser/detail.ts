import type { Listed } from '../../store/row.ts'
import type { App } from './app.ts'
import { h, icon, replace } from './dom.ts'
import { duration, fullTime, shortId } from './format.ts'
import { copyButton, problem, stageChip, stageName } from './parts.ts'
import { writeState } from './state.ts'
import { jsonBlock, readable } from './value.ts'

type Fields = Readonly<Record<string, unknown>>

/** Said in the head already, or of no use to a reader. */
const IN_HEAD = new Set([
  'timestamp',
  'stage',
  'session_id',
  'tool_use_id',
  'tool_name',
  'duration_ms',
  'harness',
  'event',
  'cwd',
  'user',
  'v',
  'hook',
  'rule',
  'verdict',
  'mode',
  'reason',
])
const BESIDE = ['agent_id', 'agent_type', 'prompt_id', 'permission_mode', 'chain']

/** The drawer at the side: a record and the others of its call. */
export class Detail {
  private readonly place = h('aside', { class: 'detail', 'aria-label': 'Details', hidden: true })
  private asJson = false
  private shown: string | undefined

  constructor(root: HTMLElement) {
    root.append(this.place)
  }

  async show(app: App): Promise<void> {
    const { open } = app.state
    mark(open)
    document.documentElement.classList.toggle('has-detail', open !== undefined)
    if (open === undefined) {
      this.place.hidden = true
      this.shown = undefined
      return
    }
    if (this.shown === open) return
    this.shown = open
    try {
      const { row, record } = await app.source.record(open)
      const others = await this.others(app, row)
      if (this.shown !== open) return
      this.draw(app, row, record, others)
    } catch (error) {
      replace(this.place, this.head(app, 'Record'), problem(error))
    }
    this.place.hidden = false
  }

  /** The records of the same call, in their order. */
  private async others(app: App, row: Listed): Promise<readonly Listed[]> {
    if (row.call === null) return [row]
    const filter = { call: row.call, ...(row.session === null ? {} : { session: row.session }) }
    const { rows } = await app.source.records(filter, { order: 'old', limit: 20 })
    return rows.length === 0 ? [row] : rows
  }

  private head(app: App, title: string): HTMLElement {
    return h(
      'header',
      {},
      h('h2', {}, title),
      h(
        'button',
        {
          type: 'button',
          class: 'quiet',
          title: 'Close (Esc)',
          'aria-label': 'Close',
          on: { click: () => app.open(undefined) },
        },
        icon('close'),
      ),
    )
  }

  private draw(app: App, row: Listed, record: Fields, others: readonly Listed[]): void {
    const form = h('button', { type: 'button', class: 'toggle', 'aria-pressed': String(this.asJson) }, 'JSON')
    form.addEventListener('click', () => {
      this.asJson = !this.asJson
      this.draw(app, row, record, others)
    })
    replace(
      this.place,
      this.head(app, row.tool ?? stageName(row.stage)),
      h(
        'div',
        { class: 'tabs' },
        others.map((one) =>
          h(
            'button',
            {
              type: 'button',
              'aria-pressed': String(one.id === row.id),
              on: { click: () => app.open(one.id) },
            },
            stageChip(one),
          ),
        ),
        h('span', { class: 'grow' }),
        copyButton(JSON.stringify(record, null, 2), 'Copy the JSON'),
        form,
      ),
      this.asJson ? jsonBlock(record) : body(app, row, record),
    )
    this.place.scrollTop = 0
  }
}

/** Marks the line whose details are shown. */
function mark(open: string | undefined): void {
  for (const line of document.querySelectorAll<HTMLElement>('#view [data-id]')) {
    line.classList.toggle('is-open', line.dataset['id'] === open)
  }
}

function body(app: App, row: Listed, record: Fields): HTMLElement {
  const parts: (HTMLElement | null)[] = [refusal(row, record)]
  const section = (title: string, value: unknown) => {
    if (value !== undefined) parts.push(h('section', {}, h('h3', {}, title), readable(value)))
  }
  section('Input', record['tool_input'])
  section('Result', record['tool_response'])
  section('Error', record['error'])
  const rest = Object.entries(record).filter(
    ([key]) =>
      !IN_HEAD.has(key) && !BESIDE.includes(key) && !['tool_input', 'tool_response', 'error'].includes(key),
  )
  if (rest.length > 0) section('More', Object.fromEntries(rest))
  parts.push(facts(app, row, record))
  return h('div', { class: 'body' }, parts)
}

function refusal(row: Listed, record: Fields): HTMLElement | null {
  const { reason } = record
  if (typeof reason !== 'string') return null
  const tone = ['', 'is-failed', 'is-refused', 'is-asked'][row.trouble] ?? ''
  return h(
    'section',
    { class: `reason ${tone}` },
    row.hook === null
      ? null
      : h(
          'h3',
          {},
          row.hook,
          row.rule === null ? null : h('code', {}, row.rule),
          row.mode === null ? null : h('span', { class: 'faint' }, row.mode),
        ),
    h('p', {}, reason),
  )
}

function facts(app: App, row: Listed, record: Fields): HTMLElement {
  const fact = (name: string, value: string | HTMLElement | null) =>
    value === null || value === '' ? [] : [h('dt', {}, name), h('dd', {}, value)]
  const session = row.session
  return h(
    'section',
    {},
    h('h3', {}, 'Record'),
    h(
      'dl',
      { class: 'fields' },
      fact('time', fullTime(row.at)),
      Math.abs(row.received - row.at) > 60_000 ? fact('arrived', fullTime(row.received)) : [],
      String(record['timestamp']) !== new Date(row.at).toISOString()
        ? fact('its clock said', String(record['timestamp']))
        : [],
      fact('took', duration(row.duration)),
      fact('user', row.user),
      fact('folder', row.cwd),
      fact('harness', [row.harness, record['event']].filter(Boolean).join(' ')),
      fact(
        'session',
        session === null
          ? null
          : h(
              'a',
              { href: writeState({ ...app.state, view: 'session', id: session, filter: {} }) },
              shortId(session),
            ),
      ),
      fact('call', row.call),
      fact('client', row.client),
      BESIDE.flatMap((key) =>
        record[key] === undefined
          ? []
          : fact(key, typeof record[key] === 'object' ? JSON.stringify(record[key]) : String(record[key])),
      ),
    ),
  )
}
