import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import { TOOLS } from '../../../hooks/check-quality/tools.ts'
import { executable } from '../../support/engine.ts'
import { fixture, payloadLike } from '../../support/table.ts'
import { makeWorld, type World, worldEnv } from '../../support/world.ts'
import { call, calls, contextOf, edited, messageOf, tool } from './fakes.ts'

const SILENT = { exit: 0, stdout: '', stderr: '' }
/** An eslint that complains about lines with `bad`, and with --fix writes `good` there. */
function withEslint(files: Readonly<Record<string, string>>): World {
  const world = makeWorld({ files: { 'eslint.config.js': '', ...files } })
  tool(
    world,
    'eslint',
    `const text = fs.readFileSync(file, 'utf8')
if (args.includes('--fix')) fs.writeFileSync(file, text.replaceAll('fixable', 'good\\ngood'))
else {
  const messages = text.split('\\n').flatMap((line, at) => (line.includes('bad') ? [{ ruleId: 'no-bad', severity: 2, line: at + 1, column: 1, message: 'is bad' }] : []))
  console.log(JSON.stringify([{ messages }]))
  process.exitCode = messages.length > 0 ? 1 : 0
}`,
  )
  return world
}

describe('what was edited', () => {
  test('a patch of Codex: its files; the answer is plain text', async () => {
    const world = withEslint({ 'a.js': 'bad\n', 'b.js': 'good\n' })
    const patch =
      '*** Begin Patch\n*** Update File: a.js\n+bad\n*** Add File: b.js\n+good\n*** Delete File: c.js\n*** End Patch\n'
    const payload = JSON.parse(fixture('other/codex-PostToolUse-apply_patch.json')) as object
    const answer = await call(world, { ...payload, cwd: world.project, tool_input: { command: patch } })
    expect(answer.exit).toBe(0)
    expect(answer.stdout).toContain('a.js:1:1 no-bad is bad (eslint)')
    expect(
      calls(world)
        .map((one) => one.split(' ').at(-1))
        .sort(),
    ).toEqual(['a.js', 'b.js'])
  })

  test('a batch: one run for each file, also of patches; a call that failed names none', async () => {
    const world = withEslint({ 'a.js': 'bad\n', 'b.js': 'bad\n' })
    const batch = payloadLike('claude-code/PostToolBatch.parallel.json', {
      tool_calls: [
        { tool_name: 'Edit', tool_input: { file_path: '@PROJECT@/a.js', new_string: 'bad' } },
        {
          tool_name: 'apply_patch',
          tool_input: { command: '*** Begin Patch\n*** Update File: b.js\n*** Update File: a.js' },
        },
        { tool_name: 'Edit', tool_input: {} },
        { tool_name: 'Write', tool_input: null },
        null,
      ],
    })
    const text = contextOf(await call(world, batch))
    expect(text).toMatch(/a\.js:1:1[\s\S]*b\.js:1:1/)
    expect(calls(world)).toHaveLength(2)
  })

  test('what a shell command wrote, when that is asked for', async () => {
    const world = withEslint({ 'a.js': 'bad\n' })
    const payload = payloadLike('claude-code/PostToolUse.Bash.json', {
      tool_input: { command: "cat > a.js <<'EOF'\nbad\nEOF" },
    })
    expect(await call(world, payload)).toEqual(SILENT)
    expect(calls(world)).toEqual([])
    expect(contextOf(await call(world, payload, ['shell=true']))).toContain('a.js:1:1 no-bad')
  })

  test('only the touched lines, also where no patch is sent and after a rewrite', async () => {
    const text = 'bad old\nx\nbad new\ny\nbad old\n'
    const world = withEslint({ 'a.js': text })
    const edit = (more = {}) =>
      edited('a.js', {
        tool_input: { file_path: '@PROJECT@/a.js', old_string: 'q', new_string: 'bad new\ny' },
        ...more,
      })
    const places = (answer: string) => [...answer.matchAll(/^a\.js:(\d+)/gm)].map((match) => Number(match[1]))
    expect(places(contextOf(await call(world, edit(), ['scope=changed'])))).toEqual([3])
    expect(places(contextOf(await call(world, edit())))).toEqual([1, 3, 5])
    world.put('a.js', `fixable\n${text}`)
    const fixed = contextOf(await call(world, edit(), ['scope=changed', 'fix=true']))
    expect(fixed).toContain('a.js was rewritten by eslint')
    expect(places(fixed)).toEqual([5])
  })
})

describe('files', () => {
  test('one that goes away while it is checked is no finding and was not rewritten', async () => {
    const world = makeWorld({ files: { '.prettierrc': '', 'a.css': 'x' } })
    tool(world, 'prettier', "fs.rmSync(file); console.error('[error] gone'); process.exitCode = 2")
    expect(await call(world, edited('a.css'))).toEqual(SILENT)
    world.put('a.css', 'x')
    expect(await call(world, edited('a.css'), ['fix=true'])).toEqual(SILENT)
    world.put('a.css', 'x')
    const own = ['commands={"*.css":["prettier {file}"]}']
    expect(await call(world, edited('a.css'), own)).toEqual(SILENT)
    expect(world.exists('a.css')).toBe(false)
  })

  test('what is no UTF-8 is checked, but not fixed; a byte order mark stays', async () => {
    const world = withEslint({})
    const latin = Buffer.from([0x66, 0xe9, 0x0a, ...Buffer.from('fixable bad\n')])
    fs.writeFileSync(path.join(world.project, 'a.js'), latin)
    expect(contextOf(await call(world, edited('a.js'), ['fix=true']))).toContain('a.js:2:1 no-bad')
    expect(fs.readFileSync(path.join(world.project, 'a.js')).equals(latin)).toBe(true)
    world.put('b.js', '\uFEFFimport a from "a"\nx\n')
    tool(world, 'eslint', "if (args.includes('--fix')) fs.writeFileSync(file, 'x\\n')")
    await call(world, edited('b.js'), ['fix=true'])
    expect(world.read('b.js')).toBe('\uFEFFimport a from "a"\nx\n')
  })

  test('a project reached through a link, with quotes and blanks; a link to a file outside', async () => {
    const world = withEslint({ 'src/a.js': 'bad\n' })
    const odd = path.join(world.root, `p 'q" $(r)`)
    fs.symlinkSync(world.project, odd)
    const payload = { ...edited('x'), cwd: odd, tool_input: { file_path: `${odd}/src/a.js` } }
    expect(contextOf(await call(world, payload))).toContain('src/a.js:1:1 no-bad')
    fs.writeFileSync(path.join(world.tmp, 'b.js'), 'bad\n')
    fs.symlinkSync(path.join(world.tmp, 'b.js'), path.join(world.project, 'b.js'))
    expect(await call(world, edited('b.js'))).toEqual(SILENT)
  })

  test('without a home, without git, and with a home that can not be written', async () => {
    const world = withEslint({ 'a.js': 'fixable bad\n' })
    const { HOME: _home, ...env } = worldEnv(world)
    const { callExecutable } = await import('../../support/call.ts')
    const stdin = JSON.stringify(edited('a.js')).replaceAll('@PROJECT@', world.project)
    tool(
      world,
      'eslint',
      "console.log(JSON.stringify([{ messages: [{ severity: 2, line: 1, message: 'm' }] }])); process.exitCode = 1".replace(
        /^/,
        'process.env.HOME ??= "/"; ',
      ),
    )
    world.put(
      'node_modules/.bin/eslint',
      world.read('node_modules/.bin/eslint').replace(/^fs\.append.*$/m, ''),
      0o755,
    )
    const answer = await callExecutable('check-quality', {
      stdin,
      argv: ['--set', 'fix=true'],
      env: { ...env, PATH: path.dirname(process.execPath), HOME: '/nonexistent-home' },
      cwd: world.project,
    })
    expect(contextOf(answer)).toContain('a.js:1')
  })

  test('what two tools say of the same line is told once, whoever says it first', async () => {
    const world = makeWorld({ files: { 'a.txt': 'x' } })
    tool(world, 'one', "console.log('a.txt:1:2: W1 the same'); process.exitCode = 1")
    tool(world, 'two', "console.log('a.txt:1:2: W1 the same\\na.txt:1:2: W2 another'); process.exitCode = 1")
    const set = ['commands={"*.txt":["one {file}","two {file}"]}']
    expect(contextOf(await call(world, edited('a.txt'), set))).toBe(
      'check-quality: 2 findings in a.txt\na.txt:1:2 W1 the same (one)\na.txt:1:2 W2 another (two)',
    )
  })

  test('more findings than a model wants: cut, and it says so', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `src/file-with-a-long-name-${at}.js`)
    const world = withEslint(Object.fromEntries(names.map((name) => [name, 'bad\n'.repeat(60)])))
    const batch = payloadLike('claude-code/PostToolBatch.parallel.json', {
      tool_calls: names.map((name) => ({ tool_name: 'Edit', tool_input: { file_path: name } })),
    })
    const text = contextOf(await call(world, batch))
    expect(text.length).toBeLessThanOrEqual(9000)
    expect(text).toContain('60 findings in')
    expect(text).toMatch(/left out|characters/)
  })
})

describe('programs', () => {
  test('nothing is downloaded: no program that would, and all that run are told to stay offline', async () => {
    const world = makeWorld({
      files: {
        'eslint.config.js': '',
        '.prettierrc': '',
        'ruff.toml': '',
        '.pre-commit-config.yaml': '',
        'biome.json': '',
        'a.js': 'x',
        'a.py': 'x',
      },
    })
    const bin = path.join(world.root, 'bin')
    fs.mkdirSync(bin)
    for (const name of [
      'npx',
      'npm',
      'pnpm',
      'yarn',
      'bunx',
      'bun',
      'pip',
      'pipx',
      'uv',
      'uvx',
      'corepack',
      'curl',
      'wget',
      'git',
      'go',
      'cargo',
    ]) {
      fs.writeFileSync(path.join(bin, name), `#!/bin/sh\necho ${name} "$@" >> "$HOME/ran"\nexit 1\n`, {
        mode: 0o755,
      })
    }
    const only = { PATH: `${bin}:/usr/bin:/bin` }
    for (const file of ['a.js', 'a.py']) {
      expect(messageOf(await call(world, edited(file), [], only))).toMatch(
        /neither among the project's own programs nor in PATH/,
      )
    }
    const ran = path.join(world.home, 'ran')
    const words = fs.existsSync(ran) ? fs.readFileSync(ran, 'utf8').split('\n') : []
    expect(words.filter((line) => line !== '' && !/^git .* check-ignore /.test(line))).toEqual([])
    tool(world, 'eslint', "fs.writeFileSync(process.env.HOME + '/env', JSON.stringify(process.env))")
    await call(world, edited('a.js'), ['skip=["prettier","biome"]'])
    expect(JSON.parse(fs.readFileSync(path.join(world.home, 'env'), 'utf8'))).toMatchObject({
      npm_config_yes: 'false',
      npm_config_offline: 'true',
      PIP_NO_INDEX: '1',
      UV_OFFLINE: '1',
      GOPROXY: 'off',
      CARGO_NET_OFFLINE: 'true',
      GIT_ALLOW_PROTOCOL: 'file',
    })
  })

  test('no tool is one that installs others', () => {
    for (const { program } of TOOLS) expect(program).not.toMatch(/npx|pnpm|yarn|bunx|pipx|uvx/)
  })

  test('the time for all tools together ends it, with all that they started', async () => {
    const world = makeWorld({ files: { 'a.txt': 'x' } })
    tool(
      world,
      'slow',
      "require('node:child_process').spawn('sleep', ['60'], { stdio: 'inherit' }); fs.appendFileSync(process.env.HOME + '/pids', process.pid + ' '); setInterval(() => {}, 1000)",
    )
    const begun = Date.now()
    const set = [
      'commands={"*.txt":["slow 1 {file}","slow 2 {file}","slow 3 {file}"]}',
      'totalTimeoutMs=3500',
      'timeoutMs=2500',
    ]
    const message = messageOf(await call(world, edited('a.txt'), set))
    expect(Date.now() - begun).toBeLessThan(15_000)
    expect(message).toMatch(/slow 1 could not check a\.txt: it did not end within 2\.5 s/)
    expect(message).toContain('slow 3 could not check a.txt: the time for all tools was used up')
    const pids = fs.readFileSync(path.join(world.home, 'pids'), 'utf8').trim().split(' ')
    expect(pids.length).toBeGreaterThan(0)
    for (const pid of pids) expect(() => process.kill(Number(pid), 0)).toThrow()
  })

  test('50 MB of output and bytes that are no text', async () => {
    const world = makeWorld({ files: { 'a.txt': 'x' } })
    tool(
      world,
      'flood',
      "const chunk = Buffer.alloc(1 << 20, 0xff); let left = 50; const write = () => left-- > 0 ? process.stdout.write(chunk, write) : process.stdout.write('\\na.txt:3:1: the end\\n', () => process.exit(1)); write()",
    )
    const text = contextOf(await call(world, edited('a.txt'), ['commands={"*.txt":["flood {file}"]}']))
    expect(text).toBe('check-quality: 1 finding in a.txt\na.txt:3:1 the end (flood)')
  })

  test('a tool of the whole project runs once for a batch', async () => {
    const world = makeWorld({ files: { 'Cargo.toml': '', 'a.rs': '', 'b.rs': '' } })
    tool(world, 'cargo', "console.error('b.rs:1:1: warning: unused'); process.exitCode = 101")
    tool(world, 'rustfmt', '')
    const batch = payloadLike('claude-code/PostToolBatch.parallel.json', {
      tool_calls: ['a.rs', 'b.rs'].map((file) => ({ tool_name: 'Write', tool_input: { file_path: file } })),
    })
    expect(contextOf(await call(world, batch, ['slowTools=true']))).toBe(
      'check-quality: 1 finding in b.rs\nb.rs:1:1 unused (clippy)',
    )
    expect(calls(world).filter((one) => one.startsWith('cargo'))).toHaveLength(1)
  })

  test("the project's own gate runs instead of the tools; what it rewrote is told", async () => {
    const world = withEslint({ '.pre-commit-config.yaml': '', 'a.js': 'bad\n' })
    tool(
      world,
      'pre-commit',
      "fs.appendFileSync(file, 'more\\n'); console.log('ruff.....Passed\\nwords....Failed\\n- hook id: words\\n\\na.js:1:1: W001 bad word'); process.exitCode = 1",
    )
    const text = contextOf(await call(world, edited('a.js'), ['gate=pre-commit']))
    expect(text).toContain('a.js was rewritten by pre-commit after your edit. Read it again')
    expect(text).toContain('a.js:1:1 W001 bad word (pre-commit)')
    expect(calls(world)).toEqual(['pre-commit run --color=never --files a.js'])
  })

  test('lefthook sees no index, so that it can not put unstaged work aside', async () => {
    const world = makeWorld({ files: { 'lefthook.yml': '', 'a.js': 'x' } })
    tool(world, 'lefthook', "process.exitCode = fs.existsSync(process.env.GIT_INDEX_FILE ?? '/') ? 1 : 0")
    expect(await call(world, edited('a.js'), ['gate=lefthook'])).toEqual(SILENT)
    expect(calls(world)).toHaveLength(1)
  })
})

describe('trust and locks', () => {
  const inHome = (section: object) => ({
    homeFiles: { '.config/hookbox/hookbox.json': JSON.stringify({ 'check-quality': section }) },
  })

  test('onlyIn: no program of another project runs, and no project can choose itself', async () => {
    const files = {
      'a.txt': 'x',
      'hookbox.json': '{"check-quality": {"onlyIn": [], "commands": {"*.txt": ["./own"]}}}',
    }
    const own = (world: World) => world.put('own', '#!/bin/sh\necho x >> "$HOME/calls"\n', 0o755)
    const elsewhere = makeWorld({ files, ...inHome({ onlyIn: ['~/work/**'] }) })
    own(elsewhere)
    expect(await call(elsewhere, edited('a.txt'))).toEqual(SILENT)
    expect(fs.existsSync(path.join(elsewhere.home, 'calls'))).toBe(false)
    const chosen = makeWorld({ files, ...inHome({ onlyIn: ['~/project'] }) })
    own(chosen)
    await call(chosen, edited('a.txt'))
    expect(fs.existsSync(path.join(chosen.home, 'calls'))).toBe(true)
  })

  test('a hook that was killed does not hold the next one', async () => {
    const world = makeWorld({ files: { 'a.txt': 'x' } })
    tool(
      world,
      'hang',
      "fs.existsSync(process.env.HOME + '/hung') ? fs.appendFileSync(file, 'y') : (fs.writeFileSync(process.env.HOME + '/hung', String(process.pid)), setInterval(() => {}, 1000))",
    )
    const set = ['commands={"*.txt":["hang {file}"]}']
    const [program, ...words] = executable('check-quality')
    const first = spawn(program, [...words, '--set', set[0] ?? ''], {
      cwd: world.project,
      env: worldEnv(world),
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    first.stdin.end(JSON.stringify(edited('a.txt')).replaceAll('@PROJECT@', world.project))
    const hung = path.join(world.home, 'hung')
    while (!fs.existsSync(hung) || fs.readFileSync(hung, 'utf8') === '')
      await new Promise((resolve) => setTimeout(resolve, 20))
    const ended = new Promise((resolve) => first.on('exit', resolve))
    first.kill('SIGKILL')
    await ended
    process.kill(Number(fs.readFileSync(hung, 'utf8')), 'SIGKILL')
    const begun = Date.now()
    expect(contextOf(await call(world, edited('a.txt'), set))).toContain('was rewritten by hang')
    // Elsewhere than on Linux it can't be told, and the lock has to grow old.
    if (process.platform === 'linux') expect(Date.now() - begun).toBeLessThan(5000)
  })
})
