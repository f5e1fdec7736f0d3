/**
 * `npm run e2e`: installs the harnesses, then runs the end-to-end tests where only loopback
 * exists. What can't be run here is named and left out; with `--require`, or when CI=true,
 * that is a failure. Further arguments go to vitest (`npm run e2e -- -t sudo`).
 */
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { claudeCode, install, openHarness, otlpClasses, RSYSLOG } from './install-clients.ts'

const repository = path.resolve(import.meta.dirname, '../..')
const given = process.argv.slice(2)
const required = given.includes('--require') || process.env['CI'] === 'true'

/** The words that put a command into a network of its own, or why that can't be done. */
function isolation(): { readonly argv: readonly string[] } | { readonly problem: string } {
  // As another user than root it takes a user namespace, where this user counts as root.
  const root = process.getuid?.() === 0
  const argv = [
    'unshare',
    ...(root ? [] : ['-r']),
    '-n',
    '--',
    'sh',
    '-c',
    'ip link set lo up && exec "$@"',
    'sh',
  ]
  const drop = root ? 'setpriv --reuid=65534 --regid=65534 --clear-groups -- true' : 'true'
  const mount = ['unshare', '-m', '--', 'sh', '-c', `mount --bind /tmp /home && ${drop}`]
  const tried = spawnSync('unshare', [...argv.slice(1), ...mount], { encoding: 'utf8' })
  if (tried.status === 0) return { argv }
  const why = tried.error?.message ?? tried.stderr.trim()
  return {
    problem: `no network and mount namespaces (util-linux, iproute2 and the right to use them): ${why}`,
  }
}

const without: string[] = []
function leaveOut(title: string, folder: string, problem: string): void {
  process.stdout.write(`not run: ${title}: ${problem}\n`)
  without.push('--exclude', `test/e2e/${folder}/**`)
}

const alone = isolation()
const claudeProblem = 'problem' in alone ? alone.problem : install(claudeCode)
if (claudeProblem !== undefined) leaveOut(claudeCode.title, 'claude-code', claudeProblem)
const openHarnessProblem = install(openHarness)
if (openHarnessProblem !== undefined) leaveOut(openHarness.title, 'openharness', openHarnessProblem)
const otlpProblem = install(otlpClasses)
if (otlpProblem !== undefined) leaveOut(otlpClasses.title, 'otlp', otlpProblem)
if (!fs.existsSync(RSYSLOG)) leaveOut('rsyslog', 'syslog', `there is no ${RSYSLOG}`)

if (without.length > 0 && required) {
  process.exitCode = 1
} else {
  const vitest = path.join(repository, 'node_modules/vitest/vitest.mjs')
  const more = given.filter((word) => word !== '--require')
  const argv = [process.execPath, vitest, 'run', '--config', 'vitest.e2e.config.ts', ...without, ...more]
  const [program = '', ...args] = 'argv' in alone ? [...alone.argv, ...argv] : argv
  const { status } = spawnSync(program, args, { cwd: repository, stdio: 'inherit' })
  process.exitCode = status ?? 1
}
