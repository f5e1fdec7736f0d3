import { canBeAllowed } from '../../src/shell/allowed.ts'
import type { Command } from '../../src/shell/command.ts'
import type { Finding } from './call.ts'

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
  if (values.includes(undefined) || !canBeAllowed(command)) return 'A person can run it in a terminal.'
  const entry = JSON.stringify(values.join(' '))
  return `A person can run it in a terminal, or allow it in the section "block-destructive-git" of ~/.config/hookbox/hookbox.json: "allow": [${entry}], this exact command.`
}

export function short(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 160 ? `${line.slice(0, 157)}...` : line
}
