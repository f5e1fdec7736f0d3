import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'

/** Other guards that ours is compared with, each a process that gets Claude Code's payload on stdin. */

export const peerFolder = path.join(os.homedir(), '.cache/hookbox-peers')
const modules = path.join(peerFolder, 'node_modules')

export interface Peer {
  readonly name: string
  readonly package: string
  readonly argv: readonly string[]
  /** A command that it refuses for certain: without it the comparison would be with nothing. */
  readonly trigger: string
}

export const PEERS: readonly Peer[] = [
  {
    name: 'cc-safety-net',
    package: 'cc-safety-net',
    argv: [
      process.execPath,
      path.join(modules, 'cc-safety-net/dist/bin/cc-safety-net.js'),
      'hook',
      '--claude-code',
    ],
    trigger: 'git reset --hard',
  },
  {
    name: 'fence',
    package: '@hoophq/fence-linux-x64',
    argv: [path.join(modules, '@hoophq/fence-linux-x64/bin/fence'), 'hook', 'claude-code'],
    trigger: 'rm -rf /',
  },
]

/** The version that is there, after npm has been asked for it if need be. */
export function installedVersion(peer: Peer): string | undefined {
  const file = path.join(modules, peer.package, 'package.json')
  if (!fs.existsSync(file)) {
    const args = [
      'install',
      '--prefix',
      peerFolder,
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      peer.package,
    ]
    spawnSync('npm', args, { stdio: 'ignore', shell: process.platform === 'win32' })
  }
  if (!fs.existsSync(file)) return undefined
  return (JSON.parse(fs.readFileSync(file, 'utf8')) as { version: string }).version
}

/** Whether an answer to Claude Code denies or asks (docs/contracts/claude-code.md). */
export function refuses(status: number | null, stdout: string): boolean {
  if (status === 2) return true
  const said = /"(?:permissionDecision|decision)"\s*:\s*"(\w+)"/.exec(stdout)?.[1]
  return said === 'deny' || said === 'ask' || said === 'block'
}
