/**
 * The linters and formatters that check-quality is tested with, in the versions whose output
 * was seen. Each set goes into a folder of its own in the cache of the end-to-end tests.
 *
 *     npx tsx test/e2e/tools/install-tools.ts
 *
 * Those of Debian (shellcheck, shfmt, rubocop) are taken from PATH.
 */
import { spawnSync } from 'node:child_process'
import * as path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Client, cache, install } from '../install-clients.ts'

const NPM = [
  'eslint@10.15.0',
  'eslint-plugin-unused-imports@4.4.1',
  'prettier@3.10.1',
  '@biomejs/biome@2.6.8',
  'oxlint@1.94.0',
  'stylelint@16.8.0',
  'markdownlint-cli2@0.24.1',
  'dprint@0.57.4',
  '@dprint/typescript@0.96.1',
  'lefthook@2.2.2',
]
const ESLINT_8 = ['eslint@8.57.1', 'eslint-plugin-unused-imports@3.2.0']
const PYPI = [
  'ruff==0.17.6',
  'black==26.10.1',
  'isort==9.0.2',
  'mypy==2.4.1',
  'sqlfluff==4.5.0',
  'pytest==9.2.0',
  'pre-commit==4.7.0',
  'clang-format==23.1.5',
]

const never = () => undefined
const has = (program: string, ...args: string[]) => spawnSync(program, args).status === 0

function npmSet(title: string, name: string, packages: readonly string[]): Client {
  const folder = path.join(cache, name)
  const program = path.join(folder, 'node_modules/.bin/eslint')
  const argv = [
    'npm',
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--ignore-scripts',
    '--no-audit',
    ...packages,
  ]
  return { title, folder, program, unfit: never, commands: [argv] }
}

export const npmTools = npmSet('linters from npm', 'linters-npm-2', NPM)
export const eslint8 = npmSet('eslint 8', 'linters-eslint-8', ESLINT_8)

const venv = path.join(cache, 'linters-pypi-1')
export const pypiTools: Client = {
  title: 'linters from PyPI',
  folder: venv,
  program: path.join(venv, 'bin/ruff'),
  unfit: never,
  commands: [
    ['python3', '-m', 'venv', venv],
    [path.join(venv, 'bin/pip'), 'install', '--quiet', ...PYPI],
  ],
}

const goFolder = path.join(cache, 'linters-go-1')
export const goTools: Client = {
  title: 'goimports',
  folder: goFolder,
  program: path.join(goFolder, 'goimports'),
  unfit: () => (has('go', 'version') ? undefined : 'there is no go to build it'),
  commands: [['env', `GOBIN=${goFolder}`, 'go', 'install', 'golang.org/x/tools/cmd/goimports@v0.45.0']],
}

const javaFolder = path.join(cache, 'linters-java-1')
const jar = (name: string, from: string) => [
  ['mvn', '-q', '-B', 'dependency:copy', `-Dartifact=${from}`, `-DoutputDirectory=${javaFolder}`],
  ['sh', '-c', `printf '#!/bin/sh\\nexec java -jar %s "$@"\\n' ${javaFolder}/${name}-*.jar > ${name}`],
]
export const javaTools: Client = {
  title: 'google-java-format and ktlint',
  folder: javaFolder,
  program: path.join(javaFolder, 'ktlint'),
  unfit: () =>
    has('java', '-version') && has('mvn', '-v') ? undefined : 'there is no Java and Maven for them',
  commands: [
    ...jar('google-java-format', 'com.google.googlejavaformat:google-java-format:1.28.0:jar:all-deps'),
    ...jar('ktlint-cli', 'com.pinterest.ktlint:ktlint-cli:1.5.0:jar:all'),
    ['sh', '-c', 'mv ktlint-cli ktlint && chmod +x ktlint google-java-format'],
  ],
}

/** Without these the tests of the tools can't run; the others are left out where they can't be had. */
export const needed: readonly Client[] = [npmTools, eslint8, pypiTools]
export const further: readonly Client[] = [goTools, javaTools]

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const set of [...needed, ...further]) {
    process.stdout.write(`${set.title}: ${install(set) ?? set.folder}\n`)
  }
}
