import type { Folder } from '../../src/paths/folder.ts'
import { joinPath } from '../../src/paths/written.ts'
import { findProgram } from '../../src/process/program.ts'
import type { Suite } from './suite.ts'

const PROJECT = ['pyproject.toml', 'setup.py', 'setup.cfg', 'requirements.txt', 'Pipfile', 'uv.lock']

/** pytest where it is configured or has tests to find, else tox where that is configured. */
export function pythonSuite(folder: Folder): Suite | undefined {
  const tox = folder.names.has('tox.ini') ? folder.read('tox.ini') : ''
  if (configuresPytest(folder, tox) || (isProject(folder) && hasTests(folder))) {
    const argv = [...runner(folder)]
    return {
      name: 'pytest',
      argv,
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

/** Test files in the folder itself, in tests/ or one level below that. */
function hasTests({ host, path, names }: Folder): boolean {
  const isTest = (name: string) => TEST_FILE.test(name)
  if ([...names].some(isTest)) return true
  for (const name of ['tests', 'test']) {
    if (!names.has(name)) continue
    const inside = host.list(joinPath(path, name)) ?? []
    if (inside.some(isTest)) return true
    const deeper = inside.filter((entry) => !entry.includes('.')).slice(0, 50)
    if (deeper.some((entry) => (host.list(joinPath(path, `${name}/${entry}`)) ?? []).some(isTest)))
      return true
  }
  return false
}

/** As the project's own tool runs it: uv, poetry or pipenv, else its virtual environment's, else PATH's. */
function runner(folder: Folder): readonly string[] {
  const { host, path, names, root } = folder
  if (names.has('uv.lock')) return ['uv', 'run', 'pytest']
  if (names.has('poetry.lock')) return ['poetry', 'run', 'pytest']
  if (names.has('Pipfile.lock')) return ['pipenv', 'run', 'pytest']
  const found = findProgram(host, 'pytest', { from: path, root })
  return [found ?? 'pytest']
}
