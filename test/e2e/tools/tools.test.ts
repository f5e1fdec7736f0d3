import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { expect, test } from 'vitest'
import { callExecutable } from '../../support/call.ts'
import { payloadLike } from '../../support/table.ts'
import { makeWorld, type World } from '../../support/world.ts'
import { eslint8, goTools, javaTools, npmTools, pypiTools } from './install-tools.ts'

/** What the tools really print. The network is loopback only, so nothing could be downloaded. */
interface Case {
  readonly tool: string
  /** Must be there; a tool that can't be had is named and left out (`run.ts` says which are needed). */
  readonly program: string
  /** Configuration and other files. */
  readonly files: Readonly<Record<string, string>>
  readonly file: string
  /** A text with something to find, and what is said of it. */
  readonly bad: readonly [string, RegExp]
  readonly clean: string
  /** What a fix makes of the bad text, and the end of the turn. Undefined: it has no fix. */
  readonly fixed?: string
  readonly tidied?: string
  readonly set?: readonly string[]
  readonly eslint?: 8
}

const PYTHON_IMPORTS = 'import sys\nimport os\n\nprint(os)\n'
const cases: readonly Case[] = [
  {
    tool: 'ruff',
    program: 'ruff',
    files: { 'ruff.toml': 'lint.select = ["F", "I"]\n' },
    file: 'src/a.py',
    bad: [PYTHON_IMPORTS, /^src\/a\.py:1:8 F401 `sys` imported but unused \(ruff\)$/m],
    clean: 'import os\n\nprint(os)\n',
    fixed: 'import os\nimport sys\n\nprint(os)\n',
    tidied: 'import os\n\nprint(os)\n',
  },
  {
    tool: 'ruff format',
    program: 'ruff',
    files: { 'pyproject.toml': '[tool.ruff.format]\n' },
    file: 'a.py',
    bad: ['x=1\n', /^a\.py not formatted.* \(ruff format\)$/m],
    clean: 'x = 1\n',
    fixed: 'x = 1\n',
  },
  {
    tool: 'isort',
    program: 'isort',
    files: { 'setup.cfg': '[isort]\n' },
    file: 'a.py',
    bad: [PYTHON_IMPORTS, /^a\.py not formatted.* \(isort\)$/m],
    clean: 'import os\nimport sys\n',
    fixed: 'import os\nimport sys\n\nprint(os)\n',
  },
  {
    tool: 'black',
    program: 'black',
    files: { 'pyproject.toml': '[tool.black]\n' },
    file: 'a.py',
    bad: ['x=1\n', /^a\.py not formatted.* \(black\)$/m],
    clean: 'x = 1\n',
    fixed: 'x = 1\n',
  },
  {
    tool: 'mypy',
    program: 'mypy',
    files: { 'mypy.ini': '[mypy]\n' },
    file: 'a.py',
    bad: ['x: int = "a"\n', /^a\.py:1:10 assignment Incompatible types in assignment .* \(mypy\)$/m],
    clean: 'x: int = 1\n',
    set: ['slowTools=true'],
  },
  {
    tool: 'sqlfluff',
    program: 'sqlfluff',
    files: { '.sqlfluff': '[sqlfluff]\ndialect = ansi\n' },
    file: 'a.sql',
    bad: ['SELECT a  FROM b\n', /^a\.sql:1:9 LT01 .* \(sqlfluff\)$/m],
    clean: 'SELECT a FROM b\n',
    fixed: 'SELECT a FROM b\n',
  },
  {
    tool: 'clang-format',
    program: 'clang-format',
    files: { '.clang-format': 'BasedOnStyle: LLVM\n' },
    file: 'a.c',
    bad: ['int  a ;\n', /^a\.c not formatted.* \(clang-format\)$/m],
    clean: 'int a;\n',
    fixed: 'int a;\n',
  },
  {
    tool: 'biome',
    program: 'biome',
    files: {
      'biome.json':
        '{ "linter": { "rules": { "correctness": { "noUnusedImports": { "level": "error", "fix": "safe" } } } } }',
    },
    file: 'a.js',
    bad: [
      'import z from "z";\nconsole.log( 1 )\n',
      /^a\.js:1:8 lint\/correctness\/noUnusedImports .* \(biome\)$/m,
    ],
    clean: 'console.log(1);\n',
    fixed: 'import z from "z";\nconsole.log(1);\n',
    tidied: 'console.log(1);\n',
  },
  {
    tool: 'eslint, flat',
    program: 'eslint',
    files: {
      'eslint.config.mjs':
        "import unused from 'eslint-plugin-unused-imports'\nexport default [{ plugins: { 'unused-imports': unused }, rules: { 'prefer-const': 'error', 'unused-imports/no-unused-imports': 'error' } }]\n",
    },
    file: 'src/a.js',
    bad: [
      'import z from "z"\nlet a = 1\nconsole.log(a)\n',
      /^src\/a\.js:2:5 prefer-const 'a' is never reassigned.* \(eslint\)$/m,
    ],
    clean: 'const a = 1\nconsole.log(a)\n',
    fixed: 'import z from "z"\nconst a = 1\nconsole.log(a)\n',
    tidied: 'const a = 1\nconsole.log(a)\n',
  },
  {
    tool: 'eslint, flat, without the plugin for imports',
    program: 'eslint',
    files: { 'eslint.config.mjs': "export default [{ rules: { 'prefer-const': 'error' } }]\n" },
    file: 'a.js',
    bad: ['let a = 1\nconsole.log(a)\n', /^a\.js:1:5 prefer-const/m],
    clean: 'const a = 1\nconsole.log(a)\n',
    fixed: 'const a = 1\nconsole.log(a)\n',
  },
  {
    tool: 'eslint 8 with its older configuration',
    program: 'eslint',
    eslint: 8,
    files: {
      '.eslintrc.json': JSON.stringify({
        root: true,
        parserOptions: { ecmaVersion: 2022, sourceType: 'module' },
        plugins: ['unused-imports'],
        rules: { 'prefer-const': 'error', 'unused-imports/no-unused-imports': 'error' },
      }),
    },
    file: 'a.js',
    bad: ['import z from "z"\nlet a = 1\nconsole.log(a)\n', /^a\.js:2:5 prefer-const/m],
    clean: 'const a = 1\nconsole.log(a)\n',
    fixed: 'import z from "z"\nconst a = 1\nconsole.log(a)\n',
    tidied: 'const a = 1\nconsole.log(a)\n',
  },
  {
    tool: 'prettier',
    program: 'prettier',
    files: { '.prettierrc': 'semi: false\n', '.prettierignore': 'gen/\n' },
    file: 'a.ts',
    bad: ['const  a = 1;\n', /^a\.ts not formatted.* \(prettier\)$/m],
    clean: 'const a = 1\n',
    fixed: 'const a = 1\n',
  },
  {
    tool: 'prettier, a text that does not parse',
    program: 'prettier',
    files: { '.prettierrc': '{}' },
    file: 'a.ts',
    bad: ['const a = (;\n', /^a\.ts:1:12 SyntaxError: .* \(prettier\)$/m],
    clean: 'const a = 1;\n',
  },
  {
    tool: 'oxlint',
    program: 'oxlint',
    files: { '.oxlintrc.json': '{ "rules": { "no-debugger": "error", "no-var": "error" } }' },
    file: 'a.js',
    bad: [
      'import z from "z";\nvar a = 1;\nconsole.log(a);\n',
      /^a\.js:2:1 eslint\(no-var\) Unexpected var.* \(oxlint\)$/m,
    ],
    clean: 'console.log(1);\n',
  },
  {
    tool: 'stylelint',
    program: 'stylelint',
    files: {
      '.stylelintrc.json': '{ "rules": { "color-no-invalid-hex": true, "length-zero-no-unit": true } }',
    },
    file: 'a.css',
    bad: ['a { margin: 0px; }\n', /^a\.css:1:\d+ length-zero-no-unit .* \(stylelint\)$/m],
    clean: 'a { margin: 0; }\n',
    fixed: 'a { margin: 0; }\n',
  },
  {
    tool: 'markdownlint',
    program: 'markdownlint-cli2',
    files: { '.markdownlint.json': '{}' },
    file: 'a b.md',
    bad: ['# a\ntext\n', /^a b\.md:1 MD022\/blanks-around-headings Headings should be .* \(markdownlint\)$/m],
    clean: '# a\n\ntext\n',
    fixed: '# a\n\ntext\n',
  },
  {
    tool: 'dprint',
    program: 'dprint',
    files: {
      'dprint.json': '{ "plugins": ["./node_modules/@dprint/typescript/plugin.wasm"], "typescript": {} }',
    },
    file: 'a.ts',
    bad: ['const  a = 1\n', /^a\.ts not formatted.* \(dprint\)$/m],
    clean: 'const a = 1;\n',
    fixed: 'const a = 1;\n',
  },
  {
    tool: 'shellcheck',
    program: 'shellcheck',
    files: { '.shellcheckrc': '' },
    file: 'a.sh',
    bad: ['#!/bin/sh\necho $1\n', /^a\.sh:2:6 SC2086 Double quote to prevent .* \(shellcheck\)$/m],
    clean: '#!/bin/sh\necho "$1"\n',
  },
  {
    tool: 'shfmt',
    program: 'shfmt',
    files: { '.editorconfig': '[*.sh]\nindent_style = tab\n' },
    file: 'a.sh',
    bad: ['if true\nthen\n  echo\nfi\n', /^a\.sh not formatted.* \(shfmt\)$/m],
    clean: 'echo\n',
    fixed: 'if true; then\n\techo\nfi\n',
  },
  {
    tool: 'rubocop',
    program: 'rubocop',
    files: {
      '.rubocop.yml': 'AllCops:\n  NewCops: disable\nStyle/FrozenStringLiteralComment:\n  Enabled: false\n',
    },
    file: 'a.rb',
    bad: ['puts "a"\n', /^a\.rb:1:6 Style\/StringLiterals Prefer single-quoted strings .* \(rubocop\)$/m],
    clean: "puts 'a'\n",
    fixed: "puts 'a'\n",
  },
  {
    tool: 'gofmt',
    program: 'gofmt',
    files: { 'go.mod': 'module x\n' },
    file: 'a.go',
    bad: ['package x\nfunc A( ) {}\n', /^a\.go not formatted.* \(gofmt\)$/m],
    clean: 'package x\n',
    fixed: 'package x\n\nfunc A() {}\n',
  },
  {
    tool: 'goimports',
    program: 'goimports',
    files: { '.golangci.yml': 'formatters:\n  enable: [goimports]\n' },
    file: 'a.go',
    bad: ['package x\n\nimport "os"\n\nfunc A( ) {}\n', /^a\.go not formatted.* \(goimports\)$/m],
    clean: 'package x\n',
    fixed: 'package x\n\nimport "os"\n\nfunc A() {}\n',
    tidied: 'package x\n\nfunc A() {}\n',
  },
  {
    tool: 'rustfmt',
    program: 'rustfmt',
    files: { 'Cargo.toml': '[package]\nname = "x"\nedition = "2021"\n' },
    file: 'src/a.rs',
    bad: ['fn a(){}\n', /^src\/a\.rs:1 rustfmt formats this differently \(rustfmt\)$/m],
    clean: 'fn a() {}\n',
    fixed: 'fn a() {}\n',
  },
  {
    tool: 'clippy',
    program: 'cargo-clippy',
    files: { 'Cargo.toml': '[package]\nname = "x"\nversion = "0.1.0"\nedition = "2021"\n' },
    file: 'src/lib.rs',
    bad: ['pub fn a(x: bool) -> bool {\n    x == true\n}\n', /^src\/lib\.rs:2:5 .* \(clippy\)$/m],
    clean: 'pub fn a(x: bool) -> bool {\n    x\n}\n',
    set: ['slowTools=true'],
  },
  {
    tool: 'google-java-format',
    program: 'google-java-format',
    files: { 'pom.xml': '<project><googleJavaFormat/></project>' },
    file: 'src/A.java',
    bad: ['import java.util.List;\n\nclass A{}\n', /^src\/A\.java not formatted.* \(google-java-format\)$/m],
    clean: 'class A {}\n',
    fixed: 'import java.util.List;\n\nclass A {}\n',
    tidied: '\nclass A {}\n',
  },
  {
    tool: 'ktlint',
    program: 'ktlint',
    files: { '.editorconfig': '[*.{kt,kts}]\n' },
    file: 'src/A.kt',
    bad: [
      'package a\n\nimport java.io.File\n\nfun x( ) = 1\n',
      /^src\/A\.kt:3:1 standard:no-unused-imports Unused import \(ktlint\)$/m,
    ],
    clean: 'package a\n\nfun x() = 1\n',
    fixed: 'package a\n\nimport java.io.File\n\nfun x( ) = 1\n',
    tidied: 'package a\n\nfun x() = 1\n',
  },
  {
    tool: 'pre-commit',
    program: 'pre-commit',
    files: {
      '.pre-commit-config.yaml':
        'repos:\n- repo: local\n  hooks:\n  - id: words\n    name: words\n    entry: ./words.sh\n    language: script\n    files: txt$\n',
      'words.sh': '#!/bin/sh\ngrep -Hn bad "$@" | sed "s/:bad/:1: W001 bad word/"\n! grep -q bad "$@"\n',
    },
    file: 'a.txt',
    bad: ['bad\n', /^a\.txt:1:1 W001 bad word \(pre-commit\)$/m],
    clean: 'good\n',
    set: ['gate=pre-commit'],
  },
  {
    tool: 'lefthook',
    program: 'lefthook',
    files: {
      'lefthook.yml':
        'pre-commit:\n  commands:\n    words:\n      glob: "*.txt"\n      run: ./words.sh {staged_files}\n      stage_fixed: true\n',
      'words.sh': '#!/bin/sh\ngrep -Hn bad "$@" | sed "s/:bad/:1: W001 bad word/"\n! grep -q bad "$@"\n',
    },
    file: 'a.txt',
    bad: ['bad\n', /^a\.txt:1:1 W001 bad word \(lefthook\)$/m],
    clean: 'good\n',
    set: ['gate=lefthook'],
  },
]

/** Files that a tool's own configuration leaves out, with something to find in them. */
const ignored: readonly (Pick<Case, 'tool' | 'program' | 'files' | 'eslint'> & { readonly text: string })[] =
  [
    {
      tool: 'eslint 8',
      program: 'eslint',
      eslint: 8,
      files: {
        '.eslintrc.json': '{ "root": true, "rules": { "no-var": "error" }, "ignorePatterns": ["gen/**"] }',
      },
      text: 'var a = 1\n',
    },
    {
      tool: 'eslint',
      program: 'eslint',
      files: {
        'eslint.config.mjs': "export default [{ ignores: ['gen/**'] }, { rules: { 'no-var': 'error' } }]\n",
      },
      text: 'var a = 1\n',
    },
    {
      tool: 'prettier',
      program: 'prettier',
      files: { '.prettierrc': '{}', '.prettierignore': 'gen/\n' },
      text: 'var  a = 1\n',
    },
    {
      tool: 'biome',
      program: 'biome',
      files: { 'biome.json': '{ "files": { "includes": ["**", "!gen"] } }' },
      text: 'var  a = 1\n',
    },
  ]

const nodeFolder = path.dirname(process.execPath)
const PATH = [
  path.join(pypiTools.folder, 'bin'),
  goTools.folder,
  javaTools.folder,
  nodeFolder,
  ...(process.env['PATH'] ?? '').split(':'),
].join(':')
const isThere = (program: string) =>
  fs.existsSync(path.join(npmTools.folder, 'node_modules/.bin', program)) ||
  spawnSync('sh', ['-c', `command -v ${program}`], { env: { PATH } }).status === 0

const there = cases.filter(({ program }) => isThere(program))
for (const { tool } of cases.filter((one) => !there.includes(one))) {
  process.stdout.write(`not run: ${tool}: it is not installed\n`)
}

/** Toolchains that find themselves by the home. */
const toolchains = {
  RUSTUP_HOME: process.env['RUSTUP_HOME'] ?? path.join(os.homedir(), '.rustup'),
  CARGO_HOME: process.env['CARGO_HOME'] ?? path.join(os.homedir(), '.cargo'),
}

function worldOf({ files, eslint }: Case): World {
  const world = makeWorld({ files, git: true })
  if (world.exists('words.sh')) fs.chmodSync(path.join(world.project, 'words.sh'), 0o755)
  const modules = path.join(eslint === 8 ? eslint8.folder : npmTools.folder, 'node_modules')
  fs.symlinkSync(modules, path.join(world.project, 'node_modules'))
  fs.appendFileSync(path.join(world.project, '.git/info/exclude'), 'node_modules\n')
  return world
}

async function call(world: World, payload: object, set: readonly string[]) {
  const answer = await callExecutable('check-quality', {
    stdin: JSON.stringify(payload).replaceAll('@PROJECT@', world.project),
    argv: set.flatMap((one) => ['--set', one]),
    env: { PATH, HOME: world.home, TMPDIR: world.tmp, LANG: 'C.UTF-8', ...toolchains },
    cwd: world.project,
  })
  expect(answer.exit).toBe(0)
  const said = JSON.parse(answer.stdout || '{}') as {
    hookSpecificOutput?: { additionalContext: string }
    systemMessage?: string
  }
  return { text: said.hookSpecificOutput?.additionalContext ?? '', message: said.systemMessage ?? '' }
}

const edited = (file: string) =>
  payloadLike('claude-code/PostToolUse.Edit.json', {
    tool_input: { file_path: `@PROJECT@/${file}`, old_string: 'a', new_string: 'b' },
    tool_response: {},
  })

test.each(there.map((one) => [one.tool, one] as const))('%s', async (_tool, one) => {
  const { file, bad, clean, fixed, tidied } = one
  // A linter that starts on a busy machine may take its time.
  const set = [...(one.set ?? []), 'timeoutMs=100000']
  const world = worldOf(one)
  world.put(file, bad[0])
  const found = await call(world, edited(file), set)
  expect(found.text, found.message).toMatch(bad[1])
  expect(world.read(file), 'a check changes nothing').toBe(bad[0])
  world.put(file, clean)
  expect(await call(world, edited(file), set), 'a clean file').toEqual({ text: '', message: '' })
  if (fixed === undefined) return
  world.put(file, bad[0])
  const rewritten = await call(world, edited(file), [...set, 'fix=true'])
  expect(world.read(file), rewritten.message).toBe(fixed)
  if (fixed !== bad[0]) expect(rewritten.text).toContain('Read it again before you edit it')
  const end = await call(world, payloadLike('claude-code/Stop.json'), [...set, 'fix=true'])
  expect(world.read(file)).toBe(tidied ?? fixed)
  expect(end.message === '').toBe(tidied === undefined)
})

test('lefthook leaves what is staged and what is not as it is', async () => {
  const gate = cases.find(({ tool }) => tool === 'lefthook')
  if (!gate) throw new Error('no case of lefthook')
  const world = worldOf(gate)
  world.put('half.txt', 'staged\n')
  world.git('add', '-A')
  world.put('half.txt', 'staged\nand more\n')
  world.put('lefthook.yml', `${world.read('lefthook.yml')}    seen:\n      run: cp half.txt "$HOME/seen"\n`)
  const before = world.git('status', '--short')
  world.put('a.txt', 'good\n')
  await call(world, edited('a.txt'), ['gate=lefthook'])
  expect(fs.readFileSync(path.join(world.home, 'seen'), 'utf8')).toBe('staged\nand more\n')
  expect(world.git('status', '--short')).toBe(`${before}?? a.txt\n`)
})

test.each(ignored.map((one) => [one.tool, one] as const))(
  '%s: a file that it ignores is silent',
  async (_tool, one) => {
    const world = worldOf({ ...one, file: '', bad: ['', /./], clean: '' })
    for (const file of ['gen/a.js', 'a.js']) world.put(file, one.text)
    expect(await call(world, edited('gen/a.js'), ['timeoutMs=100000'])).toEqual({ text: '', message: '' })
    expect((await call(world, edited('a.js'), ['timeoutMs=100000'])).text).toContain('a.js')
  },
)
