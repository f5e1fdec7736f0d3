import type { Command } from '../../../src/shell/command.ts'
import type { Scene } from '../deletion.ts'

/**
 * The command whose output the pipe in front of this one carries; undefined when there is
 * none or it can't be told. Looks through filters that only drop or order lines.
 */
export function pipedFrom(command: Command, scene: Scene): Command | undefined {
  const { reading, text } = scene
  let at = command.start
  let found: Command | undefined
  for (let hops = 0; hops < 8; hops++) {
    const before = nearestBefore(reading.commands, at)
    if (!before || !/^\s*\|&?\s*$/.test(between(text, before.end, at))) return found
    found = before
    if (!FILTERS.has(before.argv[0]?.value?.replace(/^.*\//, '') ?? '')) return found
    at = before.start
  }
  return found
}

const FILTERS = new Set(['grep', 'egrep', 'fgrep', 'head', 'tail', 'sort', 'uniq', 'tr', 'rg'])

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
