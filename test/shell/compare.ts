import type { Command, ShellReading, Word } from '../../src/shell/command.ts'

export type Ran = readonly (string | { readonly bytes: string })[]

/** How well a reading foresaw what bash ran. */
export type Grade = 'exact' | 'unknown' | 'doubt' | 'wrong'

/** Grades a reading against all that bash executed. */
export function grade(reading: ShellReading, ran: readonly Ran[]): Grade {
  let worst: Grade = 'exact'
  for (const argv of ran) {
    const exact = reading.commands.some((command) => isExactly(command, argv))
    if (exact) continue
    const possible = reading.commands.some((command) => mayBe(command, argv))
    if (possible) worst = worst === 'exact' ? 'unknown' : worst
    else if (reading.doubts.length > 0) worst = 'doubt'
    else return 'wrong'
  }
  return worst
}

function isExactly(command: Command, argv: Ran): boolean {
  return (
    command.argv.length === argv.length && command.argv.every((word, index) => word.value === argv[index])
  )
}

/** True when the known parts are right and the unknown ones can be the rest. */
function mayBe(command: Command, argv: Ran): boolean {
  const separator = '\u0001'
  const pattern = command.argv
    .map((word) => {
      const body = patternOf(word)
      return word.parts.some((part) => part.kind === 'glob' || (part.kind === 'unknown' && part.splits))
        ? `(?:${body}${separator})?`
        : `${body}${separator}`
    })
    .join('')
  const text = argv.map((word) => (typeof word === 'string' ? word : '\ufffc') + separator).join('')
  return new RegExp(`^${pattern}$`, 's').test(text)
}

function patternOf(word: Word): string {
  return word.parts
    .map((part) => {
      if (part.kind === 'text') return part.text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      if (part.kind === 'glob') return '.*?'
      return part.splits ? '.*?' : part.notEmpty ? '[^\u0001]+?' : '[^\u0001]*?'
    })
    .join('')
}
