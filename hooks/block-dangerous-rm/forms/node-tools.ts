import type { Word, WordPart } from '../../../src/shell/command.ts'
import { type Form, knownText, type Target } from '../deletion.ts'
import { splitOptions } from '../words.ts'
import { rm } from './remove.ts'

/** rimraf and del-cli: recursive deletes from npm. Their operands may be globs in quotes. */
export const rimraf: Form = (command, program) => {
  const { given, operands } = splitOptions(command.argv.slice(1), {
    valued: ['max-retries', 'backoff', 'retry-delay', 'tmp', 'preserve-root'],
  })
  if (given.has('dry-run') || given.has('d') || given.has('help') || given.has('h') || given.has('version'))
    return undefined
  const targets = operands
    .filter((word) => !knownText(word).startsWith('!'))
    .map((word): Target => ({ word: unquoted(word), cwd: command.cwd }))
  return { how: program, effect: 'tree', targets, source: command.source }
}

/** `shx rm -rf x` and the like: a shell's commands as a program. */
export const shx: Form = (command, program, scene) => {
  const [, name, ...rest] = command.argv
  if (name?.value !== 'rm') return undefined
  return rm({ ...command, argv: [name, ...rest] }, `${program} rm`, scene)
}

/** These programs expand globs themselves, so quotes around them make no difference. */
function unquoted(word: Word): Word {
  const parts: WordPart[] = []
  for (const part of word.parts) {
    if (part.kind !== 'text') parts.push(part)
    else {
      for (const piece of part.text.split(/([*?])/)) {
        if (piece !== '') parts.push({ kind: /^[*?]$/.test(piece) ? 'glob' : 'text', text: piece })
      }
    }
  }
  return { ...word, parts }
}
