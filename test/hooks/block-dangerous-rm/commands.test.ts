import * as fs from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { answerOn } from './ask.ts'
import { ASKED, type Case, DENIED, PASSED } from './commands.ts'
import { projectWorld } from './world.ts'

const world = projectWorld()
afterAll(() => fs.rmSync(world.root, { recursive: true, force: true }))

const rows = (list: readonly Case[]) =>
  list.map((one) => (typeof one === 'string' ? ([one, {}] as const) : one))

describe('commands', () => {
  test.each(rows(DENIED))('denies %s', async (command, how) => {
    expect((await answerOn(world, command, how)).kind).toBe('deny')
  })
  test.each(rows(ASKED))('asks about %s', async (command, how) => {
    expect(['ask', 'deny']).toContain((await answerOn(world, command, how)).kind)
  })
  test.each(rows(PASSED))('passes %s', async (command, how) => {
    expect(await answerOn(world, command, how)).toEqual({ kind: 'pass', reason: '' })
  })
})
