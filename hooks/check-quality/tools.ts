import {
  readBiome,
  readBlack,
  readEslint,
  readGofmt,
  readPrettier,
  readRuff,
  readRustfmt,
  readSqlfluff,
} from './read-known.ts'
import { readClangFormat, readFormatter, readLinesOfLinter, readProject } from './read-output.ts'
import { either, has, hasLike, packageKey, pyproject, type Tool } from './tool.ts'

const SCRIPT = /\.[cm]?[jt]sx?$/
const PYTHON = /\.pyi?$/
const SHELL = /\.(?:sh|bash)$/

/**
 * The known tools. Linters stand before formatters, since a formatter has the last word on
 * what a linter's fix left behind. A fix never removes imports: the agent often adds the
 * import in one edit and its use in the next.
 */
export const TOOLS: readonly Tool[] = [
  {
    name: 'ruff',
    program: 'ruff',
    files: /\.(?:pyi?|ipynb)$/,
    isConfigured: either(has('ruff.toml', '.ruff.toml'), pyproject('tool.ruff')),
    check: ({ file }) => ['check', '--output-format', 'json', '--force-exclude', '--quiet', file],
    fix: ({ file }) => ['check', '--fix', '--unfixable', 'F401,F811', '--force-exclude', '--quiet', file],
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
    isConfigured: either(has('.isort.cfg'), pyproject('tool.isort')),
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
    isConfigured: either(has('mypy.ini', '.mypy.ini'), pyproject('tool.mypy')),
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
  {
    name: 'biome',
    program: 'biome',
    files: /\.(?:[cm]?[jt]sx?|jsonc?|css|graphql|gql|html|vue|svelte|astro)$/,
    isConfigured: has('biome.json', 'biome.jsonc', '.biome.json', '.biome.jsonc'),
    check: ({ file }) => ['check', '--reporter=github', '--no-errors-on-unmatched', file],
    fix: ({ file }) => ['check', '--write', '--reporter=github', '--no-errors-on-unmatched', file],
    read: readBiome,
  },
  {
    name: 'oxlint',
    program: 'oxlint',
    files: SCRIPT,
    isConfigured: has('.oxlintrc.json', 'oxlint.config.ts'),
    check: ({ file }) => ['--format=unix', '--no-error-on-unmatched-pattern', file],
    fix: ({ file }) => ['--fix', '--no-error-on-unmatched-pattern', file],
    read: readLinesOfLinter,
  },
  {
    name: 'eslint',
    program: 'eslint',
    files: /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/,
    isConfigured: hasLike(/^eslint\.config\.[cm]?[jt]s$/),
    check: ({ file }) => ['--format', 'json', '--no-warn-ignored', '--no-error-on-unmatched-pattern', file],
    fix: ({ file }) => [
      '--fix',
      '--rule',
      '{"unused-imports/no-unused-imports":"off"}',
      '--no-warn-ignored',
      '--no-error-on-unmatched-pattern',
      file,
    ],
    read: readEslint,
  },
  {
    name: 'eslint',
    program: 'eslint',
    files: /\.(?:[cm]?[jt]sx?|vue|svelte)$/,
    // The older configuration, which knows no --no-warn-ignored.
    isConfigured: (folder) =>
      !hasLike(/^eslint\.config\.[cm]?[jt]s$/)(folder) &&
      either(hasLike(/^\.eslintrc(?:\.(?:[cm]?js|json|ya?ml))?$/), packageKey('eslintConfig'))(folder),
    check: ({ file }) => ['--format', 'json', '--no-error-on-unmatched-pattern', file],
    fix: ({ file }) => ['--fix', '--no-error-on-unmatched-pattern', file],
    read: readEslint,
  },
  {
    name: 'stylelint',
    program: 'stylelint',
    files: /\.(?:css|scss|less|sass)$/,
    isConfigured: either(hasLike(/^(?:\.stylelintrc|stylelint\.config)/), packageKey('stylelint')),
    check: ({ file }) => ['--formatter', 'unix', '--allow-empty-input', file],
    fix: ({ file }) => ['--fix', '--allow-empty-input', file],
    read: readLinesOfLinter,
  },
  {
    name: 'prettier',
    program: 'prettier',
    files: /\.[A-Za-z0-9]+$/,
    isConfigured: either(hasLike(/^(?:\.prettierrc|prettier\.config\.)/), packageKey('prettier')),
    check: ({ file }) => ['--check', '--ignore-unknown', file],
    fix: ({ file }) => ['--write', '--ignore-unknown', '--log-level', 'warn', file],
    read: readPrettier,
  },
  {
    name: 'dprint',
    program: 'dprint',
    files: /\.[A-Za-z0-9]+$/,
    isConfigured: has('dprint.json', 'dprint.jsonc', '.dprint.json', '.dprint.jsonc'),
    check: ({ file }) => ['check', '--allow-no-files', file],
    fix: ({ file }) => ['fmt', '--allow-no-files', file],
    // dprint ends with 20 for what it would format (dprint.dev, "CLI", exit codes).
    read: (output) => readFormatter({ ...output, code: output.code === 20 ? 1 : output.code }),
  },
  {
    name: 'markdownlint',
    program: 'markdownlint-cli2',
    files: /\.(?:md|markdown)$/,
    isConfigured: hasLike(/^\.markdownlint/),
    check: ({ file }) => [`:${file}`],
    fix: ({ file }) => ['--fix', `:${file}`],
    read: readLinesOfLinter,
  },
  {
    name: 'gofmt',
    program: 'gofmt',
    files: /\.go$/,
    isConfigured: has('go.mod'),
    check: ({ file }) => ['-l', file],
    fix: ({ file }) => ['-w', file],
    read: readGofmt,
  },
  {
    name: 'golangci-lint',
    program: 'golangci-lint',
    files: /\.go$/,
    isConfigured: hasLike(/^\.golangci\.(?:ya?ml|toml|json)$/),
    check: ({ file }) => ['run', file.slice(0, file.lastIndexOf('/'))],
    read: readProject,
    slow: true,
  },
  {
    name: 'rustfmt',
    program: 'rustfmt',
    files: /\.rs$/,
    isConfigured: has('Cargo.toml'),
    // By standard input: given a file, it would go on to the modules that the file declares.
    check: ({ folder }) => ['--check', '--edition', rustEdition(folder.read('Cargo.toml'))],
    fix: ({ folder }) => ['--edition', rustEdition(folder.read('Cargo.toml'))],
    filter: true,
    read: readRustfmt,
  },
  {
    name: 'clippy',
    program: 'cargo',
    files: /\.rs$/,
    isConfigured: has('Cargo.toml'),
    check: () => ['clippy', '--quiet', '--message-format', 'short', '--', '-D', 'warnings'],
    read: readProject,
    slow: true,
  },
  {
    name: 'clang-format',
    program: 'clang-format',
    files: /\.(?:c|cc|cpp|cxx|h|hh|hpp|hxx|m|mm|proto)$/,
    isConfigured: has('.clang-format', '_clang-format'),
    check: ({ file }) => ['--dry-run', '-Werror', file],
    fix: ({ file }) => ['-i', file],
    read: readClangFormat,
  },
  {
    name: 'shellcheck',
    program: 'shellcheck',
    files: SHELL,
    isConfigured: has('.shellcheckrc', 'shellcheckrc'),
    check: ({ file }) => ['--format=gcc', file],
    read: readLinesOfLinter,
  },
  {
    name: 'shfmt',
    program: 'shfmt',
    files: SHELL,
    isConfigured: (folder) =>
      /^\[\[?[^\]\n]*(?:\bsh\b|bash|shell)[^\]\n]*\]/m.test(folder.read('.editorconfig')),
    check: ({ file }) => ['-l', file],
    fix: ({ file }) => ['-w', file],
    read: readFormatter,
  },
  {
    name: 'rubocop',
    program: 'rubocop',
    files: /\.(?:rb|rake|gemspec)$/,
    isConfigured: has('.rubocop.yml'),
    check: ({ file }) => ['--format', 'emacs', '--force-exclusion', '--no-color', file],
    fix: ({ file }) => ['--autocorrect', '--force-exclusion', file],
    read: readLinesOfLinter,
  },
  {
    name: 'php-cs-fixer',
    program: 'php-cs-fixer',
    files: /\.php$/,
    isConfigured: has('.php-cs-fixer.php', '.php-cs-fixer.dist.php'),
    check: ({ file }) => ['fix', '--dry-run', '--path-mode=intersection', '--no-interaction', file],
    fix: ({ file }) => ['fix', '--path-mode=intersection', '--no-interaction', file],
    // 8: files would be fixed (its documentation, "Exit code").
    read: (output) => readFormatter({ ...output, code: output.code === 8 ? 1 : output.code }),
  },
  {
    name: 'terraform fmt',
    program: 'terraform',
    files: /\.(?:tf|tfvars)$/,
    isConfigured: has('.terraform.lock.hcl', '.terraform'),
    check: ({ file }) => ['fmt', '-check', '-no-color', file],
    fix: ({ file }) => ['fmt', '-no-color', file],
    // 3: would be formatted.
    read: (output) => readFormatter({ ...output, code: output.code === 3 ? 1 : output.code }),
  },
  {
    name: 'sqlfluff',
    program: 'sqlfluff',
    files: /\.sql$/,
    isConfigured: either(has('.sqlfluff'), pyproject('tool.sqlfluff')),
    check: ({ file }) => ['lint', '--format', 'github-annotation-native', '--disable-progress-bar', file],
    fix: ({ file }) => ['fix', '--force', '--disable-progress-bar', file],
    read: readSqlfluff,
  },
]

/** `edition = "2021"`, also inherited from the workspace; 2021 when it can't be read. */
function rustEdition(manifest: string): string {
  return /^\s*edition\s*=\s*["'](\d{4})["']/m.exec(manifest)?.[1] ?? '2021'
}
