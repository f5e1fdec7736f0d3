import type { Word } from '../../../src/shell/command.ts'
import { cutWord, leading, type Program, plain, type Split, split, type Use, uses } from './use.ts'

/** `HEAD:.env` is the file .env. */
function inRevision(word: Word): Word {
  const colon = leading(word).indexOf(':')
  return colon > 0 ? cutWord(word, colon + 1) : word
}

const QUIET_DIFF = [
  '--stat',
  '--shortstat',
  '--numstat',
  '--name-only',
  '--name-status',
  '--quiet',
  '--summary',
  '--check',
  's',
  '--no-patch',
  '--dirstat',
]

/** Subcommands that change the files named. */
const WRITING: Readonly<Record<string, (line: Split) => readonly Use[]>> = {
  checkout: (line) => [
    ...uses(line.afterDashes ?? [], 'write'),
    // Before `--`, or without one, a word may be a branch.
    ...uses(line.operands, 'write', { ifThere: true }),
  ],
  restore: (line) =>
    line.has('S', '--staged') && !line.has('W', '--worktree')
      ? []
      : uses(line.operands, 'write', { deep: true }),
  rm: (line) => (line.has('--cached', 'n', '--dry-run') ? [] : uses(line.operands, 'write', { deep: true })),
  mv: (line) => uses(line.operands, 'write', { deep: true }),
  // It takes what is ignored, and with it what is installed.
  clean: (line) =>
    line.has('x', 'X') && line.has('f', '--force') && !line.has('n', '--dry-run')
      ? uses([plain('node_modules')], 'write', { deep: true, ifThere: true })
      : [],
  stash: (line) =>
    /^(push|save)$/.test(leading(line.operands[0])) ? uses(line.operands.slice(1), 'write') : [],
}

/** Subcommands that show the content of the files named, or take it into the history. */
const READING: Readonly<Record<string, (line: Split) => readonly Use[]>> = {
  show: (line) => (line.has(...QUIET_DIFF) ? [] : uses(line.operands.map(inRevision), 'read')),
  diff: (line) => (line.has(...QUIET_DIFF) ? [] : uses(line.operands.map(inRevision), 'read')),
  difftool: (line) => uses(line.operands, 'read'),
  log: (line) =>
    line.has('p', 'u', 'L', '--patch', 'c', '--cc')
      ? uses([...line.operands, ...lineRanges(line)], 'read')
      : [],
  blame: (line) => uses(line.operands, 'read'),
  annotate: (line) => uses(line.operands, 'read'),
  'cat-file': (line) => uses(line.operands.map(inRevision), 'read'),
  archive: (line) => uses(line.operands, 'read'),
  grep: (line) =>
    line.has('q', 'c', 'l', 'L', '--quiet', '--count', '--files-with-matches', '--name-only')
      ? []
      : uses(line.has('e', 'f') ? line.operands : line.operands.slice(1), 'read'),
  add: (line) => uses(line.operands, 'read'),
  stage: (line) => uses(line.operands, 'read'),
  commit: (line) => uses(line.operands, 'read'),
  'hash-object': (line) => uses(line.operands, 'read'),
}

/** `-L 1,5:.env`. */
function lineRanges(line: Split): Word[] {
  return line.valuesOf('L').map((word) => {
    const text = leading(word)
    return cutWord(word, text.lastIndexOf(':') + 1)
  })
}

const TAKES: Readonly<Record<string, { readonly short?: string; readonly long?: readonly string[] }>> = {
  checkout: { short: 'bB', long: ['--orphan', '--conflict', '--pathspec-from-file'] },
  restore: { short: 's', long: ['--source'] },
  log: {
    short: 'nLSG',
    long: ['--format', '--pretty', '--author', '--grep', '--since', '--until', '--max-count'],
  },
  grep: { short: 'efABCm', long: ['--max-depth'] },
  commit: {
    short: 'mFCct',
    long: [
      '--message',
      '--file',
      '--author',
      '--date',
      '--template',
      '--fixup',
      '--squash',
      '--reuse-message',
      '--trailer',
    ],
  },
  stash: { short: 'm', long: ['--message'] },
  archive: { short: 'o', long: ['--output', '--prefix', '--format', '--remote'] },
  blame: { short: 'LSC', long: ['--since'] },
  config: { short: 'f', long: ['--file', '--blob', '--type', '--default'] },
  add: { long: ['--chmod', '--pathspec-from-file'] },
}

/** Options of git itself before the subcommand that take a word. */
const BEFORE = /^(?:-C|-c|--git-dir|--work-tree|--namespace|--super-prefix|--config-env|--exec-path)$/

export const git: Program = ({ args }) => {
  let at = 0
  let folder: Word | undefined
  for (; at < args.length && leading(args[at]).startsWith('-'); at++) {
    const option = leading(args[at])
    if (!BEFORE.test(option)) continue
    at++
    if (option === '-C') folder = args[at]
  }
  const name = leading(args[at])
  const line = split(args.slice(at + 1), TAKES[name] ?? {})
  const found = name === 'config' ? config(line) : (WRITING[name] ?? READING[name])?.(line)
  return folder === undefined
    ? (found ?? [])
    : (found ?? []).map((use) => ({ ...use, word: inFolder(folder, use.word) }))
}

/** Where `git -C folder` takes a path from. */
function inFolder(folder: Word | undefined, word: Word): Word {
  if (!folder || /^[/~]/.test(leading(word))) return word
  const parts = [...folder.parts, { kind: 'text', text: '/' } as const, ...word.parts]
  const value =
    folder.value === undefined || word.value === undefined ? undefined : `${folder.value}/${word.value}`
  return { value, parts, source: word.source }
}

/** Setting this key puts other hooks, or none, in the place of those in .git/hooks. */
const HOOKS_KEY = /^core\.hookspath$/i

function config(line: Split): Use[] {
  const [first, ...others] = line.operands
  const words = leading(first) === 'set' ? others : line.operands
  const sets = words.length > 1 && HOOKS_KEY.test(leading(words[0])) && !line.has('--get', '--get-all')
  return sets ? uses([plain('.git/config')], 'write') : []
}
