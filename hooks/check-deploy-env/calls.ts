import type { Host } from '../../src/host/host.ts'
import type { Command, Word } from '../../src/shell/command.ts'
import { type Argument, programName } from './call.ts'
import { launched, renamed, viaClues, viaRemote } from './launchers.ts'
import { programWord } from './program.ts'
import { sshHost } from './remote.ts'
import type { Call } from './scene.ts'
import { toolsOf } from './tools/index.ts'

/** How many launchers may stand in front of each other. */
const MAX_LAUNCHERS = 5

/** A command of the reading as a call to look up, behind all launchers that the reader left. */
export function callOf(command: Command, host: Host): Call | undefined {
  const isTool = (program: string) => toolsOf(program).length > 0
  const [written, ...rest] = programWord(command, isTool, host)
  if (!written) return undefined
  let first = command.via.some(({ name }) => /^(?:npx|bunx|pnpx|uvx|pipx|npm|pnpm|yarn|bun)$/.test(name))
    ? renamed(written)
    : written
  let words: readonly Word[] = command.via.at(-1)?.name === 'npm' ? withoutDashes(rest) : rest
  let clues = viaClues(command.via, rest)
  let environment = command.environment
  let remote = viaRemote(command.via, rest)
  for (let count = 0; count < MAX_LAUNCHERS; count++) {
    const inner = launched(nameOf(first), words, isTool)
    const [next, ...more] = inner?.argv ?? []
    if (!inner || !next) break
    first = next
    words = more
    clues = [...clues, ...inner.clues]
    if (inner.remote) remote ??= inner.clues[0]
    environment = { ...environment, ...inner.environment }
  }
  const ssh = command.via.find(({ name }) => name === 'ssh')
  return {
    program: nameOf(first),
    first,
    words,
    command: { ...command, environment },
    clues,
    host: ssh ? sshHost(ssh.words.slice(1)) : remote && hostNamed(remote.name),
    elsewhere: remote !== undefined || command.via.some(({ elsewhere }) => elsewhere),
  }
}

/** The name of a machine, without the user; undefined inside: not known before it runs. */
function hostNamed(name: string | undefined): Argument {
  const host = name?.replace(/^[^@]*@/, '')
  return { value: host, source: host ?? 'a host', open: false }
}

/** `npm exec vercel -- --prod`: npm takes the dashes away. */
function withoutDashes(words: readonly Word[]): readonly Word[] {
  const at = words.findIndex(({ value }) => value === '--')
  return words.filter((_word, index) => index !== at)
}

/** The program's base name; of a path whose start is not known, its end; '' when not known. */
function nameOf(word: Word): string {
  if (word.value !== undefined) return programName(word.value)
  const last = word.parts.at(-1)
  return last?.kind === 'text' && last.text.includes('/') ? programName(last.text) : ''
}
