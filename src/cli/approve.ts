import chalk, { chalkStderr } from 'chalk'
import type { Command } from 'commander'
import { approveCommand, type Given, type Person } from '../command/approve.ts'
import { nodeHost } from '../host/node.ts'
import { openTerminal } from './terminal.ts'

export function addApprove(program: Command): void {
  program
    .command('approve')
    .description('allow a refused call once; for a person at a terminal')
    .argument('[code]', 'the code from the refusal')
    .option('--list', 'the calls that can be approved, and the approvals that wait for their call')
    .option('--revoke', 'take the approval with this code back; without a code all of them')
    .option('--minutes <number>', 'how long the approval waits for its call, up to 60', '10')
    .action((code: string | undefined, given: Given) => {
      process.exitCode = approveCommand(code, given, person)
    })
}

const person: Person = { host: nodeHost, openTerminal, out: chalk, terminal: chalkStderr }
