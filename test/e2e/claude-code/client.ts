/**
 * Runs the real Claude Code client in print mode against a scripted model. The client has
 * a mount namespace of its own, in which /home holds this run's home and what it needs to
 * start; of the machine's homes it sees nothing. Of the network `npm run e2e` leaves only
 * loopback.
 */
import { spawn, spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { onTestFinished } from 'vitest'
import { claudeCode } from '../install-clients.ts'
import { startModel, type Turn } from './model.ts'
import { digest, type Session } from './session.ts'

/** Where the client finds them. */
export const HOME = '/home/dev'
export const PROJECT = `${HOME}/project`
export const TOOLS = '/home/tools'

/** `nobody`: the client refuses some things as root. */
const NOBODY = 65534

/** A guard's handler as we tell users to write it (docs/contracts/claude-code.md section 16, rule 6). */
export function guard(name: string, ...args: readonly string[]): object {
  return { ...observer(name, ...args), onFailure: 'block' }
}

/** The same for a hook that never denies: its failure must not stop a call. */
export function observer(name: string, ...args: readonly string[]): object {
  return { type: 'command', command: 'node', args: [`${TOOLS}/hookbox/bin/${name}`, ...args], timeout: 10 }
}

/** The `hooks` of a settings file, by event. */
export type Hooks = Readonly<Record<string, readonly { matcher?: string; hooks: readonly object[] }[]>>

export interface Run {
  /** Hooks in the user's settings. Absent: this repository is loaded as a plugin. */
  readonly hooks?: Hooks
  /** The rest of the user's settings. */
  readonly settings?: object
  readonly turns: readonly Turn[]
  /** What the model answers to prompt hooks, one after the other. */
  readonly verdicts?: readonly string[]
  /** Further options of the client. */
  readonly argv?: readonly string[]
  readonly prompt?: string
  /** Files of the project; those of the home by `../name`. */
  readonly files?: Readonly<Record<string, string>>
  /** Files that anybody may execute. */
  readonly scripts?: Readonly<Record<string, string>>
  /** Symbolic links of the project, to paths that the client sees. */
  readonly links?: Readonly<Record<string, string>>
  /** Makes the project a git repository with one commit on `main`, then runs these. */
  readonly git?: readonly (readonly string[])[]
  /** The permission mode; `acceptEdits` unless given. */
  readonly mode?: 'acceptEdits' | 'bypassPermissions'
}

export async function runClaude(run: Run): Promise<Session> {
  if (Object.values(os.networkInterfaces()).some((list) => list?.some((one) => !one.internal))) {
    throw new Error('these tests run without a network: use `npm run e2e`')
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hookbox-e2e-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))
  const project = prepare(folder, run)
  const model = await startModel(run.turns, run.verdicts)
  try {
    const { exit, stdout, stderr } = await start(folder, run, model.url)
    return digest(exit, stdout, stderr, model.requests, project)
  } finally {
    await model.close()
  }
}

/** Lays out home, project, settings and tools; returns the project. */
function prepare(folder: string, run: Run): string {
  const project = path.join(folder, 'dev/project')
  const put = (file: string, text: string, mode = 0o644) => {
    fs.mkdirSync(path.dirname(path.join(project, file)), { recursive: true })
    fs.writeFileSync(path.join(project, file), text, { mode })
  }
  put('../.claude/settings.json', JSON.stringify({ ...run.settings, hooks: run.hooks ?? {} }))
  put('../tmp/.keep', '')
  for (const [file, text] of Object.entries(run.files ?? {})) put(file, text)
  for (const [file, text] of Object.entries(run.scripts ?? {})) put(file, text, 0o755)
  fs.mkdirSync(project, { recursive: true })
  for (const [file, target] of Object.entries(run.links ?? {})) {
    fs.mkdirSync(path.dirname(path.join(project, file)), { recursive: true })
    fs.symlinkSync(target, path.join(project, file))
  }
  if (run.git) {
    const identity = ['-c', 'user.name=dev', '-c', 'user.email=dev@example.invalid']
    const start = [
      ['init', '-q', '-b', 'main'],
      ['add', '-A'],
      ['commit', '-q', '--allow-empty', '-m', 'start'],
    ]
    for (const args of [...start, ...run.git]) {
      const { status, stderr } = spawnSync('git', [...identity, ...args], { cwd: project, encoding: 'utf8' })
      if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
    }
  }
  const root = path.resolve(import.meta.dirname, '../../..')
  for (const part of ['bin', 'dist', '.claude-plugin', 'hooks/hooks.json']) {
    fs.cpSync(path.join(root, part), path.join(folder, 'tools/hookbox', part), { recursive: true })
  }
  fs.mkdirSync(path.join(folder, 'tools/node'))
  fs.writeFileSync(path.join(folder, 'tools/claude'), '')
  if (process.getuid?.() === 0) spawnSync('chown', ['-R', `${NOBODY}:${NOBODY}`, folder])
  spawnSync('chmod', ['-R', 'a+rX', folder])
  return project
}

const ALLOWED = ['Bash', 'Edit', 'Write', 'Read', 'NotebookEdit', 'Skill', 'Agent']

/** Mounts $1 (the run), $2 (Node's installation) and $3 (the client), then becomes the rest. */
const ENTER = `mount --bind "$1" /home && mount --bind "$2" ${TOOLS}/node && mount --bind "$3" ${TOOLS}/claude &&
cd ${PROJECT} && shift 3 && exec "$@"`

async function start(folder: string, run: Run, url: string) {
  const client = [
    `${TOOLS}/claude`,
    '--print',
    '--output-format=stream-json',
    '--verbose',
    '--include-hook-events',
    `--permission-mode=${run.mode ?? 'acceptEdits'}`,
    `--allowedTools=${ALLOWED.join(',')}`,
    ...(run.argv ?? []),
    ...(run.hooks === undefined ? ['--plugin-dir', `${TOOLS}/hookbox`] : []),
    '--',
    run.prompt ?? 'go',
  ]
  const node = path.dirname(path.dirname(fs.realpathSync(process.execPath)))
  // In a user namespace of an ordinary user there is no other user to become.
  const become = isNamespaceOfUser()
    ? []
    : ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--']
  const argv = ['-m', '--', 'sh', '-c', ENTER, 'sh', folder, node, claudeCode.program, ...become, ...client]
  const child = spawn('unshare', argv, {
    env: {
      PATH: `${TOOLS}/node/bin:${TOOLS}/hookbox/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin`,
      HOME,
      USER: 'dev',
      SHELL: '/bin/bash',
      LANG: 'C.UTF-8',
      TERM: 'dumb',
      TMPDIR: `${HOME}/tmp`,
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'not-a-key',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      ...(isNamespaceOfUser() ? { IS_SANDBOX: '1' } : {}),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 90_000,
  })
  const out = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      out[name] += text
    })
  }
  const exit = await new Promise<number>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? -1))
  })
  return { exit, ...out }
}

function isNamespaceOfUser(): boolean {
  return !/^\s*0\s+0\s/.test(fs.readFileSync('/proc/self/uid_map', 'utf8'))
}
