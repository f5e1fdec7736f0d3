import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as http from 'node:http'
import type { AddressInfo } from 'node:net'
import * as path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { registry } from '../../hooks/registry.ts'
import { callExecutable } from '../support/call.ts'
import { HTTP_ANSWERS } from '../support/http-cases.ts'
import { makeWorld, type World, worldEnv } from '../support/world.ts'

const root = path.resolve(import.meta.dirname, '../..')

function hookbox(world: World, argv: readonly string[], input = '', env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, 'bin/hookbox'), ...argv], {
    cwd: world.project,
    env: { ...worldEnv(world), NO_COLOR: '1', ...env },
    encoding: 'utf8',
    input,
  })
  return { status, stdout, stderr }
}

const LOCAL = '.claude/settings.local.json'

describe('list', () => {
  test('what runs, how it fails, and where it stands', () => {
    const world = makeWorld({ git: true })
    expect(hookbox(world, ['list']).stdout).toContain('no hook is registered here')
    hookbox(world, ['init', '--yes', '--hooks', 'block-sudo'])
    const { stdout } = hookbox(world, ['list'])
    expect(stdout).toMatch(
      /PreToolUse\n\s+Bash\|PowerShell\|Monitor {2}block-sudo\n\s+command, 10 s, fails closed, local/,
    )
  })

  test('OpenHarness: those of higher priority first', () => {
    const hook = (command: string, priority?: number) => ({
      command,
      ...(priority === undefined ? {} : { priority }),
    })
    const settings = { hooks: { pre_tool_use: [hook('first'), hook('second', 5), hook('third', 9)] } }
    const world = makeWorld({ homeFiles: { '.openharness/settings.json': JSON.stringify(settings) } })
    const { stdout } = hookbox(world, ['list'])
    expect(stdout.match(/third|second|first/g)).toEqual(['third', 'second', 'first'])
  })

  test('a void file is said to count for nothing', () => {
    const world = makeWorld({ git: true, files: { [LOCAL]: '{' } })
    expect(hookbox(world, ['list']).stdout).toContain('counts for nothing')
    expect(JSON.parse(hookbox(world, ['list', '--json']).stdout)).toEqual({
      hooks: [],
      off: [expect.stringMatching(/settings\.local\.json counts for nothing: it is not JSON/)],
    })
  })

  test('hooks that are switched off say so, and by what', () => {
    const world = makeWorld({ git: true })
    hookbox(world, ['init', '--yes', '--hooks', 'block-sudo'])
    world.put('.claude/settings.json', '{"disableAllHooks": true}')
    const why = expect.stringMatching(/disableAllHooks is true in .*settings\.json/)
    expect(JSON.parse(hookbox(world, ['list', '--json']).stdout)).toMatchObject({
      hooks: [{ hooks: ['block-sudo'], only: why }],
      off: [why],
    })
  })
})

test('status counts what the trail has', async () => {
  const world = makeWorld({ git: true })
  expect(hookbox(world, ['status']).stdout).toContain('no audit trail is kept here')
  hookbox(world, ['init', '--yes', '--hooks', 'block-sudo,audit-tool-call'])
  const call = hookbox(world, ['sample', 'PreToolUse', '--command', 'sudo ls']).stdout
  hookbox(world, ['audit-tool-call'], call)
  hookbox(world, ['block-sudo'], call)
  const { hooks, calls } = JSON.parse(hookbox(world, ['status', '--json']).stdout)
  expect(calls).toBe(1)
  expect(hooks.find((one: { hook: string }) => one.hook === 'block-sudo')).toMatchObject({
    refused: 1,
    registered: true,
  })
  expect(hookbox(world, ['status']).stdout).toMatch(/block-sudo\s+registered\s+1/)
  expect(hookbox(world, ['status', '--since', 'soon'])).toMatchObject({ status: 64 })
})

describe('sample', () => {
  test.each([
    ['PreToolUse', ['--command', 'sudo ls'], 'block-sudo', 2],
    ['pre_tool_use', ['--harness', 'openharness', '--command', 'sudo ls'], 'block-sudo', 2],
    ['PreToolUse', ['--file', '.env', '--content', 'A=1'], 'protect-sensitive-files', 2],
    ['PreToolUse', ['--command', 'ls'], 'block-sudo', 0],
  ])('%s %j goes through %s', (event, argv, hook, exit) => {
    const world = makeWorld({ git: true })
    const { stdout } = hookbox(world, ['sample', event, ...argv])
    expect(hookbox(world, [hook], stdout).status).toBe(exit)
  })

  test.each([
    [['PreToolUs'], 'did you mean PreToolUse?'],
    [['PreToolUse', '--input', '{'], 'no JSON object'],
    [['PreToolUse', '--input', '[1]'], 'no JSON object: [1]'],
  ])('%j', (argv, words) => {
    const { status, stderr } = hookbox(makeWorld(), ['sample', ...argv])
    expect([status, stderr]).toEqual([64, expect.stringContaining(words)])
  })
})

describe('config', () => {
  test('show names who set an option, check names a mistake', () => {
    const world = makeWorld({ git: true, files: { 'hookbox.json': '{"block-sudo": {"elsewhere": "deny"}}' } })
    expect(hookbox(world, ['config', 'show', 'block-sudo']).stdout).toContain('elsewhere: "deny"  (project)')
    expect(hookbox(world, ['config', 'check'])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('right:'),
    })
    world.put('hookbox.json', '{"block-sudo": {"elsewhere": "maybe"}}')
    expect(hookbox(world, ['config', 'check'])).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('hookbox.json:1:'),
    })
  })

  test('schema prints the schema', () => {
    const { stdout } = hookbox(makeWorld(), ['config', 'schema'])
    expect(Object.keys(JSON.parse(stdout).properties)).toContain('block-sudo')
  })
})

describe('test', () => {
  test.each(
    Object.keys(registry).filter((name) => fs.existsSync(path.join(root, 'hooks', name, 'examples.jsonl'))),
  )('the examples of %s hold', (name) => {
    const { status, stdout } = hookbox(makeWorld({ git: true }), ['test', name])
    expect([status, stdout]).toEqual([0, expect.stringMatching(/(\d+) of \1 as expected/)])
  })

  test('one that does not hold says what came instead', () => {
    const row = { hook: 'block-sudo', shell: 'sudo ls', expect: 'pass' }
    const world = makeWorld({ git: true, files: { 'hookbox.tests.jsonl': JSON.stringify(row) } })
    const { status, stdout } = hookbox(world, ['test', '--file', 'hookbox.tests.jsonl'])
    expect([status, stdout]).toEqual([1, expect.stringContaining('expected pass, got deny: block-sudo:')])
  })

  test.each([
    ['{', 'hookbox.tests.jsonl:1: it is no JSON object'],
    ['null', 'hookbox.tests.jsonl:1: it is no JSON object'],
    ['{"hook": "block-sudo", "event": "PreTolUse", "expect": "deny"}', 'did you mean PreToolUse?'],
    ['{"hook": "block-sud", "expect": "deny"}', 'it needs "hook"'],
    ['{"hook": "block-sudo", "expect": "denied"}', '"expect" has to be one of'],
    ['{"hook": "block-sudo", "expects": "deny"}', 'did you mean expect?'],
    ['{"hook": "block-sudo", "expect": "pass"}', 'it says nothing to judge'],
    ['{"hook": "block-sudo", "expect": "pass", "shell": 5}', '"shell" is the number 5, not text'],
    ['{"hook": "block-sudo", "expect": "pass", "payload": "x"}', '"payload" is the text "x"'],
    ['{"hook": "block-sudo", "expect": "pass", "shell": "ls", "file": "x"}', '"shell" and "file"'],
    ['{"hook": "block-sudo", "command": ["x"], "expect": "pass", "shell": "ls"}', '"hook" and "command"'],
    ['{"command": [], "expect": "pass", "shell": "ls"}', '"command", a list of words'],
    ['{"command": [5], "expect": "pass", "shell": "ls"}', '"command", a list of words'],
  ])('%s', (line, words) => {
    const world = makeWorld({ git: true, files: { 'hookbox.tests.jsonl': line } })
    const { status, stderr } = hookbox(world, ['test', '--file', 'hookbox.tests.jsonl'])
    expect([status, stderr]).toEqual([64, expect.stringContaining(words)])
  })
})

test.each(['js', 'python', 'sh'])('a new hook in %s passes its own tests', (language) => {
  const world = makeWorld({ git: true })
  fs.mkdirSync(path.join(world.project, 'node_modules'))
  fs.symlinkSync(root, path.join(world.project, 'node_modules/hookbox'))
  expect(hookbox(world, ['new', 'block-main-push', '--language', language]).status).toBe(0)
  const missing = language === 'python' && spawnSync('python3', ['--version']).error !== undefined
  const { status, stdout } = hookbox(world, ['test', '--file', '.hookbox/hookbox.tests.jsonl'])
  // Node and git are all that the tests may ask for.
  if (missing) expect(stdout).toContain('could not be started')
  else expect([status, stdout]).toEqual([0, expect.stringContaining('2 of 2')])
  expect(hookbox(world, ['new', 'block-main-push', '--language', language])).toMatchObject({ status: 64 })
})

test('a new hook says what it needs, and how it is entered for everybody', () => {
  const world = makeWorld({ git: true })
  const { stdout } = hookbox(world, ['new', 'block-x', '--language', 'ts', '--folder', 'my hooks'])
  expect(stdout).toContain('It needs hookbox and tsx: npm install --save-dev hookbox tsx')
  expect(stdout).toContain('"${CLAUDE_PROJECT_DIR}/my hooks/block-x.ts"')
  expect(stdout).toContain(`tsx '${world.project}/my hooks/block-x.ts'`)
})

test.each([
  [['new', 'block-sudo'], 'is a hook of hookbox'],
  [['new', 'block-x', '--folder', 'a-file'], "can't be written"],
  // Where the system says that a folder is not there which is.
  [['new', 'block-x', '--folder', '/proc/x'], "/proc/x/block-x.mjs can't be written"],
])('%j is refused', (argv, words) => {
  const world = makeWorld({ git: true, files: { 'a-file': '' } })
  const { status, stderr } = hookbox(world, argv)
  expect([status, stderr]).toEqual([64, expect.stringContaining(words)])
})

test.each(['bash', 'zsh', 'fish'])('the completion for %s knows commands and hooks', (shell) => {
  const { stdout } = hookbox(makeWorld(), ['completion', shell])
  for (const word of ['doctor', 'simulate', 'block-sudo']) expect(stdout).toContain(word)
})

describe('simulate', () => {
  test('says what the harness does with it', () => {
    const world = makeWorld({ git: true })
    hookbox(world, ['init', '--yes', '--hooks', 'block-sudo'])
    const refused = hookbox(world, ['simulate', '--command', 'sudo ls'])
    expect(refused.status).toBe(1)
    expect(refused.stdout).toContain('the tool call does not run')
    expect(refused.stdout).toContain('PreToolUse:Bash hook error: block-sudo:')
    expect(hookbox(world, ['simulate', '--command', 'ls']).status).toBe(0)
  })

  test('--step stops where the hooks stop it; --html holds no markup of theirs', () => {
    const script = 'echo "<script>alert(1)</script>" >&2; exit 2'
    const settings = { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: script }] }] } }
    const world = makeWorld({ git: true, files: { [LOCAL]: JSON.stringify(settings) } })
    const { stdout } = hookbox(world, ['simulate', '--command', 'ls', '--step'])
    expect(stdout).toContain('It stops at PreToolUse.')
    expect(stdout).not.toContain('PostToolUse')
    hookbox(world, ['simulate', '--command', 'ls', '--html', 'page.html'])
    expect(world.read('page.html')).not.toContain('<script>')
    expect(world.read('page.html')).toContain('&#60;script&#62;')
  })

  test('what does not run is said, with why', () => {
    const hook = { type: 'command', command: 'true' }
    const settings = {
      hooks: { PreToolUse: [{ matcher: 'Edit', hooks: [hook] }, { hooks: [hook] }, { hooks: [hook] }] },
    }
    const world = makeWorld({ git: true, files: { [LOCAL]: JSON.stringify(settings) } })
    const { stdout } = hookbox(world, ['simulate', '--command', 'ls'])
    expect(stdout).toContain('its matcher "Edit" does not take "Bash"')
    expect(stdout).toContain('the same as the one of local, so it runs once')
  })

  test('a hook in the background decides nothing, and `if` is said not to be played', () => {
    const settings = {
      hooks: {
        PreToolUse: [
          { hooks: [{ type: 'command', command: 'echo no >&2; exit 2', async: true }] },
          { hooks: [{ type: 'command', command: 'true', if: 'Bash(rm *)' }] },
        ],
        Stop: [{ hooks: [{ type: 'command', command: 'exit 2', if: 'Bash' }] }],
      },
    }
    const world = makeWorld({ git: true, files: { [LOCAL]: JSON.stringify(settings) } })
    const { status, stdout } = hookbox(world, ['simulate', '--command', 'ls'])
    expect(status).toBe(0)
    expect(stdout).toContain('it runs in the background')
    expect(stdout).toContain('"if" is not played here')
    expect(hookbox(world, ['simulate', 'Stop']).stdout).toContain('never runs')
  })

  test.each(HTTP_ANSWERS)(
    'an http handler that answers with $name',
    async ({ status, body, runs, runsWhenClosed }) => {
      const server = http.createServer((request, response) => {
        request.resume().on('end', () => response.writeHead(status, { location: '/' }).end(body))
      })
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
      onTestFinished(() => void server.close())
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
      const played = async (more: object) => {
        const settings = { hooks: { PreToolUse: [{ hooks: [{ type: 'http', url, timeout: 5, ...more }] }] } }
        const world = makeWorld({ git: true, files: { [LOCAL]: JSON.stringify(settings) } })
        const { exit } = await callExecutable('hookbox', {
          argv: ['simulate', '--command', 'ls'],
          cwd: world.project,
          env: worldEnv(world, { NO_COLOR: '1' }),
        })
        return exit === 0
      }
      expect([await played({}), await played({ onFailure: 'block' })]).toEqual([runs, runsWhenClosed])
    },
  )

  test.each([
    ['deny', 1, 'not this'],
    ['allow', 1, 'went quiet before end-of-stream'],
    [undefined, 0, 'the call goes on'],
  ])('Claude Code takes no gift from a hook whose child holds the output: %s', (decision, status, words) => {
    const specific = {
      hookEventName: 'PreToolUse',
      permissionDecision: decision,
      permissionDecisionReason: 'not this',
    }
    const says = decision === undefined ? '' : `echo '${JSON.stringify({ hookSpecificOutput: specific })}'`
    const hooks = { PreToolUse: [{ hooks: [{ type: 'command', command: `sleep 20 & ${says}` }] }] }
    const world = makeWorld({ git: true, files: { [LOCAL]: JSON.stringify({ hooks }) } })
    expect(hookbox(world, ['simulate'])).toMatchObject({ status, stdout: expect.stringContaining(words) })
  })

  test('OpenHarness waits for what a hook leaves running with its output', () => {
    const played = (command: string) => {
      const handler = { type: 'command', command, timeout_seconds: 1, block_on_failure: true }
      const settings = JSON.stringify({ hooks: { pre_tool_use: [handler] } })
      const world = makeWorld({ git: true, homeFiles: { '.openharness/settings.json': settings } })
      return hookbox(world, ['simulate', '--harness', 'openharness', '--command', 'ls'])
    }
    expect(played('sleep 30 & exit 0')).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('command hook timed out after 1s'),
    })
    expect(played('sleep 0.4 & exit 0').status).toBe(0)
    expect(played('sleep 30 > /dev/null 2>&1 & exit 0').status).toBe(0)
  })

  test('what the settings put into the environment is there', () => {
    const command = 'test "$THEIRS" = 5 || exit 0; echo no >&2; exit 2'
    const settings = {
      env: { THEIRS: 5 },
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command }] }] },
    }
    const world = makeWorld({ git: true, files: { [LOCAL]: JSON.stringify(settings) } })
    expect(hookbox(world, ['simulate', '--command', 'ls']).status).toBe(1)
  })

  test('an event that the harness does not have', () => {
    const { status, stderr } = hookbox(makeWorld(), ['simulate', 'PreToolUze'])
    expect([status, stderr]).toEqual([64, expect.stringContaining('did you mean PreToolUse?')])
  })

  test.each([
    ['{"event": "pre_tool_use", "tool_name": "bash"}', 'a payload of OpenHarness: add --harness openharness'],
    ['{"hook_event_name": "Stop"}', 'a payload of "Stop", not of PreToolUse'],
  ])('a payload of something else: %s', (text, words) => {
    const world = makeWorld({ files: { 'payload.json': text } })
    const { status, stderr } = hookbox(world, ['simulate', 'PreToolUse', '--payload', 'payload.json'])
    expect([status, stderr]).toEqual([64, expect.stringContaining(words)])
  })

  test('a file that is no JSON is said to count for nothing', () => {
    const world = makeWorld({ git: true, files: { [LOCAL]: '{' } })
    expect(hookbox(world, ['simulate']).stdout).toContain('counts for nothing: it is not JSON')
  })

  test('--json is JSON alone, whatever is written besides', () => {
    const world = makeWorld({ git: true })
    const { stdout, stderr } = hookbox(world, ['simulate', '--json', '--html', 'page.html'])
    expect(JSON.parse(stdout)).toMatchObject({ event: 'PreToolUse' })
    expect(stderr).toBe('written: page.html\n')
  })

  test('what a hook prints moves nothing on the terminal, and floods it with nothing', () => {
    const script = 'printf "\\033]0;title\\007%10000s" x >&2; exit "$CODE"'
    const hooks = { PreToolUse: [{ hooks: [{ type: 'command', command: script }] }] }
    const world = makeWorld({ git: true, files: { [LOCAL]: JSON.stringify({ hooks }) } })
    for (const CODE of ['1', '2']) {
      const { stdout } = hookbox(world, ['simulate'], '', { CODE })
      expect(stdout).not.toContain('\u001b')
      expect(stdout.length).toBeLessThan(6000)
    }
  })

  test.each([['{'], ['[]']])('a payload that is %s', (text) => {
    const world = makeWorld({ files: { 'payload.json': text } })
    const { status, stderr } = hookbox(world, ['simulate', '--payload', 'payload.json'])
    expect([status, stderr]).toEqual([64, 'hookbox simulate: payload.json holds no JSON object\n'])
  })
})

test('a settings file that can not be read', () => {
  const world = makeWorld({ git: true })
  fs.mkdirSync(path.join(world.project, LOCAL), { recursive: true })
  const { status, stderr } = hookbox(world, ['list'])
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^hookbox list: .*it is a folder\n$/)])
})

test('a folder that is gone', () => {
  const world = makeWorld()
  const script = 'rmdir "$PWD"; exec "$0" "$1" doctor'
  const { status, stderr } = spawnSync(
    'sh',
    ['-c', script, process.execPath, path.join(root, 'bin/hookbox')],
    {
      cwd: world.project,
      encoding: 'utf8',
    },
  )
  expect([status, stderr]).toEqual([
    2,
    'hookbox: the current folder is gone; change into one that is there\n',
  ])
})

test.each([
  [['simulate', '--harness', 'codex']],
  [['simulate', '--command']],
  [['doctor', '--colour']],
  [['test', 'a', 'b']],
])('usage that is wrong ends with 64: %s', (argv) => {
  expect(hookbox(makeWorld(), argv).status).toBe(64)
})

test('a reader that leaves early is no error', () => {
  const world = makeWorld({ git: true })
  const script = `"$0" "$1" init --dry-run --preset strict | head -n 1 > out`
  const argv = ['-c', script, process.execPath, path.join(root, 'bin/hookbox')]
  const { stderr } = spawnSync('sh', argv, { cwd: world.project, env: worldEnv(world), encoding: 'utf8' })
  expect(stderr).toBe('')
})

test.each([['list'], ['doctor'], ['hooks'], ['config', 'check'], ['sample', 'Stop']])(
  '%s needs no PATH and no home',
  (...argv) => {
    const { stdout, stderr } = hookbox(makeWorld({ git: true }), argv, '', { PATH: '', HOME: '' })
    expect(stdout).not.toBe('')
    expect(stderr).toBe('')
  },
)
