import { expect, test } from 'vitest'
import { COUNTS } from '../../src/server/store/counts.ts'
import { statsOf } from '../../src/server/store/tally.ts'

test('tens of thousands of tools, which an agent may call by any name, take no time each for all others', () => {
  const names = Array.from({ length: 40_000 }, (_, index) => `tool${index}`)
  const counts = names.map((tool) => ({ slot: 0, tool, counts: COUNTS.success, n: 2 }))
  const durations = names.map((tool, index) => ({ tool, bucket: 5, n: 2, slowest: index }))
  const started = performance.now()
  const { tools, records } = statsOf(counts, durations, { step: 1, sessions: null, partial: false })
  expect(performance.now() - started).toBeLessThan(3000)
  expect([records, tools.length]).toEqual([80_000, 40_000])
  expect(tools.find(({ tool }) => tool === 'tool39999')).toMatchObject({
    calls: 2,
    timed: 2,
    slowest: 39_999,
  })
})
