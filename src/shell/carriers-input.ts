import type { Carried, Carrier } from './carried.ts'
import { optionValues } from './carried.ts'
import type { Word } from './command.ts'
import { scriptTexts } from './scripts.ts'
import { SHELLS } from './shells.ts'
import { leadingText, unwrap } from './unwrap.ts'
import { text, textOf, type Value } from './value.ts'
import { rule } from './wrapper-rule.ts'

const only = (input: Value | undefined, more: Omit<Carried, 'code'> = {}): Carried[] =>
  input?.some((part) => part.kind === 'text') ? [{ code: input, ...more }] : []

/** `at now`, `batch`: the input, or the file of `-f`. */
export const at: Carrier = ({ here, call, state }) => {
  if (call.argv.some(({ value }) => /^-[a-zA-Z]*[lrdcV]/.test(value ?? ''))) return []
  const files = optionValues(call.argv, { short: 'f' })
  const texts = files.flatMap((file) => scriptTexts(here, file, state))
  return files.length > 0 ? texts.map((code) => ({ code })) : only(here.stdin)
}

/** The times in front of a crontab's commands are words that run nothing. */
const TIMES = /^[ \t]*(?:(?:[\d*,/A-Za-z-]+[ \t]+){5}|@\w+[ \t]+)/

/** `crontab -`, `crontab file`: the commands of its lines. `%` is the end of the command. */
export const crontab: Carrier = ({ here, call, state }) => {
  if (call.argv.some(({ value }) => /^-[a-zA-Z]*[lre]/.test(value ?? ''))) return []
  const operand = call.argv.slice(1).find((word, index) => {
    const before = call.argv[index]?.value
    return before !== '-u' && !/^-./.test(leadingText(word))
  })
  const tables = !operand || operand.value === '-' ? [here.stdin ?? []] : scriptTexts(here, operand, state)
  return tables.flatMap((table) =>
    table.flatMap((part) =>
      part.kind === 'unknown'
        ? []
        : part.text.split('\n').flatMap((line): Carried[] => {
            const times = TIMES.exec(line)
            return times
              ? [{ code: text(line.slice(times[0].length)), directory: here.reading.world.home }]
              : []
          }),
    ),
  )
}

const REMOTE = rule('ssh', { short: 'bcDEeFIiJLlmOopQRSWw', operands: 1 })

/** `ssh host`, `ssh host bash -s`: the remote side reads its commands from the input. */
export const ssh: Carrier = ({ here, call }) => {
  if (here.stdin === undefined) return []
  const command = unwrap([...call.argv, END], REMOTE)?.argv.slice(0, -1) ?? []
  return startsShell(command) ? only(here.stdin, { elsewhere: true }) : []
}

const END: Word = { value: 'end', parts: text('end'), source: '' }

/** No command at all, or a shell that has none of its own. */
function startsShell(command: readonly Word[]): boolean {
  const [first = '', ...rest] = command
    .map(({ value = '' }) => value)
    .join(' ')
    .split(/\s+/)
  if (first === '') return command.length === 0
  const name = first.slice(first.lastIndexOf('/') + 1)
  return SHELLS.has(name) && !rest.some((word) => /^-[a-z]*c/.test(word))
}

/** `sudo -s`, `su bob`, `chroot /mnt`: without a command they start a shell that reads the input. */
export const starters: Carrier = ({ here, call }) => {
  if (here.stdin === undefined) return []
  const words = call.argv.slice(1).map(({ value = '' }) => value)
  const asksShell = words.some((word) => /^-[a-zA-Z]*[si]$|^--(?:shell|login)$/.test(word))
  const name = call.argv[0]?.value ?? ''
  const needed = /(?:sudo|doas)$/.test(name)
    ? asksShell
    : !words.some((word) => /^-[a-z]*c|^--command/.test(word))
  return needed ? only(here.stdin) : []
}

/** `parallel < list`, `echo 'rm x' | parallel`: without words of a command its input is commands. */
export const parallel: Carrier = ({ here, call }) => {
  const words = call.argv.slice(1)
  const source = words.findIndex(({ value }) => /^:::/.test(value ?? ''))
  const before = source < 0 ? words : words.slice(0, source)
  if (
    before.some(
      (word, index) =>
        !leadingText(word).startsWith('-') && !/^-[jNnPa]$/.test(before[index - 1]?.value ?? ''),
    )
  )
    return []
  if (source >= 0) return words.slice(source + 1).map(({ parts }) => ({ code: parts }))
  return here.stdin && textOf(here.stdin) !== undefined ? only(here.stdin) : []
}
