import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberTable, wordTable } from '../../src/text/word-table.ts'
import { runs } from '../support/property-runs.ts'

const word = fc.stringMatching(/^[a-c.=-]{1,3}$/)

test('a table of words answers as a set does, however often it is asked', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(word, { minLength: 1 }),
      fc.array(fc.string(), { maxLength: 60 }),
      (list, more) => {
        const table = wordTable(list.join(' '))
        const set = new Set(list)
        for (const asked of [...more, ...list, `${list[0]} ${list.at(-1)}`, '', ' ']) {
          expect([asked, table.has(asked)]).toEqual([asked, set.has(asked)])
        }
      },
    ),
    { numRuns: runs(300) },
  )
})

test('a table of numbers answers as a map does, however often it is asked', () => {
  const entry = fc.tuple(fc.stringMatching(/^[a-c.-]{1,3}$/), fc.nat())
  const entries = fc.uniqueArray(entry, { minLength: 1, selector: ([name]) => name })
  fc.assert(
    fc.property(entries, fc.array(fc.string(), { maxLength: 60 }), (list, more) => {
      const table = numberTable(list.map(([name, number]) => `${name}=${number}`).join(' '))
      const map = new Map(list)
      const [[first = '', number = 0] = []] = list
      for (const asked of [...more, ...map.keys(), `${first}=${number}`, `${first}=`, '', ' ', '=']) {
        expect([asked, table.get(asked)]).toEqual([asked, map.get(asked)])
      }
    }),
    { numRuns: runs(300) },
  )
})
