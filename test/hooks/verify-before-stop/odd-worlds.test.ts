import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import { hook } from '../../../hooks/verify-before-stop/index.ts'
import { type Answer, callExecutable } from '../../support/call.ts'
import { payloadLike } from '../../support/table.ts'
import { makeWorld, type World, type WorldOptions, worldEnv } from '../../support/world.ts'

const first = payloadLike('claude-code/Stop.json')
const again = payloadLike('claude-code/Stop.active.json')

/** A configured check that leaves a line outside the project at every run. */
const counting = (end = 'true', more: WorldOptions = {}): WorldOptions => ({
  git: true,
  ...more,
  homeFiles: {
    '.config/hookbox/hookbox.json': JSON.stringify({
      'verify-before-stop': { commands: [`echo ran >> "$HOME/runs"; ${end}`] },
    }),
  },
})
const runs = (world: World) => {
  const file = path.join(world.home, 'runs')
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n').length - 1 : 0
}
const stopIn = (world: World, payload: object = first, cwd = world.project, argv: string[] = []) =>
  callExecutable(hook.name, {
    stdin: JSON.stringify({ ...payload, cwd }),
    argv,
    env: worldEnv(world),
    cwd,
  })
const reasonOf = (answer: Answer): string => (JSON.parse(answer.stdout) as { reason: string }).reason

const GIT = ['-c', 'user.name=dev', '-c', 'user.email=d@example.invalid', '-c', 'protocol.file.allow=always']
function gitIn(folder: string, ...args: string[]): void {
  const { status, stderr } = spawnSync('git', [...GIT, ...args], { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

describe('what counts as a change', () => {
  test('inside a submodule, and inside a worktree or repository that lies here', async () => {
    const world = makeWorld(counting())
    const other = path.join(world.root, 'other')
    fs.mkdirSync(other)
    fs.writeFileSync(path.join(other, 'a.txt'), 'a')
    gitIn(other, 'init', '-q')
    gitIn(other, 'add', '-A')
    gitIn(other, 'commit', '-q', '-m', 'x')
    gitIn(world.project, 'submodule', '--quiet', 'add', other, 'sub')
    gitIn(world.project, 'commit', '-q', '-m', 'sub')
    gitIn(world.project, 'worktree', 'add', '-q', '.trees/one')
    const counts: number[] = []
    const stopTwice = async () => {
      await stopIn(world)
      await stopIn(world)
      counts.push(runs(world))
    }
    await stopTwice()
    world.put('sub/a.txt', 'changed')
    await stopTwice()
    world.put('sub/new.txt', 'untracked')
    await stopTwice()
    world.put('sub/new.txt', 'longer than before')
    await stopTwice()
    gitIn(path.join(world.project, 'sub'), 'add', '-A')
    gitIn(path.join(world.project, 'sub'), 'commit', '-q', '-m', 'y')
    await stopTwice()
    world.put('.trees/one/b.txt', 'x')
    await stopTwice()
    expect(counts).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('what is installed, a mode, where a link points; not what only git knows', async () => {
    const world = makeWorld(
      counting('true', { files: { '.gitignore': 'node_modules\n*.lock\n', 'run.sh': 'x', 'b.txt': 'b' } }),
    )
    fs.symlinkSync('b.txt', path.join(world.project, 'link'))
    const counts: number[] = []
    const stopAfter = async (change: () => void) => {
      change()
      await stopIn(world)
      counts.push(runs(world))
    }
    await stopAfter(() => {})
    await stopAfter(() => world.put('node_modules/.package-lock.json', '{}'))
    await stopAfter(() => world.put('uv.lock', ''))
    await stopAfter(() => fs.chmodSync(path.join(world.project, 'run.sh'), 0o755))
    await stopAfter(() => {
      fs.rmSync(path.join(world.project, 'link'))
      fs.symlinkSync('run.sh', path.join(world.project, 'link'))
    })
    await stopAfter(() => world.put('node_modules/left-pad/index.js', 'x'))
    await stopAfter(() => void world.git('stash', 'list'))
    await stopAfter(() => void world.git('branch', 'more'))
    expect(counts).toEqual([1, 2, 3, 4, 5, 5, 5, 5])
  })

  test('names that no shell and no line of text would carry', async () => {
    const odd = `it's "a" $(x) \n\ttab.txt`
    const world = makeWorld(counting())
    world.put(odd, '1')
    await stopIn(world)
    await stopIn(world)
    expect(runs(world)).toBe(1)
    world.put(odd, '22')
    await stopIn(world)
    expect(runs(world)).toBe(2)
    // A name that is not UTF-8 can not be followed: then the tests run each time.
    fs.writeFileSync(Buffer.concat([Buffer.from(`${world.project}/`), Buffer.from([0xff, 0x2e])]), 'x')
    await stopIn(world)
    await stopIn(world)
    expect(runs(world)).toBe(4)
  })

  test('a project reached through a link, with blanks and quotes in its path', async () => {
    const world = makeWorld(counting('pwd >> "$HOME/where"'))
    const odd = path.join(world.root, `a 'b" $(c)`)
    fs.symlinkSync(world.project, odd)
    expect(await stopIn(world, first, odd)).toEqual({ exit: 0, stdout: '', stderr: '' })
    await stopIn(world, first, odd)
    expect(runs(world)).toBe(1)
    expect(fs.readFileSync(path.join(world.home, 'where'), 'utf8')).toBe(`${world.project}\n`)
  })
})

describe('what the tests print', () => {
  test('50 MB, bytes that are no text, no end of line', async () => {
    const world = makeWorld({
      files: {
        'package.json': JSON.stringify({ scripts: { test: 'node flood.js' } }),
        'flood.js': `const chunk = Buffer.alloc(1 << 20, 0xff)
let left = 50
const write = () => {
  if (left-- > 0) process.stdout.write(chunk, write)
  else process.stdout.write('\\n\\u001b[31mthe end\\u001b[0m', () => process.exit(1))
}
write()`,
      },
    })
    const begun = Date.now()
    const answer = await stopIn(world)
    expect(Date.now() - begun).toBeLessThan(15_000)
    expect(answer.exit).toBe(2)
    const reason = reasonOf(answer)
    expect(reason.length).toBeLessThanOrEqual(9000)
    expect(reason).toMatch(/^\| the end$/m)
    const log = /^Whole output: (.+)$/m.exec(reason)?.[1] ?? ''
    expect(fs.statSync(log).size).toBeLessThan(20e6)
    expect(fs.readFileSync(log, 'utf8')).toContain('bytes left out')
  })

  test('a runner that ran out of memory is no red test', async () => {
    const said = 'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory'
    const world = makeWorld(counting(`echo "${said}" >&2; exit 134`))
    expect(reasonOf(await stopIn(world))).toMatch(/ran out of memory after .*no verdict on your work/s)
    const quoted = makeWorld(counting(`echo "  expected '${said}'"; exit 1`))
    expect(reasonOf(await stopIn(quoted))).toContain('the tests fail')
  })
})

describe('memory that is damaged or shared', () => {
  test('state files that hold nonsense count as none, and are written anew', async () => {
    const world = makeWorld(counting('exit 1'))
    await stopIn(world)
    const cache = path.join(world.home, '.cache/hookbox/verify')
    for (const nonsense of [
      '',
      '{',
      'null',
      '[]',
      '{"blocks": 3, "baselines": []}',
      '{"blocks":{"red":"9"}}',
    ]) {
      for (const folder of ['sessions', 'green']) {
        fs.mkdirSync(path.join(cache, folder), { recursive: true })
        for (const name of fs.readdirSync(path.join(cache, folder))) {
          fs.writeFileSync(path.join(cache, folder, name), nonsense)
        }
      }
      expect((await stopIn(world, again)).exit, nonsense).toBe(2)
    }
    const exits = [await stopIn(world, again), await stopIn(world, again), await stopIn(world, again)]
    expect(exits.map(({ exit }) => exit)).toEqual([2, 2, 0])
  })

  test('a folder where a state file should be: one block, then the agent is let go', async () => {
    const world = makeWorld(counting('exit 1'))
    fs.mkdirSync(path.join(world.home, '.cache/hookbox'), { recursive: true })
    fs.writeFileSync(path.join(world.home, '.cache/hookbox/verify'), 'x')
    expect((await stopIn(world)).exit).toBe(2)
    expect((await stopIn(world, again)).exit).toBe(0)
  })

  test('sessions without an id have no count in common', async () => {
    const world = makeWorld(counting('exit 1'))
    const { stop_hook_active: _flag, ...without } = { ...first, session_id: '' } as Record<string, unknown>
    for (let sessions = 0; sessions < 5; sessions++) expect((await stopIn(world, without)).exit).toBe(2)
    expect(fs.existsSync(path.join(world.home, '.cache/hookbox/verify/sessions'))).toBe(false)
  })

  test('eight stops at once: each answers, and the count still ends', async () => {
    const world = makeWorld(counting('exit 1'))
    const all = await Promise.all(Array.from({ length: 8 }, () => stopIn(world, again)))
    for (const answer of all) expect(JSON.parse(answer.stdout)).toBeTypeOf('object')
    const exits: number[] = []
    for (let stops = 0; stops < 4; stops++) exits.push((await stopIn(world, again)).exit)
    expect(exits.at(-1)).toBe(0)
  })
})

describe('processes', () => {
  const isAlive = (pid: number) => {
    const stat = `/proc/${pid}/stat`
    if (!fs.existsSync('/proc/self/stat')) return spawnSync('kill', ['-0', String(pid)]).status === 0
    return fs.existsSync(stat) && !/\) Z /.test(fs.readFileSync(stat, 'utf8'))
  }
  const pids = (world: World) =>
    fs.readFileSync(path.join(world.home, 'pids'), 'utf8').trim().split('\n').map(Number)

  test.each([
    ['green', 'true', 0],
    ['red', 'exit 1', 2],
  ])('what %s tests left running goes with them, also when it holds no pipe', async (_title, end, exit) => {
    const left = '(trap "" TERM HUP; sleep 60) >/dev/null 2>&1 & echo $! >> "$HOME/pids"'
    const holds = 'sleep 60 & echo $! >> "$HOME/pids"'
    const world = makeWorld(counting(`${left}; ${holds}; ${end}`))
    const begun = Date.now()
    expect((await stopIn(world)).exit).toBe(exit)
    expect(Date.now() - begun).toBeLessThan(10_000)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(pids(world).map(isAlive)).toEqual([false, false])
  })

  test('tests that end at once hold nobody, on a busy machine too', async () => {
    const begun = Date.now()
    const worlds = Array.from({ length: 12 }, () => makeWorld(counting('sleep 60 & exit 0')))
    for (const { exit } of await Promise.all(worlds.map((world) => stopIn(world)))) expect(exit).toBe(0)
    expect(Date.now() - begun).toBeLessThan(20_000)
  })

  test('each step has its own deadline', async () => {
    const world = makeWorld({ files: {} })
    const commands = [{ run: 'sleep 60', timeoutMs: 1000 }, { run: 'sleep 1.2; exit 3' }]
    const argv = ['--set', `commands=${JSON.stringify(commands)}`]
    const reason = reasonOf(await stopIn(world, first, world.project, argv))
    expect(reason).toContain('sleep 60 was stopped after its deadline of 1.0 s')
    expect(reason).toContain('sleep 1.2; exit 3 failed with exit code 3')
  })
})

describe('onlyIn', () => {
  const inHome = (onlyIn: readonly string[]) => ({
    ...counting('exit 1'),
    homeFiles: {
      '.config/hookbox/hookbox.json': JSON.stringify({
        'verify-before-stop': { commands: ['exit 1'], onlyIn },
      }),
    },
  })

  test('nothing of another project is run', async () => {
    expect((await stopIn(makeWorld(inHome(['~/work/**'])))).exit).toBe(0)
    expect((await stopIn(makeWorld(inHome(['~/work/**', '~/project'])))).exit).toBe(2)
    expect((await stopIn(makeWorld(inHome([])))).exit).toBe(2)
  })

  test("a link in a chosen folder does not bring in what it points to; a project's file can't choose itself", async () => {
    const world = makeWorld(inHome(['~/work/**']))
    fs.mkdirSync(path.join(world.home, 'work'))
    fs.symlinkSync(world.project, path.join(world.home, 'work/link'))
    expect((await stopIn(world, first, path.join(world.home, 'work/link'))).exit).toBe(0)
    world.put('hookbox.json', '{"verify-before-stop": {"onlyIn": ["**"]}}')
    expect((await stopIn(world)).exit).toBe(0)
  })
})
