import { spawnSync } from 'node:child_process'
import * as os from 'node:os'
import * as path from 'node:path'
import { hook } from '../../../hooks/check-quality/index.ts'
import { hookTable, payloadLike, type Row } from '../../support/table.ts'

/** Real tools, those of them that this machine has in PATH. Biome, which npm brings, is in edit.test.ts. */
const isInstalled = (program: string, ...args: string[]) =>
  spawnSync(program, args, { encoding: 'utf8', input: '' }).status === 0

const toolchains = { RUSTUP_HOME: process.env['RUSTUP_HOME'] ?? path.join(os.homedir(), '.rustup') }

const row = (
  title: string,
  files: Readonly<Record<string, string>>,
  file: string,
  answer: Partial<Row> = {},
): Row => ({
  title,
  world: { files },
  env: toolchains,
  payload: payloadLike('claude-code/PostToolUse.Write.json', {
    tool_input: { file_path: `@PROJECT@/${file}`, content: 'x' },
    tool_response: {},
  }),
  exit: 0,
  ...answer,
})

const gofmt: Row[] = [
  row('gofmt: not formatted', { 'go.mod': 'module x\n', 'a.go': 'package x\nfunc A( ) {}\n' }, 'a.go', {
    stdout: /a\.go not formatted: the formatter would change this file \(gofmt\)/,
  }),
  row('gofmt: does not parse', { 'go.mod': 'module x\n', 'a.go': 'x\n' }, 'a.go', {
    stdout: /a\.go:1:1 expected 'package', found x \(gofmt\)/,
  }),
  row('gofmt: clean', { 'go.mod': 'module x\n', 'a.go': 'package x\n' }, 'a.go'),
  row('gofmt: fix', { 'go.mod': 'module x\n', 'a.go': 'package x\nfunc A( ) {}\n' }, 'a.go', {
    argv: ['--set', 'fix=true'],
    stdout: /a\.go was rewritten by gofmt after your edit\. Read it again.*\+func A\(\) \{\}/,
  }),
]

const crate = { 'Cargo.toml': '[package]\nname = "x"\nedition = "2021"\n' }
const rustfmt: Row[] = [
  row('rustfmt: not formatted', { ...crate, 'src/a.rs': 'mod b;\nfn a(){}\n' }, 'src/a.rs', {
    stdout: /src\/a\.rs:1 rustfmt formats this differently \(rustfmt\)/,
  }),
  row('rustfmt: does not parse', { ...crate, 'src/a.rs': 'fn (\n' }, 'src/a.rs', {
    stdout: /src\/a\.rs:1:\d+ .* \(rustfmt\)/,
  }),
  row('rustfmt: clean', { ...crate, 'src/a.rs': 'fn a() {}\n' }, 'src/a.rs'),
  row(
    'rustfmt: fixes this file and not its modules',
    { ...crate, 'src/a.rs': 'mod b;\nfn a(){}\n', 'src/b.rs': 'fn b(){}\n' },
    'src/a.rs',
    {
      argv: ['--set', 'fix=true'],
      stdout: /src\/a\.rs was rewritten by rustfmt/,
      after: (world) => {
        if (world.read('src/a.rs') !== 'mod b;\nfn a() {}\n') throw new Error(world.read('src/a.rs'))
        if (world.read('src/b.rs') !== 'fn b(){}\n') throw new Error('the module was touched')
      },
    },
  ),
]

const ruff: Row[] = [
  row('ruff: findings', { 'ruff.toml': '', 'a.py': 'import os\nprint(x)\n' }, 'a.py', {
    stdout: /a\.py:1:8 F401 `os` imported but unused \(ruff\)\\na\.py:2:7 F821 Undefined name `x` \(ruff\)/,
  }),
  row(
    'ruff: its own excludes',
    { 'ruff.toml': 'exclude = ["gen"]\n', 'gen/a.py': 'import os\n' },
    'gen/a.py',
  ),
  row(
    'ruff: a broken configuration is told to the user',
    { 'ruff.toml': 'line-lengt = 3\n', 'a.py': '' },
    'a.py',
    {
      stdout: /^\{"systemMessage":"check-quality: ruff could not check a\.py: ruff failed/,
    },
  ),
  row(
    'ruff: a fix leaves unused imports',
    { 'ruff.toml': 'lint.select = ["I", "F"]\n', 'a.py': 'import sys\nimport os\n' },
    'a.py',
    {
      argv: ['--set', 'fix=true'],
      stdout: /a\.py was rewritten by ruff.*F401 `os` imported but unused/,
      after: (world) => {
        if (world.read('a.py') !== 'import os\nimport sys\n') throw new Error(world.read('a.py'))
      },
    },
  ),
]

const shellcheck: Row[] = [
  row('shellcheck', { '.shellcheckrc': '', 'a.sh': '#!/bin/sh\necho $1\n' }, 'a.sh', {
    stdout: /a\.sh:2:6 SC2086 Double quote to prevent globbing and word splitting\. \(shellcheck\)/,
  }),
]

hookTable(hook, [
  ...(isInstalled('gofmt') ? gofmt : []),
  ...(isInstalled('rustfmt', '--version') ? rustfmt : []),
  ...(isInstalled('ruff', '--version') ? ruff : []),
  ...(isInstalled('shellcheck', '--version') ? shellcheck : []),
  row('nothing configured', { 'a.txt': '' }, 'a.txt'),
])
