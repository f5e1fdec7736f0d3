import * as fs from 'node:fs'
import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import { DEFAULTS, type Options } from '../../../hooks/check-quality/options.ts'
import { stepsFor } from '../../../hooks/check-quality/steps.ts'
import { TOOLS } from '../../../hooks/check-quality/tools.ts'
import { testHost } from '../../support/call.ts'
import { makeWorld, type World, worldEnv } from '../../support/world.ts'

/** The steps for a file of the world, each as `name @ folder: program, arguments`. */
async function steps(
  files: Readonly<Record<string, string>>,
  file: string,
  options: Partial<Options> = {},
  setup: (world: World) => void = () => {},
) {
  const world = makeWorld({ files })
  setup(world)
  const bin = path.join(world.root, 'bin')
  fs.mkdirSync(bin, { recursive: true })
  for (const { program } of TOOLS) fs.writeFileSync(path.join(bin, program), '', { mode: 0o755 })
  const host = testHost({ env: { ...worldEnv(world), PATH: `relative:${bin}:` }, cwd: world.project })
  const subject = {
    file: path.join(world.project, file),
    shown: file,
    root: world.project,
  }
  const found = await stepsFor(subject, { ...DEFAULTS, ...options }, host)
  return found.map((step) => ({
    ...step,
    at: path.relative(world.project, step.cwd),
    from: step.found === undefined ? undefined : path.relative(world.root, step.found),
  }))
}

test.each<[string, Record<string, string>, string, string[]]>([
  ['ruff.toml', { 'ruff.toml': '' }, 'a.py', ['ruff']],
  ['ruff in pyproject', { 'pyproject.toml': '[tool.ruff.lint]\n' }, 'a.pyi', ['ruff']],
  [
    'ruff and its formatter',
    { 'pyproject.toml': '[tool.ruff]\n[tool.ruff.format]\n' },
    'a.py',
    ['ruff', 'ruff format'],
  ],
  ['ruff.toml with format', { 'ruff.toml': '[format]\n' }, 'a.ipynb', ['ruff', 'ruff format']],
  ['another tool with a like name', { 'pyproject.toml': '[tool.ruffian]\n' }, 'a.py', []],
  ['isort and black', { 'pyproject.toml': '[tool.black]\n[tool.isort]\n' }, 'a.py', ['isort', 'black']],
  ['no python file', { 'ruff.toml': '' }, 'a.txt', []],
  ['biome', { 'biome.jsonc': '' }, 'a.tsx', ['biome']],
  ['biome and json', { 'biome.json': '' }, 'a.json', ['biome']],
  ['oxlint and prettier', { '.oxlintrc.json': '', '.prettierrc': '' }, 'a.mts', ['oxlint', 'prettier']],
  ['eslint, flat', { 'eslint.config.mjs': '' }, 'a.ts', ['eslint']],
  ['eslint, older', { '.eslintrc.cjs': '' }, 'a.js', ['eslint']],
  ['eslint, both: the flat one', { 'eslint.config.js': '', '.eslintrc': '' }, 'a.js', ['eslint']],
  ['eslint in package.json', { 'package.json': '{"eslintConfig": {}}' }, 'a.js', ['eslint']],
  ['a package.json that only mentions it', { 'package.json': '{"x": {"eslintConfig": {}}}' }, 'a.js', []],
  ['a package.json that is broken', { 'package.json': '{"prettier"' }, 'a.js', []],
  ['prettier and markdown', { 'prettier.config.ts': '' }, 'a.md', ['prettier']],
  ['stylelint', { '.stylelintrc.json': '' }, 'a.scss', ['stylelint']],
  ['dprint', { 'dprint.json': '' }, 'a.ts', ['dprint']],
  ['markdownlint', { '.markdownlint.yaml': '' }, 'a.md', ['markdownlint']],
  ['gofmt', { 'go.mod': '' }, 'a.go', ['gofmt']],
  ['rustfmt', { 'Cargo.toml': '' }, 'src/a.rs', ['rustfmt']],
  ['clang-format', { '.clang-format': '' }, 'a.hpp', ['clang-format']],
  ['shellcheck', { '.shellcheckrc': '' }, 'a.sh', ['shellcheck']],
  ['shfmt', { '.editorconfig': '[*.{sh,bash}]\n' }, 'a.sh', ['shfmt']],
  ['an .editorconfig without shell', { '.editorconfig': '[*.md]\n' }, 'a.sh', []],
  ['rubocop', { '.rubocop.yml': '' }, 'a.rb', ['rubocop']],
  ['php-cs-fixer', { '.php-cs-fixer.dist.php': '' }, 'a.php', ['php-cs-fixer']],
  ['terraform', { '.terraform.lock.hcl': '' }, 'a.tf', ['terraform fmt']],
  ['sqlfluff', { '.sqlfluff': '' }, 'a.sql', ['sqlfluff']],
  ['sqlfluff in setup.cfg', { 'setup.cfg': '[sqlfluff]\n' }, 'a.sql', ['sqlfluff']],
  ['isort in setup.cfg', { 'setup.cfg': '[metadata]\n[isort]\n' }, 'a.py', ['isort']],
  ['isort in tox.ini', { 'tox.ini': '[tool:isort]\n' }, 'a.py', ['isort']],
  ['a section with a like name', { 'setup.cfg': '[isorted]\n# [isort]\n' }, 'a.py', []],
  ['goimports', { '.golangci.yml': 'formatters:\n  enable: [goimports]\n' }, 'a.go', ['goimports']],
  ['golangci without it', { '.golangci.yml': 'linters: {}\n' }, 'a.go', []],
  ['ktlint', { '.editorconfig': '[*.{kt,kts}]\n' }, 'src/A.kt', ['ktlint']],
  ['ktlint by its settings', { '.editorconfig': '[*]\nktlint_standard = disabled\n' }, 'a.kts', ['ktlint']],
  ['ktlint by the build', { 'build.gradle.kts': 'id("org.jlleitschuh.gradle.ktlint")' }, 'A.kt', ['ktlint']],
  ['an .editorconfig without kotlin', { '.editorconfig': '[*.ktx]\n' }, 'A.kt', []],
  ['google-java-format by Maven', { 'pom.xml': '<googleJavaFormat/>' }, 'src/A.java', ['google-java-format']],
  ['a build without it', { 'pom.xml': '<project/>' }, 'A.java', []],
])('%s', async (_title, files, file, expected) => {
  const found = await steps({ ...files, [file]: '' }, file)
  expect(found.map((step) => step.name)).toEqual(expected)
  expect(found.every((step) => step.from?.startsWith('bin/'))).toBe(true)
})

test('slow tools only when asked for', async () => {
  const files = { 'mypy.ini': '', 'Cargo.toml': '', '.golangci.yml': '', 'a.py': '', 'a.rs': '', 'a.go': '' }
  const names = async (file: string, slowTools: boolean) =>
    (await steps(files, file, { slowTools })).map((step) => step.name)
  expect(await names('a.py', false)).toEqual([])
  expect(await names('a.py', true)).toEqual(['mypy'])
  expect(await names('a.rs', true)).toEqual(['rustfmt', 'clippy'])
  expect(await names('a.go', true)).toEqual(['golangci-lint'])
})

test('the nearest configuration of each tool, not above the project', async () => {
  const found = await steps(
    { '.prettierrc': '', 'biome.json': '', 'packages/a/biome.json': '', 'packages/a/src/x.ts': '' },
    'packages/a/src/x.ts',
    {},
    (world) => fs.writeFileSync(path.join(world.home, 'eslint.config.js'), ''),
  )
  expect(found.map(({ name, at }) => `${name} @ ${at}`)).toEqual(['biome @ packages/a', 'prettier @ '])
})

test("the project's own program before the one in PATH; one that can not be run does not count", async () => {
  const files = { 'packages/a/biome.json': '', 'packages/a/x.ts': '' }
  const from = async (setup: (world: World) => void) =>
    (await steps(files, 'packages/a/x.ts', {}, setup))[0]?.from?.replace(/^home\/dev\/project\//, '')
  expect(await from(() => {})).toBe('bin/biome')
  expect(await from((world) => world.put('node_modules/.bin/biome', '', 0o755))).toBe(
    'node_modules/.bin/biome',
  )
  expect(await from((world) => world.put('packages/a/node_modules/.bin/biome', '', 0o755))).toBe(
    'packages/a/node_modules/.bin/biome',
  )
  expect(await from((world) => world.put('node_modules/.bin/biome', '', 0o644))).toBe('bin/biome')
})

test("google-java-format's other style; mypy in setup.cfg", async () => {
  const build = 'spotless { java { googleJavaFormat().aosp() } }'
  const [step] = await steps({ 'build.gradle': build, 'A.java': '' }, 'A.java')
  expect(step?.check).toContain('--aosp')
  const [mypy] = await steps({ 'setup.cfg': '[mypy]\n', 'a.py': '' }, 'a.py', { slowTools: true })
  expect(mypy?.name).toBe('mypy')
})

test('a fix that may remove imports waits; each of those tools has one for then', async () => {
  const all = TOOLS.filter((tool) => tool.tidy).map((tool) => tool.name)
  expect(all).toEqual(['ruff', 'eslint', 'eslint', 'goimports', 'google-java-format'])
  const [step] = await steps({ 'ruff.toml': '', 'a.py': '' }, 'a.py')
  expect(step?.fix?.join(' ')).toMatch(/--unfixable F401,F811/)
  expect(step?.tidy?.join(' ')).not.toMatch(/unfixable/)
  const [biome] = await steps({ 'biome.json': '', 'a.ts': '' }, 'a.ts')
  expect(biome?.tidy).toEqual(biome?.fix)
  expect(biome?.removes).toBe(false)
})

describe("the project's own gate", () => {
  const ran = async (gate: Options['gate'], files: Record<string, string>, file: string) =>
    (await steps({ 'ruff.toml': '', [file]: '', ...files }, file, { gate })).map((step) => {
      const shown = step.check.map((word) => (word.endsWith(file) ? 'FILE' : word))
      return `${step.name} @ ${step.at}: ${[step.program, ...shown].join(' ')}`
    })

  test('nothing changes unless the user says so, or where it is not configured', async () => {
    expect(await ran('none', { '.pre-commit-config.yaml': '' }, 'a.py')).toEqual([
      expect.stringMatching(/^ruff /),
    ])
    expect(await ran('pre-commit', {}, 'a.py')).toEqual([expect.stringMatching(/^ruff /)])
  })

  test('pre-commit, lefthook', async () => {
    expect(await ran('pre-commit', { '.pre-commit-config.yaml': '' }, 'src/a.py')).toEqual([
      'pre-commit @ : pre-commit run --color=never --files FILE',
    ])
    expect(await ran('lefthook', { 'sub/.lefthook.toml': '' }, 'sub/a.py')).toEqual([
      'lefthook @ sub: lefthook run pre-commit --no-auto-install --no-stage-fixed --no-tty --file FILE',
    ])
  })

  test('lint-staged: the commands of every glob that matches, from JSON', async () => {
    const config = { '*.py': ['one --fix', "two 'a b'"], 'src/**': 'three', '*.js': 'four', '*': 5 }
    const commands = ['one --fix @ : one --fix FILE', 'two a b @ : two a b FILE', 'three @ : three FILE']
    const manifest = { 'package.json': JSON.stringify({ 'lint-staged': config }) }
    expect(await ran('lint-staged', manifest, 'src/a.py')).toEqual(commands)
    expect(await ran('lint-staged', { '.lintstagedrc': JSON.stringify(config) }, 'src/a.py')).toEqual(
      commands,
    )
    expect(await ran('lint-staged', { '.lintstagedrc': '"*.py": one' }, 'a.py')).toEqual([
      expect.stringMatching(/^ruff /),
    ])
  })
})

test('the edition of the crate', async () => {
  const args = async (manifest: string) =>
    (await steps({ 'Cargo.toml': manifest, 'a.rs': '' }, 'a.rs'))[0]?.check
  expect(await args('[package]\nedition = "2018"\n')).toEqual(['--check', '--edition', '2018'])
  expect(await args('[package]\nedition.workspace = true\n')).toEqual(['--check', '--edition', '2021'])
})

test('commands: the first glob that matches, words and placeholders', async () => {
  const commands = {
    'src/**/*.py': [`'my tool' "a b" c\\ d x={file} '' {file}`],
    '*.py': [['x', 'y z']],
    '*': [],
  }
  const of = async (file: string) => (await steps({ 'ruff.toml': '', [file]: '' }, file, { commands }))[0]
  const step = await of('src/a/b.py')
  expect(step?.program).toBe('my tool')
  const file = step?.check.at(-1) ?? ''
  expect(path.isAbsolute(file)).toBe(true)
  expect(step?.check).toEqual(['a b', 'c d', `x=${file}`, '', file])
  expect((await of('b.py'))?.check).toEqual(['y z'])
  expect(await of('b.js')).toBeUndefined()
})

test('a placeholder is one argument, whatever the name of the file', async () => {
  const file = `a $& $(touch x) 'q' "d".txt`
  const [step] = await steps({ [file]: '' }, file, { commands: { '*.txt': ['x {file}'] } })
  expect(step?.check).toEqual([expect.stringMatching(/\/a \$& \$\(touch x\) 'q' "d"\.txt$/)])
})
