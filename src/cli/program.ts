import { Command } from 'commander'
import { runApprove } from '../command/approve.ts'
import { isApprove } from '../command/approve-help.ts'
import { unknownName } from '../command/refusals.ts'
import type { Registry } from '../command/registry.ts'
import { nodeHost } from '../host/node.ts'
import { openTerminal } from '../host/node-terminal.ts'
import { VERSION } from '../version.ts'
import { addApprove } from './approve.ts'
import { addAudit } from './audit/index.ts'
import { addCompletion } from './completion.ts'
import { addConfig } from './config.ts'
import { addDoctor } from './doctor/command.ts'
import { addLists } from './list.ts'
import { addNew } from './own-hooks.ts'
import { addTest } from './run-tests.ts'
import { addSample } from './sample.ts'
import { addServe } from './serve.ts'
import { addSetup, rewriteEntries } from './setup/commands.ts'
import { addSimulate } from './simulate/command.ts'
import { addStatus } from './status.ts'

/** The commands of `hookbox` itself. Loaded only when no hook was asked for. */
export async function runProgram(registry: Registry): Promise<void> {
  const words = process.argv.slice(2)
  if (isApprove(words)) {
    process.exitCode = await runApprove(words, registry, { host: nodeHost, openTerminal })
    return
  }
  if (!isInFolder()) {
    process.stderr.write('hookbox: the current folder is gone; change into one that is there\n')
    // What a guard answers: its name may be mistyped.
    process.exitCode = 2
    return
  }
  process.stdout.on('error', leave)
  const program = new Command('hookbox')
    .description(
      'Hooks for AI coding agents. `hookbox <hook>` runs one, as the executable of that name does.',
    )
    .version(VERSION)
    // Of usage too, since 1 is what several commands answer with, and 2 what a guard does.
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 64))
  addSetup(program, registry)
  addDoctor(program, registry, () => rewriteEntries(registry))
  addSimulate(program)
  addLists(program, registry)
  addStatus(program, registry)
  addApprove(program)
  addServe(program, registry)
  addAudit(program, registry)
  addSample(program)
  addConfig(program, registry)
  addTest(program, registry)
  addNew(program, registry)
  program
    .command('explain')
    .argument('<command>', 'the text of a shell command; it is not run')
    .description('what every guard of shell commands makes of a command, and why')
    .option('--json', 'for machines')
    .option('--config <file>', 'one more configuration file')
    .action(async (command: string, options: { json?: boolean; config?: string }) => {
      const { explainCommand } = await import('../command/explain.ts')
      process.exitCode = await explainCommand(registry, command, options, nodeHost)
    })
  program
    .command('run')
    .argument('<hooks...>', 'their names, before everything else')
    .usage('HOOK... [PAYLOAD] [options]')
    .description('several hooks in one process, for a harness; `hookbox run HOOK... --help` says more')
  addCompletion(program, Object.keys(registry))
  const [first] = words
  const known = [...Object.keys(registry), ...program.commands.map((command) => command.name()), 'help']
  // Exit 2 and not a usage error's 64: from a harness's settings a mistyped guard would
  // otherwise let every call through.
  process.exitCode = 2
  if (first === undefined) return program.outputHelp({ error: true })
  if (!known.includes(first) && !OPTIONS.includes(first)) {
    process.stderr.write(unknownName(first, known))
    return
  }
  process.exitCode = 0
  await program.parseAsync()
}

/** A pager that is left early is no mistake, as a full disk is. */
function leave({ code }: NodeJS.ErrnoException): void {
  if (code !== 'EPIPE') process.stderr.write(`hookbox: the output can't be written: ${code}\n`)
  process.exit(code === 'EPIPE' ? 0 : 1)
}

function isInFolder(): boolean {
  try {
    process.cwd()
    return true
  } catch {
    return false
  }
}

const OPTIONS: readonly string[] = ['-h', '--help', '-V', '--version']
