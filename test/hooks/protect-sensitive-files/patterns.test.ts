import fc from 'fast-check'
import micromatch from 'micromatch'
import picomatch from 'picomatch'
import { describe, expect, test } from 'vitest'
import { COMPILED } from '../../../hooks/protect-sensitive-files/compiled.generated.ts'
import { bitsOf, mentions } from '../../../hooks/protect-sensitive-files/keys.ts'
import { PATTERNS } from '../../../hooks/protect-sensitive-files/patterns.ts'
import { compileGlobs, expandBraces } from '../../../scripts/compile-patterns.ts'

/** As the hook names a path: in the home with `~`, else absolute, in lower case. */
function subject(path: string): string {
  const absolute = /^(?:[~/]|[A-Z]:)/.test(path) ? path : `~/app/${path}`
  return absolute.toLowerCase()
}

describe.each(PATTERNS.map((pattern) => [pattern.id, pattern] as const))('%s', (id, pattern) => {
  const compiled = COMPILED.find((one) => one.id === id)
  const matches = (path: string) =>
    compiled?.match.test(subject(path)) === true && compiled.except?.test(subject(path)) !== true

  test('is compiled', () => {
    expect(compiled).toMatchObject({ kind: pattern.kind, filesOnly: pattern.filesOnly === true })
  })

  test('has examples and look-alikes', () => {
    expect(pattern.yes.length).toBeGreaterThan(0)
    expect(pattern.no.length).toBeGreaterThan(0)
  })

  test.each(pattern.yes)('matches %s', (path) => {
    expect(matches(path)).toBe(true)
    expect(bitsOf(subject(path)) & (2 ** PATTERNS.indexOf(pattern))).not.toBe(0)
    expect(mentions(`cat ${path.toLowerCase()}`)).toBe(true)
  })

  test.each(pattern.no)('does not match %s', (path) => {
    expect(matches(path)).toBe(false)
  })
})

test('ids are unique', () => {
  expect(new Set(PATTERNS.map(({ id }) => id)).size).toBe(PATTERNS.length)
})

describe('against picomatch', () => {
  const globs = PATTERNS.flatMap(({ globs, except }) => [...globs, ...(except ?? [])])
  const names = [...new Set(PATTERNS.flatMap(({ yes, no }) => [...yes, ...no]))].map(subject)
  const part = fc.constantFrom(...new Set(names.flatMap((name) => name.split('/'))), 'a', 'config', 'x.pem')
  const path = fc.oneof(
    fc.constantFrom(...names),
    fc
      .tuple(fc.constantFrom('~/', '/', '/etc/'), fc.array(part, { minLength: 1, maxLength: 4 }))
      .map(([root, parts]) => root + parts.filter((one) => one !== '' && one !== '~').join('/')),
  )

  test.each(globs)('%s', (glob) => {
    const ours = new RegExp(compileGlobs([glob]).toLowerCase())
    const theirs = expandBraces(glob.toLowerCase()).map((one) => picomatch(one, { dot: true }))
    fc.assert(
      fc.property(path, (one) => {
        expect(ours.test(one), one).toBe(theirs.some((matches) => matches(one)))
      }),
      { numRuns: 200 },
    )
  })

  test('the look-up misses nothing', () => {
    fc.assert(
      fc.property(path, (one) => {
        for (const [index, { match }] of COMPILED.entries()) {
          if (match.test(one)) expect(bitsOf(one) & (2 ** index), one).not.toBe(0)
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('braces are written out as micromatch does it', () => {
    for (const glob of globs.filter((one) => !/,\}|\{,/.test(one))) {
      expect(expandBraces(glob).sort()).toEqual(
        [...new Set(micromatch.braces(glob, { expand: true }))].sort(),
      )
    }
  })
})

test('a long name costs little', () => {
  const start = performance.now()
  const long = `/${'private'.repeat(1000)}.pen`
  for (const { match } of COMPILED) match.test(long)
  expect(performance.now() - start).toBeLessThan(500)
})
