/**
 * `npm run test:serve`: the tests of `hookbox serve` with real databases and a real browser. What
 * they need besides Node is named when it is missing, with how to get it on Debian.
 */
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const missing: string[] = []
const has = (program: string, ...argv: readonly string[]) =>
  spawnSync(program, argv, { stdio: 'ignore' }).error === undefined

if (!fs.existsSync(path.join(root, 'node_modules/better-sqlite3/build/Release/better_sqlite3.node'))) {
  missing.push(
    'better-sqlite3 with its addon: npm rebuild better-sqlite3 (needs a compiler, or its prebuilt file)',
  )
}
if (!fs.existsSync(path.join(root, 'node_modules/pg'))) missing.push('pg: npm ci')
if (!fs.existsSync('/usr/lib/postgresql') && !has('pg_config', '--version'))
  missing.push('a PostgreSQL server: apt-get install postgresql')
if (!process.env['CHROMIUM'] && !fs.existsSync('/usr/bin/chromium'))
  missing.push('chromium: apt-get install chromium, or name one in CHROMIUM')
if (!has('openssl', 'version')) missing.push('openssl: apt-get install openssl')
if (process.getuid?.() === 0 && !has('setpriv', '--version'))
  missing.push('setpriv: apt-get install util-linux')

if (missing.length > 0) {
  process.stderr.write(`test:serve needs:\n${missing.map((one) => `  ${one}\n`).join('')}`)
  process.exitCode = 1
} else {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  const argv = [vitest, 'run', '--config', 'vitest.serve.config.ts', ...process.argv.slice(2)]
  process.exitCode = spawnSync(process.execPath, argv, { cwd: root, stdio: 'inherit' }).status ?? 1
}
