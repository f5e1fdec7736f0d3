import type { Command } from '../../src/shell/command.ts'
import type { Finding } from './call.ts'
import type { Options } from './options.ts'

/** Why a command is not run, for the model and the person. */
export function reasonFor(command: Command, { verdict, why, instead }: Finding): string {
  const through = command.via.map(({ name }) => name)
  const path = through.length > 0 ? `, found behind ${through.join(', ')}` : ''
  const act = verdict === 'ask' ? 'needs a decision' : 'is not run'
  const ways = instead ? `Instead: ${instead}` : ''
  return `\`${short(command.source)}\` ${act}: ${why}${path}. ${ways} ${permission(command)}`.replace(
    / {2,}/g,
    ' ',
  )
}

function permission(command: Command): string {
  const values = command.argv.map((word) => word.value)
  if (values.includes(undefined) || !canAllow(command)) return 'A person can run it in a terminal.'
  const entry = JSON.stringify(values.join(' '))
  return `A person can run it in a terminal, or allow it in the section "block-destructive-git" of hookbox.json: "allow": [${entry}], this exact command.`
}

/**
 * An entry allows a command when each of its words is known and the same, here and not
 * elsewhere, with no assignment in front. A last ` *` allows any further words that are known.
 */
export function isAllowed(command: Command, options: Options): boolean {
  if (!canAllow(command)) return false
  const values = command.argv.map((word) => word.value)
  if (values.some((value) => value === undefined)) return false
  return options.allow.some((entry) => {
    const wanted = entry.split(/\s+/).filter((word) => word !== '')
    const open = wanted.at(-1) === '*'
    const words = open ? wanted.slice(0, -1) : wanted
    if (words.length === 0 || values.length < words.length || (!open && values.length > words.length))
      return false
    return words.every((word, index) => word === values[index])
  })
}

const canAllow = (command: Command) =>
  !command.via.some((wrapper) => wrapper.elsewhere) &&
  Object.keys(command.environment).length === 0 &&
  !command.moreOperands

export function short(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 160 ? `${line.slice(0, 157)}...` : line
}
