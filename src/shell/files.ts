import type { Word } from './command.ts'
import { type Here, pathFrom } from './here.ts'
import type { State } from './state.ts'
import { text, textOf, unknown, type Value } from './value.ts'

/** More texts than this for one file are not kept apart. */
const MAX_TEXTS = 4

/** The absolute paths a word may mean: one for each directory it may be in. */
function pathsOf(here: Here, file: Word, state: State): string[] {
  const { value } = file
  if (value === undefined || value === '') return []
  // A directory that is not known is a place of its own: what is written there is found there.
  return state.cwds.map((cwd) => pathFrom(here, cwd, value) ?? `?/${value.replace(/^(?:\.\/)+/, '')}`)
}

/** Remembers what was written into a file. `added`: at its end. */
export function noteFile(here: Here, file: Word, state: State, content: Value, added: boolean): void {
  const known = textOf(content)
  for (const path of pathsOf(here, file, state)) {
    const before = state.files.get(path) ?? []
    const last = added ? (before.length > 0 ? before.at(-1) : onDisk(here, path)) : ''
    const now = known === undefined || last === undefined ? undefined : last + known
    // Behind a text that is not known the added one runs all the same.
    const all = [...new Set([...before, now, ...(now === undefined && known !== undefined ? [known] : [])])]
    state.files.set(path, all.length > MAX_TEXTS ? [...all.slice(-MAX_TEXTS), undefined] : all)
  }
}

function onDisk(here: Here, path: string): string | undefined {
  return here.elsewhere ? undefined : here.reading.world.script?.(path)
}

/** What a file that the text wrote may hold; empty when it wrote none there. */
export function writtenTexts(here: Here, file: Word, state: State): Value[] {
  const texts = pathsOf(here, file, state).flatMap((path) => state.files.get(path) ?? [])
  return [...new Set(texts)].map((one) =>
    one === undefined ? [unknown(`what ${file.source} holds`)] : text(one),
  )
}

/** The same, else what the disk has. */
export function fileTexts(here: Here, file: Word, state: State): Value[] {
  const written = writtenTexts(here, file, state)
  if (written.length > 0) return written
  return pathsOf(here, file, state).flatMap((path) => {
    const found = onDisk(here, path)
    return found === undefined ? [] : [text(found)]
  })
}
