import * as fs from 'node:fs'
import chalk, { chalkStderr } from 'chalk'
import type { Command } from 'commander'
import { approveCommand, type Given, type Person } from '../command/approve.ts'
import type { Terminal } from '../command/person.ts'
import { nodeHost } from '../host/node.ts'

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

function openTerminal(): Terminal | undefined {
  try {
    const fd = fs.openSync(process.platform === 'win32' ? '\\\\.\\CON' : '/dev/tty', 'r+')
    return {
      ask: (question) => {
        fs.writeSync(fd, question)
        const bytes = Buffer.alloc(100)
        return bytes.toString('utf8', 0, fs.readSync(fd, bytes, 0, bytes.length, null))
      },
      close: () => fs.closeSync(fd),
    }
  } catch {
    return undefined
  }
}
