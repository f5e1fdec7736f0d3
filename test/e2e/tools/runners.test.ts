import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { expect, test } from 'vitest'
import { callExecutable } from '../../support/call.ts'
import { payloadLike } from '../../support/table.ts'
import { makeWorld } from '../../support/world.ts'
import { pypiTools } from './install-tools.ts'

/** A project of one kind whose suite is red until `fix` is written into it. */
interface Project {
  readonly title: string
  readonly program: string
  readonly files: Readonly<Record<string, string>>
  /** What the agent is told: the command, the failing test, its place. */
  readonly says: readonly RegExp[]
  readonly fix: readonly [string, string]
  /** Link the repository's own node_modules, for vitest. */
  readonly modules?: boolean
}

const repository = path.resolve(import.meta.dirname, '../../..')
const manifest = (script: string) => JSON.stringify({ name: 'x', type: 'module', scripts: { test: script } })

const projects: readonly Project[] = [
  {
    title: 'pytest',
    program: 'pytest',
    files: {
      'pyproject.toml': '[project]\nname = "x"\nversion = "1"\n',
      'sums.py': 'def add(a, b):\n    return a - b\n',
      'tests/test_sums.py': 'from sums import add\n\n\ndef test_add():\n    assert add(2, 3) == 5\n',
      'conftest.py': '',
    },
    says: [
      /^pytest failed with exit code 1/m,
      /FAILED tests\/test_sums\.py::test_add/,
      /tests\/test_sums\.py:5: AssertionError/,
    ],
    fix: ['sums.py', 'def add(a, b):\n    return a + b\n'],
  },
  {
    title: 'unittest, without pytest',
    program: 'python3',
    files: {
      'setup.py': '',
      'sums.py': 'def add(a, b):\n    return a - b\n',
      'tests/__init__.py': '',
      'tests/test_sums.py':
        'import unittest\n\nfrom sums import add\n\n\nclass Sums(unittest.TestCase):\n    def test_add(self):\n        self.assertEqual(add(2, 3), 5)\n',
    },
    says: [/^python -m unittest failed/m, /FAIL: test_add/, /test_sums\.py", line 8/, /-1 != 5/],
    fix: ['sums.py', 'def add(a, b):\n    return a + b\n'],
  },
  {
    title: 'vitest',
    program: 'npm',
    modules: true,
    files: {
      'package.json': manifest('vitest run'),
      'sums.js': 'export const add = (a, b) => a - b\n',
      'sums.test.js':
        "import { expect, test } from 'vitest'\nimport { add } from './sums.js'\ntest('two and three', () => {\n  expect(add(2, 3)).toBe(5)\n})\n",
    },
    says: [/^npm test failed/m, /two and three/, /sums\.test\.js:4/],
    fix: ['sums.js', 'export const add = (a, b) => a + b\n'],
  },
  {
    title: 'go',
    program: 'go',
    files: {
      'go.mod': 'module x\n\ngo 1.20\n',
      'sums.go': 'package x\n\nfunc Add(a, b int) int { return a - b }\n',
      'sums_test.go':
        'package x\n\nimport "testing"\n\nfunc TestAdd(t *testing.T) {\n\tif Add(2, 3) != 5 {\n\t\tt.Fatal("two and three")\n\t}\n}\n',
    },
    says: [/^go test \.\/\.\.\. failed/m, /--- FAIL: TestAdd/, /sums_test\.go:7: two and three/],
    fix: ['sums.go', 'package x\n\nfunc Add(a, b int) int { return a + b }\n'],
  },
  {
    title: 'cargo',
    program: 'cargo',
    files: {
      'Cargo.toml': '[package]\nname = "x"\nversion = "0.1.0"\nedition = "2021"\n',
      'src/lib.rs':
        'pub fn add(a: i32, b: i32) -> i32 { a - b }\n\n#[test]\nfn adds() {\n    assert_eq!(add(2, 3), 5);\n}\n',
      '.gitignore': 'target\nCargo.lock\n',
    },
    says: [/^cargo test failed/m, /src\/lib\.rs:5/, /\badds\b/],
    fix: [
      'src/lib.rs',
      'pub fn add(a: i32, b: i32) -> i32 { a + b }\n\n#[test]\nfn adds() {\n    assert_eq!(add(2, 3), 5);\n}\n',
    ],
  },
]

const PATH = [path.dirname(process.execPath), ...(process.env['PATH'] ?? '').split(':')].join(':')
const withPytest = `${path.join(pypiTools.folder, 'bin')}:${PATH}`
/** The same without pytest, as far as this machine has one. */
const withoutPytest = PATH.split(':')
  .filter((folder) => !fs.existsSync(path.join(folder, 'pytest')))
  .join(':')

/** Go compiles its library into its cache once; a fresh one would take a minute. */
const goCache = spawnSync('sh', ['-c', 'go env GOCACHE'], { encoding: 'utf8' }).stdout?.trim() ?? ''
const there = projects.filter(
  ({ program }) =>
    spawnSync('sh', ['-c', `command -v ${program}`], { env: { PATH: withPytest } }).status === 0,
)

test.each(there.map((one) => [one.title, one] as const))(
  '%s: red, then green, then nothing to do',
  async (title, one) => {
    const world = makeWorld({ files: one.files, git: true })
    if (one.modules) {
      fs.symlinkSync(path.join(repository, 'node_modules'), path.join(world.project, 'node_modules'))
      fs.appendFileSync(path.join(world.project, '.git/info/exclude'), 'node_modules\n__pycache__\n')
    }
    const stop = async () => {
      const answer = await callExecutable('verify-before-stop', {
        stdin: JSON.stringify(payloadLike('claude-code/Stop.json', { cwd: world.project })),
        env: {
          PATH: title.startsWith('unittest') ? withoutPytest : withPytest,
          HOME: world.home,
          TMPDIR: world.tmp,
          GOCACHE: goCache === '' ? path.join(world.tmp, 'go') : goCache,
          RUSTUP_HOME: process.env['RUSTUP_HOME'] ?? path.join(os.homedir(), '.rustup'),
          PYTHONDONTWRITEBYTECODE: '1',
        },
        cwd: world.project,
      })
      const said = JSON.parse(answer.stdout || '{}') as { reason?: string; systemMessage?: string }
      return { exit: answer.exit, reason: said.reason ?? '', message: said.systemMessage ?? '' }
    }
    const red = await stop()
    expect(red.exit, red.message).toBe(2)
    for (const part of one.says) expect(red.reason).toMatch(part)
    expect(red.reason).toMatch(/^Whole output: \/.+\.log$/m)
    world.put(...one.fix)
    expect(await stop(), 'green').toEqual({ exit: 0, reason: '', message: '' })
    const begun = Date.now()
    expect(await stop(), 'unchanged').toEqual({ exit: 0, reason: '', message: '' })
    // No suite of these ends so fast on a machine that is busy.
    expect(Date.now() - begun).toBeLessThan(2000)
  },
)
