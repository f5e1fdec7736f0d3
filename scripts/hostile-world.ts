import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'

const bin = path.resolve(import.meta.dirname, '../bin')

export interface HostileWorld {
  /** Milliseconds from the start of the process to its end; throws when it gave no answer. */
  time(guards: readonly string[], command: string): number
  remove(): void
}

/** A repository with an uncommitted change, untracked files and a `.env`, in a home of its own. */
export function hostileWorld(): HostileWorld {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookbox-hostile-')))
  const cwd = path.join(folder, 'home/project')
  fs.mkdirSync(path.join(cwd, 'data'), { recursive: true })
  const env = {
    PATH: process.env['PATH'],
    HOME: path.join(folder, 'home'),
    TMPDIR: path.join(folder, 'tmp'),
    GIT_CONFIG_NOSYSTEM: '1',
  }
  const git = (...args: string[]) => {
    const identity = ['-c', 'user.name=dev', '-c', 'user.email=dev@example.invalid']
    const { status, stderr } = spawnSync('git', [...identity, ...args], { cwd, env, encoding: 'utf8' })
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  }
  fs.writeFileSync(path.join(cwd, 'a.txt'), 'one\n')
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('commit', '-q', '-m', 'start')
  for (const name of ['a.txt', 'data/kept.txt', '.env']) fs.writeFileSync(path.join(cwd, name), 'two\n')
  return {
    time: (guards, command) => {
      const [first = ''] = guards
      const argv =
        guards.length === 1 ? [path.join(bin, first)] : [path.join(bin, 'hookbox'), 'run', ...guards]
      const input = JSON.stringify({
        hook_event_name: 'PreToolUse',
        session_id: 's',
        tool_name: 'Bash',
        tool_input: { command },
        cwd,
      })
      const before = performance.now()
      const { status, signal } = spawnSync(process.execPath, argv, { cwd, env, input, encoding: 'utf8' })
      const time = performance.now() - before
      if (status !== 0 && status !== 2) throw new Error(`${guards.join(' ')}: ended with ${status ?? signal}`)
      return time
    },
    remove: () => fs.rmSync(folder, { recursive: true, force: true }),
  }
}
