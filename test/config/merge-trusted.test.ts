import { describe, expect, test } from 'vitest'
import { type Layer, mergeLayers } from '../../src/config/merge.ts'

const rules = { programs: { optIn: 'projectPrograms' }, projectPrograms: 'trusted' } as const
const layer = (trust: Layer['trust'], values: Layer['values']): Layer => ({ from: trust, trust, values })

describe('options that a project may not set', () => {
  test('alone, a project neither sets nor allows them', () => {
    const { values, ignored } = mergeLayers(
      [layer('project', { programs: ['theirs'], projectPrograms: true })],
      rules,
    )
    expect(values).toEqual({})
    expect(ignored).toEqual([
      "project: programs is not taken, since the user's own file does not set projectPrograms to true",
      "project: projectPrograms is not taken, since a project's file may not set it",
    ])
  })

  test('the order of the keys in the file does not matter', () => {
    const { values } = mergeLayers([layer('project', { projectPrograms: true, programs: ['theirs'] })], rules)
    expect(values).toEqual({})
  })

  test.each(['managed', 'user', 'flags'] as const)('%s allows it: both lists count', (trust) => {
    const { values, ignored } = mergeLayers(
      [
        layer('project', { programs: ['theirs'] }),
        layer(trust, { programs: ['mine'], projectPrograms: true }),
      ],
      rules,
    )
    expect(values).toEqual({ programs: ['mine', 'theirs'], projectPrograms: true })
    expect(ignored).toEqual([])
  })

  test('a list of the user alone stays as it is', () => {
    const { values } = mergeLayers(
      [layer('user', { programs: ['mine'] }), layer('project', { programs: ['theirs'] })],
      rules,
    )
    expect(values).toEqual({ programs: ['mine'] })
  })

  test('the user may take back what the administrator allows, not the other way round', () => {
    const off = mergeLayers(
      [layer('managed', { projectPrograms: true }), layer('user', { projectPrograms: false })],
      rules,
    )
    expect(off.values).toEqual({ projectPrograms: false })
    const on = mergeLayers(
      [
        layer('managed', { projectPrograms: false }),
        layer('user', { projectPrograms: true }),
        layer('project', { programs: ['theirs'] }),
      ],
      rules,
    )
    expect(on.values).toEqual({ projectPrograms: false })
    expect(on.ignored).toHaveLength(2)
  })
})
