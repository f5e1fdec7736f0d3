import * as fs from 'node:fs'
import * as path from 'node:path'
import { expect, test } from 'vitest'
import type { BatchAnswer, BatchCall } from '../../scripts/engines/batch.ts'
import { caseCalls, contractCalls } from '../../scripts/engines/collected.ts'
import { argued } from '../../scripts/score-cases.ts'
import { makeScoreWorld } from '../../scripts/score-world.ts'
import { readArguments } from '../../src/arguments.ts'
import { detectDialect, harnessOf } from '../../src/harness/index.ts'
import { readEvent } from '../../src/read-event.ts'
import { claudeProblem } from '../contract/claude-code-answers.ts'
import { callProgram, testHost } from '../support/call.ts'
import { probeProgram } from '../support/probe-program.ts'
import { makeWorld, worldEnv } from '../support/world.ts'

/** The collected cases and the harnesses' contracts, asked in one process of the engine under test. */

const probes = probeProgram()

/** What the engine answers to each call. */
async function answers(calls: readonly BatchCall[]): Promise<BatchAnswer[]> {
  const world = makeWorld()
  const [asked, said] = ['calls', 'answers'].map((name) => path.join(world.tmp, name)) as [string, string]
  fs.writeFileSync(asked, calls.map((call) => `${JSON.stringify(call)}\n`).join(''))
  const tool_input = { calls: asked, answers: said }
  const { exit, stderr } = await callProgram(probes, {
    stdin: JSON.stringify({ hook_event_name: 'PreToolUse', tool_name: 'Batch', tool_input }),
    argv: ['batch'],
    env: worldEnv(world),
    cwd: world.project,
  })
  expect(exit, stderr).toBe(0)
  const lines = fs.readFileSync(said, 'utf8').trimEnd().split('\n')
  expect(lines.length).toBe(calls.length)
  return lines.map((line) => JSON.parse(line) as BatchAnswer)
}

test('each collected case has the right answer', { timeout: 120_000 }, async () => {
  const score = makeScoreWorld()
  try {
    const asked = await caseCalls(score)
    const said = await answers(asked.map(({ call }) => call))
    const refused = said.map(
      ({ exit, stdout }) => exit === 2 || /"(?:permissionDecision":"ask|behavior":"deny)"/.test(stdout),
    )
    expect(said.filter(({ exit }) => exit !== 0 && exit !== 2)).toEqual([])
    const wrong = asked
      .filter(({ one }, index) => one.flag !== refused[index] && argued[one.id] === undefined)
      .map(({ one }) => `${one.id}: ${one.text}`)
    expect(wrong).toEqual([])
    expect(refused.filter(Boolean).length).toBeGreaterThan(300)
  } finally {
    score.remove()
  }
})

test('each verdict is said as the harness of the call takes it', { timeout: 60_000 }, async () => {
  const asked = contractCalls()
  const said = await answers(asked.map(({ call }) => call))
  const host = testHost({ env: {}, cwd: '/' })
  const wrong = asked.flatMap(({ dialect, name, verdict, call }, index) => {
    const args = readArguments(call.argv)
    const payload = JSON.parse(args.payload ?? '') as Record<string, unknown>
    const as = args.dialect ?? detectDialect(payload)
    const { exit, stdout, stderr } = harnessOf(as).reply(verdict, readEvent(payload, as, args, host))
    const expected = { exit, stdout: stdout.replace(/(?<=.)$/, '\n'), stderr }
    const answer = said[index]
    const problem =
      dialect === 'claude-code' ? claudeProblem(name, answer?.stdout.trimEnd() ?? '') : undefined
    const same = JSON.stringify(answer) === JSON.stringify(expected)
    return as === dialect && same && problem === undefined
      ? []
      : [{ dialect, name, verdict, answer, expected, problem }]
  })
  expect(wrong).toEqual([])
})
