import { baseName } from '../paths/written.ts'
import type { Word } from './command.ts'
import { fileTexts, noteFile } from './files.ts'
import type { Here } from './here.ts'
import type { State } from './state.ts'
import { EMPTY, unknown, type Value } from './value.ts'

/** `tee file`: what it reads, which the file then holds too. */
export function tee(args: readonly Word[], here: Here, state: State): Value | undefined {
  const added = args.some((arg) => arg.value === '-a' || arg.value === '--append')
  for (const arg of args) {
    if (!arg.value?.startsWith('-')) noteFile(here, arg, state, here.stdin ?? [unknown('its input')], added)
  }
  return here.stdin
}

/** `cp a b`, `mv a b`: the second then holds what the first did. */
export function copy(args: readonly Word[], here: Here, state: State): Value {
  const [from, to, ...others] = args.filter((arg) => !arg.value?.startsWith('-'))
  if (from && to && others.length === 0) {
    noteRenamed(here, from, to)
    for (const content of fileTexts(here, from, state)) noteFile(here, to, state, content, false)
  }
  return EMPTY
}

/** A program that goes by another name from here on: `cp "$(which rm)" x`. */
function noteRenamed(here: Here, from: Word, to: Word): void {
  const [only] = from.parts
  const likely = only?.kind === 'unknown' && from.parts.length === 1 ? only.maybe?.[0] : undefined
  const program = likely ?? (/(?:^|\/)s?bin\/[^/]+$/.test(from.value ?? '') ? from.value : undefined)
  if (program !== undefined && to.value !== undefined) here.reading.renamed.set(baseName(to.value), program)
}

/** `curl -o file`, `wget -O file`: what comes is not known. */
export function download(args: readonly Word[], here: Here, state: State): Value {
  const content: Value = [unknown('what is downloaded')]
  args.forEach((arg, index) => {
    const file = args[index - 1]
    if (file && /^(?:-[a-zA-Z]*[oO]|--output|--output-document)$/.test(file.value ?? '')) {
      noteFile(here, arg, state, content, false)
    }
  })
  return content
}
