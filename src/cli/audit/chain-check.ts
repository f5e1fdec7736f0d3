import { createHash } from 'node:crypto'
import type { Checkpoint } from '../../chain/checkpoint.ts'
import { type Hasher, hashInput, type Link, NOTHING_BEFORE, splitLink } from '../../chain/link.ts'

/** Something that can't be so in a log that nobody touched. */
export interface Problem {
  readonly kind:
    | 'changed'
    | 'missing'
    | 'misplaced'
    | 'unlinked'
    | 'unkeyed'
    | 'unreadable'
    | 'cut'
    | 'removed'
    | 'restarted'
    | 'replaced'
    | 'checkpoint'
  readonly file?: string
  readonly line?: number
  readonly message: string
}

export interface ChainReport {
  readonly valid: boolean
  /** How many links there are. */
  readonly records: number
  readonly first?: number
  readonly last?: { readonly seq: number; readonly hash: string }
  readonly problems: readonly Problem[]
  /** How many problems there are, of which the first are in the list. */
  readonly problemCount: number
  /** What the chain can't say, and what stands beside it. */
  readonly notes: readonly string[]
}

/** A record that somebody noted earlier, elsewhere. */
export interface Expected {
  readonly seq: number
  readonly hash: string
}

const MAX_PROBLEMS = 100

/**
 * Follows a chain through the lines of its files, the oldest first. Lines are bytes, one a character
 * (`latin1`): what a reader of UTF-8 would take for the same text is a change all the same.
 */
export class ChainCheck {
  readonly #hashers: readonly Hasher[]
  readonly #noted: readonly Expected[]
  readonly #seen = new Map<number, string>()
  readonly #problems: Problem[] = []
  readonly #notes: string[] = []
  #problemCount = 0
  #records = 0
  #first: number | undefined
  #last: { seq: number; hash: string } | undefined
  #before = 0
  #unknownKey: string | undefined
  /** Of the record before; '' when it had none. */
  #keyBefore = ''
  #keyed = 0
  #where: { file?: string; line?: number } = {}

  /** `noted`: records whose hashes are asked for at the end. */
  constructor(hashers: readonly Hasher[], noted: readonly Expected[]) {
    this.#hashers = hashers
    this.#noted = noted
  }

  line(text: string, file: string, line: number): void {
    if (text === '') return
    this.#where = { file, line }
    const split = splitLink(text)
    if (split) this.#link(split.link, split.content)
    else if (this.#last === undefined) this.#before++
    else {
      const what = isJson(text) ? 'a record that is not in the chain' : 'no whole record'
      this.#problem('unlinked', `${what}: it was put in, torn, or written while the chain was off`)
    }
  }

  /** A file that ends too early, by an error. */
  unreadable(file: string, why: string): void {
    this.#where = { file, line: 0 }
    this.#problem('unreadable', `the file can't be read to its end (${why}): what it held is not checked`)
  }

  #problem(kind: Problem['kind'], message: string): void {
    this.#problemCount++
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push({ kind, ...this.#where, message })
  }

  #link(link: Link, content: string): void {
    this.#records++
    if (this.#isChanged(link, content)) {
      this.#problem('changed', `record ${link.seq} was changed after it was written`)
    }
    this.#followKey(link)
    if (this.#noted.some(({ seq }) => seq === link.seq)) this.#seen.set(link.seq, link.hash)
    this.#follow(link)
    // A seam is short, and its stage stands in front.
    if (content.length < 2000 && content.includes('"stage":"seam"')) this.#seam(link, content)
  }

  #isChanged({ seq, prev, hash, key }: Link, content: string): boolean {
    const hasher = this.#hashers.find((one) => one.key === key)
    if (!hasher) {
      this.#unknownKey = key
      return false
    }
    const digest = createHash('sha256').update(content, 'latin1').digest('hex')
    return hasher.hash(hashInput(seq, prev, digest)) !== hash
  }

  /** Otherwise who has no key could go on, or write it all anew, without one. */
  #followKey({ seq, key = '' }: Link): void {
    if (key !== '') this.#keyed++
    else if (this.#keyBefore !== '') {
      this.#problem('unkeyed', `record ${seq} was hashed without the key that the one before was hashed with`)
    }
    this.#keyBefore = key
  }

  #follow({ seq, prev, hash }: Link): void {
    const last = this.#last
    if (last === undefined) {
      this.#first = seq
      if (this.#before > 0 && seq > 1) {
        this.#problem(
          'unlinked',
          `${lines(this.#before)} before record ${seq} ${isAre(this.#before)} not in the chain`,
        )
      }
      if (seq === 1 && prev !== NOTHING_BEFORE) this.#problem('changed', 'record 1 claims one before it')
    } else if (seq === 1 && prev === NOTHING_BEFORE) {
      this.#problem(
        'restarted',
        `a new chain begins behind record ${last.seq}: its checkpoint was taken away`,
      )
    } else if (seq <= last.seq) {
      this.#problem('misplaced', `record ${seq} stands behind record ${last.seq}: it was copied or moved`)
      return
    } else if (seq > last.seq + 1) {
      this.#problem('missing', `${span(last.seq + 1, seq - 1)} missing before record ${seq}`)
    } else if (prev !== last.hash) {
      this.#problem('changed', `record ${seq} does not follow on this record ${last.seq}, which was replaced`)
    }
    this.#last = { seq, hash }
  }

  #seam({ seq }: Link, content: string): void {
    if (!content.includes('"reason":"no-checkpoint"')) return
    this.#problem(
      'checkpoint',
      `the checkpoint was not there when record ${seq} was written: records before it may have been cut off`,
    )
  }

  /** The result, with the checkpoint that lay beside the log before it was read. */
  end(checkpoint: Checkpoint | undefined, expected: Expected | undefined): ChainReport {
    this.#where = {}
    if (this.#last === undefined && !checkpoint && !expected) {
      this.#problem('unlinked', 'this log has no chain: set chain to true in hookbox.json')
    } else {
      if (this.#records > 0 && this.#keyed === 0 && this.#hashers.some(({ key }) => key !== undefined)) {
        this.#problem(
          'unkeyed',
          'no record was hashed with the key: nothing in here proves that it is genuine',
        )
      }
      this.#compare(checkpoint, expected)
      this.#tell(checkpoint, expected)
    }
    return {
      valid: this.#problemCount === 0 && this.#unknownKey === undefined,
      records: this.#records,
      ...(this.#first === undefined ? {} : { first: this.#first }),
      ...(this.#last === undefined ? {} : { last: this.#last }),
      problems: this.#problems,
      problemCount: this.#problemCount,
      notes: this.#notes,
    }
  }

  #compare(checkpoint: Checkpoint | undefined, expected: Expected | undefined): void {
    const first = this.#first ?? 0
    const last = this.#last?.seq ?? 0
    const end = Math.max(checkpoint?.seq ?? 0, expected?.seq ?? 0)
    if (last < end) this.#problem('cut', `${span(last + 1, end)} missing at the end`)
    const oldest = checkpoint?.starts.at(-1) ?? 0
    if (oldest > 0 && first > oldest) {
      this.#problem(
        'removed',
        `${span(oldest, first - 1)} missing at the start, and rotation did not remove them`,
      )
    } else if (first > 1) {
      this.#notes.push(`${span(1, first - 1)} no longer here: rotation keeps so many files only.`)
    }
    for (const [noted, where] of [
      [checkpoint, 'the checkpoint'],
      [expected, 'what was noted before'],
    ] as const) {
      const hash = noted && this.#seen.get(noted.seq)
      if (noted && hash !== undefined && hash !== noted.hash) {
        this.#problem('replaced', `record ${noted.seq} is not the one of ${where}: the log was written anew`)
      } else if (noted && hash === undefined && noted.seq < first) {
        this.#notes.push(`Record ${noted.seq} of ${where} is no longer here, so it can't be compared.`)
      }
    }
  }

  #tell(checkpoint: Checkpoint | undefined, expected: Expected | undefined): void {
    const first = this.#first ?? 0
    if (this.#unknownKey !== undefined) {
      this.#notes.push(
        `Some hashes were made with the key ${this.#unknownKey}, which is not at hand: --key-file.`,
      )
    }
    if (first > 1)
      this.#notes.push(`${span(1, first - 1)} no longer here: rotation keeps so many files only.`)
    if (this.#before > 0 && first === 1) {
      this.#notes.push(
        `${lines(this.#before)} from before the chain began ${isAre(this.#before)} not covered.`,
      )
    }
    if (checkpoint) return
    const said = 'records may have been cut off at the end'
    if (expected) this.#notes.push(`There is no checkpoint: behind what was noted before, ${said}.`)
    else {
      this.#problem(
        'checkpoint',
        `its checkpoint is missing, so ${said}; a copy of a log needs its .chain file beside it, or --expect`,
      )
    }
  }
}

/** True for a line that is a JSON value with fields. */
export function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

function span(from: number, to: number): string {
  return from === to ? `record ${from} is` : `records ${from} to ${to} are`
}

function lines(count: number): string {
  return count === 1 ? '1 line' : `${count} lines`
}

function isAre(count: number): string {
  return count === 1 ? 'is' : 'are'
}
