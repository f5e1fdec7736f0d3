import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { hook } from '../../../hooks/block-destructive-git/index.ts'
import { callFunction } from '../../support/call.ts'
import { bashPayload } from '../../support/table.ts'
import { makeWorld, type World, worldEnv } from '../../support/world.ts'

/**
 * A repository on main with a remote. Branches: merged (no commit of its own), squashed (its
 * change stands in main), pushed (its commits are on the remote), feature (two commits that only
 * it has). Tags: light (on main), v1 (with a message), lonely (a commit that only it has).
 */
export function gitWorld(how: 'dirty' | 'clean' = 'dirty'): World {
  const world = makeWorld({
    git: true,
    files: {
      '.gitignore': 'node_modules/\n*.log\n.env\n',
      'a.txt': 'one\n',
      'b.txt': 'one\n',
      'gone.txt': 'one\n',
      'staged.txt': 'one\n',
      'src/index.ts': 'export {}\n',
      'src/other.ts': 'export {}\n',
    },
  })
  const { git } = world
  const commit = (file: string, subject: string) => {
    world.put(file, `${subject}\n`)
    git('add', '-A')
    git('commit', '-q', '-m', subject)
  }
  git('branch', 'merged')
  git('tag', 'light')
  git('tag', '-a', 'v1', '-m', 'first')
  git('checkout', '-q', '-b', 'squashed')
  commit('squash.txt', 'squash me')
  git('checkout', '-q', '-b', 'pushed', 'main')
  commit('pushed.txt', 'is pushed')
  git('checkout', '-q', '-b', 'feature', 'main')
  commit('new.txt', 'half a feature')
  commit('new2.txt', 'more of it')
  git('checkout', '-q', '--detach', 'main')
  commit('lonely.txt', 'a lonely commit')
  git('tag', 'lonely')
  git('checkout', '-q', 'main')
  commit('squash.txt', 'squash me')
  const remote = path.join(world.root, 'remote.git')
  spawnSync('git', ['init', '-q', '--bare', '-b', 'main', remote], { env: { PATH: process.env['PATH'] } })
  git('remote', 'add', 'origin', remote)
  git('push', '-q', 'origin', 'main', 'pushed')
  git('branch', 'stable')
  git('checkout', '-q', '-b', 'theirs')
  commit('theirs.txt', 'of somebody else')
  git('checkout', '-q', 'main')
  git('push', '-q', 'origin', 'stable', 'theirs')
  git('branch', '-D', 'theirs')
  git('remote', 'set-head', 'origin', 'stable')
  git('config', 'alias.wipe', 'reset --hard')
  git('config', 'alias.nuke', '!git checkout . && git clean -fd')
  git('config', 'alias.lg', 'log --oneline')
  if (how === 'clean') return world
  world.put('a.txt', 'changed\n')
  world.put('staged.txt', 'changed\n')
  git('add', 'staged.txt')
  fs.rmSync(path.join(world.project, 'gone.txt'))
  world.put('notes.txt', 'untracked\n')
  world.put('node_modules/a/index.js', 'x\n')
  world.put('.env', 'A=b\n')
  return world
}

export interface Answered {
  readonly kind: 'pass' | 'ask' | 'deny' | 'report'
  readonly reason: string
}

/** What the hook says, as Claude Code would hear it. */
export async function answerOn(
  world: World,
  command: string | Readonly<Record<string, unknown>>,
  how: {
    readonly argv?: readonly string[]
    readonly cwd?: string
    readonly env?: Readonly<Record<string, string>>
  } = {},
): Promise<Answered> {
  const cwd = how.cwd ?? world.project
  const payload = typeof command === 'string' ? bashPayload(command, { cwd }) : { ...command, cwd }
  const answer = await callFunction(hook, {
    stdin: JSON.stringify(payload),
    argv: how.argv ?? [],
    env: worldEnv(world, { ...how.env }),
    cwd,
  })
  if (answer.exit === 2) return { kind: 'deny', reason: answer.stderr }
  if (answer.stdout === '') return { kind: 'pass', reason: '' }
  const said = JSON.parse(answer.stdout) as {
    systemMessage?: string
    hookSpecificOutput?: { permissionDecisionReason: string }
  }
  const reason = said.hookSpecificOutput?.permissionDecisionReason
  return reason === undefined ? { kind: 'report', reason: said.systemMessage ?? '' } : { kind: 'ask', reason }
}
