import { type Form, knownText, type Target } from '../deletion.ts'
import { splitOptions } from '../words.ts'

const VALUED = ['C', 'c', 'git-dir', 'work-tree', 'namespace', 'exec-path', 'config-env', 'super-prefix']

/**
 * `git rm -rf`: as rm. Without -f git itself refuses to delete what is not committed, and with
 * --cached no file is touched.
 */
export const gitRm: Form = (command, program) => {
  const words = command.argv.slice(1)
  const at = words.findIndex((_word, index) => !isOption(words, index))
  if (words[at]?.value !== 'rm') return undefined
  const { given, operands } = splitOptions(words.slice(at + 1), { valued: ['pathspec-from-file'] })
  const force = given.has('f') || given.has('force')
  if (!force || !given.has('r') || given.has('cached') || given.has('n') || given.has('dry-run'))
    return undefined
  const before = splitOptions(words.slice(0, at), { valued: VALUED })
  const moved = before.values.get('C')?.at(-1)
  const cwd = moved ? (moved.value?.startsWith('/') ? moved.value : undefined) : command.cwd
  const targets = operands.map((word): Target => ({ word, cwd, versioned: true }))
  return { how: `${program} rm -rf`, effect: 'tree', targets, source: command.source }
}

function isOption(words: readonly { readonly value: string | undefined }[], index: number): boolean {
  const value = words[index]?.value ?? ''
  const before = words[index - 1]?.value ?? ''
  return value.startsWith('-') || /^(?:-C|-c|--git-dir|--work-tree|--namespace|--exec-path)$/.test(before)
}

/** Mercurial and others with the same word delete only what they have a copy of. */
export const archive: Form = (command, program) => {
  const words = command.argv.slice(1)
  const removes =
    program === 'zip'
      ? words.some((word) => /^-(?!-)[a-zA-Z]*m/.test(knownText(word)) || word.value === '--move')
      : words.some((word) => knownText(word).startsWith('--remove-files'))
  if (!removes) return undefined
  const valued = [
    'f',
    'C',
    'T',
    'X',
    'file',
    'directory',
    'files-from',
    'exclude',
    'exclude-from',
    'transform',
  ]
  const { operands, values } = splitOptions(words, { valued })
  const folder = values.get('C')?.at(-1) ?? values.get('directory')?.at(-1)
  const cwd = folder ? (folder.value?.startsWith('/') ? folder.value : undefined) : command.cwd
  // `tar czf a.tgz ...`: the bundled letters and the archive come first.
  const skip =
    program === 'zip' ? 1 : oldStyle(words[0]?.value) ? (/f/.test(words[0]?.value ?? '') ? 2 : 1) : 0
  const targets = operands.slice(skip).map((word): Target => ({ word, cwd }))
  const how = program === 'zip' ? 'zip -m' : `${program} --remove-files`
  return targets.length === 0 ? undefined : { how, effect: 'tree', targets, source: command.source }
}

function oldStyle(word: string | undefined): boolean {
  return word !== undefined && /^[a-zA-Z]+$/.test(word)
}
