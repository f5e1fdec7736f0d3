import type { Filter } from '../../store/store.ts'
import type { App } from './app.ts'
import { h, icon } from './dom.ts'
import { STAGE_NAMES, stageName } from './parts.ts'
import { RANGES, spanOf } from './state.ts'

/** 1h 24h 7d 30d all. */
export function rangeBar({ state, go, now }: App): HTMLElement {
  return h(
    'div',
    { class: 'ranges', role: 'group', 'aria-label': 'Time' },
    RANGES.map((range) =>
      h(
        'button',
        {
          type: 'button',
          title: spanOf(range, now()).name,
          'aria-pressed': String(range === state.range),
          on: { click: () => go({ range }) },
        },
        range,
      ),
    ),
  )
}

type Key = 'tool' | 'user' | 'harness' | 'stage' | 'hook' | 'trouble'

const TROUBLES: readonly (readonly [string, string])[] = [
  ['any', 'with trouble'],
  ['refused', 'refused'],
  ['failed', 'failed'],
  ['asked', 'asked a person'],
]

/** Choices for these parts of the filter, and the others that are set, to be taken off. */
export async function filterBar(app: App, keys: readonly Key[]): Promise<HTMLElement> {
  const { state } = app
  const facets = await app.facets()
  const choices: Readonly<Record<Key, readonly (readonly [string, string])[]>> = {
    tool: facets.tools.map((tool) => [tool, tool] as const),
    user: facets.users.map((user) => [user, user] as const),
    harness: facets.harnesses.map((harness) => [harness, harness] as const),
    stage: STAGE_NAMES.map((stage) => [stage, stageName(stage)] as const),
    hook: facets.hooks.map((hook) => [hook, hook] as const),
    trouble: TROUBLES,
  }
  const shown = new Set<string>(keys)
  return h(
    'div',
    { class: 'filters' },
    keys.map((key) => choice(app, key, choices[key])),
    Object.entries(state.filter)
      .filter(([key]) => !shown.has(key))
      .map(([key, value]) => taken(app, key as keyof Filter, String(value))),
    Object.keys(state.filter).length > 1
      ? h(
          'button',
          {
            type: 'button',
            class: 'quiet words',
            on: { click: () => app.go({ filter: {}, open: undefined }) },
          },
          'Clear all',
        )
      : null,
  )
}

const NAMES: Readonly<Record<Key, string>> = {
  tool: 'All tools',
  user: 'All users',
  harness: 'All harnesses',
  stage: 'All stages',
  hook: 'All hooks',
  trouble: 'Any outcome',
}

function choice(
  { state, filter }: App,
  key: Key,
  values: readonly (readonly [string, string])[],
): HTMLElement | null {
  const current = state.filter[key]
  if (values.length < 2 && current === undefined && key !== 'trouble') return null
  const known =
    current === undefined || values.some(([value]) => value === current)
      ? values
      : [...values, [current, current] as const]
  const select = h(
    'select',
    { 'aria-label': NAMES[key], class: current === undefined ? '' : 'is-set' },
    h('option', { value: '' }, NAMES[key]),
    known.map(([value, name]) => h('option', { value, selected: value === current }, name)),
  )
  select.addEventListener('change', () => filter({ [key]: select.value || undefined }))
  return select
}

function taken({ filter }: App, key: keyof Filter, value: string): HTMLElement {
  return h(
    'button',
    {
      type: 'button',
      class: 'taken',
      title: `Take ${key} off`,
      on: { click: () => filter({ [key]: undefined }) },
    },
    h('span', { class: 'faint' }, key),
    value,
    icon('close'),
  )
}
