import { approveCommand, type Given } from '../command/approve.ts'
import type { Terminal } from '../command/person.ts'
import { quickjsHost as host } from './quickjs.ts'
import { PLAIN } from './quickjs-command.ts'
import { native, OPEN } from './quickjs-native.ts'

const EX_USAGE = 64

/** `hookbox approve [code] [--list] [--revoke] [--minutes N]` of the native program. */
export function approveNative(words: readonly string[]): number {
  const given: { -readonly [Key in keyof Given]: Given[Key] } = {}
  const codes: string[] = []
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ''
    if (word === '--list') given.list = true
    else if (word === '--revoke') given.revoke = true
    else if (word === '--minutes') given.minutes = words[++index] ?? ''
    else if (word.startsWith('--minutes=')) given.minutes = word.slice('--minutes='.length)
    else if (word.startsWith('-')) return usage(`unknown option ${word}`)
    else codes.push(word)
  }
  if (codes.length > 1) return usage('one code is expected')
  return approveCommand(codes[0], given, { host, openTerminal, out: PLAIN, terminal: PLAIN })
}

function usage(problem: string): number {
  host.write('stderr', `hookbox approve: ${problem}\n`)
  return EX_USAGE
}

function openTerminal(): Terminal | undefined {
  const name = native.platform === 'win32' ? 'CON' : '/dev/tty'
  const fd = native.open(name, OPEN.read | OPEN.write, 0)
  if (typeof fd === 'string') return undefined
  return {
    ask: (question) => {
      native.write(fd, native.encode(question), 0)
      native.poll([fd], [], -1)
      const line = native.read(fd, 100)
      return typeof line === 'string' ? '' : (native.decode(new Uint8Array(line), false, false) ?? '')
    },
    close: () => {
      native.close(fd)
    },
  }
}
