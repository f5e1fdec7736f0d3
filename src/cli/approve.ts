import type { Command } from 'commander'
import { APPROVE_HELP, APPROVE_SUMMARY } from '../command/approve-help.ts'
import { optionsIn } from '../command/own-words.ts'

/** `hookbox approve` as help and completion show it; src/command/approve.ts reads it and does it. */
export function addApprove(program: Command): void {
  const command = program.command('approve').description(APPROVE_SUMMARY).argument('[code]')
  for (const [name] of optionsIn(APPROVE_HELP)) if (name !== 'help') command.option(`--${name}`)
  command.helpInformation = () => APPROVE_HELP
}
