import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Answer } from '../support/call.ts'
import { fixture } from '../support/table.ts'
import { PATHS, PLATFORMS, type Platform, temporary, windows } from './programs.ts'

/**
 * Calls of every hook: exit code, stdout, stderr and what is left behind are those of Node on this
 * machine. Each runs in a world of its own; `@PROJECT@` and `@HOME@` stand for its folders.
 */

interface Row {
  readonly title: string
  readonly argv: readonly string[]
  /** An object is sent as JSON. */
  readonly stdin?: object | string | Uint8Array
  readonly files?: Readonly<Record<string, string>>
  readonly homeFiles?: Readonly<Record<string, string>>
  /** PATH of this machine, for what starts its shell. Default: no program. */
  readonly path?: string
  /** What Node answers, so that two wrong answers are not taken for one right. */
  readonly exit: number
  readonly says?: RegExp
  /** A file of the project that is compared too. */
  readonly left?: string
}

const cwd = '@PROJECT@'
const claude = (tool_name: string, tool_input: object, more: object = {}) => ({
  hook_event_name: 'PreToolUse',
  session_id: 's',
  transcript_path: '@HOME@/t.jsonl',
  permission_mode: 'default',
  tool_use_id: 't',
  tool_name,
  tool_input,
  cwd,
  ...more,
})
const bash = (command: string) => claude('Bash', { command })
const harness = (command: string) => ({
  event: 'pre_tool_use',
  tool_name: 'bash',
  tool_input: { command },
  cwd,
})
const config = (section: object) => ({ '.config/hookbox/hookbox.json': JSON.stringify(section) })
const event = (hook_event_name: string, more: object = {}) => ({
  hook_event_name,
  session_id: 's',
  cwd,
  ...more,
})

const ROWS: readonly Row[] = [
  { title: 'sudo: passes', argv: ['block-sudo'], stdin: bash('ls -la'), exit: 0 },
  { title: 'sudo: denies', argv: ['block-sudo'], stdin: bash('cd x && sudo ls'), exit: 2, says: /sudo/ },
  { title: 'sudo: another harness', argv: ['block-sudo'], stdin: harness('sudo ls'), exit: 2, says: /sudo/ },
  {
    title: 'sudo: text of all scripts',
    argv: ['block-sudo'],
    stdin: bash('sudo echo "Grüße \u{1f600} 日本\u0000"'),
    exit: 2,
    says: /sudo/,
  },
  {
    title: 'sudo: PowerShell',
    argv: ['block-sudo'],
    stdin: claude('PowerShell', { command: 'sudo ls' }),
    exit: 2,
  },
  { title: 'no JSON', argv: ['block-sudo'], stdin: '{"tool_name"', exit: 2, says: /not JSON/ },
  { title: 'nothing', argv: ['block-sudo'], stdin: '', exit: 2, says: /no payload came/ },
  { title: 'no UTF-8', argv: ['block-sudo'], stdin: Uint8Array.of(0x7b, 0xff, 0xc3, 0x28), exit: 2 },
  {
    title: 'CRLF and Ctrl-Z',
    argv: ['block-sudo'],
    stdin: `\r\n${JSON.stringify(bash('ls \u001a'))}\r\n`,
    exit: 0,
  },
  {
    title: 'a megabyte',
    argv: ['block-sudo'],
    stdin: bash(`echo ${'x'.repeat(1_000_000)}; sudo ls`),
    exit: 2,
    says: /sudo/,
  },
  { title: 'help', argv: ['block-sudo', '--help'], exit: 0, says: /usage/ },
  { title: 'an explanation', argv: ['block-sudo', '--explain', '--json', 'sudo ls'], exit: 0, says: /sudo/ },
  { title: 'an unknown name', argv: ['no-such-hook'], exit: 2, says: /no-such-hook/ },
  { title: 'the hooks', argv: ['hooks', '--json'], exit: 0, says: /block-sudo/ },
  { title: 'rm: passes', argv: ['block-dangerous-rm'], stdin: bash('rm src/a.ts; mkdir -p b'), exit: 0 },
  {
    title: 'rm: denies',
    argv: ['block-dangerous-rm'],
    stdin: bash('rm -rf "$HOME"/*'),
    exit: 2,
    says: /rm -r/,
  },
  {
    title: 'rm: the root',
    argv: ['block-dangerous-rm'],
    stdin: bash('rm -rf /'),
    exit: 2,
    says: /root of a disk/,
  },
  {
    title: 'rm: a folder of the project',
    argv: ['block-dangerous-rm'],
    stdin: bash('rm -rf src'),
    files: { 'src/a.ts': '' },
    exit: 2,
    says: /src/,
  },
  { title: 'git: passes', argv: ['block-destructive-git'], stdin: bash('git status; git log'), exit: 0 },
  {
    title: 'git: denies',
    argv: ['block-destructive-git'],
    stdin: bash('git push --force origin main'),
    exit: 2,
    says: /main/,
  },
  {
    title: 'files: passes',
    argv: ['protect-sensitive-files'],
    stdin: claude('Write', { file_path: '@PROJECT@/src/a.ts', content: 'a' }),
    exit: 0,
  },
  {
    title: 'files: denies',
    argv: ['protect-sensitive-files'],
    stdin: claude('Read', { file_path: '@PROJECT@/.env' }),
    files: { '.env': 'A=1\n' },
    exit: 2,
    says: /\.env/,
  },
  {
    title: 'files: of the home',
    argv: ['protect-sensitive-files'],
    stdin: bash('cat ~/.aws/credentials'),
    homeFiles: { '.aws/credentials': 'x' },
    exit: 2,
    says: /credentials/,
  },
  {
    title: "files: the user's settings",
    argv: ['protect-sensitive-files'],
    stdin: claude('Read', { file_path: '@PROJECT@/.env' }),
    homeFiles: config({ 'protect-sensitive-files': { mode: 'observe' } }),
    exit: 0,
  },
  { title: 'deploys: passes', argv: ['check-deploy-env'], stdin: bash('kubectl get pods'), exit: 0 },
  {
    title: 'deploys: denies',
    argv: ['check-deploy-env'],
    stdin: bash('kubectl --context production apply -f x.yaml'),
    exit: 2,
    says: /production/,
  },
  {
    title: 'quality: passes',
    argv: ['check-quality'],
    stdin: event('PostToolUse', {
      tool_name: 'Write',
      tool_input: { file_path: '@PROJECT@/a.json', content: '{}' },
      tool_response: {},
    }),
    files: { 'a.json': '{}\n' },
    exit: 0,
  },
  {
    title: 'quality: a command that fails',
    argv: ['check-quality', '--set', 'commands={"*.txt":["no-such-linter {file}"]}'],
    stdin: event('PostToolUse', {
      tool_name: 'Write',
      tool_input: { file_path: '@PROJECT@/a.txt', content: 'x' },
      tool_response: {},
    }),
    files: { 'a.txt': 'x\n' },
    exit: 0,
    says: /no-such-linter/,
  },
  {
    title: 'stop: green',
    path: '/usr/bin:/bin',
    argv: ['verify-before-stop', '--set', 'commands=["exit 0"]'],
    stdin: event('Stop'),
    exit: 0,
  },
  {
    title: 'stop: red',
    path: '/usr/bin:/bin',
    argv: ['verify-before-stop', '--set', 'commands=["echo a line&& exit 3"]'],
    stdin: event('Stop', { stop_hook_active: false }),
    exit: 2,
    says: /exit code 3/,
  },
  {
    title: 'tickets: none',
    argv: ['inject-ticket-context'],
    stdin: event('UserPromptSubmit', { prompt: 'Fix the test' }),
    exit: 0,
  },
  {
    title: 'tickets: one',
    argv: ['inject-ticket-context'],
    stdin: event('UserPromptSubmit', { prompt: 'Work on ABC-12' }),
    files: { 'tickets/ABC-12.md': '# Größe\n\nText of the ticket.\n' },
    exit: 0,
    says: /Text of the ticket/,
  },
  {
    title: 'the start of a session',
    argv: ['prepare-session-context'],
    stdin: event('SessionStart', { source: 'startup' }),
    files: { 'README.md': '# app\n' },
    exit: 0,
    says: /Facts about the working folder/,
  },
  {
    title: 'the audit',
    argv: ['audit-tool-call'],
    stdin: bash('echo token=ghp_0123456789abcdefghij0123456789abcdef ß'),
    exit: 0,
    left: 'logs/tool-audit.jsonl',
  },
  {
    title: 'the audit of an unreadable payload',
    argv: ['audit-tool-call'],
    stdin: '{"a":',
    exit: 0,
    says: /not JSON/,
    left: 'logs/tool-audit.jsonl',
  },
  {
    title: 'several at once',
    argv: ['run', 'block-sudo', 'block-dangerous-rm', 'audit-tool-call'],
    stdin: bash('sudo rm -rf /'),
    exit: 2,
    says: /sudo.*root of a disk/s,
    left: 'logs/tool-audit.jsonl',
  },
  {
    title: 'a payload as it was captured',
    argv: ['block-sudo'],
    stdin: fixture('claude-code/PreToolUse.Bash.json'),
    exit: 0,
  },
]

const root = temporary('hookbox-answers-')
afterAll(() => fs.rmSync(root, { recursive: true, force: true, maxRetries: 5 }))

interface World {
  readonly home: string
  readonly project: string
}

/** Always in the same place, since some of what is said is made of its name. */
function makeWorld({ files = {}, homeFiles = {} }: Row): World {
  const home = path.join(root, 'home')
  const project = path.join(home, 'project')
  fs.rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  fs.mkdirSync(project, { recursive: true })
  const put = (folder: string, texts: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(texts)) {
      fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
      fs.writeFileSync(path.join(folder, name), text)
    }
  }
  put(home, homeFiles)
  put(project, files)
  return { home, project }
}

/** The payload in a world, whose folders the program sees under these names. */
function payload({ stdin = '' }: Row, { home, project }: World, seen: Platform['seen']): string | Uint8Array {
  if (stdin instanceof Uint8Array) return stdin
  const text = typeof stdin === 'string' ? stdin : JSON.stringify(stdin)
  return text.replaceAll('@PROJECT@', seen(project)).replaceAll('@HOME@', seen(home))
}

/** The time may differ, and on Windows the drive, and what is made of a path: the code of an approval, a name. */
function plain(text: string, platform: Platform['name']): string {
  const same =
    platform === 'win32-x64'
      ? text
          .replaceAll(windows.seen('/'), '/')
          .replaceAll(' (/)', '')
          .replace(/hookbox approve [0-9A-Z]{8}/g, 'hookbox approve @CODE@')
          .replace(/logs\/[0-9a-f]{16}\.log/g, 'logs/@CODE@.log')
      : text
  return same
    .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d\.\d{3}Z)?/g, '@TIME@')
    .replace(/"duration_ms":\d+/g, '"duration_ms":0')
    .replace(/after \d+\.\d s/g, 'after @ s')
}

function whole(row: Row, answer: Answer, world: World, platform: Platform['name']): readonly unknown[] {
  const left = row.left === undefined ? '' : fs.readFileSync(path.join(world.project, row.left), 'utf8')
  return [answer.exit, ...[answer.stdout, answer.stderr, left].map((text) => plain(text, platform))]
}

const asHere = (file: string) => file

function onNode(row: Row, world: World): Answer {
  const launcher = path.resolve(import.meta.dirname, '../../bin/hookbox')
  const { status, stdout, stderr } = spawnSync(process.execPath, [launcher, ...row.argv], {
    cwd: world.project,
    env: { PATH: row.path ?? PATHS.linux, HOME: world.home, USER: 'dev' },
    input: payload(row, world, asHere),
    encoding: 'utf8',
  })
  return { exit: status ?? -1, stdout, stderr }
}

describe.each(PLATFORMS)('$name', (platform) => {
  test.each(ROWS.map((row) => [row.title, row] as const))('%s', async (_title, row) => {
    const here = makeWorld(row)
    const node = onNode(row, here)
    expect(node.exit, JSON.stringify(node)).toBe(row.exit)
    if (row.says) expect(`${node.stdout}${node.stderr}`).toMatch(row.says)
    const wanted = whole(row, node, here, platform.name)
    const there = makeWorld(row)
    const answer = await platform.call({
      argv: row.argv,
      stdin: payload(row, there, platform.seen),
      cwd: there.project,
      home: there.home,
      ...(row.path === undefined || platform.name === 'win32-x64' ? {} : { env: { PATH: row.path } }),
    })
    expect(whole(row, answer, there, platform.name)).toEqual(wanted)
  })
})
