import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { onTestFinished } from 'vitest'

/** A throw-away home with a project in it. Tests never see the real home. */
export interface World {
  readonly root: string
  readonly home: string
  readonly project: string
  readonly tmp: string
  /** Runs git in the project; throws when it fails. */
  git(...args: string[]): string
  /** Writes a file of the project (parents made). */
  put(file: string, text: string, mode?: number): string
  read(file: string): string
  exists(file: string): boolean
}

export interface WorldOptions {
  readonly files?: Readonly<Record<string, string>>
  /** Files written into the home, for example `.config/hookbox/hookbox.json`. */
  readonly homeFiles?: Readonly<Record<string, string>>
  /** True: the files are committed to a new repository on branch main. */
  readonly git?: boolean
}

/** A tool that a test started may still be writing (go keeps a helper running). */
const REMOVE = { recursive: true, force: true, maxRetries: 5 } as const

const left: string[] = []
process.on('exit', () => {
  for (const folder of left) remove(folder)
})

/** After the test that made it; outside of a test, with the process. */
function removeLater(root: string): void {
  try {
    // A slow disk is no failure of a test either.
    onTestFinished(() => {
      if (!remove(root)) left.push(root)
    }, 60_000)
  } catch {
    left.push(root)
  }
}

/** True when it is gone. What can't be removed yet is no failure of a test. */
function remove(folder: string): boolean {
  try {
    fs.rmSync(folder, REMOVE)
    return true
  } catch {
    return false
  }
}

export function makeWorld(options: WorldOptions = {}): World {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookbox-test-')))
  removeLater(root)
  const home = path.join(root, 'home/dev')
  const project = path.join(home, 'project')
  // Not below the home: a temporary directory of its own, as on a real machine.
  const tmp = path.join(root, 'tmp')
  for (const folder of [project, tmp]) fs.mkdirSync(folder, { recursive: true })
  const put = (base: string, file: string, text: string, mode = 0o644) => {
    const target = path.join(base, file)
    fs.mkdirSync(path.dirname(target), { recursive: true })
    fs.writeFileSync(target, text, { mode })
    return target
  }
  for (const [file, text] of Object.entries(options.homeFiles ?? {})) put(home, file, text)
  for (const [file, text] of Object.entries(options.files ?? {})) put(project, file, text)
  const git = (...args: string[]) => {
    const identity = [
      '-c',
      'user.name=dev',
      '-c',
      'user.email=dev@example.invalid',
      '-c',
      'commit.gpgsign=false',
    ]
    const result = spawnSync('git', [...identity, ...args], {
      cwd: project,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: home, GIT_CONFIG_NOSYSTEM: '1' },
    })
    if (result.status !== 0) throw new Error(`git ${args.join(' ')}: ${result.stderr}`)
    return result.stdout
  }
  if (options.git) {
    git('init', '-q', '-b', 'main')
    git('add', '-A')
    git('commit', '-q', '--allow-empty', '-m', 'start')
  }
  return {
    root,
    home,
    project,
    tmp,
    git,
    put: (file, text, mode) => put(project, file, text, mode),
    read: (file) => fs.readFileSync(path.join(project, file), 'utf8'),
    exists: (file) => fs.existsSync(path.join(project, file)),
  }
}

/** The environment of a hook in this world: nothing of the machine's but PATH. */
export function worldEnv(world: World, more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: world.home,
    TMPDIR: world.tmp,
    USER: 'dev',
    LANG: 'C.UTF-8',
    ...more,
  }
}
