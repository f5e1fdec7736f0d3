import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'

/** The harnesses whose settings can be written. */
export const HARNESSES = ['claude-code', 'openharness'] as const
export type HarnessName = (typeof HARNESSES)[number]

export const TITLES: Readonly<Record<HarnessName, string>> = {
  'claude-code': 'Claude Code',
  openharness: 'OpenHarness',
}

/** project: for everybody who has it; local: this machine's copy of it; user: all projects. */
export const SCOPES = ['user', 'project', 'local'] as const
export type Scope = (typeof SCOPES)[number]

/** Who brings hooks along besides the settings. */
interface Bearer {
  /** As the harness calls it: NAME@MARKETPLACE of a plugin of Claude Code. */
  readonly name: string
  /** What `CLAUDE_PLUGIN_ROOT` is for its hooks; undefined: it is not set. */
  readonly root?: string
  /** What its hooks find in the environment besides. */
  readonly env?: Readonly<Record<string, string>>
}

/** A file that a harness takes hooks from, whether it is there or not. */
export interface Place {
  readonly harness: HarnessName
  /** `managed` files and those of bearers are only read. */
  readonly scope: Scope | 'managed' | 'plugin' | 'skill' | 'agent'
  /** Absolute. */
  readonly path: string
  /** Whose file it is; undefined: it is a settings file. */
  readonly bearer?: Bearer
}

/** Where a hook comes from, in words: `user`, `plugin format@tools`. */
export function sourceOf({ scope, bearer }: Place): string {
  return bearer ? `${scope} ${bearer.name}` : scope
}

/** The home: HOME first, as the harnesses do it. Undefined: there is none. */
export function homeFolder(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env['HOME']) return env['HOME']
  try {
    return os.homedir() || undefined
  } catch {
    return undefined
  }
}

/** Claude Code's folder (docs/contracts/claude-code.md section 3). */
export function claudeFolder(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env['CLAUDE_CONFIG_DIR']) return env['CLAUDE_CONFIG_DIR']
  const home = homeFolder(env)
  return home === undefined ? undefined : path.join(home, '.claude')
}

/** OpenHarness's folder (docs/contracts/openharness.md section 6). */
export function openHarnessFolder(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env['OPENHARNESS_CONFIG_DIR']) return env['OPENHARNESS_CONFIG_DIR']
  const home = homeFolder(env)
  return home === undefined ? undefined : path.join(home, '.openharness')
}

/**
 * Every settings file that a session in `project` reads, the most general first. In the home
 * itself, or through a link, the project's file can be the user's: then it is the user's alone.
 */
export function placesOf(project: string, env: NodeJS.ProcessEnv = process.env): readonly Place[] {
  const claude = claudeFolder(env)
  const openHarness = openHarnessFolder(env)
  const user = claude === undefined ? undefined : place('claude-code', 'user', claude, 'settings.json')
  const shared = place('claude-code', 'project', project, '.claude/settings.json')
  return [
    { harness: 'claude-code', scope: 'managed', path: managedSettings() },
    ...(user === undefined ? [] : [user]),
    ...(user !== undefined && isSameFile(user.path, shared.path) ? [] : [shared]),
    place('claude-code', 'local', project, '.claude/settings.local.json'),
    ...(openHarness === undefined ? [] : [place('openharness', 'user', openHarness, 'settings.json')]),
  ]
}

function place(harness: HarnessName, scope: Scope, folder: string, file: string): Place {
  return { harness, scope, path: path.join(folder, file) }
}

function isSameFile(a: string, b: string): boolean {
  if (path.resolve(a) === path.resolve(b)) return true
  try {
    return fs.realpathSync(a) === fs.realpathSync(b)
  } catch {
    return false
  }
}

function managedSettings(): string {
  if (process.platform === 'darwin') return '/Library/Application Support/ClaudeCode/managed-settings.json'
  if (process.platform === 'win32') return 'C:\\Program Files\\ClaudeCode\\managed-settings.json'
  return '/etc/claude-code/managed-settings.json'
}

/** The harnesses that somebody uses here: their folder is there, or their program is on PATH. */
export function harnessesFound(project: string, env: NodeJS.ProcessEnv = process.env): HarnessName[] {
  const isThere = (folder: string | undefined) => folder !== undefined && fs.existsSync(folder)
  const found: HarnessName[] = []
  if (isThere(claudeFolder(env)) || isThere(path.join(project, '.claude')) || onPath('claude', env)) {
    found.push('claude-code')
  }
  if (isThere(openHarnessFolder(env)) || onPath('openharness', env) || onPath('oh', env)) {
    found.push('openharness')
  }
  return found
}

/** The path of a program, or undefined. */
export function onPath(program: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const endings =
    process.platform === 'win32' ? (env['PATHEXT'] ?? '.EXE;.CMD;.BAT').toLowerCase().split(';') : ['']
  for (const folder of (env['PATH'] ?? '').split(path.delimiter)) {
    if (folder === '') continue
    for (const ending of endings) {
      const file = path.join(folder, program + ending)
      try {
        fs.accessSync(file, fs.constants.X_OK)
        if (fs.statSync(file).isFile()) return file
      } catch {}
    }
  }
  return undefined
}

/**
 * The project that a session started in `cwd` has: the folder upward that holds `.git`, else
 * `cwd` (test/e2e/claude-code/setup.test.ts).
 */
export function projectFolder(cwd: string): string {
  for (let folder = cwd; ; ) {
    if (fs.existsSync(path.join(folder, '.git'))) return folder
    const parent = path.dirname(folder)
    if (parent === folder) return cwd
    folder = parent
  }
}
