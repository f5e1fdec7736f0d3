import { expect, test } from 'vitest'
import { guard, type Hooks, observer, PROJECT, type Run, runClaude } from './client.ts'
import { bash, edit, write } from './model.ts'

const suite: NonNullable<Run['files']> = {
  'package.json': JSON.stringify({ name: 'sums', version: '1.0.0', scripts: { test: 'node sum.test.js' } }),
  'sum.js': 'module.exports = (a, b) => a - b\n',
  'sum.test.js': "require('node:assert').equal(require('./sum.js')(2, 3), 5, 'two and three make five')\n",
}
const verify = { ...guard('verify-before-stop'), timeout: 600 }
const onStop: Hooks = { Stop: [{ hooks: [verify] }], SessionStart: [{ hooks: [verify] }] }

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
  const stops = session.hookRuns.filter((run) => run.hook_event === 'Stop')
  expect(stops.map((run) => run.exit_code)).toEqual([2, 0])
  expect(session.answer).toBe('Now it is right.')
})

test('a suite that stays red keeps it working three times, whatever it does in between', async () => {
  const session = await runClaude({
    hooks: onStop,
    files: suite,
    git: [],
    turns: [
      write('break', `${PROJECT}/README.md`, 'sums\n'),
      { text: 'I am done.' },
      // The harness's own count of blocks starts again with every tool call.
      bash('try', 'echo one > notes.txt'),
      { text: 'Now it is right.' },
      { text: 'It really is.' },
      bash('again', 'echo two > notes.txt'),
      { text: 'I give up.' },
    ],
  })
  const stops = session.hookRuns.filter((run) => run.hook_event === 'Stop')
  expect(stops.map((run) => run.exit_code)).toEqual([2, 2, 2, 0])
  expect(stops.at(-1)?.stdout).toContain('the agent stopped and tests still fail')
  expect(session.read()).toContain('3 of at most 3 reminders')
  expect(session.answer).toBe('I give up.')
})

test('a suite that hangs is ended before the harness ends the hook, so that its answer is heard', async () => {
  const session = await runClaude({
    hooks: { Stop: [{ hooks: [{ ...verify, timeout: 4 }] }] },
    files: { 'package.json': JSON.stringify({ scripts: { test: 'echo started; sleep 300' } }) },
    git: [],
    turns: [{ text: 'I am done.' }, { text: 'It did not run.' }],
  })
  expect(session.read(1)).toMatch(/was stopped after its deadline of [23]\.\d s/)
  expect(session.read(1)).toContain('/home/dev/.claude/settings.json ends this hook after 4 s')
  expect(session.hookRuns.map((run) => run.exit_code)).toEqual([2, 0])
})

test('a gate that can not read its configuration blocks once and then lets go', async () => {
  const session = await runClaude({
    hooks: { Stop: [{ hooks: [verify] }] },
    files: { ...suite, 'hookbox.json': '{ "verify-before-stop": { "mode": 1 } }' },
    turns: [{ text: 'I am done.' }],
  })
  expect(session.read(1)).toContain('Stop hook feedback:')
  expect(session.read(1)).toContain(`${PROJECT}/hookbox.json:1:35: `)
  expect(session.hookRuns.map((run) => run.exit_code)).toEqual([2, 0])
  expect(session.answer).toBe('done')
})

const linter = `
const [file] = process.argv.slice(2)
const lines = require('node:fs').readFileSync(file, 'utf8').split('\\n')
const found = lines.flatMap((line, at) => (/^var /.test(line) ? [file + ':' + (at + 1) + ':1: no-var use let'] : []))
if (found.length > 0) console.log(found.join('\\n'))
process.exitCode = found.length > 0 ? 1 : 0
`
const afterEdit: Hooks = { PostToolUse: [{ matcher: 'Edit|Write', hooks: [observer('check-quality')] }] }

test('what a linter finds after an edit reaches the model, and a clean file is silent', async () => {
  const session = await runClaude({
    hooks: afterEdit,
    files: {
      '../lint.cjs': linter,
      'hookbox.json': JSON.stringify({
        'check-quality': { commands: { '*.js': ['node /home/dev/lint.cjs {file}'] } },
      }),
    },
    turns: [
      write('write', `${PROJECT}/src/sum.js`, 'let sum = 0\n'),
      edit('edit', `${PROJECT}/src/sum.js`, 'let sum', 'var sum'),
      { text: 'end' },
    ],
  })
  expect(session.hookRuns[0]).toMatchObject({ exit_code: 0, stdout: '', stderr: '' })
  expect(session.result('edit').isError, session.result('edit').text).toBe(false)
  expect(session.read()).toContain('PostToolUse:Edit hook additional context: ')
  expect(session.read()).toContain('src/sum.js:1:1')
  expect(session.read()).toContain('no-var use let')
})

test('a formatter that rewrites the file: the model is told to read it again', async () => {
  const session = await runClaude({
    hooks: afterEdit,
    files: {
      '.prettierrc': '{}',
      'hookbox.json': JSON.stringify({ 'check-quality': { fix: true } }),
    },
    scripts: {
      'node_modules/.bin/prettier': '#!/bin/sh\nfor file; do :; done\nprintf "let sum = 0\\n" > "$file"\n',
    },
    turns: [
      write('write', `${PROJECT}/src/sum.js`, 'let   sum=0\n'),
      { tools: [{ id: 'read', name: 'Read', input: { file_path: `${PROJECT}/src/sum.js` } }] },
      { text: 'end' },
    ],
  })
  expect(session.read(1)).toMatch(/src\/sum\.js was rewritten by prettier after your edit/)
  expect(session.result('read').text).toContain('let sum = 0')
})

test('a fix that removes an import waits until the agent stops; what a shell command wrote is checked', async () => {
  const settings = { fix: true, shell: true }
  const session = await runClaude({
    hooks: {
      PostToolUse: [{ matcher: 'Edit|Write|Bash', hooks: [observer('check-quality')] }],
      Stop: [{ hooks: [observer('check-quality')] }],
    },
    files: { 'ruff.toml': '', 'hookbox.json': JSON.stringify({ 'check-quality': settings }) },
    scripts: {
      '.venv/bin/ruff': `#!/bin/sh
for file; do :; done
case "$*" in
  *--fix*--unfixable*) sed -i 's/x=1/x = 1/' "$file" ;;
  *--fix*) sed -i '/^import os$/d' "$file" ;;
  *) ! grep -q bad "$file" && exit; echo '[{"code":"X1","location":{"row":1,"column":1},"message":"is bad"}]'; exit 1 ;;
esac
`,
    },
    turns: [
      write('add', `${PROJECT}/a.py`, 'import os\nx=1\n'),
      { tools: [{ id: 'read', name: 'Read', input: { file_path: `${PROJECT}/a.py` } }] },
      edit('more', `${PROJECT}/a.py`, 'x = 1', 'x = 2'),
      bash('shell', "printf 'bad = 1\\n' > b.py"),
      { text: 'end' },
    ],
  })
  expect(session.read(1)).toContain('a.py was rewritten by ruff after your edit. Read it again')
  expect(session.result('read').text).toContain('import os')
  expect(session.result('more').isError, session.result('more').text).toBe(false)
  expect(session.read()).toContain(
    'PostToolUse:Bash hook additional context: check-quality: 1 finding in b.py',
  )
  const end = session.hookRuns.at(-1)
  expect(end?.stdout).toContain('Now ruff rewrote a.py.')
  expect(session.answer).toBe('end')
})
