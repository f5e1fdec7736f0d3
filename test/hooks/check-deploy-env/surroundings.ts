import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { hook } from '../../../hooks/check-deploy-env/index.ts'
import type { Options } from '../../../hooks/check-deploy-env/options.ts'
import { DEFAULTS } from '../../../hooks/check-deploy-env/options.ts'
import type { Event } from '../../../src/event.ts'
import type { Verdict } from '../../../src/hook.ts'
import { writeVerified } from '../../../src/verified/record.ts'
import { testHost } from '../../support/call.ts'
import { type World, worldEnv } from '../../support/world.ts'

/** PATH of a call: the world's own programs come first. */
export const PATH = `@TMP@/bin:${process.env['PATH'] ?? ''}`

/** Writes the user's kubeconfig. The real kubectl reads it; where there is none, one that does as much. */
export function kubeContext(world: World, name: string | undefined): void {
  if (which('kubectl') === '') {
    program(world, 'kubectl', `#!/bin/sh\n${SAYS_CONTEXT}\n`)
  }
  const folder = path.join(world.home, '.kube')
  fs.mkdirSync(folder, { recursive: true })
  const current = name === undefined ? '' : `current-context: ${name}\n`
  fs.writeFileSync(path.join(folder, 'config'), `apiVersion: v1\nkind: Config\n${current}`)
}

/** A line of shell that prints the context of a kubeconfig as `kubectl config view` does. */
export const SAYS_CONTEXT =
  'printf \'{"current-context":"%s"}\' "$(sed -n "s/^current-context: *//p" "${KUBECONFIG:-$HOME/.kube/config}")"'

/** A folder with git alone, for a PATH without kubectl. */
export function onlyGit(world: World): string {
  return program(world, 'git', undefined)
}

/** A kubectl that prints a context, or fails with a text; with git beside it. */
export function fakeKubectl(world: World, script: string): string {
  onlyGit(world)
  return program(world, 'kubectl', `#!/bin/sh\n${script}\n`)
}

function program(world: World, name: string, text: string | undefined): string {
  const folder = path.join(world.tmp, 'bin')
  fs.mkdirSync(folder, { recursive: true })
  const file = path.join(folder, name)
  if (text !== undefined) fs.writeFileSync(file, text, { mode: 0o755 })
  else if (!fs.existsSync(file)) fs.symlinkSync(which(name), file)
  return folder
}

function which(name: string): string {
  return spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim()
}

/** Gives the project an upstream that has its commits. */
export function pushed(world: World): void {
  const bare = path.join(world.root, 'upstream.git')
  world.git('init', '-q', '--bare', bare)
  world.git('remote', 'add', 'origin', bare)
  world.git('push', '-q', '-u', 'origin', 'HEAD')
}

/** Records that the tests passed for the commit that is checked out. */
export function tested(world: World): void {
  const host = testHost({ env: worldEnv(world), cwd: world.project })
  void writeVerified(host, world.project, {
    commit: world.git('rev-parse', 'HEAD').trim(),
    command: 'npm test',
  })
}

export interface Judged {
  readonly verdict: Verdict
  readonly notes: readonly string[]
  readonly reason: string
}

/** What the hook says about a command, through its function. */
export async function judged(
  world: World,
  command: string,
  more: {
    readonly options?: Partial<Options>
    readonly env?: Record<string, string>
    readonly cwd?: string
  } = {},
): Promise<Judged> {
  const cwd = more.cwd ?? world.project
  return judgedEvent(world, { name: 'Bash', kind: 'shell', input: { command } }, { ...more, cwd })
}

export async function judgedEvent(
  world: World,
  tool: NonNullable<Event['tool']>,
  more: {
    readonly options?: Partial<Options>
    readonly env?: Record<string, string>
    readonly cwd?: string
  } = {},
): Promise<Judged> {
  const cwd = more.cwd ?? world.project
  const host = testHost({
    env: worldEnv(world, { PATH: PATH.replace('@TMP@', world.tmp), ...more.env }),
    cwd,
  })
  const notes: string[] = []
  const verdict = await hook.check(
    { name: 'tool-before', dialect: 'claude-code', harnessEvent: 'PreToolUse', cwd, tool, payload: {} },
    { options: { ...DEFAULTS, ...more.options }, host, note: (line) => notes.push(line) },
  )
  return { verdict, notes, reason: 'reason' in verdict ? verdict.reason : '' }
}
