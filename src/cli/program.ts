import { Command } from 'commander'
import { nearest } from '../text/nearest.ts'
import { VERSION } from '../version.ts'
import { addApprove } from './approve.ts'
import { addAudit } from './audit/index.ts'
import { addCompletion } from './completion.ts'
import { addConfig } from './config.ts'
import { addDoctor } from './doctor/command.ts'
import { addLists } from './list.ts'
import type { Registry } from './main.ts'
import { addNew } from './own-hooks.ts'
import { addTest } from './run-tests.ts'
import { addSample } from './sample.ts'
import { addSetup, rewriteEntries } from './setup/commands.ts'
import { addSimulate } from './simulate/command.ts'

/** The commands of `hookbox` itself. Loaded only when no hook was asked for. */
export async function runProgram(registry: Registry): Promise<void> {
  const program = new Command('hookbox')
    .description(
      'Hooks for AI coding agents. `hookbox <hook>` runs one, as the executable of that name does.',
    )
    .version(VERSION)
  addSetup(program, registry)
  addDoctor(program, registry, () => rewriteEntries(registry))
  addSimulate(program)
  addLists(program, registry)
  addApprove(program)
  addAudit(program, registry)
  addSample(program)
  addConfig(program, registry)
  addTest(program, registry)
  addNew(program)
  program
    .command('explain')
    .argument('<command>', 'the text of a shell command; it is not run')
    .description('what every guard of shell commands makes of a command, and why')
    .option('--json', 'for machines')
    .option('--config <file>', 'one more configuration file')
    .action(async (command: string, options: { json?: boolean; config?: string }) => {
      const { explainCommand } = await import('./explain.ts')
      process.exitCode = await explainCommand(registry, command, options)
    })
  program
    .command('run')
    .argument('<hooks...>', 'their names, before everything else')
    .usage('HOOK... [PAYLOAD] [options]')
    .description('several hooks in one process, for a harness; `hookbox run HOOK... --help` says more')
  addCompletion(program, Object.keys(registry))
  const [first] = process.argv.slice(2)
  const known = [...Object.keys(registry), ...program.commands.map((command) => command.name()), 'help']
  // Exit 2 and not a usage error's 64: from a harness's settings a mistyped guard would
  // otherwise let every call through.
  process.exitCode = 2
  if (first === undefined) return program.outputHelp({ error: true })
  if (!known.includes(first) && !OPTIONS.includes(first)) return refuseName(first, known)
  process.exitCode = 0
  await program.parseAsync()
}

const OPTIONS: readonly string[] = ['-h', '--help', '-V', '--version']

function refuseName(name: string, known: readonly string[]): void {
  const best = nearest(name, known)
  const hint = name.startsWith('-')
    ? "a hook's own options stand behind its name"
    : best === undefined
      ? 'hookbox hooks shows them'
      : `did you mean ${JSON.stringify(best)}?`
  process.stderr.write(`hookbox: no hook or command is called ${JSON.stringify(name)}; ${hint}\n`)
}

/** Exit 2, for the same reason. `late`: a hook's name that stands where the payload would. */
export function refuseRun(
  names: readonly string[],
  late: string | undefined,
  known: readonly string[],
): void {
  const unknown = names.filter((name) => !known.includes(name))
  const problems = unknown.map((name) => {
    const best = nearest(name, known)
    const hint = best === undefined ? 'hookbox hooks shows them' : `did you mean ${JSON.stringify(best)}?`
    return `no hook is called ${JSON.stringify(name)}; ${hint}`
  })
  if (late !== undefined) problems.push(`${late} has to stand before the options, with the other hooks`)
  if (names.length === 0) problems.push('it names no hook; usage: hookbox run HOOK... [PAYLOAD] [options]')
  for (const problem of problems) process.stderr.write(`hookbox run: ${problem}\n`)
  process.exitCode = 2
}
