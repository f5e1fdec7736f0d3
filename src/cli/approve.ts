import chalk, { chalkStderr } from 'chalk'
import type { Command } from 'commander'
import { ARGUMENT, DESCRIPTION, type Given, OPTIONS } from '../command/approve/options.ts'
import type { Registry } from '../command/registry.ts'
import { nodeHost } from '../host/node.ts'

/** `hookbox approve`, which other engines have as well (src/command/approve). */
export function addApprove(program: Command, registry: Registry): void {
  const [argument, what] = ARGUMENT
  const command = program.command('approve').description(DESCRIPTION).argument(`[${argument}]`, what)
  for (const [flags, does, otherwise] of OPTIONS) command.option(flags, does, otherwise)
  command.action(async (code: string | undefined, given: Given) => {
    const { approveCommand } = await import('../command/approve/approve.ts')
    const { openTerminal } = await import('../host/node-terminal.ts')
    const desk = { host: nodeHost, out: chalk, terminal: chalkStderr, openTerminal }
    process.exitCode = await approveCommand(code, given, registry, desk)
  })
}
