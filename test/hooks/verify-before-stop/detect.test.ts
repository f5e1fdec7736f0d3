import * as fs from 'node:fs'
import * as path from 'node:path'
import { expect, test } from 'vitest'
import { configuredSuites, detectedSuites } from '../../../hooks/verify-before-stop/choose.ts'
import { testHost } from '../../support/call.ts'
import { makeWorld, type World, worldEnv } from '../../support/world.ts'

const script = (test: string, more: object = {}) => JSON.stringify({ scripts: { test }, ...more })

/** A host whose PATH has nothing but the named programs. */
function hostWith(world: World, ...programs: string[]) {
  const bin = path.join(world.root, 'bin')
  fs.mkdirSync(bin, { recursive: true })
  for (const program of programs) fs.writeFileSync(path.join(bin, program), '', { mode: 0o755 })
  return testHost({ env: { ...worldEnv(world), PATH: bin }, cwd: world.project })
}

test.each<[string, Record<string, string>, string[]]>([
  ['npm', { 'package.json': script('x') }, ['npm test']],
  ['npm by its lock file', { 'package.json': script('x'), 'package-lock.json': '' }, ['npm test']],
  ['pnpm', { 'package.json': script('x'), 'pnpm-lock.yaml': '' }, ['pnpm test']],
  ['yarn', { 'package.json': script('x'), 'yarn.lock': '' }, ['yarn test']],
  ['bun', { 'package.json': script('x'), 'bun.lock': '' }, ['bun run test']],
  ['bun, older', { 'package.json': script('x'), 'bun.lockb': '' }, ['bun run test']],
  [
    'the declared package manager before the lock file',
    { 'package.json': script('x', { packageManager: 'pnpm@9.1.0' }), 'yarn.lock': '' },
    ['pnpm test'],
  ],
  ['an empty test script', { 'package.json': script(' ') }, []],
  ['no test script', { 'package.json': '{"scripts": {"build": "x"}}' }, []],
  ['scripts that are no object', { 'package.json': '{"scripts": 3}' }, []],
  ['pytest.ini', { 'pytest.ini': '' }, ['pytest']],
  ['conftest.py', { 'conftest.py': '' }, ['pytest']],
  ['pyproject with pytest', { 'pyproject.toml': '[tool.pytest.ini_options]\n' }, ['pytest']],
  ['setup.cfg with pytest', { 'setup.cfg': '[tool:pytest]\n' }, ['pytest']],
  ['tox.ini with pytest', { 'tox.ini': '[testenv]\n[pytest]\n' }, ['pytest']],
  ['tox', { 'tox.ini': '[tox]\n[testenv]\n' }, ['tox']],
  ['pyproject and tests', { 'pyproject.toml': '', 'tests/test_a.py': '' }, ['pytest']],
  ['pyproject and deeper tests', { 'pyproject.toml': '', 'tests/unit/a_test.py': '' }, ['pytest']],
  ['requirements and a test file', { 'requirements.txt': '', 'test_a.py': '' }, ['pytest']],
  ['pyproject without tests', { 'pyproject.toml': '', 'tests/data.py': '' }, []],
  ['tests without a project', { 'tests/test_a.py': '' }, []],
  ['cargo', { 'Cargo.toml': '' }, ['cargo test']],
  ['go', { 'go.mod': '' }, ['go test ./...']],
  ['gradle wrapper', { 'build.gradle.kts': '', gradlew: '' }, ['./gradlew test']],
  ['gradle', { 'build.gradle': '' }, ['gradle test']],
  ['maven wrapper', { 'pom.xml': '', mvnw: '' }, ['./mvnw -B -q test']],
  ['maven', { 'pom.xml': '' }, ['mvn -B -q test']],
  ['mix', { 'mix.exs': '' }, ['mix test']],
  ['dotnet solution', { 'a.sln': '' }, ['dotnet test']],
  [
    'dotnet test project',
    { 'a.csproj': '<PackageReference Include="Microsoft.NET.Test.Sdk"/>' },
    ['dotnet test'],
  ],
  ['dotnet without tests', { 'a.csproj': '' }, []],
  ['rake test', { Rakefile: 'Rake::TestTask.new\n' }, ['rake test']],
  ['rake spec', { Rakefile: 'RSpec::Core::RakeTask.new(:spec)\n' }, ['rake spec']],
  ['rspec', { Gemfile: '', 'spec/a_spec.rb': '' }, ['rspec']],
  ['phpunit', { 'phpunit.xml.dist': '' }, ['phpunit']],
  [
    'composer test',
    { 'composer.json': '{"scripts": {"test": "phpunit"}}', 'phpunit.xml': '' },
    ['composer test'],
  ],
  ['deno task', { 'deno.json': '{"tasks": {"test": "x"}}' }, ['deno task test']],
  ['deno', { 'deno.jsonc': '{}' }, ['deno test']],
  ['two languages', { 'package.json': script('x'), 'go.mod': '' }, ['npm test', 'go test ./...']],
  ['make', { Makefile: 'build:\n\ntest: build\n\tx\n', 'package.json': script('x') }, ['make test']],
  ['make, double colon', { GNUmakefile: 'test::\n\tx\n' }, ['make test']],
  ['make without a test target', { Makefile: 'tests:\n\nunit-test:\n', 'go.mod': '' }, ['go test ./...']],
  ['a make variable', { Makefile: 'test := 1\ntest ::= 2\n' }, []],
  ['just', { justfile: 'build:\n  x\n\n@test *args: build\n  x\n' }, ['just test']],
  ['a just variable', { justfile: 'test := "x"\n' }, []],
  ['nothing', { 'readme.txt': '' }, []],
])('%s', (_title, files, expected) => {
  const world = makeWorld({ files })
  const host = hostWith(world, 'make', 'just')
  const suites = detectedSuites(host, { cwd: world.project, root: world.project }, [])
  expect(suites.map((suite) => suite.name)).toEqual(expected)
  expect(suites.every((suite) => suite.folder === world.project)).toBe(true)
})

test('a recipe whose program is not installed does not stand for the folder', () => {
  const world = makeWorld({ files: { Makefile: 'test:\n\tx\n', justfile: 'test:\n  x\n', 'go.mod': '' } })
  const suites = detectedSuites(hostWith(world), { cwd: world.project, root: world.project }, [])
  expect(suites.map((suite) => suite.name)).toEqual(['go test ./...'])
})

test("pytest of the project's own environment, uv, poetry, pipenv", () => {
  const argvOf = (files: Record<string, string>, setup: (world: World) => void = () => {}) => {
    const world = makeWorld({ files: { 'pytest.ini': '', ...files } })
    setup(world)
    const argv = detectedSuites(hostWith(world), { cwd: world.project, root: world.project }, [])[0]?.argv
    return argv?.join(' ').replace(world.project, '.')
  }
  expect(argvOf({})).toBe('pytest')
  expect(argvOf({}, (world) => world.put('.venv/bin/pytest', '', 0o755))).toBe('./.venv/bin/pytest')
  expect(argvOf({ 'uv.lock': '' })).toBe('uv run pytest')
  expect(argvOf({ 'poetry.lock': '' })).toBe('poetry run pytest')
  expect(argvOf({ 'pdm.lock': '' })).toBe('pdm run pytest')
  expect(argvOf({ 'Pipfile.lock': '' })).toBe('pipenv run pytest')
})

test('tests of the standard library alone run without pytest', () => {
  const argvOf = (files: Record<string, string>, ...programs: string[]) => {
    const world = makeWorld({ files: { 'pyproject.toml': '', ...files } })
    const suites = detectedSuites(
      hostWith(world, ...programs),
      { cwd: world.project, root: world.project },
      [],
    )
    return suites.map(({ argv }) => argv.join(' ').replace(`${world.root}/bin/`, '')).join('; ')
  }
  const tests = 'import unittest\n'
  const discover = 'python3 -m unittest discover'
  expect(argvOf({ 'test_a.py': tests }, 'python3')).toBe(`${discover} -s . -p test*.py`)
  expect(argvOf({ 'tests/test_a.py': tests }, 'python3')).toBe(`${discover} -s tests -p test*.py`)
  expect(argvOf({ 'tests/__init__.py': '', 'tests/u/a_test.py': tests }, 'python3')).toBe(
    `${discover} -s tests -t . -p *_test.py`,
  )
  expect(argvOf({ 'test_a.py': tests }, 'python3', 'pytest')).toBe('pytest')
  expect(argvOf({ 'test_a.py': tests })).toBe('pytest')
  expect(argvOf({ 'test_a.py': `import pytest\n${tests}` }, 'python3')).toBe('pytest')
  expect(argvOf({ 'test_a.py': tests, 'pytest.ini': '' }, 'python3')).toBe('pytest')
})

test("a module below its build is run by the build's own wrapper, none from outside the repository", () => {
  const argvOf = (files: Record<string, string>, cwd: string, root = '.') => {
    const world = makeWorld({ files })
    const at = (folder: string) => path.join(world.project, folder)
    const [suite] = detectedSuites(hostWith(world), { cwd: at(cwd), root: at(root) }, [])
    expect(suite?.folder).toBe(at(cwd))
    return `${suite?.name}: ${suite?.argv.join(' ').replace(world.project, '')}`
  }
  const gradle = { gradlew: '', 'a/b/build.gradle': '' }
  expect(argvOf(gradle, 'a/b')).toBe('../../gradlew test: /gradlew test')
  expect(argvOf(gradle, 'a/b', 'a')).toBe('gradle test: gradle test')
  expect(argvOf({ mvnw: '', 'm/pom.xml': '' }, 'm')).toBe('../mvnw -B -q test: /mvnw -B -q test')
})

test('in a workspace the lock file lies above the package, but not above the repository', () => {
  const world = makeWorld({ files: { 'pnpm-lock.yaml': '', 'packages/a/package.json': script('x') } })
  const inside = path.join(world.project, 'packages/a')
  const host = hostWith(world)
  expect(detectedSuites(host, { cwd: inside, root: world.project }, []).map((suite) => suite.name)).toEqual([
    'pnpm test',
  ])
  expect(detectedSuites(host, { cwd: inside, root: inside }, []).map((suite) => suite.name)).toEqual([
    'npm test',
  ])
})

test('changed files choose the packages; each suite once; deleted folders count too', () => {
  const world = makeWorld({
    files: {
      'package.json': script('x'),
      'a/go.mod': '',
      'b/Cargo.toml': '',
      'b/src/x.rs': '',
      'docs/x.md': '',
    },
  })
  const names = (...changed: string[]) =>
    detectedSuites(hostWith(world), { cwd: world.project, root: world.project }, changed)
      .map((suite) => `${path.relative(world.project, suite.folder)}: ${suite.name}`)
      .sort()
  expect(names('a/x.go')).toEqual(['a: go test ./...'])
  expect(names('b/src/x.rs', 'b/src/y.rs', 'a/x.go')).toEqual(['a: go test ./...', 'b: cargo test'])
  expect(names('docs/x.md')).toEqual([': npm test'])
  expect(names('b/gone/deep/x.rs')).toEqual(['b: cargo test'])
  expect(names()).toEqual([': npm test'])
})

test('configured commands', () => {
  const world = makeWorld({ files: { 'sub/x': '' } })
  const suites = configuredSuites(
    hostWith(world),
    ['a && b', ['c', 'd e'], { run: 'f', cwd: 'sub', name: 'the f', timeoutMs: 2000 }],
    world.project,
  )
  expect(suites).toEqual([
    { name: 'a && b', argv: ['sh', '-c', 'a && b'], folder: world.project, timeoutMs: undefined },
    { name: "c 'd e'", argv: ['c', 'd e'], folder: world.project, timeoutMs: undefined },
    { name: 'the f', argv: ['sh', '-c', 'f'], folder: path.join(world.project, 'sub'), timeoutMs: 2000 },
  ])
})

test.each(['..', '/', 'sub/../..', 'gone'])('a cwd that is no folder below the root: %s', (cwd) => {
  const world = makeWorld({ files: { 'sub/x': '' } })
  expect(() => configuredSuites(hostWith(world), [{ run: 'x', cwd }], world.project)).toThrow(/the cwd/)
})

test('no tests at all is told from a failing test that says so', () => {
  const suiteOf = (files: Record<string, string>) => {
    const world = makeWorld({ files })
    return detectedSuites(hostWith(world), { cwd: world.project, root: world.project }, [])[0]
  }
  const go = suiteOf({ 'go.mod': '' })?.isEmpty
  expect(go?.(1, 'go: warning: "./..." matched no packages\nno packages to test')).toBe(true)
  expect(go?.(1, '--- FAIL: TestX\nno packages to test\nFAIL\tx\t0.01s')).toBe(false)
  expect(go?.(1, 'x_test.go:3: got "no packages to test"')).toBe(false)
  const deno = suiteOf({ 'deno.json': '{}' })?.isEmpty
  expect(deno?.(1, 'error: No test modules found')).toBe(true)
  expect(deno?.(1, 'x => ./a.ts\nerror: No test modules found\nFAILED | 0 passed | 1 failed')).toBe(false)
})
