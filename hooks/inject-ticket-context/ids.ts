import { STOP_WORDS } from './stop-words.ts'

/** What counts as a ticket id. Without keys and patterns: any key that is not a known word. */
export interface IdRules {
  /** Project keys, as in `PAY`. */
  readonly projects: readonly string[]
  /** Shapes with `{number}` and `{key}`, as in `#{number}`. */
  readonly patterns: readonly string[]
}

export interface FoundIds {
  /** Each once, in their order in the text. */
  readonly ids: readonly string[]
  /** Look-alikes that the list of known words ruled out. */
  readonly ruledOut: readonly string[]
}

const KEY = '[A-Z][A-Z0-9]{1,9}'
/** Not in the middle of a word, of a longer number (CVE-2024-1234) or of a version (GPT-4.5). */
const BEFORE = '(?<![A-Za-z0-9_])'
const AFTER = '(?![A-Za-z0-9_]|-[0-9]|\\.[0-9])'
/** More ids than this in one prompt are a list, not a task. */
const MAX_IDS = 50

/**
 * Ticket ids in a text. With `anyCase` small letters count too (branch names are often
 * written so); configured project keys always count in either case.
 */
export function findIds(text: string, rules: IdRules, anyCase = false): FoundIds {
  const ids = new Set<string>()
  const ruledOut = new Set<string>()
  const byKey = rules.projects.length > 0
  const open = !byKey && rules.patterns.length === 0
  const scan = (source: string, ignoreCase: boolean, take: (match: string) => void) => {
    for (const [match] of text.matchAll(new RegExp(BEFORE + source + AFTER, ignoreCase ? 'gi' : 'g'))) {
      if (ids.size >= MAX_IDS) return
      take(match)
    }
  }
  if (byKey) {
    scan(`(?:${rules.projects.map(literal).join('|')})-[0-9]{1,9}`, true, (match) =>
      ids.add(match.toUpperCase()),
    )
  }
  for (const pattern of rules.patterns) {
    scan(sourceOf(pattern), anyCase, (match) => {
      const id = fileNameOf(match)
      if (id !== undefined) ids.add(id)
    })
  }
  if (open) {
    scan(`${KEY}-[0-9]{1,6}`, anyCase, (match) => {
      const id = match.toUpperCase()
      const known = STOP_WORDS.has(id.slice(0, id.indexOf('-')))
      if (known) ruledOut.add(match)
      else ids.add(id)
    })
  }
  return { ids: [...ids], ruledOut: [...ruledOut] }
}

/** The pattern as a regular expression. Its parts have fixed bounds, so it is linear. */
function sourceOf(pattern: string): string {
  return pattern
    .split(/(\{number\}|\{key\})/)
    .map((part) => (part === '{number}' ? '[0-9]{1,9}' : part === '{key}' ? KEY : literal(part)))
    .join('')
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}

/** The id as the name of a file: `#123` is `123`. Undefined when nothing is left of it. */
function fileNameOf(match: string): string | undefined {
  const name = match.replace(/^[^A-Za-z0-9]+/, '').replace(/[^A-Za-z0-9]+$/, '')
  return isFileName(name) ? name : undefined
}

/** True for what can be a name in the tickets folder and nothing else: no separator, no `..`. */
export function isFileName(name: string): boolean {
  return /^[A-Za-z0-9](?:[A-Za-z0-9_-]|\.(?!\.)){0,63}$/.test(name)
}
