import { type Command, Option } from 'commander'
import type { Registry } from '../../command/registry.ts'
import { HostError } from '../../host/host.ts'
import type { ReportOptions } from './report.ts'

/** `hookbox audit`: looks at what audit-tool-call has written, and delivers it. */
export function addAudit(program: Command, registry: Registry): void {
  const audit = program.command('audit').description("looks at the trail of the agent's tool calls")
  filtered(audit.command('tail'))
    .description('the newest records')
    .option('-n, --lines <number>', 'how many', '20')
    .option('-f, --follow', 'go on with those to come')
    .option('--json', 'the records as they are')
    .option('--wide', 'lines as long as they are')
    .action(run(async (given) => (await import('./tail.ts')).tail(given)))
  filtered(audit.command('list'))
    .description('the newest calls, one a line, with what became of them')
    .option('--limit <number>', 'how many', '50')
    .option('--json', 'for machines, a call a line')
    .option('--wide', 'lines as long as they are')
    .action(run(async (given) => (await import('./list.ts')).list(given)))
  source(audit.command('show'))
    .argument('<id>', 'of a call, a session or a record, or its start; #12 is number 12 of the chain')
    .description('all there is about a call, a session or a record')
    .option('--json', 'for machines')
    .action((id: string, given: object) =>
      run(async () => (await import('./show.ts')).show(id, given))(given),
    )
  filtered(audit.command('stats'))
    .description('how much of what, how long, how often refused')
    .option('--json', 'for machines')
    .action(run(async (given) => (await import('./stats.ts')).stats(given)))
  filtered(audit.command('export'))
    .description('the records, for other programs')
    .option('--format <name>', 'jsonl, json or csv', 'jsonl')
    .option('--out <file>', 'a new file, instead of the output')
    .action(run(async (given) => (await import('./export.ts')).exportRecords(given)))
  filtered(audit.command('report'))
    .description('the page of `hookbox serve` as one file, with the records in it')
    .requiredOption('--out <file>', 'a new file, as report.html')
    .option('--limit <number>', 'at most so many records, the newest', '20000')
    .option('--force', 'write over a file that is there')
    .action(run(async (given: ReportOptions) => (await import('./report.ts')).report(given)))
  source(audit.command('verify'))
    .description('follow the chain of hashes: finds edits, cuts, swaps, removals and truncation')
    .option('--expect <line>', 'the NUMBER:HASH that an earlier verify printed')
    .option('--key-file <file>', "the chain's key")
    .option('--json', 'for machines')
    .action(run(async (given) => (await import('./verify.ts')).verify(given)))
  filtered(audit.command('replay'), false)
    .description("what today's rules make of the recorded calls; runs none of them")
    .option('--hook <name>', 'this hook, may be given several times; default: all that judge calls', several)
    .option('--json', 'for machines')
    .option('--wide', 'lines as long as they are')
    .action(run(async (given) => (await import('./replay.ts')).replay(registry, given)))
  config(audit.command('spool'))
    .description('what waits for its delivery to the sinks, and what they refused')
    .option('--spool <folder>', 'the spool; default: the one of the configuration')
    .option('--retry', 'put what was refused into the spool again')
    .option('--discard', 'throw away what was refused')
    .option('--json', 'for machines')
    .action(run(async (given) => (await import('./spool.ts')).showSpool(given)))
  config(audit.command('send'))
    .description('deliver what waits; hooks start this by themselves')
    .option('--spool <folder>', 'the spool; default: the one of the configuration')
    .option('--watch', 'stay and go on, as a service')
    .addOption(hidden('--idle-ms <number>'))
    .addOption(hidden('--patience-ms <number>'))
    .addOption(hidden('--wait-ms <number>'))
    .action(run(async (given) => (await import('./spool.ts')).sendNow(given)))
  audit
    .command('compress <log>', { hidden: true })
    .option('--settle-ms <number>', '', '10000')
    .action(async (log: string, { settleMs }: { settleMs: string }) => {
      process.exitCode = await (await import('./compress.ts')).compress(log, Number(settleMs))
    })
}

function source(command: Command): Command {
  return config(command).option(
    '--file <log>',
    'the log; default: the one that the hook writes to from this folder',
  )
}

function several(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}

function filtered(command: Command, byHook = true): Command {
  if (byHook) command.option('--hook <names>', 'that these hooks refused')
  return source(command)
    .option('--session <id>', 'of this session; its start is enough')
    .option('--tool <names>', 'of these tools, as Bash,mcp__*')
    .option('--verdict <verdict>', 'deny, ask, block, failure or success')
    .option('--stage <stages>', 'of these stages, as attempt,verdict')
    .option('--user <names>', 'of these users')
    .option('--since <time>', '2h, 30m, 7d ago; today; 2026-11-30; 2026-11-30T14:00')
    .option('--until <time>', 'the same')
    .option('--text <text>', 'that hold this text; case does not count')
}

function config(command: Command): Command {
  return command.option('--config <file>', 'one more configuration file')
}

function hidden(flags: string): Option {
  return new Option(flags).hideHelp()
}

/** Exit codes: of the command, 64 for a mistake in what was asked for. */
function run<Options extends object>(work: (given: Options) => Promise<number>) {
  return async (given: Options): Promise<void> => {
    try {
      process.exitCode = await work(given)
    } catch (error) {
      if (!isExpected(error)) {
        throw error
      }
      process.stderr.write(`hookbox audit: ${error.message}\n`)
      process.exitCode = 64
    }
  }
}

function isExpected(error: unknown): error is Error {
  if (error instanceof HostError) return true
  // The system's own, of a log that may not be read for example.
  if (error instanceof Error && 'syscall' in error) return true
  // By their names: each part of the bundle has classes of its own.
  return error instanceof Error && ['ConfigError', 'AuditUsageError'].includes(error.name)
}
