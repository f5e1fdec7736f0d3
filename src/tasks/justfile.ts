import { quoted, type TaskArgument, UNSET } from './text.ts'

/** Reads a justfile as far as the text of its recipes goes. */

const known = (value: string): TaskArgument => ({ value, source: value })

/** A recipe that another one runs first: `build`, `(ship "production")`. */
interface Needed {
  readonly name: string
  readonly args: readonly TaskArgument[]
}

interface Recipe {
  readonly parameters: readonly { readonly name: string; readonly value: string | undefined }[]
  readonly needs: readonly Needed[]
  readonly body: readonly string[]
}

export interface Justfile {
  readonly recipes: ReadonlyMap<string, Recipe>
  readonly aliases: ReadonlyMap<string, string>
  readonly variables: ReadonlyMap<string, string>
  /** Names of modules with their files as written; undefined: found by the name. */
  readonly modules: ReadonlyMap<string, string | undefined>
  readonly first: string | undefined
}

const HEAD =
  /^@?([A-Za-z_][\w-]*)((?:\s+[+*$]*[A-Za-z_][\w-]*(?:=(?:'[^']*'|"[^"]*"|[^\s:]+))?)*)\s*:(?!=)\s*(.*)$/
const PARAMETER = /[+*$]*([A-Za-z_][\w-]*)(?:=('[^']*'|"[^"]*"|[^\s:]+))?/g

export function readJustfile(text: string): Justfile {
  const recipes = new Map<string, Recipe>()
  const aliases = new Map<string, string>()
  const variables = new Map<string, string>()
  const modules = new Map<string, string | undefined>()
  let body: string[] | undefined
  let first: string | undefined
  for (const line of text.split(/\r?\n/)) {
    if (/^\s/.test(line) || line === '') {
      body?.push(line.replace(/^\s+/, ''))
      continue
    }
    body = undefined
    const module = /^mod\??\s+([A-Za-z_][\w-]*)(?:\s+(['"])(.*)\2)?\s*$/.exec(line)
    if (module?.[1] !== undefined) modules.set(module[1], module[3])
    const alias = /^alias\s+([\w-]+)\s*:=\s*([\w-]+)/.exec(line)
    if (alias?.[1] !== undefined && alias[2] !== undefined) aliases.set(alias[1], alias[2])
    const variable = /^(?:export\s+)?([A-Za-z_][\w-]*)\s*:=\s*(['"])(.*)\2\s*$/.exec(line)
    if (variable?.[1] !== undefined) variables.set(variable[1], variable[3] ?? '')
    const head = HEAD.exec(line)
    if (head?.[1] === undefined) continue
    body = []
    first ??= head[1]
    const parameters = [...(head[2] ?? '').matchAll(PARAMETER)].map((match) => ({
      name: match[1] ?? '',
      value: match[2]?.replace(/^(['"])(.*)\1$/, '$2'),
    }))
    const needs = [...(head[3] ?? '').replace(/#.*$/, '').matchAll(NEEDED)].map(readNeeded)
    recipes.set(head[1], { parameters, needs, body })
  }
  return { recipes, aliases, variables, modules, first }
}

const NEEDED = /\(\s*([A-Za-z_][\w-]*)([^()]*)\)|([A-Za-z_][\w-]*)/g

/** Arguments are strings, or expressions that only just can tell. */
function readNeeded([, called = '', written = '', name = called]: RegExpMatchArray): Needed {
  const args = (written.match(/'[^']*'|"[^"]*"|[^\s'"]+/g) ?? []).map((one): TaskArgument => {
    const text = /^(['"])(.*)\1$/.exec(one)?.[2]
    return text === undefined ? { value: undefined, source: one } : known(text)
  })
  return { name, args }
}

const MAX_RECIPES = 40

/** The shell text that a recipe with these arguments would run. Undefined: no such recipe. */
export function justText(
  justfile: Justfile,
  name: string,
  args: readonly TaskArgument[],
): string | undefined {
  const done = new Set<string>()
  const lines: string[] = []
  const visit = (asked: string, given: readonly TaskArgument[]): boolean => {
    const real = justfile.aliases.get(asked) ?? asked
    const recipe = justfile.recipes.get(real)
    if (!recipe) return false
    // The same recipe runs again with other arguments.
    const call = JSON.stringify([real, given.map(({ value, source }) => value ?? source)])
    if (done.has(call) || done.size >= MAX_RECIPES) return true
    done.add(call)
    for (const needed of recipe.needs) visit(needed.name, needed.args)
    const values = new Map<string, TaskArgument>()
    for (const [key, value] of justfile.variables) values.set(key, known(value))
    for (const [index, { name: key, value }] of recipe.parameters.entries()) {
      const argument = given[index] ?? (value === undefined ? undefined : known(value))
      if (argument) values.set(key, argument)
      else values.delete(key)
    }
    for (const line of recipe.body) lines.push(fill(line.replace(/^@/, ''), values))
    return true
  }
  return visit(name, args) ? lines.join('\n') : undefined
}

function fill(line: string, values: ReadonlyMap<string, TaskArgument>): string {
  return line.replace(/\{\{\s*([^{}]*?)\s*\}\}/g, (_whole, name: string) => {
    const value = values.get(name)
    if (value?.value !== undefined && /^[\w.:/@-]*$/.test(value.value)) return value.value
    return value ? quoted(value) : UNSET
  })
}
