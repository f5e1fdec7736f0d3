import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import { callProgram } from '../support/call.ts'
import { engine, executable, multicall } from '../support/engine.ts'
import { bashPayload } from '../support/table.ts'
import { makeWorld, worldEnv } from '../support/world.ts'

/** Whatever surrounds a guard, it refuses what it refuses. */

const guard = executable('block-dangerous-rm')
const world = (files: Readonly<Record<string, string>> = {}) => makeWorld({ files, git: true })
const payload = (project: string) => JSON.stringify(bashPayload('rm -rf ~')).replaceAll('@PROJECT@', project)

async function refuses(
  files: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const here = world(files)
  const filled = Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, value.replaceAll('@PROJECT@', here.project)]),
  )
  const answer = await callProgram(guard, {
    stdin: payload(here.project),
    env: worldEnv(here, filled),
    cwd: here.project,
  })
  expect(answer.exit, JSON.stringify(answer)).toBe(2)
  expect(answer.stderr).toContain('block-dangerous-rm: rm -r of ~')
  expect(here.exists('evil-ran')).toBe(false)
}

const EVIL = "require('node:fs').writeFileSync('evil-ran', ''); process.exit(0)\n"

describe('a hostile folder', () => {
  test.each([
    ['bunfig.toml', { 'bunfig.toml': 'preload = ["./evil.js"]\n', 'evil.js': EVIL }],
    ['package.json', { 'package.json': '{"type": "module", "main": "evil.js"}\n', 'index.js': EVIL }],
    ['.npmrc', { '.npmrc': 'node-options=--require ./evil.js\n', 'evil.js': EVIL }],
    ['.env', { '.env': 'NODE_OPTIONS=--require ./evil.js\n', 'evil.js': EVIL }],
    [
      'hookbox.json',
      { 'hookbox.json': '{"block-dangerous-rm": {"mode": "observe", "allow": [{"path": "~"}]}}\n' },
    ],
    ['parts beside it', { 'main.js': EVIL, 'parts/main.js': EVIL, 'node_modules/hookbox/index.js': EVIL }],
  ])('%s', async (_name, files: Record<string, string>) => refuses(files))
})

describe('a hostile environment', () => {
  const evil = { 'evil.js': EVIL, 'evil.so': 'not a library' }
  const variables: readonly (readonly [string, string])[] = [
    ['BUN_OPTIONS', '--preload=@PROJECT@/evil.js'],
    ['BUN_BE_BUN', '1'],
    ['QJS_OPTIONS', '--include @PROJECT@/evil.js'],
    ['QUICKJS_MODULE_PATH', '@PROJECT@'],
    ['PKG_EXECPATH', 'PKG_INVOKE_NODEJS'],
    ['MALLOC_CONF', 'abort:true'],
    ['LANG', 'xx_XX.broken'],
    ['LC_ALL', '../../evil'],
    ['TZ', ':/dev/zero'],
    ['HOOKBOX_DEBUG', '1'],
    ...(engine === 'native' && process.platform === 'linux'
      ? [['LD_PRELOAD', '@PROJECT@/evil.so'] as const]
      : []),
  ]
  test.each(variables)('%s', async (name, value) => refuses(evil, { [name]: value }))
})

/**
 * What Node itself obeys is beyond the reach of a script that it runs (docs/decisions/0018-native-program.md);
 * in the executable with Node inside it means nothing (docs/decisions/0043-node-inside.md).
 */
describe.runIf(multicall)('what Node obeys', () => {
  const library = '[x]\nproviders = p\n[p]\nevil = e\n[e]\nmodule = ./evil.so\nactivate = 1\n'
  const evil = {
    'evil.js': EVIL,
    'evil.mjs': "import fs from 'node:fs'\nfs.writeFileSync('evil-ran', '')\nprocess.exit(0)\n",
    'evil.so': 'not a library',
    'evil.cnf': `nodejs_conf = x\nopenssl_conf = x\n${library}`,
    'wrong.cnf': '[[[',
    'icu/icudt78l.dat': 'not data',
  }
  test.each([
    ['NODE_OPTIONS', '--require @PROJECT@/evil.js'],
    ['NODE_OPTIONS', '--import @PROJECT@/evil.mjs'],
    ['NODE_OPTIONS', '--experimental-loader @PROJECT@/evil.mjs'],
    ['NODE_OPTIONS', '--inspect-brk=127.0.0.1:0'],
    ['NODE_OPTIONS', '--no-such-option'],
    ['NODE_OPTIONS', '"not closed'],
    ['NODE_OPTIONS', '--stack-size=1'],
    ['NODE_OPTIONS', '--jitless --max-old-space-size=1'],
    ['NODE_OPTIONS', '--disable-proto=throw --frozen-intrinsics'],
    ['NODE_OPTIONS', '--permission'],
    ['NODE_OPTIONS', '--icu-data-dir=@PROJECT@/icu'],
    ['NODE_OPTIONS', '--openssl-config=@PROJECT@/evil.cnf'],
    ['NODE_REPL_EXTERNAL_MODULE', '@PROJECT@/evil.js'],
    ['NODE_PATH', '@PROJECT@'],
    ['NODE_COMPILE_CACHE', '@PROJECT@/cache'],
    ['OPENSSL_CONF', '@PROJECT@/evil.cnf'],
    ['OPENSSL_CONF', '@PROJECT@/wrong.cnf'],
    ['OPENSSL_MODULES', '@PROJECT@'],
    ['OPENSSL_ia32cap', '~0x0:~0x0'],
    ['NODE_ICU_DATA', '@PROJECT@/icu'],
    ['ICU_TIMEZONE_FILES_DIR', '@PROJECT@/icu'],
    ['NODE_CHANNEL_FD', '-5'],
    ['NODE_CHANNEL_FD', '0'],
    ['NODE_CHANNEL_FD', '99'],
    ['NODE_UNIQUE_ID', '1'],
    ['NODE_V8_COVERAGE', '/proc/x'],
    ['NODE_REDIRECT_WARNINGS', '@PROJECT@/evil-ran'],
    ['NODE_DEBUG', '*'],
    ['NODE_DEBUG_NATIVE', '*'],
    ['NODE_PENDING_DEPRECATION', '1'],
    ['NODE_EXTRA_CA_CERTS', '/dev/zero'],
    ['NODE_TEST_CONTEXT', 'child-v8'],
    ['LANG', '/nonexistent/x'],
    ['LC_ALL', '/nonexistent/x'],
    ['LC_MESSAGES', '/nonexistent/x'],
  ])('%s=%s', async (name, value) => refuses(evil, { [name]: value }))

  test('programs that a hook starts get them all the same', async () => {
    const providers = [{ type: 'command', run: 'echo "$NODE_OPTIONS, $LANG"' }]
    const here = makeWorld({
      homeFiles: {
        '.config/hookbox/hookbox.json': JSON.stringify({ 'inject-ticket-context': { providers } }),
      },
    })
    const { stdout } = await callProgram(executable('inject-ticket-context'), {
      stdin: JSON.stringify({
        hook_event_name: 'UserPromptSubmit',
        session_id: 'x',
        prompt: 'Fix PAY-1',
        cwd: here.project,
      }),
      env: worldEnv(here, { NODE_OPTIONS: '--no-such-option', LANG: '/nonexistent/x' }),
      cwd: here.project,
    })
    expect(stdout).toContain('--no-such-option, /nonexistent/x')
  })
})

/** The exit code of a shell that replaces itself by the guard. */
function throughShell(script: string): Promise<{ exit: number | null; out: string }> {
  const here = world()
  return new Promise((resolve) => {
    const child = spawn('sh', ['-c', script, 'sh', ...guard], {
      cwd: here.project,
      env: worldEnv(here, { PAYLOAD: payload(here.project) }),
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      out += chunk
    })
    child.on('close', (exit) => resolve({ exit, out }))
  })
}

describe.runIf(process.platform !== 'win32')('missing streams', () => {
  test.each([
    ['stdout closed', 'exec "$@" "$PAYLOAD" >&-'],
    ['stderr closed', 'exec "$@" "$PAYLOAD" 2>&-'],
    ['stdin closed, and the payload with it', 'exec "$@" <&-'],
    ['all three closed', 'exec "$@" "$PAYLOAD" <&- >&- 2>&-'],
    ['a reader that is gone', '{ "$@" "$PAYLOAD"; echo $? >&3; } 3>&1 >/dev/full; exit 2'],
    ['a full disk behind stdout', 'exec "$@" "$PAYLOAD" >/dev/full'],
    ['stdin is a folder', 'exec "$@" < .'],
  ])('%s', async (_name, script) => {
    expect((await throughShell(script)).exit).toBe(2)
  })

  test('nothing that is opened takes the place of a missing stream', async () => {
    const here = world({ 'data/kept.txt': 'x' })
    const PAYLOAD = payload(here.project).replace('rm -rf ~', 'rm -rf data')
    const child = spawn('sh', ['-c', 'exec "$@" "$PAYLOAD" >&- 2>&-', 'sh', ...guard], {
      cwd: here.project,
      env: worldEnv(here, { PAYLOAD }),
      stdio: 'ignore',
    })
    const exit = await new Promise((resolve) => child.on('close', resolve))
    expect(exit).toBe(2)
    // The refusal is remembered in a file of the home; the answer must not stand in it.
    const files = fs
      .readdirSync(here.home, { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(here.home, name))
      .filter((file) => !file.includes('/.git/') && fs.statSync(file).isFile())
    const written = files.filter((file) => file.includes('/hookbox/'))
    expect(written.length).toBeGreaterThan(0)
    for (const file of files) expect(fs.readFileSync(file, 'utf8')).not.toMatch(/^\{"hookSpecificOutput"/)
  })
})

describe.runIf(multicall && process.platform !== 'win32')('the name it is called by', () => {
  const program = executable('hookbox')[0]
  const called = (name: string, words: readonly string[] = []) => {
    const here = world()
    return new Promise<{ exit: number | null; stderr: string }>((resolve) => {
      const child = spawn(program, words, {
        argv0: name,
        cwd: here.project,
        env: worldEnv(here),
        stdio: ['pipe', 'ignore', 'pipe'],
      })
      let stderr = ''
      child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
        stderr += chunk
      })
      child.on('close', (exit) => resolve({ exit, stderr }))
      child.stdin.on('error', () => {})
      child.stdin.end(payload(here.project))
    })
  }

  test.each(['', 'x', '/', 'sh', '__proto__', 'toString', 'block-dangerous-rm2', 'a/../../b', 'hookboxx'])(
    '%j is no hook: it refuses',
    async (name) => {
      const { exit, stderr } = await called(name)
      expect(exit).toBe(2)
      expect(stderr).toContain('which is no hook, so it refuses')
    },
  )

  test.each([
    'block-dangerous-rm',
    '/usr/bin/block-dangerous-rm',
    './block-dangerous-rm',
    'block-dangerous-rm.exe',
  ])('%j is the hook', async (name) => {
    const { exit, stderr } = await called(name)
    expect([exit, stderr]).toEqual([2, expect.stringContaining('block-dangerous-rm: rm -r of ~')])
  })

  test.each(['hookbox', 'hookbox-linux-x64', 'hookbox.exe'])(
    '%j takes the hook as its first word',
    async (name) => {
      const { exit, stderr } = await called(name, ['block-dangerous-rm'])
      expect([exit, stderr]).toEqual([2, expect.stringContaining('block-dangerous-rm: rm -r of ~')])
    },
  )

  test('a link of another name, and a copy', async () => {
    const here = world()
    const link = path.join(here.tmp, 'my-guard')
    fs.symlinkSync(program, link)
    const copy = path.join(here.tmp, 'block-sudo')
    fs.copyFileSync(program, copy)
    const call = { stdin: payload(here.project), env: worldEnv(here), cwd: here.project }
    expect((await callProgram([link], call)).exit).toBe(2)
    expect((await callProgram([copy], call)).exit).toBe(0) // block-sudo has nothing to say to it
  })
})
