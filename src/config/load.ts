import { findNodeAtLocation, getNodeValue, type Node } from 'jsonc-parser'
import type { Hook, MergeRule, Mode, OptionSource, OptionsSchema, RuleModes } from '../hook.ts'
import type { Host } from '../host/host.ts'
import { rulesOf } from '../settle.ts'
import { type Document, keyOf, MAX_PROBLEMS, place, readDocument, wholeBudget } from './document.ts'
import type { ConfigFile, Trust } from './find.ts'
import { describeIssue } from './issue.ts'
import { byTrust, type Layer, mergeLayers } from './merge.ts'
import { mergeRules, withRules } from './rules.ts'

/** A mistake in the configuration, said with its place. */
class ConfigError extends Error {
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
  Partial<Pick<Hook<Options>, 'kind' | 'events' | 'rules'>>

export interface LoadedOptions<Options> {
  readonly options: Options
  /** Modes of single rules, where somebody set one. */
  readonly rules: RuleModes
  /** Settings of a less trusted file that were not taken, in words. */
  readonly ignored: readonly string[]
  /** Who set each option that is not at its default. */
  readonly from: Readonly<Record<string, OptionSource>>
}

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
  const { kind, events, rules } = hook
  const schema = rules && kind && events ? withRules(own, await rulesOf({ kind, events, rules })) : own
  const problems: string[] = []
  const layers: Layer[] = []
  const ofProject = wholeBudget()
  const fromFile = (path: string, trust: Trust | 'flags') => {
    const budget = trust === 'project' ? ofProject : wholeBudget()
    const document = readDocument(path, host, budget, problems)
    const values = document && readSection(hook.name, path, document, schema, problems)
    if (values) layers.push({ from: path, trust, values })
  }
  for (const file of files) fromFile(file.path, file.trust)
  if (flags.config !== undefined) fromFile(flags.config, 'flags')
  const given = flagValues(hook, flags, schema, problems)
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
  document: Document,
  schema: OptionsSchema,
  problems: string[],
): Readonly<Record<string, unknown>> | undefined {
  const section = findNodeAtLocation(document.root, [name])
  if (!section) return undefined
  const result = schema.safeParse(plain(getNodeValue(section)))
  if (result.success) return result.data as Record<string, unknown>
  for (const issue of result.error.issues.slice(0, MAX_PROBLEMS)) {
    const holder = nodeAt(section, issue.path)
    const wrongKey = holder.children?.find((property) => keyOf(property) === issue.keys?.[0])
    const node = issue.code === 'unrecognized_keys' ? (wrongKey ?? holder) : holder
    problems.push(`${place(path, document.text, node.offset)}: ${describeIssue(name, issue, schema)}`)
  }
  return undefined
}

function flagValues(
  hook: Pick<Hook, 'name' | 'options'>,
  flags: Flags,
  schema: OptionsSchema,
  problems: string[],
): Record<string, unknown> {
  const given: [string, unknown][] = flags.set.map(({ key, value }) => [key, jsonOrText(value)])
  if (flags.mode !== undefined) {
    if ('mode' in hook.options.defaults) given.push(['mode', flags.mode])
    else problems.push(`--mode: ${hook.name} has no modes`)
  }
  // Not by assignment, which would take "__proto__" for the prototype.
  const values = Object.fromEntries(given)
  const result = schema.safeParse(values)
  if (!result.success) {
    for (const issue of result.error.issues) {
      const where = issue.path.length > 0 ? `--set ${String(issue.path[0])}` : '--set'
      problems.push(`${where}: ${describeIssue(hook.name, issue, schema)}`)
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

function nodeAt(section: Node, path: readonly PropertyKey[]): Node {
  return (
    findNodeAtLocation(
      section,
      path.map((part) => (typeof part === 'number' ? part : String(part))),
    ) ?? section
  )
}
