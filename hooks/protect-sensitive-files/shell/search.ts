import { baseName } from '../../../src/paths/written.ts'
import type { Word } from '../../../src/shell/command.ts'
import type { Access } from '../touch.ts'
import { type Call, leading, type Program, plain, split, uses } from './use.ts'

const NAMING = /^-(?:i?name|i?path|i?wholename|i?lname|i?regex)$/
const RUNNING = /^-(?:exec|execdir|ok|okdir)$/

/** What `find` hands to the program it runs: names it looks for, and where it starts. */
interface Search {
  readonly starts: readonly Word[]
  readonly names: readonly Word[]
  readonly runs: string | undefined
  readonly deletes: boolean
}

function readSearch(args: readonly Word[]): Search {
  const options = args.findIndex((word) => /^[-(!]/.test(leading(word)) && !/^-[HLPDO]/.test(leading(word)))
  const end = options < 0 ? args.length : options
  const texts = args.map(leading)
  const runs = texts.findIndex((text) => RUNNING.test(text))
  return {
    starts: args.slice(0, end).filter((word) => !leading(word).startsWith('-')),
    names: args.filter((_word, at) => NAMING.test(texts[at - 1] ?? '')).map(withoutStars),
    runs: runs < 0 ? undefined : baseName(texts[runs + 1] ?? ''),
    deletes: texts.includes('-delete'),
  }
}

/** The known part of a pattern: `.env` of `.env*`. */
function withoutStars(word: Word): Word {
  return plain(leading(word).replace(/\*+/g, ''))
}

/** Reads or writes what the program does to the files that are found. */
export function findProgram(accessOf: (program: string) => Access | undefined): Program {
  return ({ args }) => {
    const search = readSearch(args)
    const access = search.deletes ? 'write' : search.runs === undefined ? undefined : accessOf(search.runs)
    const written = args.filter((_word, at) => /^-(?:fprint0?|fprintf|fls)$/.test(leading(args[at - 1])))
    return [
      ...uses(written, 'write'),
      ...(access === undefined ? [] : uses([...search.starts, ...search.names], access)),
    ]
  }
}

/** `fd name -x program`. */
export function fdProgram(accessOf: (program: string) => Access | undefined): Program {
  return ({ args }) => {
    const at = args.findIndex((word) => /^(?:-x|-X|--exec|--exec-batch)$/.test(leading(word)))
    if (at < 0) return []
    const access = accessOf(baseName(leading(args[at + 1])))
    const found = split(args.slice(0, at)).operands
    return access === undefined ? [] : uses(found.map(withoutStars), access)
  }
}

/** Names that a command prints, for `... | xargs cat`. */
export function namesPrinted({ name, args }: Call): readonly Word[] {
  if (name === 'find') {
    const { starts, names } = readSearch(args)
    return [...names, ...starts]
  }
  if (/^(?:echo|printf|ls|fd|fdfind|realpath|readlink)$/.test(name)) return split(args).operands
  if (name === 'git' && leading(args[0]) === 'ls-files') return split(args.slice(1)).operands
  return []
}
