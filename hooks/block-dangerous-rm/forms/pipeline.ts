import type { Command } from '../../../src/shell/command.ts'
import type { Scene } from '../deletion.ts'

const MAX_HOPS = 20

/**
 * The command whose output the pipe in front of this one carries; undefined when there is
 * none or it can't be told. Looks through filters that only drop or order lines.
 */
export function pipedFrom(command: Command, scene: Scene): Command | undefined {
  const before = pipedInto(command, scene.reading.commands, scene.text)
  return before.find((one) => !FILTERS.has(nameOf(one))) ?? before.at(-1)
}

/** The commands of the pipeline in front of this one, the nearest first. */
export function pipedInto(command: Command, commands: readonly Command[], text: string): Command[] {
  const found: Command[] = []
  let at = command.start
  while (found.length < MAX_HOPS) {
    const before = nearestBefore(commands, at)
    if (!before || !/^\s*\|&?\s*$/.test(between(text, before.end, at))) return found
    found.push(before)
    at = before.start
  }
  return found
}

const FILTERS = new Set(['grep', 'egrep', 'fgrep', 'head', 'tail', 'sort', 'uniq', 'tr', 'rg'])

function nameOf(command: Command): string {
  return command.argv[0]?.value?.replace(/^.*\//, '') ?? ''
}

function nearestBefore(commands: readonly Command[], at: number): Command | undefined {
  let best: Command | undefined
  for (const one of commands) {
    if (one.end <= at && one.end > (best?.end ?? -1)) best = one
  }
  return best
}

/** The text between two commands, without a redirection at the end of the first. */
function between(text: string, from: number, to: number): string {
  return text.slice(from, to).replace(/^\s*\d*>(?:&\d|\s*\/dev\/null)/, '')
}
