import { type Command, Option } from 'commander'
import type { Options } from '../audit/options.ts'
import type { Registry } from '../command/registry.ts'
import { LIMITS } from '../server/settings.ts'

const DEFAULT_PORT = '4180'

/** What was given on the command line. */
export interface Given {
  readonly listen: string
  readonly store?: string
  readonly tokenFile?: string
  readonly secretFile?: string
  readonly name: readonly string[]
  readonly hooks?: string
  readonly config?: string
  readonly tlsCert?: string
  readonly tlsKey?: string
  readonly keepDays?: string
  readonly prompts?: Options['prompts']
  readonly maxBody: string
  readonly hookTimeout: string
  readonly threads: string
}

/** `hookbox serve`: the audit service, its page, and hooks over HTTP (docs/serve.md). */
export function addServe(program: Command, registry: Registry): void {
  const many = (value: string, before: readonly string[]) => [...before, value]
  program
    .command('serve')
    .description('keep the audit trail in a database, show it on a page, and answer hooks over HTTP')
    .option(
      '--listen <[host:]port>',
      'where to listen; other hosts than loopback need a token',
      `127.0.0.1:${DEFAULT_PORT}`,
    )
    .option('--store <where>', 'a SQLite file, or postgres://user@host/database; also HOOKBOX_SERVE_STORE')
    .option(
      '--token-file <file>',
      'who may do what: lines NAME write|read|all TOKEN; also HOOKBOX_SERVE_TOKEN',
    )
    .option('--secret-file <file>', 'take signed batches only; also HOOKBOX_SERVE_SECRET')
    .option('--name <host>', 'a further name by which the server is reached (repeatable)', many, [])
    .option('--hooks <names>', 'hooks that may be asked, with commas between them')
    .option('--config <file>', 'one more configuration file for the hooks that are asked')
    .option('--tls-cert <file>', 'serve HTTPS with this certificate (PEM)')
    .option('--tls-key <file>', 'its key (PEM)')
    .option('--keep-days <number>', 'remove older records')
    .addOption(
      new Option('--prompts <what>', 'what to keep of prompts in posted events').choices([
        'off',
        'hash',
        'text',
      ]),
    )
    .option('--max-body <kilobytes>', 'largest body', String(LIMITS.bodyBytes / 1024))
    .option(
      '--hook-timeout <ms>',
      'a hook that has not answered by then counts as failed',
      String(LIMITS.hookMs),
    )
    .option('--threads <number>', 'threads that run hooks', String(LIMITS.threads))
    .action(async (given: Given) => {
      const { runServe } = await import('./serve-run.ts')
      process.exitCode = await runServe(given, registry)
    })
}
