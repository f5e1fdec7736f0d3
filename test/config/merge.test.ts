import { describe, expect, test } from 'vitest'
import type { Layer } from '../../src/config/merge.ts'
import { mergeLayers } from '../../src/config/merge.ts'
import type { MergeRule } from '../../src/hook.ts'

const rules: Record<string, MergeRule> = {
  mode: ['observe', 'ask', 'enforce'],
  protect: 'union',
  allow: 'fixed',
  timeoutMs: 'nearest',
}

const layer = (trust: Layer['trust'], values: Record<string, unknown>, from: string = trust): Layer => ({
  trust,
  values,
  from,
})

const rows: [string, Layer[], Record<string, unknown>, number][] = [
  [
    'a project tightens',
    [layer('user', { mode: 'ask' }), layer('project', { mode: 'enforce' })],
    { mode: 'enforce' },
    0,
  ],
  [
    'a project can not loosen',
    [layer('user', { mode: 'ask' }), layer('project', { mode: 'observe' })],
    { mode: 'ask' },
    1,
  ],
  ['a project sets what nobody has set', [layer('project', { timeoutMs: 9 })], { timeoutMs: 9 }, 0],
  ['a project can not loosen the default', [layer('project', { mode: 'observe' })], {}, 1],
  ['the user can', [layer('user', { mode: 'observe' })], { mode: 'observe' }, 0],
  ['the command line can', [layer('flags', { mode: 'observe' })], { mode: 'observe' }, 0],
  [
    'a project tightens again, though not up to the default',
    [layer('user', { mode: 'observe' }), layer('project', { mode: 'ask' })],
    { mode: 'ask' },
    0,
  ],
  [
    'nor can the user loosen the managed file',
    [layer('user', { mode: 'observe' }), layer('managed', { mode: 'ask' })],
    { mode: 'ask' },
    1,
  ],
  [
    'protections add up',
    [layer('user', { protect: ['a'] }), layer('project', { protect: ['b', 'a'] })],
    { protect: ['a', 'b'] },
    0,
  ],
  [
    'exceptions of the user are not widened',
    [layer('user', { allow: ['a'] }), layer('project', { allow: ['**'] })],
    { allow: ['a'] },
    1,
  ],
  ['exceptions of a project alone count', [layer('project', { allow: ['a'] })], { allow: ['a'] }, 0],
  [
    'a neutral option: the nearest file',
    [
      layer('user', { timeoutMs: 1 }),
      layer('project', { timeoutMs: 2 }),
      layer('project', { timeoutMs: 3 }, 'inner'),
    ],
    { timeoutMs: 3 },
    0,
  ],
  [
    'a neutral option: but the managed file wins',
    [layer('managed', { timeoutMs: 1 }), layer('project', { timeoutMs: 2 })],
    { timeoutMs: 1 },
    1,
  ],
  [
    'a neutral option: the command line before files',
    [layer('project', { timeoutMs: 2 }), layer('flags', { timeoutMs: 5 })],
    { timeoutMs: 5 },
    1,
  ],
  [
    'the command line can not loosen the user',
    [layer('user', { mode: 'enforce' }), layer('flags', { mode: 'observe' })],
    { mode: 'enforce' },
    1,
  ],
  [
    'an inner project file can not loosen an outer one',
    [layer('project', { mode: 'enforce' }, 'outer'), layer('project', { mode: 'observe' }, 'inner')],
    { mode: 'enforce' },
    1,
  ],
]

describe('layers', () => {
  test.each(rows)('%s', (_title, layers, values, ignored) => {
    const merged = mergeLayers(layers, rules, { mode: 'enforce' })
    expect(merged.values).toEqual(values)
    expect(merged.ignored).toHaveLength(ignored)
  })
})
