import type { Command, Redirect, Word } from '../../../src/shell/command.ts'
import { type Deletion, type Form, knownText, programName, type Target } from '../deletion.ts'
import { splitOptions } from '../words.ts'

/** `truncate -s 0 FILE`. */
export const truncate: Form = (command, program) => {
  const { values, operands } = splitOptions(command.argv.slice(1), {
    valued: ['s', 'r', 'size', 'reference'],
  })
  const size = knownText(
    values.get('s')?.[0] ?? values.get('size')?.[0] ?? { value: '', parts: [], source: '' },
  )
  // A larger size, or a relative one that grows, loses nothing.
  if (/^[+>%]/.test(size) || !/^[-</]?0*\D*$|^[-<]/.test(size)) return undefined
  const targets = operands.map((word): Target => ({ word, cwd: command.cwd }))
  return { how: program, effect: 'empty', targets, source: command.source }
}

/** `cp /dev/null FILE`. */
export const cp: Form = (command, program) => {
  const { operands } = splitOptions(command.argv.slice(1), {
    valued: ['t', 'S', 'target-directory', 'suffix'],
  })
  const [from, to] = operands
  if (from?.value !== '/dev/null' || !to || operands.length !== 2) return undefined
  return {
    how: `${program} /dev/null`,
    effect: 'empty',
    targets: [{ word: to, cwd: command.cwd }],
    source: command.source,
  }
}

/** Commands that write nothing or next to nothing, so that `>` behind them empties the file. */
function writesNothing(command: Command): boolean {
  const [name, ...rest] = command.argv
  const words = rest.map(knownText)
  switch (name?.value) {
    case ':':
    case 'true':
    case 'false':
      return true
    case 'echo':
    case 'printf':
      return words.every((word, index) =>
        word === '' ? rest[index]?.parts.length === 0 : /^-[neE]+$/.test(word),
      )
    case 'cat':
      return words.length === 1 && words[0] === '/dev/null'
    default:
      return false
  }
}

/** What redirections destroy: emptied files, and files of the system that are written over. */
export function redirected(command: Command, windows: boolean): Deletion | undefined {
  if (command.wraps) return undefined
  const over = command.redirects.filter(cutsOff)
  if (over.length === 0) return undefined
  const nothing = writesNothing(command)
  const targets = over.map((one): Target => ({ word: one.target as Word, cwd: command.cwd }))
  const program = programName(command.argv[0], windows) ?? ''
  return {
    how: nothing ? '> (empties the file)' : `${program} >`,
    effect: nothing ? 'empty' : 'overwrite',
    targets,
    source: command.source,
  }
}

function cutsOff(redirect: Redirect): boolean {
  return redirect.target !== undefined && redirect.writes && /^(?:\d*|&)>\|?$/.test(redirect.operator)
}

/** `sponge`, `tee` without -a: they write the whole file anew. */
export const tee: Form = (command, program) => {
  const { given, operands } = splitOptions(command.argv.slice(1))
  if (given.has('a') || given.has('append')) return undefined
  const targets = operands.map((word): Target => ({ word, cwd: command.cwd }))
  return targets.length === 0
    ? undefined
    : { how: program, effect: 'overwrite', targets, source: command.source }
}
