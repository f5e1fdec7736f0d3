import { quote } from '../tasks/text.ts'
import type { Command, Wrapper } from './command.ts'
import { plainWords } from './plain.ts'
import { runsTasks } from './plain-marks.ts'
import type { PowerReader } from './powershell-runs.ts'

/** Aliases of cmdlets, and cmdlets, are not the programs of that name. */
const CMDLET =
  /^(?:[a-z]+-[a-z]+|rm|rmdir|rd|del|erase|ri|cp|copy|cpi|mv|move|mi|ren|rni|cat|type|gc|echo|write|ls|dir|gci|cd|sl|pwd|sort|tee|sleep|kill|ps|man|help|h|history|clear|cls|curl|wget|iwr|irm|start|saps|where|foreach|[%?]|set|sv|select|measure|compare|diff|group|ni|md|mkdir|ii|sc|ac|clc|gi|gp|sp|gl|gm|ft|fl|epcsv|ipcsv|icm|nal|sal|alias)$/

/** A program, and no cmdlet or alias of one. */
export function isProgram(name: string): boolean {
  return /^[\w.-]+$/.test(name) && !CMDLET.test(name)
}

/** Reads the words as a POSIX shell's, for what they run and carry. */
export function readPosix(reader: PowerReader, command: Command, via: readonly Wrapper[]): boolean {
  const at = reader.commands.length - 1
  const quoted = command.argv
    .map((one) => (one.value === undefined ? '"$HOOKBOX_UNKNOWN"' : quote(one.value)))
    .join(' ')
  const plain = plainWords(quoted)
  if (plain && !plain.some(([name = '', next]) => runsTasks(name, next))) return false
  const inner = reader.options.posix?.(
    quoted,
    { ...reader.world, cwd: reader.cwd ?? reader.world.cwd },
    reader.options,
  )
  const [own, ...more] = inner?.commands ?? []
  if (own?.code) reader.commands[at] = { ...command, code: own.code }
  for (const one of more)
    reader.commands.push({ ...one, via: [...via, ...one.via], start: command.start, end: command.end })
  reader.doubts.push(...(inner?.doubts ?? []))
  return more.length > 0
}
