import type { OptionsSchema, SchemaIssue } from '../hook.ts'
import { nearest } from '../text/nearest.ts'

/** One schema issue in words. zod/mini brings no texts of its own. */
export function describeIssue(hookName: string, issue: SchemaIssue, schema: OptionsSchema): string {
  const option = issue.path.map(String).join('.')
  const subject = option === '' ? `the section ${hookName}` : `${hookName}.${option}`
  switch (issue.code) {
    case 'unrecognized_keys':
      return (issue.keys ?? [])
        .slice(0, 10)
        .map((key) => {
          const known = keysOf(schema, issue.path)
          return `${quoted(key)} is not an option of ${subject.replace('the section ', '')}${didYouMean(key, known)}`
        })
        .join('; ')
    case 'invalid_union':
      return describeUnion(hookName, issue, schema, subject)
    case 'invalid_key': {
      const key = quoted(String(issue.path.at(-1)))
      return `${key} can't be a key of ${[hookName, ...issue.path.slice(0, -1).map(String)].join('.')}`
    }
    case 'invalid_type':
    case 'invalid_value':
    case 'too_small':
    case 'too_big':
      return `${subject} ${expectation(issue)}`
    default:
      return issue.message && issue.message !== 'Invalid input'
        ? `${subject}: ${issue.message}`
        : `${subject} is not valid`
  }
}

/**
 * A value of several possible kinds: what is wrong within the kind that it has, else which kinds
 * there are.
 */
function describeUnion(hookName: string, issue: SchemaIssue, schema: OptionsSchema, subject: string): string {
  const kinds = issue.errors ?? []
  const fitting = kinds.find((issues) => !issues.some(isOfAnotherKind))
  if (fitting) {
    return fitting
      .map((inner) => describeIssue(hookName, { ...inner, path: [...issue.path, ...inner.path] }, schema))
      .join('; ')
  }
  // A schema that knows what was meant says so itself.
  if (issue.message !== '' && issue.message !== 'Invalid input') return `${subject}: ${issue.message}`
  const wanted = new Set(kinds.flatMap((issues) => issues.filter(isOfAnotherKind).map(kindOf)))
  return `${subject} has to be ${[...wanted].join(', or ')}`
}

function isOfAnotherKind({ code, path }: SchemaIssue): boolean {
  return path.length === 0 && (code === 'invalid_type' || code === 'invalid_value')
}

function expectation(issue: SchemaIssue): string {
  if (issue.code !== 'too_small' && issue.code !== 'too_big') return `has to be ${kindOf(issue)}`
  const isLeast = issue.code === 'too_small'
  const bound = Number(isLeast ? issue.minimum : issue.maximum)
  const unit = issue.origin === 'string' ? 'character' : issue.origin === 'array' ? 'entry' : undefined
  if (unit === undefined) return `has to be at ${isLeast ? 'least' : 'most'} ${bound}`
  if (isLeast && bound === 1) return 'must not be empty'
  const units = bound === 1 ? unit : unit === 'entry' ? 'entries' : 'characters'
  return `has to have at ${isLeast ? 'least' : 'most'} ${bound} ${units}`
}

function kindOf(issue: SchemaIssue): string {
  if (issue.code === 'invalid_type') return article(issue.expected ?? 'something else')
  const values = (issue.values ?? []).map((value) => JSON.stringify(value)).join(', ')
  return issue.values?.length === 1 ? values : `one of ${values}`
}

/** A key as it stands in the file; of a long one the beginning. */
export function quoted(key: string): string {
  return JSON.stringify(key.length > 80 ? `${key.slice(0, 80)}...` : key)
}

/** The keys that the schema knows at the path, as far as it says. */
function keysOf(schema: object | undefined, path: readonly PropertyKey[]): string[] {
  const shape = (schema as { shape?: Readonly<Record<PropertyKey, object>> } | undefined)?.shape ?? {}
  const [first, ...rest] = path
  return first === undefined ? Object.keys(shape) : keysOf(shape[first], rest)
}

/** What to put behind a word that is none of the known ones. */
export function didYouMean(key: string, known: readonly string[]): string {
  const best = nearest(key, known)
  if (best !== undefined) return `; did you mean ${JSON.stringify(best)}?`
  return known.length > 0 ? `; known are ${known.join(', ')}` : ''
}

function article(type: string): string {
  const words: Record<string, string> = {
    array: 'a list',
    boolean: 'true or false',
    string: 'text',
    int: 'a whole number',
    number: 'a number',
    object: 'an object',
    record: 'an object',
  }
  return words[type] ?? type
}
