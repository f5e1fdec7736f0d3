import { readBiome, readEslint, readPrettier } from './read-known.ts'
import { readFormatter, readLinesOfLinter } from './read-output.ts'
import { either, has, hasLike, packageKey, type Tool } from './tool.ts'

const SCRIPT = /\.[cm]?[jt]sx?$/

/** A rule that is off need not be known: it does no harm where the plugin is not used. */
const KEEP_IMPORTS = '{"unused-imports/no-unused-imports":"off"}'

/** Tools for scripts, styles and text. */
export const WEB_TOOLS: readonly Tool[] = [
  {
    name: 'biome',
    program: 'biome',
    files: /\.(?:[cm]?[jt]sx?|jsonc?|css|graphql|gql|html|vue|svelte|astro)$/,
    isConfigured: has('biome.json', 'biome.jsonc', '.biome.json', '.biome.jsonc'),
    check: ({ file }) => ['check', '--reporter=github', '--no-errors-on-unmatched', file],
    // Where it is configured to remove unused imports, that is taken back: older versions know no
    // way to leave it out.
    fix: ({ file }) => ['check', '--write', '--reporter=github', '--no-errors-on-unmatched', file],
    format: ({ file }) => ['format', '--write', '--no-errors-on-unmatched', file],
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
      KEEP_IMPORTS,
      '--no-warn-ignored',
      '--no-error-on-unmatched-pattern',
      file,
    ],
    tidy: ({ file }) => ['--fix', '--no-warn-ignored', '--no-error-on-unmatched-pattern', file],
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
    fix: ({ file }) => ['--fix', '--rule', KEEP_IMPORTS, '--no-error-on-unmatched-pattern', file],
    tidy: ({ file }) => ['--fix', '--no-error-on-unmatched-pattern', file],
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
]
