/**
 * Pipes real payloads of both harnesses through the real executables, in a throw-away
 * project, and shows what each answered. Changes nothing outside its temporary folder.
 */
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import chalk from 'chalk'
import { capturedPayload } from './payloads.ts'

const root = path.resolve(import.meta.dirname, '..')
const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookbox-demo-')))
const home = path.join(folder, 'home/dev')
const project = path.join(home, 'project')
const env = { PATH: process.env['PATH'], HOME: home, USER: 'dev', LANG: 'C.UTF-8' }

interface Step {
  readonly hook: string
  readonly harness: 'Claude Code' | 'OpenHarness'
  readonly about: string
  readonly payload: Record<string, unknown>
}

const bash = (command: string) =>
  capturedPayload('claude-code/PreToolUse.Bash.json', {
    cwd: project,
    tool_input: { command, description: 'x' },
  })
const ohBash = (command: string) =>
  capturedPayload('openharness/pre_tool_use.bash-rm-rf-build.json', { tool_input: { command } })
const claude = (hook: string, about: string, payload: Record<string, unknown>): Step => ({
  hook,
  harness: 'Claude Code',
  about,
  payload,
})
const openHarness = (hook: string, about: string, payload: Record<string, unknown>): Step => ({
  hook,
  harness: 'OpenHarness',
  about,
  payload,
})
const claudeBash = (hook: string, command: string) => claude(hook, command, bash(command))
const openHarnessBash = (hook: string, command: string) => openHarness(hook, command, ohBash(command))
const edit = (file: string) =>
  capturedPayload('claude-code/PreToolUse.Edit.json', {
    cwd: project,
    tool_input: { file_path: path.join(project, file), old_string: 'a', new_string: 'b', replace_all: false },
  })

const steps: readonly Step[] = [
  claudeBash('block-dangerous-rm', 'sudo rm -rf ./data'),
  claudeBash('block-dangerous-rm', 'r\'\'m -rf "$HOME"/*'),
  claudeBash('block-dangerous-rm', 'rm -rf ./build && npm run build'),
  claudeBash('block-dangerous-rm', 'git commit -m "rm -rf / is gone"'),
  openHarnessBash('block-dangerous-rm', 'cd .. && rm -rf project'),
  openHarnessBash('block-dangerous-rm', 'rm -rf node_modules'),
  claudeBash('block-destructive-git', 'git push --force origin main'),
  claudeBash('block-destructive-git', 'git commit -m "git reset --hard"'),
  openHarnessBash('block-destructive-git', 'git stash clear'),
  claudeBash('block-sudo', 'env FOO=1 /usr/bin/sudo apt-get install jq'),
  claudeBash('block-sudo', 'grep -rn sudo docs'),
  openHarnessBash('block-sudo', 'bash -c "doas reboot"'),
  claude('protect-sensitive-files', 'Edit src/../.env', edit('src/../.env')),
  claude('protect-sensitive-files', 'Edit .env.example', edit('.env.example')),
  openHarness(
    'protect-sensitive-files',
    'write_file .claude/settings.json',
    capturedPayload('openharness/pre_tool_use.write_file.json', {
      tool_input: { path: '.claude/settings.json', content: '{}' },
    }),
  ),
  claudeBash('check-deploy-env', './deploy.sh production'),
  claudeBash('check-deploy-env', './deploy.sh staging'),
  openHarnessBash('check-deploy-env', 'cat deploy.sh'),
  claude(
    'check-quality',
    'Edit src/app.js',
    capturedPayload('claude-code/PostToolUse.Edit.json', {
      cwd: project,
      tool_input: { file_path: path.join(project, 'src/app.js'), old_string: 'a', new_string: 'b' },
    }),
  ),
  claude(
    'verify-before-stop',
    'the agent wants to stop',
    capturedPayload('claude-code/Stop.json', { cwd: project }),
  ),
  claude(
    'audit-tool-call',
    'Bash succeeded',
    capturedPayload('claude-code/PostToolUse.Bash.json', { cwd: project }),
  ),
  openHarness(
    'audit-tool-call',
    'bash failed',
    capturedPayload('openharness/post_tool_use.bash-failing.json'),
  ),
  claude(
    'prepare-session-context',
    'session starts',
    capturedPayload('claude-code/SessionStart.startup.json', { cwd: project }),
  ),
  claude(
    'inject-ticket-context',
    'prompt: Please fix PAY-1842',
    capturedPayload('claude-code/UserPromptSubmit.json', {
      cwd: project,
      prompt: 'Please fix PAY-1842, the UTF-8 bug',
    }),
  ),
  openHarness(
    'inject-ticket-context',
    'prompt without a ticket',
    capturedPayload('openharness/user_prompt_submit.json', { prompt: 'hello' }),
  ),
]

const log = path.join(project, 'logs/tool-audit.jsonl')

makeProject()
const width = (process.stdout.isTTY ? process.stdout.columns : undefined) ?? 110
for (const step of steps) show(step)
process.stdout.write(
  `\nThe audit log now holds ${fs.readFileSync(log, 'utf8').trim().split('\n').length} records. Try one by hand:\n  echo '{"tool_name":"Bash","tool_input":{"command":"sudo rm -rf ./build"}}' | node bin/block-dangerous-rm\n`,
)
fs.rmSync(folder, { recursive: true, force: true })

function makeProject(): void {
  const put = (file: string, text: string, mode = 0o644) => {
    fs.mkdirSync(path.dirname(path.join(project, file)), { recursive: true })
    fs.writeFileSync(path.join(project, file), text, { mode })
  }
  put('.gitignore', 'build/\nnode_modules/\nlogs/\n.env\n')
  put('package.json', '{ "name": "demo", "scripts": { "test": "node --test" } }\n')
  put('src/app.js', 'export const total = (a, b) => a + b\nvar unused = 1\n')
  put(
    'src/app.test.js',
    "const test = require('node:test')\ntest('adds up', () => { throw new Error('expected 3, got 4') })\n",
  )
  put('deploy.sh', '#!/bin/sh\necho deploying to $1\n', 0o755)
  put('data/customers.csv', 'id,name\n')
  put(
    'tickets/PAY-1842.json',
    JSON.stringify({
      title: 'Names with accents are cut',
      status: 'in progress',
      priority: 'high',
      owner: 'dev',
      description: 'The import cuts "Zoë" to "Zo".',
    }),
  )
  put('build/app.js', '// made by the build\n')
  put('.env', 'TOKEN=not-a-real-one\n')
  put(
    'hookbox.json',
    JSON.stringify(
      {
        'check-quality': {
          commands: { '*.js': [[process.execPath, path.join(root, 'scripts/demo-linter.cjs'), '{file}']] },
        },
      },
      null,
      2,
    ),
  )
  const git = (...args: string[]) => {
    const result = spawnSync(
      'git',
      ['-c', 'user.name=dev', '-c', 'user.email=dev@example.invalid', ...args],
      { cwd: project, env, encoding: 'utf8' },
    )
    if (result.status !== 0) throw new Error(`git ${args.join(' ')}: ${result.stderr}`)
  }
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('commit', '-q', '-m', 'Import customers')
  git('switch', '-q', '-c', 'feature/accents')
  fs.appendFileSync(path.join(project, 'src/app.js'), '// work in progress\n')
}

function show({ hook, harness, about, payload }: Step): void {
  // Claude Code sends the payload on stdin, OpenHarness in a variable with an empty stdin.
  const json = JSON.stringify(payload)
  const how =
    harness === 'Claude Code'
      ? { input: json, env }
      : {
          input: '',
          env: { ...env, OPENHARNESS_HOOK_PAYLOAD: json, OPENHARNESS_HOOK_EVENT: String(payload['event']) },
        }
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, 'bin', hook)], {
    cwd: project,
    encoding: 'utf8',
    ...how,
  })
  process.stdout.write(`\n${chalk.bold(hook.padEnd(25))}${harness.padEnd(13)}${about}\n`)
  process.stdout.write(`  ${verdict(status, stdout)}${chalk.dim(`  exit ${status}`)}\n`)
  const said = hook === 'audit-tool-call' ? lastRecord() : words(stdout, stderr)
  for (const line of said) process.stdout.write(`    ${line}\n`)
}

/** An observer says nothing; what it wrote is the answer. */
function lastRecord(): string[] {
  const last = fs.readFileSync(log, 'utf8').trim().split('\n').at(-1) ?? ''
  return [`recorded in logs/tool-audit.jsonl: ${last.replaceAll(folder, '').slice(0, 2 * width)}`].flatMap(
    (line) => wrap(line, width - 6),
  )
}

function verdict(status: number | null, stdout: string): string {
  if (status === 2) return chalk.red('refused')
  if (status !== 0) return chalk.red('failed')
  return stdout === '' ? chalk.green('passes') : chalk.cyan('context')
}

/** What was said, without the JSON around it, in lines that fit. */
function words(stdout: string, stderr: string): string[] {
  let text = stderr
  if (text === '' && stdout.startsWith('{')) {
    const answer = JSON.parse(stdout) as {
      systemMessage?: string
      hookSpecificOutput?: { additionalContext?: string }
    }
    text = answer.hookSpecificOutput?.additionalContext ?? answer.systemMessage ?? stdout
  } else if (text === '') text = stdout
  const lines = text
    .trim()
    .replaceAll(folder, '')
    .split('\n')
    .flatMap((line) => wrap(line, width - 6))
  return lines.length > 12
    ? [...lines.slice(0, 11), `... ${lines.length - 11} more lines`]
    : lines.filter((line) => line !== '')
}

function wrap(line: string, room: number): string[] {
  const parts: string[] = []
  for (let rest = line; ; ) {
    if (rest.length <= room) return [...parts, rest]
    const at = rest.lastIndexOf(' ', room)
    const end = at > room / 2 ? at : room
    parts.push(rest.slice(0, end))
    rest = rest.slice(end).trimStart()
  }
}
