import { readBlack, readRuff } from './read-known.ts'
import { readFormatter, readProject } from './read-output.ts'
import { either, has, inSection, pyproject, type Tool } from './tool.ts'

const PYTHON = /\.pyi?$/

/** Tools for Python. */
export const PYTHON_TOOLS: readonly Tool[] = [
  {
    name: 'ruff',
    program: 'ruff',
    files: /\.(?:pyi?|ipynb)$/,
    isConfigured: either(has('ruff.toml', '.ruff.toml'), pyproject('tool.ruff')),
    check: ({ file }) => ['check', '--output-format', 'json', '--force-exclude', '--quiet', file],
    fix: ({ file }) => ['check', '--fix', '--unfixable', 'F401,F811', '--force-exclude', '--quiet', file],
    tidy: ({ file }) => ['check', '--fix', '--force-exclude', '--quiet', file],
    read: readRuff,
  },
  {
    name: 'ruff format',
    program: 'ruff',
    files: /\.(?:pyi?|ipynb)$/,
    // Many projects lint with ruff and format with something else, so it has to be configured itself.
    isConfigured: either(pyproject('tool.ruff.format'), (folder) =>
      /^\s*\[format\]/m.test(folder.read('ruff.toml') + folder.read('.ruff.toml')),
    ),
    check: ({ file }) => ['format', '--check', '--force-exclude', '--quiet', file],
    fix: ({ file }) => ['format', '--force-exclude', '--quiet', file],
    read: readFormatter,
  },
  {
    name: 'isort',
    program: 'isort',
    files: PYTHON,
    isConfigured: either(
      has('.isort.cfg'),
      pyproject('tool.isort'),
      inSection('(?:tool:)?isort', 'setup.cfg', 'tox.ini'),
    ),
    check: ({ file }) => ['--check-only', '--quiet', '--filter-files', file],
    fix: ({ file }) => ['--quiet', '--filter-files', file],
    read: readFormatter,
  },
  {
    name: 'black',
    program: 'black',
    files: /\.(?:pyi?|ipynb)$/,
    isConfigured: pyproject('tool.black'),
    // Without --quiet, which would hide why a file can't be parsed.
    check: ({ file }) => ['--check', file],
    fix: ({ file }) => ['--quiet', file],
    read: readBlack,
  },
  {
    name: 'mypy',
    program: 'mypy',
    files: PYTHON,
    isConfigured: either(
      has('mypy.ini', '.mypy.ini'),
      pyproject('tool.mypy'),
      inSection('mypy', 'setup.cfg'),
    ),
    check: ({ file }) => [
      '--no-error-summary',
      '--show-column-numbers',
      '--no-color-output',
      '--no-pretty',
      file,
    ],
    read: readProject,
    slow: true,
  },
]
