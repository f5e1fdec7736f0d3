import * as fs from 'node:fs'
import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ShellWorld } from '../../src/shell/command.ts'
import { readShell } from '../../src/shell/read.ts'
import { type Grade, grade, type Ran } from './compare.ts'

/**
 * Every line was run by a real bash (5.2) in which only the harmless program CMD exists; it
 * wrote down its words. What the reader says has to agree.
 */
interface TruthLine {
  readonly src: string
  readonly argvs?: readonly Ran[]
}

const file = path.resolve(import.meta.dirname, '../fixtures/cases/argv-truth.jsonl')
const lines = fs
  .readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as TruthLine)
  .filter((line) => line.argvs && line.argvs.length > 0)

const env: Readonly<Record<string, string>> = { HOME: '/home/u', USER: 'u', LANG: 'C.UTF-8' }
const world: ShellWorld = { cwd: '/w', home: '/home/u', env: (name) => env[name] }

/** Lines where bash and the reader differ, and why that is right. */
const ARGUED: Readonly<Record<string, string>> = {
  'CMD $(cat <<E\na\nE\n)': 'there is no cat where the lines were run; elsewhere it writes the text',
  'exec -a x CMD q': 'only the name that CMD is shown is another; that CMD runs is found',
}

describe('what bash ran', () => {
  const grades = new Map<Grade, string[]>()
  for (const { src, argvs } of lines) {
    const result = grade(readShell(src, world), argvs ?? [])
    grades.set(result, [...(grades.get(result) ?? []), src])
  }
  const count = (result: Grade) => grades.get(result)?.length ?? 0

  test('nothing is silently wrong', () => {
    expect(grades.get('wrong') ?? []).toEqual(Object.keys(ARGUED))
  })

  test('nearly all is exact or has its unknown parts named', () => {
    expect((count('exact') + count('unknown')) / lines.length).toBeGreaterThanOrEqual(0.98)
    expect(count('exact') / lines.length).toBeGreaterThanOrEqual(0.63)
  })
})
