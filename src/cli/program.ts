import chalk from 'chalk'
import { Command } from 'commander'
import { failsClosed } from '../hook.ts'
import { nearest } from '../text/nearest.ts'
import { VERSION } from '../version.ts'
import { addApprove } from './approve.ts'
import type { Registry } from './main.ts'

/** The commands of `hookbox` itself. Loaded only when no hook was asked for. */
export async function runProgram(registry: Registry): Promise<void> {
  const program = new Command('hookbox')
    .description(
      'Hooks for AI coding agents. `hookbox <hook>` runs one, as the executable of that name does.',
    )
    .version(VERSION)
  program
    .command('list')
    .description('the hooks, with what they do')
    .option('--json', 'for machines')
    .action(async ({ json }: { json?: boolean }) => list(registry, json === true))
  addApprove(program)
  const [first] = process.argv.slice(2)
  const known = [...Object.keys(registry), ...program.commands.map((command) => command.name()), 'help']
  if (first !== undefined && !first.startsWith('-') && !known.includes(first)) return refuseName(first, known)
  await program.parseAsync()
}

/**
 * Exit 2 and not a usage error's 64: from a harness's settings a mistyped guard would
 * otherwise let every call through.
 */
function refuseName(name: string, known: readonly string[]): void {
  const best = nearest(name, known)
  const hint = best === undefined ? 'hookbox list shows the hooks' : `did you mean ${JSON.stringify(best)}?`
  process.stderr.write(`hookbox: no hook or command is called ${JSON.stringify(name)}; ${hint}\n`)
  process.exitCode = 2
}

async function list(registry: Registry, json: boolean): Promise<void> {
  const hooks = await Promise.all(Object.values(registry).map((load) => load()))
  const rows = hooks.map(({ name, kind, events, tools, summary }) => ({
    name,
    kind,
    events,
    tools: tools ?? 'all',
    fails: failsClosed({ kind }) ? 'closed' : 'open',
    summary,
  }))
  if (json) {
    process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`)
    return
  }
  const width = Math.max(...rows.map(({ name }) => name.length))
  for (const { name, kind, fails, summary } of rows) {
    process.stdout.write(
      `${chalk.bold(name.padEnd(width))}  ${chalk.dim(`${kind}, fails ${fails}`.padEnd(24))} ${summary}\n`,
    )
  }
}
