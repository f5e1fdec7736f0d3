import { type Carried, type Carrier, optionValues } from './carried.ts'
import { leadingText, wordAfter } from './unwrap.ts'
import { text, textOf, type Value } from './value.ts'

/** The shell text in commands of ed, ex and vim: `!rm x`, `:r !rm x`, `:silent !rm x`, `:terminal rm x`. */
function shellLines(commands: string): string[] {
  const found: string[] = []
  for (const line of commands.split('\n')) {
    const match =
      /^[\s:|]*(?:(?:silent|sil|noautocmd|noa|keepalt|exe|exec|execute|normal|norm|autocmd\s+\S+\s+\S+)!?\s+["':]*)*(?:[\d%.,$'<>\s]*(?:r|re|read|w|write)?\s*!+|(?:vert(?:ical)?\s+|tab\s+)?(?:te|ter|term|terminal)!?\s+|(?:shell|system|\.shell|\.system)\s+)(.+)$/.exec(
        line,
      )
    if (match?.[1] !== undefined) found.push(match[1].replace(/["']$/, ''))
  }
  return found
}

const carried = (value: Value): Carried[] => shellLines(known(value)).map((code) => ({ code: text(code) }))

function known(value: Value): string {
  return value.map((part) => (part.kind === 'unknown' ? '$HOOKBOX_UNKNOWN' : part.text)).join('')
}

/** Vim and its kin: `-c command`, `+command`, `--cmd command`, and a script on the input of ex. */
export const vim: Carrier = ({ here, call }) => {
  const commands = optionValues(call.argv, { short: 'c', long: ['--cmd'] })
  for (const word of call.argv.slice(1)) {
    if (/^\+./.test(leadingText(word))) commands.push(wordAfter(word, 1))
  }
  return [...commands.flatMap(({ parts }) => carried(parts)), ...(here.stdin ? carried(here.stdin) : [])]
}

/** Programs whose input has such lines among others: ed, dc, ftp, and shells of databases. */
export const shellEscapes: Carrier = ({ here }) => {
  const input = here.stdin && textOf(here.stdin)
  return input === undefined
    ? []
    : shellLines(input.replace(/^\s*\\!/gm, '!')).map((code) => ({ code: text(code) }))
}
