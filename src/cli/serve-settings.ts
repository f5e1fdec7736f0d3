import * as fs from 'node:fs'
import * as path from 'node:path'
import { options as audit, type Options, SECTION } from '../audit/options.ts'
import { optionsFor } from '../config/options.ts'
import type { Hook } from '../hook.ts'
import { nodeHost } from '../host/node.ts'
import { isLoopback } from '../server/http/callers.ts'
import { readTokens, type Token } from '../server/http/tokens.ts'
import { wordsOf } from '../server/log.ts'
import { usualHooks } from '../server/serve.ts'
import { LIMITS, type Settings } from '../server/settings.ts'
import type { Given } from './serve.ts'

/** A mistake in how the server was started: exit 64. */
export class UsageProblem extends Error {}

/** The settings of the server, from the command line, the environment and the user's hookbox.json. */
export async function readSettings(given: Given, hooks: readonly Hook[]): Promise<Settings> {
  const [, host = '127.0.0.1', port = ''] = /^(?:\[?([^[\]]+?)\]?:)?(\d{1,5})$/.exec(given.listen) ?? []
  if (port === '' || Number(port) > 65_535) {
    throw new UsageProblem(`--listen is ${given.listen}, expected HOST:PORT or PORT`)
  }
  const tokens = tokensOf(given)
  const tls = tlsOf(given)
  if (!isLoopback(host) && tokens.length === 0) {
    throw new UsageProblem(
      `${host} can be reached from elsewhere, and then a token is needed: put lines NAME write|read|all TOKEN into a file (a token: openssl rand -hex 32) and give it as --token-file`,
    )
  }
  if (!isLoopback(host) && !tls) {
    process.stderr.write(
      'hookbox serve: without --tls-cert and --tls-key tokens and records cross the network as they are; put it behind a proxy with TLS, or give both\n',
    )
  }
  const secret = secretOf(given.secretFile, 'HOOKBOX_SERVE_SECRET')
  const keepDays = given.keepDays === undefined ? undefined : whole('--keep-days', given.keepDays, 1, 36_500)
  const options = await ownOptions(given)
  const bodyBytes = whole('--max-body', given.maxBody, 1, 1_000_000) * 1024
  return {
    host,
    port: Number(port),
    store: given.store ?? process.env['HOOKBOX_SERVE_STORE'] ?? defaultStore(),
    tokens,
    ...(secret === undefined ? {} : { secret }),
    names: given.name,
    hooks: hooksOf(given, hooks, host),
    ...(tls ? { tls } : {}),
    ...(keepDays === undefined ? {} : { keepDays }),
    limits: {
      ...LIMITS,
      bodyBytes,
      unpackedBytes: Math.max(LIMITS.unpackedBytes, bodyBytes * 4),
      waitingBytes: Math.max(LIMITS.waitingBytes, bodyBytes * 8),
      hookMs: whole('--hook-timeout', given.hookTimeout, 50, 600_000),
      threads: whole('--threads', given.threads, 1, 64),
    },
    audit: given.prompts === undefined ? options : { ...options, prompts: given.prompts },
  }
}

/** What the user's own hookbox.json says of audit-tool-call: redaction, prompts, sizes, stages. */
async function ownOptions({ config }: Given): Promise<Options> {
  const event = {
    name: 'other',
    dialect: 'unknown',
    harnessEvent: '',
    cwd: nodeHost.home() ?? '/',
    payload: {},
  } as const
  const args = { set: [], ...(config === undefined ? {} : { config: path.resolve(config) }) }
  return (await optionsFor({ name: SECTION, options: audit }, args, event, nodeHost)).options
}

function hooksOf({ hooks: named }: Given, hooks: readonly Hook[], host: string): readonly string[] {
  if (named === undefined) return usualHooks(hooks, host)
  const names = named.split(',').filter((name) => name !== '')
  const unknown = names.find((name) => !hooks.some((hook) => hook.name === name))
  if (unknown !== undefined) throw new UsageProblem(`--hooks: no hook is called ${JSON.stringify(unknown)}`)
  return names
}

function tokensOf({ tokenFile }: Given): Token[] {
  try {
    const inFile = tokenFile === undefined ? [] : readTokens(fs.readFileSync(tokenFile, 'utf8'), tokenFile)
    const variable = process.env['HOOKBOX_SERVE_TOKEN']
    return [...inFile, ...(variable ? readTokens(variable, 'HOOKBOX_SERVE_TOKEN') : [])]
  } catch (error) {
    throw new UsageProblem(unreadable(error, '--token-file'))
  }
}

function tlsOf({ tlsCert, tlsKey }: Given): Settings['tls'] {
  if (tlsCert === undefined && tlsKey === undefined) return undefined
  if (tlsCert === undefined || tlsKey === undefined) {
    throw new UsageProblem('--tls-cert and --tls-key belong together')
  }
  try {
    return { cert: fs.readFileSync(tlsCert, 'utf8'), key: fs.readFileSync(tlsKey, 'utf8') }
  } catch (error) {
    throw new UsageProblem(unreadable(error, '--tls-cert, --tls-key'))
  }
}

function secretOf(file: string | undefined, variable: string): string | undefined {
  try {
    const secret = file === undefined ? process.env[variable] : fs.readFileSync(file, 'utf8').trim()
    if (secret === undefined || secret === '') return undefined
    if (secret.length < 16) throw new Error('it is shorter than 16 characters')
    return secret
  } catch (error) {
    throw new UsageProblem(unreadable(error, file === undefined ? variable : '--secret-file'))
  }
}

function unreadable(error: unknown, option: string): string {
  const { code } = error as NodeJS.ErrnoException
  return code === undefined ? `${option}: ${wordsOf(error)}` : `${option} can't be read (${code})`
}

function defaultStore(): string {
  const home = nodeHost.home()
  if (home === undefined) throw new UsageProblem('this user has no home for the database; give --store FILE')
  const data = process.env['XDG_DATA_HOME'] || path.join(home, '.local/share')
  return path.join(data, 'hookbox/audit.db')
}

function whole(option: string, value: string, least: number, most: number): number {
  const number = Number(value)
  if (!Number.isInteger(number) || number < least || number > most) {
    throw new UsageProblem(`${option} is ${value}, expected a whole number from ${least} to ${most}`)
  }
  return number
}
