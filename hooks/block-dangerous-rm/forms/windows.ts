import type { Word } from '../../../src/shell/command.ts'
import { type Form, knownText, type Target } from '../deletion.ts'

/** cmd's `rd /s`, `rmdir /s`, `del /s`. Undefined when it is not written that way. */
export const cmdDelete: Form = (command, program) => {
  const words = command.argv.slice(1)
  // Git Bash needs the slash doubled: `rd //s //q x`.
  const isSwitch = (word: Word) => /^\/{1,2}[a-z?](?:[:-].*)?$/i.test(knownText(word))
  const switches = words.filter(isSwitch).map((word) => knownText(word).replaceAll('/', '').toLowerCase())
  if (!switches.includes('s')) return undefined
  const targets = words.filter((word) => !isSwitch(word)).map((word): Target => ({ word, cwd: command.cwd }))
  return { how: `${program} /s`, effect: 'tree', targets, source: command.source }
}
