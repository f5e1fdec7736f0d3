import type { Folder } from '../../src/paths/folder.ts'
import { readRustfmt, readSqlfluff } from './read-known.ts'
import { readClangFormat, readFormatter, readLinesOfLinter, readListed, readProject } from './read-output.ts'
import { either, has, hasLike, inSection, mentions, pyproject, type Tool } from './tool.ts'

const GOLANGCI = /^\.golangci\.(?:ya?ml|toml|json)$/
const JVM_BUILD = /^(?:pom\.xml|(?:build|settings)\.gradle(?:\.kts)?|libs\.versions\.toml)$/
const SHELL = /\.(?:sh|bash)$/

const GOOGLE_JAVA_FORMAT = /google-?java-?format/i

/** Tools for other languages. */
export const MORE_TOOLS: readonly Tool[] = [
  {
    name: 'gofmt',
    program: 'gofmt',
    files: /\.go$/,
    isConfigured: has('go.mod'),
    check: ({ file }) => ['-l', file],
    fix: ({ file }) => ['-w', file],
    read: readListed,
  },
  {
    name: 'goimports',
    program: 'goimports',
    files: /\.go$/,
    // It has no configuration of its own.
    isConfigured: mentions(GOLANGCI, /\bgoimports\b/),
    check: ({ file }) => ['-l', file],
    fix: ({ file }) => ['-format-only', '-w', file],
    tidy: ({ file }) => ['-w', file],
    read: readListed,
  },
  {
    name: 'golangci-lint',
    program: 'golangci-lint',
    files: /\.go$/,
    isConfigured: hasLike(GOLANGCI),
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
    read: readListed,
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
    name: 'ktlint',
    program: 'ktlint',
    files: /\.kts?$/,
    isConfigured: either(
      mentions(/^\.editorconfig$/, /^\[[^\]\n]*\bkts?\b[^\]\n]*\]|^ktlint_/m),
      mentions(JVM_BUILD, /ktlint/i),
    ),
    check: ({ file }) => ['--log-level=error', file],
    fix: ({ file }) => ['--log-level=error', '-F', file],
    read: readLinesOfLinter,
  },
  {
    name: 'google-java-format',
    program: 'google-java-format',
    files: /\.java$/,
    // It has no configuration of its own; its plugins for Maven and Gradle name it.
    isConfigured: mentions(JVM_BUILD, GOOGLE_JAVA_FORMAT),
    check: ({ file, folder }) => ['--dry-run', '--set-exit-if-changed', ...aosp(folder), file],
    fix: ({ file, folder }) => ['--replace', '--skip-removing-unused-imports', ...aosp(folder), file],
    tidy: ({ file, folder }) => ['--replace', ...aosp(folder), file],
    read: readFormatter,
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
    isConfigured: either(
      has('.sqlfluff'),
      pyproject('tool.sqlfluff'),
      inSection('sqlfluff', 'setup.cfg', 'tox.ini'),
    ),
    check: ({ file }) => ['lint', '--format', 'github-annotation-native', '--disable-progress-bar', file],
    fix: ({ file }) => ['fix', '--force', '--disable-progress-bar', file],
    read: readSqlfluff,
  },
]

/** Its other style, four blanks, where the build asks for it. */
function aosp(folder: Folder): readonly string[] {
  return mentions(JVM_BUILD, /\baosp\b/i)(folder) ? ['--aosp'] : []
}

/** `edition = "2021"`, also inherited from the workspace; 2021 when it can't be read. */
function rustEdition(manifest: string): string {
  return /^\s*edition\s*=\s*["'](\d{4})["']/m.exec(manifest)?.[1] ?? '2021'
}
