import type { Word } from '../../../src/shell/command.ts'
import { slashed } from '../../../src/shell/slashed.ts'
import { type Form, knownText, knownWord, type Target } from '../deletion.ts'

/** cmd's `rd /s`, `rmdir /s`, `del /s`. Undefined when it is not written that way. */
export const cmdDelete: Form = (written, program) => {
  const command = slashed(written)
  const words = command.argv.slice(1)
  // Git Bash needs the slash doubled: `rd //s //q x`.
  const isSwitch = (word: Word) => /^\/{1,2}[a-z?](?:[:-].*)?$/i.test(knownText(word))
  const switches = words.filter(isSwitch).map((word) => knownText(word).replaceAll('/', '').toLowerCase())
  if (!switches.includes('s')) return undefined
  const operands = words.filter((word) => !isSwitch(word))
  // `del /s *.log` takes the pattern to every folder below; `rd /s` takes the folder.
  const searches = program === 'del' || program === 'erase'
  const targets = operands.map(
    (word): Target => (searches ? search(word, command.cwd) : { word, cwd: command.cwd }),
  )
  return { how: `${program} /s`, effect: 'tree', targets, source: command.source }
}

function search(word: Word, cwd: string | undefined): Target {
  const text = knownText(word)
  const at = Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\'))
  const name = text.slice(at + 1)
  if (!/[*?]/.test(name)) return { word, cwd }
  const folder = knownWord(at < 0 ? '.' : text.slice(0, at + 1), word.source)
  if (/^\*(?:\.\*)?$/.test(name)) return { word: folder, cwd, contents: true }
  return { word: folder, cwd, found: { names: [name], aged: false, empty: false, filesOnly: true } }
}

/** `robocopy FROM TO /MIR` and /PURGE: what is in TO and not in FROM goes. */
export const robocopy: Form = (written, program) => {
  const command = slashed(written)
  const words = command.argv.slice(1)
  const isSwitch = (word: Word) => /^\/{1,2}[a-z]+(?::.*)?$/i.test(knownText(word))
  const has = (name: RegExp) => words.some((word) => isSwitch(word) && name.test(knownText(word)))
  const [, to] = words.filter((word) => !isSwitch(word))
  if (!has(/^\/+(?:mir|purge)$/i) || has(/^\/+l$/i) || !to) return undefined
  const targets: Target[] = [{ word: to, cwd: command.cwd, contents: true }]
  return { how: `${program} /MIR`, effect: 'tree', targets, source: command.source }
}

/** cmd's `del FILE` with switches; del-cli has none that begin with a slash. */
export const cmdFiles: Form = (written, program) => {
  const command = slashed(written)
  const words = command.argv.slice(1)
  const files = words.filter((word) => !/^\/{1,2}[a-z](?:[:-].*)?$/i.test(knownText(word)))
  if (files.length === words.length && written.via.at(-1)?.name !== 'cmd') return undefined
  const targets = files.map((word): Target => ({ word, cwd: command.cwd }))
  return { how: program, effect: 'files', targets, source: command.source }
}
