import { type Carried, type Carrier, optionValues } from './carried.ts'
import { leadingText } from './unwrap.ts'
import { text, type Value } from './value.ts'

/**
 * Shell text in a program for sed (GNU): of `e command`, and what `s/x/command/e` puts in place.
 * An `e` alone runs the line that was read: `''` stands for that.
 */
/** In place of what is not known, so that it ends nothing. */
const UNKNOWN = '\ufffc'

export function sedCommands(program: string): string[] {
  const found: string[] = []
  let at = 0
  const skip = (pattern: RegExp) => {
    pattern.lastIndex = at
    at += pattern.exec(program)?.[0].length ?? 0
  }
  while (at < program.length) {
    skip(BETWEEN)
    at = afterAddress(program, at)
    skip(BLANKS)
    const command = program[at] ?? ''
    at++
    if (command === 'e') {
      const end = lineEnd(program, at)
      found.push(program.slice(at, end).trim())
      at = end
    } else if (command === 's' || command === 'y') {
      const from = afterDelimited(program, at)
      const to = afterDelimited(program, from - 1)
      const flags = /^[gpimIMe\d]*/.exec(program.slice(to))?.[0] ?? ''
      const put = program
        .slice(from, to - 1)
        .replace(/\\([^\d])|\\\d|&/g, (_all, char?: string) => char ?? UNKNOWN)
      // The line that was changed runs: what was put in place, and the rest of it.
      if (command === 's' && flags.includes('e')) found.push(put, '')
      at = to + flags.length
      if (program[at] === 'w') at = lineEnd(program, at)
    } else if (/[aicrRwWbtT:]/.test(command)) at = endOfText(program, at, command)
  }
  return found
}

const BETWEEN = /[\s;{}]*/y
const BLANKS = /[\s!]*/y
const ADDRESS = /(?:\d+(?:~\d+)?|\$)?(?:I|M)*/y

/** Behind the addresses at this place: `1,$`, `/x/,+3`, `\cxc`, `0~4`. */
function afterAddress(program: string, from: number): number {
  let at = from
  for (;;) {
    const before = at
    if (program[at] === '/') at = afterDelimited(program, at)
    else if (program[at] === '\\') at = afterDelimited(program, at + 1)
    ADDRESS.lastIndex = at
    at += ADDRESS.exec(program)?.[0].length ?? 0
    const rest = /^\s*,\s*[+~]?/.exec(program.slice(at, at + 20))
    if (rest) at += rest[0].length
    if (at === before) return at
  }
}

/** Behind the delimiter that ends what begins with the one at this place. */
function afterDelimited(program: string, at: number): number {
  const delimiter = program[at]
  let inClass = false
  for (let index = at + 1; index < program.length; index++) {
    const char = program[index]
    if (char === '\\') index++
    else if (char === '[') inClass = true
    else if (char === ']') inClass = false
    else if (char === delimiter && !(inClass && program.slice(index).includes(']'))) return index + 1
  }
  return program.length
}

function lineEnd(program: string, from: number): number {
  const end = program.indexOf('\n', from)
  return end < 0 ? program.length : end
}

/** Text and file names go to the end of the line, over a backslash; labels end with `;` too. */
function endOfText(program: string, from: number, command: string): number {
  if (/[btT:]/.test(command)) {
    const end = program.slice(from).search(/[\n;]/)
    return end < 0 ? program.length : from + end
  }
  let end = lineEnd(program, from)
  while (/[aic]/.test(command) && program[end - 1] === '\\' && end < program.length)
    end = lineEnd(program, end + 1)
  return end
}

/** The programs for sed in its words; with none in options it is the first operand. */
export const sed: Carrier = ({ here, call }) => {
  const given = optionValues(call.argv, { short: 'e', long: ['--expression'] })
  const operand = call.argv.slice(1).find((word) => !leadingText(word).startsWith('-'))
  const program = given.length > 0 ? given : operand ? [operand] : []
  const input: Value = here.stdin ?? []
  return program.flatMap(({ parts }) =>
    sedCommands(parts.map((part) => (part.kind === 'unknown' ? UNKNOWN : part.text)).join('')).map(
      (code): Carried => ({ code: code === '' ? input : text(code.replaceAll(UNKNOWN, '$HOOKBOX_UNKNOWN')) }),
    ),
  )
}
