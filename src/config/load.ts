import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'
import type { Hook, MergeRule, Mode, OptionSource, OptionsSchema, RuleModes, SchemaIssue } from '../hook.ts'
import type { Host } from '../host/host.ts'
import { hookNames } from '../names.ts'
import { rulesOf } from '../settle.ts'
import { nearest } from '../text/nearest.ts'
import type { ConfigFile, Trust } from './find.ts'
import { byTrust, type Layer, mergeLayers } from './merge.ts'
import { mergeRules, withRules } from './rules.ts'

/** A mistake in the configuration, said with its place. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ConfigError'
  }
}

export interface Flags {
  /** `--config FILE`, a further file with the trust of whoever wrote the command line. */
  readonly config?: string
  readonly set: readonly { readonly key: string; readonly value: string }[]
  readonly mode?: string
}

/** The part of a hook that its configuration is about. */
export type Configured<Options extends object> = Pick<Hook<Options>, 'name' | 'options'> &
  Partial<Pick<Hook<Options>, 'kind' | 'rules'>>

export interface LoadedOptions<Options> {
  readonly options: Options
  /** Modes of single rules, where somebody set one. */
  readonly rules: RuleModes
  /** Settings of a less trusted file that were not taken, in words. */
  readonly ignored: readonly string[]
  /** Who set each option that is not at its default. */
  readonly from: Readonly<Record<string, OptionSource>>
}

const MAX_CONFIG_BYTES = 1024 * 1024

/**
 * The options of one hook from all files and flags. Throws a ConfigError that lists every
 * mistake, each with file, line and column, what was expected and the nearest right key.
 */
export async function loadOptions<Options extends object>(
  hook: Configured<Options>,
  files: readonly ConfigFile[],
  flags: Flags,
  host: Host,
): Promise<LoadedOptions<Options>> {
  const own = await hook.options.schema()
  // Hooks without rules have no option of that name.
  const schema = hook.rules && hook.kind ? withRules(own, await rulesOf({ ...hook, kind: hook.kind })) : own
  const problems: string[] = []
  const layers: Layer[] = []
  const fromFile = (path: string, trust: Trust | 'flags') => {
    const values = readSection(hook.name, path, schema, host, problems)
    if (values) layers.push({ from: path, trust, values })
  }
  for (const file of files) fromFile(file.path, file.trust)
  if (flags.config !== undefined) fromFile(flags.config, 'flags')
  const given = flagValues(hook.name, flags, schema, problems)
  if (Object.keys(given).length > 0) layers.push({ from: 'the command line', trust: 'flags', values: given })
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  const { values, ignored, from } = mergeLayers(
    layers.map(({ values: { rules: _rules, ...others }, ...layer }) => ({ ...layer, values: others })),
    hook.options.merge as Readonly<Record<string, MergeRule>>,
    hook.options.defaults as Readonly<Record<string, unknown>>,
  )
  const options = { ...hook.options.defaults, ...values }
  const modes = rulesIn(layers, options)
  return { options, rules: modes.rules, ignored: [...ignored, ...modes.ignored], from }
}

function rulesIn(layers: readonly Layer[], options: object) {
  const { mode = 'enforce' } = options as { mode?: Mode }
  const ruleLayers = byTrust(layers).map(({ values, ...layer }) => {
    const own = values as { mode?: Mode; rules?: RuleModes }
    return { ...layer, rules: own.rules ?? {}, ...(own.mode === undefined ? {} : { mode: own.mode }) }
  })
  return mergeRules(ruleLayers, mode)
}

function readSection(
  name: string,
  path: string,
  schema: OptionsSchema,
  host: Host,
  problems: string[],
): Readonly<Record<string, unknown>> | undefined {
  let text: string
  try {
    const bytes = host.readFile(path, MAX_CONFIG_BYTES + 1)
    if (bytes.length > MAX_CONFIG_BYTES) {
      problems.push(`${path}: larger than 1 MB`)
      return undefined
    }
    text = new TextDecoder().decode(bytes)
  } catch (error) {
    problems.push(error instanceof Error ? error.message : `${path}: can't be read`)
    return undefined
  }
  const document = readDocument(path, text, problems)
  if (!document) return undefined
  const section = findNodeAtLocation(document, [name])
  if (!section) return undefined
  const at = (node: Node | undefined) => place(path, text, node?.offset ?? section.offset)
  const result = schema.safeParse(plain(getNodeValue(section)))
  if (result.success) return result.data as Record<string, unknown>
  for (const issue of result.error.issues) {
    const keyNode = issue.code === 'unrecognized_keys' ? keyOf(section, issue) : undefined
    const node = keyNode ?? nodeAt(section, issue.path)
    problems.push(`${at(node)}: ${describeIssue(name, issue, schema)}`)
  }
  return undefined
}

/** The document's root object, after the mistakes that concern the whole file were collected. */
function readDocument(path: string, text: string, problems: string[]): Node | undefined {
  const errors: ParseError[] = []
  const root = parseTree(text.replace(/^\ufeff/, ' '), errors, { allowTrailingComma: true })
  if (errors.length > 0) {
    for (const error of errors.slice(0, 3)) {
      const what = printParseErrorCode(error.error)
        .replace(/([a-z])([A-Z])/g, '$1 $2')
        .toLowerCase()
      problems.push(`${place(path, text, error.offset)}: not JSON: ${what}`)
    }
    return undefined
  }
  if (root?.type !== 'object') {
    problems.push(`${path}: the file has to hold one JSON object`)
    return undefined
  }
  const before = problems.length
  const known = [...hookNames, '$schema']
  for (const property of root.children ?? []) {
    const key = String(property.children?.[0]?.value)
    if (known.includes(key)) continue
    problems.push(
      `${place(path, text, property.offset)}: no hook is called ${JSON.stringify(key)}${didYouMean(key, known)}`,
    )
  }
  findDuplicates(root, (node, key) => {
    problems.push(`${place(path, text, node.offset)}: the key ${JSON.stringify(key)} stands twice`)
  })
  return problems.length > before ? undefined : root
}

function findDuplicates(node: Node, found: (node: Node, key: string) => void): void {
  const seen = new Set<string>()
  for (const child of node.children ?? []) {
    if (node.type === 'object') {
      const key = String(child.children?.[0]?.value)
      if (seen.has(key)) found(child, key)
      seen.add(key)
    }
    findDuplicates(child, found)
  }
}

function flagValues(
  name: string,
  flags: Flags,
  schema: OptionsSchema,
  problems: string[],
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const { key, value } of flags.set) values[key] = jsonOrText(value)
  if (flags.mode !== undefined) values['mode'] = flags.mode
  const result = schema.safeParse(values)
  if (!result.success) {
    for (const issue of result.error.issues) {
      const where = issue.path.length > 0 ? `--set ${String(issue.path[0])}` : '--set'
      problems.push(`${where}: ${describeIssue(name, issue, schema)}`)
    }
  }
  return values
}

function jsonOrText(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** jsonc-parser makes objects without a prototype; zod wants plain ones. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]))
}

function keyOf(section: Node, issue: SchemaIssue): Node | undefined {
  const holder = nodeAt(section, issue.path)
  return holder?.children?.find((property) => property.children?.[0]?.value === issue.keys?.[0])
}

function nodeAt(section: Node, path: readonly PropertyKey[]): Node | undefined {
  return (
    findNodeAtLocation(
      section,
      path.map((part) => (typeof part === 'number' ? part : String(part))),
    ) ?? section
  )
}

/** `file:line:column`, both counted from 1. */
function place(path: string, text: string, offset: number): string {
  const before = text.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  const line = before.split('\n').length
  return `${path}:${line}:${offset - lineStart + 1}`
}

/** One schema issue in words. zod/mini brings no texts of its own. */
export function describeIssue(hookName: string, issue: SchemaIssue, schema: OptionsSchema): string {
  const option = issue.path.map(String).join('.')
  const subject = option === '' ? `the section ${hookName}` : `${hookName}.${option}`
  switch (issue.code) {
    case 'unrecognized_keys':
      return (issue.keys ?? [])
        .map((key) => {
          const known = keysOf(schema, issue.path)
          return `${JSON.stringify(key)} is not an option of ${subject.replace('the section ', '')}${didYouMean(key, known)}`
        })
        .join('; ')
    case 'invalid_type':
      return `${subject} has to be ${article(issue.expected ?? 'something else')}`
    case 'invalid_value':
      return `${subject} has to be one of ${(issue.values ?? []).map((value) => JSON.stringify(value)).join(', ')}`
    case 'too_small':
      return `${subject} has to be at least ${String(issue.minimum)}`
    case 'too_big':
      return `${subject} has to be at most ${String(issue.maximum)}`
    default:
      return issue.message && issue.message !== 'Invalid input'
        ? `${subject}: ${issue.message}`
        : `${subject} is not valid`
  }
}

/** The keys that the schema knows at the path, as far as it says. */
function keysOf(schema: object | undefined, path: readonly PropertyKey[]): string[] {
  const shape = (schema as { shape?: Readonly<Record<PropertyKey, object>> } | undefined)?.shape ?? {}
  const [first, ...rest] = path
  return first === undefined ? Object.keys(shape) : keysOf(shape[first], rest)
}

function didYouMean(key: string, known: readonly string[]): string {
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
