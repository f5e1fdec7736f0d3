/**
 * The harnesses that the end-to-end tests run, in the versions they were written for. They
 * are test tools, never dependencies: each goes into a cache folder of its own, outside
 * node_modules, and is taken from there the next time.
 *
 *     npx tsx test/e2e/install-clients.ts
 */
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { pathToFileURL } from 'node:url'

const CLAUDE_CODE = '2.1.332'
const CLAUDE_CODE_PACKAGE = '@anthropic-ai/claude-code-linux-x64'
const OPENHARNESS = '0.1.9'
const OTLP = '1.45.2'

const cache = path.join(process.env['XDG_CACHE_HOME'] || path.join(os.homedir(), '.cache'), 'hookbox-e2e')

interface Client {
  readonly title: string
  readonly folder: string
  /** The file that is run; inside `folder`. */
  readonly program: string
  /** Why it can't run on this machine, if so. */
  unfit(): string | undefined
  /** Commands that fill `folder`. */
  readonly commands: readonly (readonly string[])[]
}

const claudeFolder = path.join(cache, `claude-code-${CLAUDE_CODE}`)
export const claudeCode: Client = {
  title: `Claude Code ${CLAUDE_CODE}`,
  folder: claudeFolder,
  program: path.join(claudeFolder, 'node_modules', CLAUDE_CODE_PACKAGE, 'claude'),
  unfit: () => {
    const platform = `${process.platform}-${process.arch}`
    return platform === 'linux-x64'
      ? undefined
      : `the tests have its build for linux-x64, this is ${platform}`
  },
  commands: [
    [
      'npm',
      'install',
      '--prefix',
      claudeFolder,
      '--no-save',
      '--ignore-scripts',
      `${CLAUDE_CODE_PACKAGE}@${CLAUDE_CODE}`,
    ],
  ],
}

const venv = path.join(cache, `openharness-${OPENHARNESS}`)
export const openHarness: Client = {
  title: `OpenHarness ${OPENHARNESS}`,
  folder: venv,
  program: path.join(venv, 'bin/python'),
  unfit: () => (process.platform === 'win32' ? 'its hooks are tested with bash' : undefined),
  commands: [
    ['python3', '-m', 'venv', venv],
    [path.join(venv, 'bin/pip'), 'install', '--quiet', `openharness-ai==${OPENHARNESS}`],
  ],
}

const otlpVenv = path.join(cache, `opentelemetry-proto-${OTLP}`)
/** The protocol's own classes, which read what a collector would be sent. */
export const otlpClasses: Client = {
  title: `opentelemetry-proto ${OTLP}`,
  folder: otlpVenv,
  program: path.join(otlpVenv, 'bin/python'),
  unfit: () => undefined,
  commands: [
    ['python3', '-m', 'venv', otlpVenv],
    [path.join(otlpVenv, 'bin/pip'), 'install', '--quiet', `opentelemetry-proto==${OTLP}`],
  ],
}

/** Debian's syslog server; not installed here, since it is a package of the system. */
export const RSYSLOG = '/usr/sbin/rsyslogd'

export const clients: readonly Client[] = [claudeCode, openHarness, otlpClasses]

/**
 * Installs a client unless it is there already. Returns why it can't be had, or undefined
 * when it is ready.
 */
export function install(client: Client): string | undefined {
  const unfit = client.unfit()
  if (unfit !== undefined) return unfit
  // Written last: a folder without it is what an interrupted installation left.
  const complete = path.join(client.folder, 'complete')
  if (fs.existsSync(complete) && fs.existsSync(client.program)) return undefined
  process.stdout.write(`installing ${client.title} into ${client.folder}\n`)
  fs.rmSync(client.folder, { recursive: true, force: true })
  fs.mkdirSync(client.folder, { recursive: true })
  for (const [program = '', ...args] of client.commands) {
    const { status, error, stderr } = spawnSync(program, args, {
      cwd: client.folder,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    if (status === 0) continue
    const tail = error?.message ?? stderr.trim().split('\n').slice(-3).join(' | ')
    return `\`${[program, ...args].join(' ')}\` failed: ${tail}`
  }
  if (!fs.existsSync(client.program)) return `the installation left no ${client.program}`
  fs.writeFileSync(complete, '')
  return undefined
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const client of clients) {
    const problem = install(client)
    process.stdout.write(`${client.title}: ${problem ?? client.program}\n`)
    if (problem !== undefined) process.exitCode = 1
  }
}
