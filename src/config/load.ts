import { findNodeAtLocation, getNodeValue, type Node } from 'jsonc-parser'
import type { Hook, MergeRule, OptionSource, OptionsSchema } from '../hook.ts'
import type { Host } from '../host/host.ts'
import { type Document, keyOf, MAX_PROBLEMS, place, readDocument, wholeBudget } from './document.ts'
import type { ConfigFile, Trust } from './find.ts'
import { describeIssue } from './issue.ts'
import { type Layer, mergeLayers } from './merge.ts'

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

export interface LoadedOptions<Options> {
  readonly options: Options
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
  hook: Pick<Hook<Options>, 'name' | 'options'>,
  files: readonly ConfigFile[],
  flags: Flags,
  host: Host,
): Promise<LoadedOptions<Options>> {
  const schema = await hook.options.schema()
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
    layers,
    hook.options.merge as Readonly<Record<string, MergeRule>>,
    hook.options.defaults as Readonly<Record<string, unknown>>,
  )
  return { options: { ...hook.options.defaults, ...values }, ignored, from }
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
