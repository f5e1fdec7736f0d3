import * as fs from 'node:fs'
import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import { grade, type Ran } from './compare.ts'
import { read } from './render.ts'

/** Texts that the parser is known to misread (classes U1 to U10 and M1 to M6). */
interface Misreading {
  readonly class: string
  readonly src?: string
  readonly bashRan: readonly Ran[]
}

const file = path.resolve(import.meta.dirname, '../fixtures/cases/shell-misreadings.jsonl')
const cases = fs
  .readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Misreading)
  .flatMap((one) => (one.src === undefined ? [] : [[one.class, one.src, one.bashRan] as const]))

describe('every known misreading is seen or doubted', () => {
  test.each(cases)('%s %j', (_name, src, ran) => {
    expect(grade(read(src), ran)).not.toBe('wrong')
  })
})

describe('nesting that the parser cuts without a word (U10)', () => {
  const deep: readonly (readonly [string, string])[] = [
    ['minus', `echo $((${'-'.repeat(1500)}$(CMD b)))`],
    ['conditional', `echo $((${'1?'.repeat(300)}$(CMD b)))`],
    ['assignments', `echo $((${'x='.repeat(300)}$(CMD b)))`],
    ['powers', `echo $((${'2**'.repeat(300)}$(CMD b)))`],
    ['old arithmetic', `echo ${'$['.repeat(300)}$(CMD b)${']'.repeat(300)}`],
    ['here-document', `CMD x <<E\n${'${x:-'.repeat(300)}$(CMD b)${'}'.repeat(300)}\nE`],
  ]
  test.each(deep)('%s', (_name, src) => {
    const { commands, doubts } = read(src)
    const found = commands.some(({ argv }) => argv[0]?.value === 'CMD' && argv[1]?.value === 'b')
    expect(found || doubts.length > 0).toBe(true)
  })
})
