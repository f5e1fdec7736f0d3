/** A ticket as somebody named it. */
export interface Reference {
  /** As it is shown, and kept in the cache: `PAY-1842`, `#12`, `acme/shop#12`, `acme/shop!3`. */
  readonly id: string
  /** key: by a project's key. issue, change: by a number in a repository; a change is a merge request. */
  readonly kind: 'key' | 'issue' | 'change'
  /** `owner/name`; of GitLab with all its groups. Undefined: the project's own. */
  readonly repository?: string
  readonly number?: number
  /** The host of the address that it was written as. */
  readonly host?: string
}

export const keyReference = (id: string): Reference => ({ id, kind: 'key' })

const PART = '[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}'
const PATH = `${PART}(?:/${PART}){1,9}`
/** Not a colour, an anchor, an HTML entity or a longer number. */
const NUMBER = '([1-9][0-9]{0,6})(?![\\w-]|\\.[0-9])'
const BEFORE = '(?<![\\w/#!&.-])'

const ADDRESS = new RegExp(
  `https?://([a-z0-9.-]+(?::\\d{1,5})?)/(${PATH}?)/(?:-/)?(issues|pull|merge_requests|work_items)/${NUMBER}`,
  'gi',
)
const WRITTEN = new RegExp(`${BEFORE}(${PATH})([#!])${NUMBER}`, 'g')
const BARE = new RegExp(`${BEFORE}([#!])${NUMBER}`, 'g')

/** Where more are named, the rest are not looked at. */
const MAX_MATCHES = 50

/**
 * Issues, pull requests and merge requests that a text names as GitHub and GitLab do: `#12`,
 * `owner/name#12`, `group/project!3`, and their addresses. In the order of the text, each once.
 */
export function findIssues(text: string): Reference[] {
  const found: { at: number; reference: Reference }[] = []
  const taken: [number, number][] = []
  const add = (match: RegExpExecArray, reference: Reference) => {
    if (found.length >= MAX_MATCHES || taken.some(([from, to]) => match.index >= from && match.index < to))
      return
    taken.push([match.index, match.index + match[0].length])
    found.push({ at: match.index, reference })
  }
  for (const match of text.matchAll(ADDRESS)) {
    const [, host = '', repository = '', what = '', number = ''] = match
    const kind = what.toLowerCase() === 'merge_requests' ? 'change' : 'issue'
    add(match, numbered(kind, Number(number), repository, host.toLowerCase()))
  }
  for (const match of text.matchAll(WRITTEN)) {
    const [, repository = '', mark = '', number = ''] = match
    add(match, numbered(mark === '!' ? 'change' : 'issue', Number(number), repository))
  }
  for (const match of text.matchAll(BARE)) {
    add(match, numbered(match[1] === '!' ? 'change' : 'issue', Number(match[2])))
  }
  found.sort((a, b) => a.at - b.at)
  return unique(found.map(({ reference }) => reference))
}

/** The issue that a branch is named after, as GitHub and GitLab name theirs: `12-fix-it`, `fix/gh-12`. */
export function issueOfBranch(branch: string): Reference[] {
  const number = /(?:^|\/)(?:(?:gh|issue|issues|fix|bug)[-_#]?)?#?([1-9][0-9]{0,6})(?:[-_]|$)/i.exec(
    branch,
  )?.[1]
  return number === undefined ? [] : [numbered('issue', Number(number))]
}

function numbered(kind: 'issue' | 'change', number: number, repository?: string, host?: string): Reference {
  return {
    id: `${repository ?? ''}${kind === 'change' ? '!' : '#'}${number}`,
    kind,
    number,
    ...(repository === undefined ? {} : { repository }),
    ...(host === undefined ? {} : { host }),
  }
}

/** Each ticket once, by what it is called. */
export function unique(references: readonly Reference[]): Reference[] {
  return [...new Map(references.map((one) => [one.id.toLowerCase(), one] as const)).values()]
}
