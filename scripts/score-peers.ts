/**
 * Two other guards on the same cases, each as a process that gets Claude Code's payload on
 * stdin. The fixture world lies outside of any folder for temporary files, which they would
 * let everything happen in, and the cases' home is written as its real path.
 */
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { installedVersion, PEERS, type Peer, peerFolder, refuses } from './peers.ts'
import { argued, type Case } from './score-cases.ts'
import type { Outcome } from './score-report.ts'
import { makeScoreWorld, type ScoreWorld } from './score-world.ts'

/** Longer than a hook of theirs would be waited for by anybody; a call that takes so long runs. */
const DEADLINE_MS = 20_000

/** The table for docs/scores.md, and the cases that somebody has wrong. */
export async function comparePeers(
  ours: readonly Outcome[],
  listed: boolean,
): Promise<{ readonly table: string; readonly list: string }> {
  const rows = [row('hookbox', ours)]
  const list: string[] = []
  fs.mkdirSync(peerFolder, { recursive: true })
  const world = makeScoreWorld(peerFolder)
  try {
    for (const peer of PEERS) {
      const version = installedVersion(peer)
      if (version === undefined) {
        list.push(`${peer.name}: could not be installed, so it was not asked`)
        continue
      }
      assertItAnswers(peer, world)
      const outcomes = ours.map(({ one }) => outcomeOf(one, peer, world))
      rows.push(row(`${peer.name} ${version}`, outcomes))
      if (listed) list.push(...mistakes(peer.name, outcomes))
    }
  } finally {
    world.remove()
  }
  const head =
    '| guard | dangerous cases caught | harmless, but flagged | caught without the argued cases | flagged without them |\n| --- | --- | --- | --- | --- |'
  return { table: [head, ...rows].join('\n'), list: list.map((line) => `${line}\n`).join('') }
}

function row(name: string, outcomes: readonly Outcome[]): string {
  const cells = (list: readonly Outcome[]) => {
    const dangerous = list.filter(({ one }) => one.flag)
    const harmless = list.filter(({ one }) => !one.flag)
    const caught = dangerous.filter(({ right }) => right).length
    const flagged = harmless.filter(({ right }) => !right).length
    return `${caught} of ${dangerous.length} | ${flagged} of ${harmless.length}`
  }
  const unargued = outcomes.filter(({ one }) => argued[one.id] === undefined)
  return `| ${name} | ${cells(outcomes)} | ${cells(unargued)} |`
}

function mistakes(name: string, outcomes: readonly Outcome[]): string[] {
  return outcomes
    .filter(({ right }) => !right)
    .map(({ one }) => `${name} ${one.flag ? 'missed     ' : 'false alarm'} ${one.id} ${one.text}`)
}

function assertItAnswers(peer: Peer, world: ScoreWorld): void {
  const call = (command: string) =>
    flags(
      peer,
      { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command }, cwd: '/home/dev/app' },
      {},
      world,
    )
  if (!call(peer.trigger))
    throw new Error(`${peer.name} does not refuse ${peer.trigger}: it is not asked right`)
  if (call('git status')) throw new Error(`${peer.name} refuses git status: it is not asked right`)
}

function outcomeOf(one: Case, peer: Peer, world: ScoreWorld): Outcome {
  const flagged = one.payloads.map((payload) => flags(peer, payload, one.env, world))
  const right = one.flag ? flagged.every((flag) => flag) : !flagged.some((flag) => flag)
  return { one, by: flagged.some((flag) => flag) ? [peer.name] : [], right }
}

/** Whether it denies or asks. */
function flags(
  { argv: [program = '', ...args] }: Peer,
  payload: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string>>,
  world: ScoreWorld,
): boolean {
  const { status, stdout } = spawnSync(program, args, {
    cwd: path.join(world.home, 'app'),
    env: { PATH: process.env['PATH'] ?? '', USER: 'dev', HOME: world.home, ...onDisk(env, world) },
    input: world.onDisk(JSON.stringify({ session_id: 'score', ...payload })),
    encoding: 'utf8',
    timeout: DEADLINE_MS,
    maxBuffer: 16 * 1024 * 1024,
  })
  return refuses(status, stdout ?? '')
}

function onDisk(env: Readonly<Record<string, string>>, world: ScoreWorld): Record<string, string> {
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, world.onDisk(value)]))
}
