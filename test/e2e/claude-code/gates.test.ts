import { expect, test } from 'vitest'
import { guard, type Hooks, observer, PROJECT, type Run, runClaude } from './client.ts'
import { bash, write } from './model.ts'

const suite: NonNullable<Run['files']> = {
  'package.json': JSON.stringify({ name: 'sums', version: '1.0.0', scripts: { test: 'node sum.test.js' } }),
  'sum.js': 'module.exports = (a, b) => a - b\n',
  'sum.test.js': "require('node:assert').equal(require('./sum.js')(2, 3), 5, 'two and three make five')\n",
}
const onStop: Hooks = { Stop: [{ hooks: [{ ...guard('verify-before-stop'), timeout: 600 }] }] }

test('a red suite keeps it working, a green one lets it stop', async () => {
  const session = await runClaude({
    hooks: onStop,
    files: suite,
    git: [],
    turns: [
      write('break', `${PROJECT}/README.md`, 'sums\n'),
      { text: 'I am done.' },
      bash('fix', 'echo "module.exports = (a, b) => a + b" > sum.js'),
      { text: 'Now it is right.' },
    ],
  })
  expect(session.requests).toHaveLength(4)
  expect(session.read(2)).toContain('Stop hook feedback:')
  expect(session.read(2)).toContain('two and three make five')
  expect(session.hookRuns.map((run) => run.exit_code)).toEqual([2, 0])
  expect(session.answer).toBe('Now it is right.')
})

test('a suite that stays red does not keep it for ever', async () => {
  const session = await runClaude({
    hooks: onStop,
    files: suite,
    git: [],
    turns: [write('break', `${PROJECT}/README.md`, 'sums\n')],
  })
  const blocked = session.hookRuns.filter((run) => run.exit_code === 2).length
  expect(blocked).toBeGreaterThanOrEqual(1)
  expect(blocked).toBeLessThanOrEqual(3)
  expect(session.hookRuns.at(-1)?.exit_code).toBe(0)
  expect(session.answer).toBe('done')
})

test('what a linter finds after an edit reaches the model', async () => {
  const session = await runClaude({
    hooks: { PostToolUse: [{ matcher: 'Edit|Write', hooks: [observer('check-quality')] }] },
    files: {
      'hookbox.json': JSON.stringify({ 'check-quality': { tools: [] } }),
    },
    turns: [write('write', `${PROJECT}/src/a.txt`, 'TODO\n'), { text: 'end' }],
  })
  expect(session.read()).toContain('PostToolUse:Write hook additional context: ')
})
