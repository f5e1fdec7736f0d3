import type { Doubt, ShellReading } from '../../src/shell/command.ts'
import { pipedInto } from './forms/pipeline.ts'

/** Programs and calls that delete, as words. */
const DANGEROUS =
  /(?<![\w./-])(?:\/(?:usr\/)?bin\/)?(?:rm|rmdir|shred|unlink|rimraf|Remove-Item|rd|del)(?=["'\s;|&)]|$)(?!["']?\s*[:,])|\s-delete\b|\brmtree\b|\brm(?:dir)?Sync\b|\brm_rf\b|rsync\s[^|;&\n]*--del/i

/**
 * When the reading is in doubt and a dangerous word is near: why a person has to look.
 * Undefined when there is nothing to ask.
 */
export function inDoubt(reading: ShellReading, text: string): string | undefined {
  for (const doubt of reading.doubts) {
    const near = nearDoubt(reading, text, doubt)
    const word = DANGEROUS.exec(near.replace(/\\\n|\0/g, ''))
    if (!word) continue
    return `This command could not be read with certainty (${doubt.what}), and it mentions ${word[0].trim()}: a person has to look at it. Instead: write it in a simpler way, one command per call.`
  }
  return undefined
}

function nearDoubt(reading: ShellReading, text: string, doubt: Doubt): string {
  if (doubt.kind === 'unreadable') return withoutRead(reading, text, doubt.source)
  if (doubt.kind === 'limit') return withoutRead(reading, text, doubt.source)
  // `awk '{print "rm -rf " $1}' list | sh`: what writes the code says what it does.
  const runner = reading.commands.find((one) => one.source === doubt.source)
  const writers = runner ? pipedInto(runner, reading.commands, text) : []
  const written = [doubt.source, ...writers.map((one) => one.source)].join('\n')
  return written.replace(/\/(rm\s+-\w*r)/g, ' $1')
}

/** The doubtful part, and what belongs to no command that was read. */
function withoutRead(reading: ShellReading, text: string, source: string): string {
  let rest = text
  for (const command of reading.commands) {
    const near = source.includes(command.source) || command.source.includes(source)
    const at = command.source === '' || near ? -1 : rest.indexOf(command.source)
    if (at >= 0) rest = `${rest.slice(0, at)} ; ${rest.slice(at + command.source.length)}`
  }
  return source === text ? rest : `${source}\n${rest}`
}
