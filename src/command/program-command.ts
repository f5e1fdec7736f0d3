import type { Host } from '../host/host.ts'
import { packageProgram } from '../host/npm-package.ts'
import { VERSION } from '../version.ts'
import { APPROVE_SUMMARY, isApprove } from './approve-help.ts'
import { hookList, type Style } from './hook-list.ts'
import type { Engine } from './multicall.ts'
import { unknownName } from './refusals.ts'
import type { Registry } from './registry.ts'

/** What `hookbox` itself does in a program of all hooks; the rest is the npm package's. */
const OWN = ['hooks', 'explain', 'run', 'approve', 'help'] as const
/** Commands of the npm package. */
const HANDED_ON = [
  'add',
  'audit',
  'completion',
  'config',
  'doctor',
  'init',
  'list',
  'new',
  'remove',
  'sample',
  'serve',
  'simulate',
  'status',
  'test',
  'update',
] as const

const EX_USAGE = 64
/** No colour library. */
const PLAIN: Style = { bold: (text) => text, dim: (text) => text }

/** The commands of `hookbox`; returns the exit code. */
export async function command(registry: Registry, words: readonly string[], engine: Engine): Promise<number> {
  const { host } = engine
  const [name, ...rest] = words
  if (isApprove(words)) return (await import('./approve.ts')).runApprove(words, registry, engine)
  switch (name) {
    case undefined:
      // Exit 2 and not a usage error's 64: from a harness's settings it may have been a guard.
      host.write('stderr', HELP)
      return 2
    case '-h':
    case '--help':
    case 'help':
    case 'run':
      host.write('stdout', HELP)
      return 0
    case '-V':
    case '--version':
      host.write('stdout', `${VERSION}\n`)
      return 0
    case 'hooks':
      host.write('stdout', await hookList(registry, rest.includes('--json'), PLAIN))
      return 0
    case 'explain':
      return explain(registry, rest, host)
  }
  if (HANDED_ON.some((one) => one === name)) return handOn(name, words, engine)
  host.write('stderr', unknownName(name, [...Object.keys(registry), ...OWN, ...HANDED_ON]))
  return 2
}

async function explain(registry: Registry, words: readonly string[], host: Host): Promise<number> {
  const { explainCommand } = await import('./explain.ts')
  let json = false
  let config: string | undefined
  const commands: string[] = []
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ''
    if (word === '--json') json = true
    else if (word === '--config') config = words[++index]
    else if (word.startsWith('--config=')) config = word.slice('--config='.length)
    else if (word === '--') commands.push(...words.slice(index + 1).splice(0))
    else commands.push(word)
    if (word === '--') break
  }
  const [text] = commands
  if (text === undefined || commands.length > 1) {
    host.write(
      'stderr',
      "hookbox explain: one command is expected, in quotes: hookbox explain 'rm -rf build'\n",
    )
    return EX_USAGE
  }
  return explainCommand(registry, text, { json, ...(config === undefined ? {} : { config }) }, host)
}

/** Leaves it to the npm package's `hookbox`, when PATH has one. */
function handOn(name: string, words: readonly string[], { host, label, handOver }: Engine): number {
  const start = packageProgram(host)
  if (start !== undefined) {
    const [program = '', ...rest] = start
    const ended = handOver([program, ...rest, ...words])
    if (typeof ended === 'number') return ended
    host.write('stderr', `hookbox: ${start.join(' ')} could not be started (${ended})\n`)
    return 2
  }
  host.write(
    'stderr',
    `hookbox: ${label} has no "${name}", the npm package has: install Node, then run npm install --global hookbox, then this again\n`,
  )
  return 2
}

const HELP = `Usage: hookbox [options] [command]

Hooks for AI coding agents. \`hookbox <hook>\` runs one, as the executable of that name does.

Options:
  -V, --version                output the version number
  -h, --help                   display help for command

Commands:
  hooks [--json]               the hooks there are, with what they do
  approve [options] [code]     ${APPROVE_SUMMARY}
  explain [options] <command>  what every guard of shell commands makes of a command, and why
  run HOOK... [PAYLOAD] [options]
                               several hooks in one process, for a harness
  ${HANDED_ON.join(', ')}:
                               of the npm package, which is called when it is in PATH
`
