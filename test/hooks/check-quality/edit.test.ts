import * as fs from 'node:fs'
import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import { hook } from '../../../hooks/check-quality/index.ts'
import { type Answer, callExecutable, callFunction } from '../../support/call.ts'
import { hookTable, payloadLike, type Row } from '../../support/table.ts'
import { makeWorld, type World, worldEnv } from '../../support/world.ts'

const edited = (file: string, changes: Readonly<Record<string, unknown>> = {}) =>
  payloadLike('claude-code/PostToolUse.Edit.json', {
    tool_input: { file_path: `@PROJECT@/${file}`, old_string: 'a', new_string: 'b' },
    tool_response: {},
    ...changes,
  })
const openHarnessEdited = (file: string) =>
  payloadLike('openharness/post_tool_use.write_file.json', { tool_input: { path: file, content: 'x' } })

const said = (text: string | RegExp) => ({
  hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: text },
})
const contextOf = (answer: Answer): string =>
  (JSON.parse(answer.stdout) as ReturnType<typeof said>).hookSpecificOutput.additionalContext as string
const messageOf = (answer: Answer): string =>
  (JSON.parse(answer.stdout) as { systemMessage: string }).systemMessage

const biome = path.resolve(import.meta.dirname, '../../../node_modules/@biomejs/biome/bin/biome')
/** Puts the real biome into the world's project, as npm would. */
const withBiome = (world: World) => {
  fs.mkdirSync(path.join(world.project, 'node_modules/.bin'), { recursive: true })
  fs.symlinkSync(biome, path.join(world.project, 'node_modules/.bin/biome'))
  return undefined
}
const BIOME = { 'biome.json': '{ "files": { "includes": ["**", "!gen"] } }' }
const UGLY = 'const a = {b:1}\ndebugger\nconsole.log(a)\n'

/** A program in the project that prints the texts and ends with the code. */
const fake = (name: string, code: number, stdout: string, stderr = ''): Record<string, string> => ({
  [`node_modules/.bin/${name}`]: `#!${process.execPath}\nrequire('node:fs').appendFileSync(process.env.HOME + '/calls', JSON.stringify([process.cwd(), ...process.argv.slice(2)]) + '\\n')\nprocess.stdout.write(${JSON.stringify(stdout)})\nprocess.stderr.write(${JSON.stringify(stderr)})\nprocess.exitCode = ${code}\n`,
})
const runnable = (world: World) => {
  const bin = path.join(world.project, 'node_modules/.bin')
  for (const name of fs.readdirSync(bin)) fs.chmodSync(path.join(bin, name), 0o755)
  return undefined
}
const calls = (world: World): string[][] => {
  const file = path.join(world.home, 'calls')
  if (!fs.existsSync(file)) return []
  const lines = fs.readFileSync(file, 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line) as string[])
}

const ESLINT_OUTPUT = JSON.stringify([
  {
    filePath: 'x',
    messages: [
      { ruleId: 'prefer-const', severity: 1, message: "'a' is never reassigned.", line: 1, column: 5 },
      { ruleId: 'no-unused-vars', severity: 2, message: "'b' is never used.", line: 2, column: 7 },
    ],
  },
])
const RUFF_OUTPUT = JSON.stringify([
  { cell: null, code: 'F401', location: { row: 1, column: 8 }, message: '`os` imported but unused' },
])

const rows: Row[] = [
  {
    title: 'biome: findings as context',
    world: { files: { ...BIOME, 'src/a.js': UGLY } },
    setup: withBiome,
    payload: edited('src/a.js'),
    exit: 0,
    stdout: said(
      [
        'check-quality: 2 findings in src/a.js',
        'src/a.js:2:1 lint/suspicious/noDebugger This is an unexpected use of the debugger statement. (biome)',
        'src/a.js not formatted: the formatter would change this file (biome)',
      ].join('\n'),
    ),
  },
  {
    title: 'OpenHarness: the text on stdout',
    world: { files: { ...BIOME, 'src/a.js': UGLY } },
    setup: withBiome,
    payload: openHarnessEdited('src/a.js'),
    exit: 0,
    stdout: /^check-quality: 2 findings in src\/a\.js\n/,
  },
  {
    title: 'a clean file passes silently',
    world: { files: { ...BIOME, 'a.js': 'console.log(1);\n' } },
    setup: withBiome,
    payload: edited('a.js'),
    exit: 0,
  },
  {
    title: 'a file that does not parse',
    world: { files: { ...BIOME, 'a.js': 'const a = (;\n' } },
    setup: withBiome,
    payload: edited('a.js'),
    exit: 0,
    stdout: /a\.js:1:12 parse expected/,
  },
  {
    title: 'the imports are out of order',
    world: { files: { ...BIOME, 'a.js': 'import z from "z";\nimport a from "a";\n\nconsole.log(z, a);\n' } },
    setup: withBiome,
    payload: edited('a.js'),
    exit: 0,
    stdout: /assist\/source\/organizeImports the imports are not in the configured order/,
  },
  {
    title: 'a file that the tool itself ignores',
    world: { files: { ...BIOME, 'gen/a.js': UGLY } },
    setup: withBiome,
    payload: edited('gen/a.js'),
    exit: 0,
  },
  {
    title: 'a file that git ignores',
    world: { files: { ...BIOME, '.gitignore': 'out.js\n', 'out.js': UGLY }, git: true },
    setup: withBiome,
    payload: edited('out.js'),
    exit: 0,
  },
  ...['node_modules/x/a.js', 'dist/a.js', 'lib/jquery.min.js', 'package-lock.json'].map(
    (file): Row => ({
      title: `vendored or generated: ${file}`,
      world: { files: { ...BIOME, [file]: UGLY } },
      setup: withBiome,
      payload: edited(file),
      exit: 0,
    }),
  ),
  {
    title: 'a file that says that it is generated',
    world: { files: { ...BIOME, 'a.js': `// Code generated by x. DO NOT EDIT.\n${UGLY}` } },
    setup: withBiome,
    payload: edited('a.js'),
    exit: 0,
  },
  {
    title: 'a binary file',
    world: { files: { ...BIOME, 'a.js': `\0${UGLY}` } },
    setup: withBiome,
    payload: edited('a.js'),
    exit: 0,
  },
  {
    title: 'a file that is gone',
    world: { files: BIOME },
    setup: withBiome,
    payload: edited('a.js'),
    exit: 0,
  },
  {
    title: 'a folder',
    world: { files: { ...BIOME, 'x.js/a': '' } },
    setup: withBiome,
    payload: edited('x.js'),
    exit: 0,
  },
  {
    title: 'a file outside the project, also one that only begins alike',
    world: { files: BIOME },
    setup: (world) => {
      fs.mkdirSync(`${world.project}2`)
      fs.writeFileSync(`${world.project}2/a.js`, UGLY)
      fs.writeFileSync(`${world.project}2/biome.json`, '{}')
      return withBiome(world)
    },
    payload: edited('../project2/a.js'),
    exit: 0,
  },
  {
    title: 'nothing configured',
    world: { files: { 'a.js': UGLY, 'b.py': 'x=1' } },
    payload: edited('a.js'),
    exit: 0,
  },
  {
    title: 'no edit tool',
    world: { files: { ...BIOME, 'a.js': UGLY } },
    setup: withBiome,
    payload: payloadLike('claude-code/PostToolUse.Read.json', {
      tool_input: { file_path: '@PROJECT@/a.js' },
    }),
    exit: 0,
  },
  {
    title: 'a missing tool is told to the user, not to the model',
    world: { files: { ...BIOME, 'a.js': UGLY } },
    env: { PATH: '@TMP@' },
    payload: edited('a.js'),
    exit: 0,
    stdout: {
      systemMessage:
        "check-quality: the configuration in the project asks for biome, but biome is neither among the project's own programs nor in PATH",
    },
  },
  {
    title: 'a broken configuration of the tool is told to the user',
    world: { files: { 'biome.json': '{ "linter": 3 }', 'a.js': UGLY } },
    setup: withBiome,
    payload: edited('a.js'),
    exit: 0,
    stdout: /^\{"systemMessage":"check-quality: biome could not check a\.js: .*linter has an incorrect type/,
  },
  {
    title: 'eslint: errors before warnings, from the nearest configuration above the file',
    world: {
      files: {
        ...fake('eslint', 1, ESLINT_OUTPUT),
        'eslint.config.js': '',
        'packages/ui/eslint.config.mjs': '',
        'packages/ui/src/a.ts': 'x',
      },
    },
    setup: runnable,
    payload: edited('packages/ui/src/a.ts'),
    exit: 0,
    stdout: said(
      [
        'check-quality: 2 findings in packages/ui/src/a.ts',
        "packages/ui/src/a.ts:2:7 no-unused-vars 'b' is never used. (eslint)",
        "packages/ui/src/a.ts:1:5 prefer-const 'a' is never reassigned. (eslint)",
      ].join('\n'),
    ),
    after: (world) => {
      expect(calls(world)).toEqual([
        [
          path.join(world.project, 'packages/ui'),
          '--format',
          'json',
          '--no-warn-ignored',
          '--no-error-on-unmatched-pattern',
          path.join(world.project, 'packages/ui/src/a.ts'),
        ],
      ])
    },
  },
  {
    title: 'eslint with its older configuration; a file that it ignores',
    world: {
      files: {
        ...fake(
          'eslint',
          1,
          JSON.stringify([
            {
              messages: [
                { ruleId: null, severity: 1, message: 'File ignored because of a matching ignore pattern.' },
              ],
            },
          ]),
        ),
        'package.json': '{"eslintConfig": {}}',
        'a.js': 'x',
      },
    },
    setup: runnable,
    payload: edited('a.js'),
    exit: 0,
    after: (world) => expect(calls(world)[0]).not.toContain('--no-warn-ignored'),
  },
  {
    title: 'prettier: not formatted; a file name with quotes, blanks and a dollar',
    world: {
      files: { ...fake('prettier', 1, '', '[warn] x\n'), '.prettierrc': '', [`o'b "$(x) y.css`]: 'x' },
    },
    setup: runnable,
    payload: edited(`o'b "$(x) y.css`),
    exit: 0,
    stdout: /would change this file \(prettier\)/,
    after: (world) => {
      expect(calls(world)[0]?.at(-1)).toBe(path.join(world.project, `o'b "$(x) y.css`))
    },
  },
  {
    title: 'prettier: what does not parse',
    world: {
      files: {
        ...fake('prettier', 2, '', '[error] q.js: SyntaxError: Unexpected token (2:1)\n[error]   1 | x\n'),
        'package.json': '{"prettier": {}}',
        'q.js': 'x',
      },
    },
    setup: runnable,
    payload: edited('q.js'),
    exit: 0,
    stdout: said('check-quality: 1 finding in q.js\nq.js:2:1 SyntaxError: Unexpected token (prettier)'),
  },
  {
    title: 'ruff in the virtual environment above the file',
    world: { files: { 'pyproject.toml': '[tool.ruff]\n', 'src/a.py': 'import os\n' } },
    setup: (world) => {
      const [text = ''] = Object.values(fake('ruff', 1, RUFF_OUTPUT))
      world.put('.venv/bin/ruff', text, 0o755)
      return undefined
    },
    payload: edited('src/a.py'),
    exit: 0,
    stdout: said('check-quality: 1 finding in src/a.py\nsrc/a.py:1:8 F401 `os` imported but unused (ruff)'),
  },
  {
    title: 'a notebook',
    world: {
      files: { ...fake('ruff', 1, RUFF_OUTPUT.replace('null', '2')), 'ruff.toml': '', 'n.ipynb': '{}' },
    },
    setup: runnable,
    payload: payloadLike('claude-code/PostToolUse.NotebookEdit.json', {
      tool_input: { notebook_path: '@PROJECT@/n.ipynb', new_source: 'x' },
    }),
    exit: 0,
    stdout: /n\.ipynb:1:8 F401/,
  },
  {
    title: 'colours and control characters are gone, long messages cut',
    world: {
      files: {
        'a.css': 'x',
        ...fake('mytool', 1, `\u001b[31ma.css\u001b[0m:3:4: [error] ${'long '.repeat(200)}\u0007\n`),
        'hookbox.json': '{"check-quality": {"commands": {"*.css": ["mytool --x \'a b\' {file}"]}}}',
      },
    },
    setup: runnable,
    payload: edited('a.css'),
    exit: 0,
    stdout: /^[^\u0007]*$/,
    after: (world, answer) => {
      expect(contextOf(answer)).toMatch(/^check-quality: 1 finding in a\.css\na\.css:3:4 .*long long/)
      expect(contextOf(answer).length).toBeLessThan(450)
      expect(calls(world)).toEqual([[world.project, '--x', 'a b', path.join(world.project, 'a.css')]])
    },
  },
  {
    title: "the user's commands replace detection, in their order; the rest of a failing output is passed on",
    world: {
      files: {
        ...BIOME,
        'src/a.js': UGLY,
        ...fake('one', 3, 'something is wrong\nwith this\n'),
        ...fake('two', 0, 'all fine'),
        'hookbox.json':
          '{"check-quality": {"commands": {"src/**": [["one", "{file}"], "two {file}"], "*.js": ["three"]}}}',
      },
    },
    setup: (world) => {
      withBiome(world)
      return runnable(world)
    },
    payload: edited('src/a.js'),
    exit: 0,
    stdout: said('check-quality: 1 finding in src/a.js\nsrc/a.js (one):\n| something is wrong\n| with this'),
    after: (world) => expect(calls(world)).toHaveLength(2),
  },
  {
    title: 'an empty list of commands: nothing runs for those files',
    world: {
      files: { ...BIOME, 'a.js': UGLY, 'hookbox.json': '{"check-quality": {"commands": {"*.js": []}}}' },
    },
    setup: withBiome,
    payload: edited('a.js'),
    exit: 0,
  },
  {
    title: 'skip and ignore',
    world: { files: { ...BIOME, 'a.js': UGLY } },
    setup: withBiome,
    argv: ['--set', 'skip=["biome"]'],
    payload: edited('a.js'),
    exit: 0,
  },
  {
    title: 'ignore',
    world: { files: { ...BIOME, 'old/a.js': UGLY } },
    setup: withBiome,
    argv: ['--set', 'ignore=["old/**"]'],
    payload: edited('old/a.js'),
    exit: 0,
  },
  {
    title: 'only findings in the touched lines',
    world: { files: { ...fake('eslint', 1, ESLINT_OUTPUT), 'eslint.config.js': '', 'a.js': 'x' } },
    setup: runnable,
    argv: ['--set', 'scope=changed'],
    payload: edited('a.js', {
      tool_response: {
        structuredPatch: [
          { oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines: [' a', '-b', '+c', ' d'] },
        ],
      },
    }),
    exit: 0,
    stdout: said("check-quality: 1 finding in a.js\na.js:2:7 no-unused-vars 'b' is never used. (eslint)"),
  },
  {
    title: 'at most so many findings',
    world: { files: { ...fake('eslint', 1, ESLINT_OUTPUT), 'eslint.config.js': '', 'a.js': 'x' } },
    setup: runnable,
    argv: ['--set', 'maxFindings=1'],
    payload: edited('a.js'),
    exit: 0,
    stdout: /2 findings in a\.js\\na\.js:2:7 .*\\n\.\.\. and 1 more/,
  },
  {
    title: 'a deadline is told to the user',
    world: { files: { 'a.txt': 'x' } },
    argv: ['--set', 'commands={"*.txt":[["sh","-c","sleep 30 & sleep 30"]]}', '--set', 'timeoutMs=600'],
    payload: edited('a.txt'),
    exit: 0,
    stdout: /^\{"systemMessage":"check-quality: sh .* could not check a\.txt: it did not end within 0\.6 s/,
  },
  {
    title: 'bad configuration: it fails open and says so',
    world: { files: { 'a.js': 'x', 'hookbox.json': '{"check-quality": {"fixx": true}}' } },
    payload: edited('a.js'),
    exit: 0,
    stdout: /"systemMessage"/,
    stderr: /hookbox.json:1:20: "fixx" is not an option of check-quality; did you mean "fix"\?/,
  },
  { title: 'bad payload: it fails open', payload: '[]', exit: 0, stderr: /is a list, not a JSON object/ },
  {
    title: 'a path that is no text',
    payload: edited('x', { tool_input: { file_path: 3 } }),
    exit: 0,
    stdout: /"systemMessage"/,
    stderr: /file_path of Edit is a number, not text/,
  },
  {
    title: 'a batch: each edited file once',
    world: { files: { ...BIOME, 'a.js': UGLY, 'b.js': UGLY, 'c.js': UGLY } },
    setup: withBiome,
    payload: payloadLike('claude-code/PostToolBatch.parallel.json', {
      tool_calls: [
        { tool_name: 'Edit', tool_input: { file_path: '@PROJECT@/a.js' } },
        { tool_name: 'Write', tool_input: { file_path: 'b.js', content: 'x' } },
        { tool_name: 'Edit', tool_input: { file_path: '@PROJECT@/a.js' } },
        { tool_name: 'Read', tool_input: { file_path: '@PROJECT@/c.js' } },
      ],
    }),
    exit: 0,
    stdout: /^\{"hookSpecificOutput":\{"hookEventName":"PostToolBatch".*findings in a\.js.*findings in b\.js/,
    after: (_world, answer) => expect(answer.stdout.match(/findings in/g)).toHaveLength(2),
  },
]

hookTable(hook, rows)

describe.each([
  ['function', callFunction.bind(null, hook)],
  ['executable', callExecutable.bind(null, hook.name)],
] as const)('fix, %s', (_way, way) => {
  const run = (world: World, payload: object, argv: string[] = []) =>
    way({
      stdin: JSON.stringify(payload).replaceAll('@PROJECT@', world.project),
      argv,
      env: worldEnv(world),
      cwd: world.project,
    })
  const fix = ['--set', 'fix=true']

  test('the file is rewritten; the model is told to read it again, and what changed', async () => {
    const world = makeWorld({ files: { ...BIOME, 'a.js': `// head\n${'\n//\n'.repeat(5)}${UGLY}` } })
    withBiome(world)
    const text = contextOf(await run(world, edited('a.js'), fix))
    expect(text).toContain('a.js was rewritten by biome after your edit. Read it again before you edit it.')
    expect(text).toContain('-const a = {b:1}\n')
    expect(text).toContain('+const a = { b: 1 };\n')
    expect(text).not.toContain('head')
    expect(text).toContain('noDebugger')
    expect(world.read('a.js')).toContain('const a = { b: 1 };')
    expect(await run(world, edited('a.js'), fix), 'nothing more to fix').toMatchObject({
      stdout: expect.not.stringContaining('rewritten'),
    })
  })

  test('an unused import stays', async () => {
    const text = 'import { readFileSync } from "node:fs";\n'
    const world = makeWorld({ files: { ...BIOME, 'a.js': text } })
    withBiome(world)
    await run(world, edited('a.js'), fix)
    expect(world.read('a.js')).toBe(text)
  })

  test('ten calls at once leave a whole file, and each is told of at most one rewrite', async () => {
    const world = makeWorld({ files: { 'a.txt': 'a\n' } })
    world.put(
      'tool',
      `#!${process.execPath}\nconst fs = require('node:fs')\nconst file = process.argv[2]\nconst text = fs.readFileSync(file, 'utf8')\nsetTimeout(() => fs.writeFileSync(file, text + 'x'), 30)\n`,
      0o755,
    )
    const argv = ['--set', 'commands={"*.txt":["./tool {file}"]}']
    const answers = await Promise.all(Array.from({ length: 10 }, () => run(world, edited('a.txt'), argv)))
    expect(world.read('a.txt')).toBe(`a\n${'x'.repeat(10)}`)
    expect(answers.every((answer) => contextOf(answer).includes('was rewritten by ./tool'))).toBe(true)
    expect(fs.readdirSync(path.join(world.home, '.cache/hookbox/locks'))).toEqual([])
  })

  test('a missing tool is said once in a session', async () => {
    const world = makeWorld({ files: { 'x.toml': '', 'a.md': 'x', '.markdownlint.json': '{}', 'b.md': 'x' } })
    expect(messageOf(await run(world, edited('a.md')))).toContain('markdownlint')
    expect(await run(world, edited('b.md'))).toEqual({ exit: 0, stdout: '', stderr: '' })
    expect(messageOf(await run(world, { ...edited('b.md'), session_id: 'other' }))).toContain('markdownlint')
  })
})
