import { readText } from '../../src/host/read-text.ts'
import type { Folder } from '../../src/paths/folder.ts'
import { joinPath } from '../../src/paths/written.ts'
import { findProgram } from '../../src/process/program.ts'
import type { Suite } from './suite.ts'

const PROJECT = ['pyproject.toml', 'setup.py', 'setup.cfg', 'requirements.txt', 'Pipfile', 'uv.lock']

/**
 * pytest where it is configured or has tests to find, else tox where that is configured. Tests
 * that need nothing but the standard library run without pytest where there is none.
 */
export function pythonSuite(folder: Folder): Suite | undefined {
  const tox = folder.names.has('tox.ini') ? folder.read('tox.ini') : ''
  const configured = configuresPytest(folder, tox)
  const tests = configured ? undefined : isProject(folder) ? firstTest(folder) : undefined
  if (configured || tests !== undefined) {
    const argv = runner(folder)
    const unittest = argv === undefined && tests !== undefined ? unittestSuite(folder, tests) : undefined
    if (unittest) return unittest
    return {
      name: 'pytest',
      argv: argv ?? ['pytest'],
      folder: folder.path,
      // docs.pytest.org, "Exit codes": 3 internal error, 4 wrong usage, 5 no tests collected.
      stuckCodes: [3, 4],
      isEmpty: (code) => code === 5,
    }
  }
  if (/^\[(?:tox|testenv)/m.test(tox)) return { name: 'tox', argv: ['tox'], folder: folder.path }
  return undefined
}

function configuresPytest(folder: Folder, tox: string): boolean {
  const { names } = folder
  if (names.has('pytest.ini') || names.has('.pytest.ini') || names.has('pytest.toml')) return true
  if (names.has('conftest.py') || /^\[pytest\]/m.test(tox)) return true
  if (names.has('setup.cfg') && /^\[tool:pytest\]/m.test(folder.read('setup.cfg'))) return true
  return names.has('pyproject.toml') && /^\[tool\.pytest\b/m.test(folder.read('pyproject.toml'))
}

function isProject({ names }: Folder): boolean {
  return PROJECT.some((name) => names.has(name))
}

const TEST_FILE = /^(?:test_.*|.*_test)\.py$/

/** A test file in the folder itself, in tests/ or one level below that, from the folder. */
function firstTest({ host, path, names }: Folder): string | undefined {
  const isTest = (name: string) => TEST_FILE.test(name)
  const here = [...names].find(isTest)
  if (here !== undefined) return here
  for (const name of ['tests', 'test']) {
    if (!names.has(name)) continue
    const inside = host.list(joinPath(path, name)) ?? []
    const found = inside.find(isTest)
    if (found !== undefined) return `${name}/${found}`
    for (const entry of inside.filter((one) => !one.includes('.')).slice(0, 50)) {
      const deeper = (host.list(joinPath(path, `${name}/${entry}`)) ?? []).find(isTest)
      if (deeper !== undefined) return `${name}/${entry}/${deeper}`
    }
  }
  return undefined
}

/** As the project's own tool runs it: uv, poetry, pdm or pipenv, else its virtual environment's, else PATH's. */
function runner({ host, path, names, root }: Folder): readonly string[] | undefined {
  if (names.has('uv.lock')) return ['uv', 'run', 'pytest']
  if (names.has('poetry.lock')) return ['poetry', 'run', 'pytest']
  if (names.has('pdm.lock')) return ['pdm', 'run', 'pytest']
  if (names.has('Pipfile.lock')) return ['pipenv', 'run', 'pytest']
  const found = findProgram(host, 'pytest', { from: path, root })
  return found === undefined ? undefined : [found]
}

/** `python -m unittest` for tests that use it and not pytest. */
function unittestSuite({ host, path, names, root }: Folder, test: string): Suite | undefined {
  const text = readText(host, joinPath(path, test)) ?? ''
  if (!/^\s*(?:import|from)\s+unittest\b/m.test(text) || /^\s*(?:import|from)\s+pytest\b/m.test(text)) {
    return undefined
  }
  const where = { from: path, root }
  const python = findProgram(host, 'python3', where) ?? findProgram(host, 'python', where)
  if (python === undefined) return undefined
  // Its own pattern leaves out `x_test.py`. A package of tests is imported from the root.
  const start = ['tests', 'test'].find((folder) => test.startsWith(`${folder}/`) && names.has(folder)) ?? '.'
  const isPackage = host.stat(joinPath(path, `${start}/__init__.py`)) !== undefined
  const pattern = test.endsWith('_test.py') ? '*_test.py' : 'test*.py'
  return {
    name: 'python -m unittest',
    argv: [
      python,
      '-m',
      'unittest',
      'discover',
      '-s',
      start,
      ...(isPackage ? ['-t', '.'] : []),
      '-p',
      pattern,
    ],
    folder: path,
    // docs.python.org, unittest, "Changed in version 3.12": 5, no tests were run.
    isEmpty: (code, output) => code === 5 || /^Ran 0 tests in /m.test(output),
  }
}
