import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { holdsAny, isPrintable, spacedWords, splitAtAny } from '../../src/text/characters.ts'
import { runs } from '../support/property-runs.ts'

const text = fc.string({ unit: fc.constantFrom('a', ';', '|', ' ', '\t', '\n', '\u00a0', 'é', '~', '\x7f') })

test('they answer as expressions do', () => {
  fc.assert(
    fc.property(text, (one) => {
      expect(holdsAny(one, ';|')).toBe(/[;|]/.test(one))
      expect(splitAtAny(one, ';|')).toEqual(one.split(/[;|]/))
      expect(spacedWords(one)).toEqual(one.split(/\s+/).filter((word) => word !== ''))
      expect(isPrintable(one)).toBe(!/[^ -~]/.test(one))
    }),
    { numRuns: runs(1000) },
  )
})
