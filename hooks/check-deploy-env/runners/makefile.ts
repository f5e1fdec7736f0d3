import { UNSET } from './task.ts'

/** Reads a Makefile as far as a recipe's own text goes: no functions. Files it includes stand in the text already. */

interface Rule {
  readonly prerequisites: readonly string[]
  readonly recipe: readonly string[]
}

export interface Makefile {
  readonly rules: ReadonlyMap<string, Rule>
  readonly variables: ReadonlyMap<string, string>
  /** What `make` alone makes. */
  readonly first: string | undefined
}

const ASSIGNMENT = /^(?:export\s+|override\s+)*([A-Za-z_][\w.-]*)\s*(?:\?|:{1,3}|\+)?=\s*(.*)$/

export function readMakefile(text: string): Makefile {
  const rules = new Map<string, Rule>()
  const variables = new Map<string, string>()
  let current: string[] | undefined
  let first: string | undefined
  for (const line of text.replace(/\\\r?\n/g, '\\\n').split(/(?<!\\)\r?\n/)) {
    if (line.startsWith('\t')) {
      current?.push(line.slice(1))
      continue
    }
    const written = line
      .replaceAll('\\\n', ' ')
      .replace(/(^|\s)#.*$/, '')
      .trimEnd()
    if (written === '') continue
    const assignment = ASSIGNMENT.exec(written)
    if (assignment?.[1] !== undefined) {
      variables.set(assignment[1], assignment[2] ?? '')
      current = undefined
      continue
    }
    const colon = written.indexOf(':')
    if (colon < 1 || /^\s/.test(written)) continue
    const [needs = '', inline] = written
      .slice(colon + 1)
      .replace(/^:/, '')
      .split(/;(.*)/)
    if (/^\s*[\w.-]+\s*[:+?]?=/.test(needs)) continue // a variable of one target
    current = inline === undefined ? [] : [inline]
    const prerequisites = needs.split(/[\s|]+/).filter((name) => name !== '')
    for (const target of written.slice(0, colon).trim().split(/\s+/)) {
      if (!target.startsWith('.')) first ??= target
      const earlier = rules.get(target)
      const joined = earlier ? [...earlier.prerequisites, ...prerequisites] : prerequisites
      // A later line without a recipe only adds what is needed.
      rules.set(target, {
        prerequisites: joined,
        recipe: inline === undefined && earlier?.recipe.length ? earlier.recipe : current,
      })
    }
  }
  return { rules, variables, first }
}

const MAX_RULES = 40

/**
 * The shell text that making a target would run, its prerequisites first. What make alone
 * can tell becomes a shell variable that nobody sets. Undefined: there is no such rule.
 */
export function recipeOf(
  makefile: Makefile,
  target: string,
  given: (variable: string) => string | undefined,
): string | undefined {
  const done = new Set<string>()
  const lines: string[] = []
  const visit = (name: string): boolean => {
    if (done.has(name) || done.size >= MAX_RULES) return true
    done.add(name)
    const found = ruleFor(makefile, name)
    if (!found) return false
    const value = (variable: string) =>
      variable === '@'
        ? name
        : variable === '*'
          ? found.stem
          : (given(variable) ?? makefile.variables.get(variable))
    for (const needed of found.rule.prerequisites) {
      for (const one of expand(needed.replaceAll('%', found.stem), value).split(/\s+/)) visit(one)
    }
    for (const line of found.rule.recipe) {
      lines.push(expand(line.replace(/^[\s@+-]+/, ''), value))
    }
    return true
  }
  return visit(target) ? lines.join('\n') : undefined
}

function ruleFor(makefile: Makefile, name: string): { rule: Rule; stem: string } | undefined {
  const exact = makefile.rules.get(name)
  if (exact) return { rule: exact, stem: '' }
  for (const [pattern, rule] of makefile.rules) {
    const at = pattern.indexOf('%')
    if (at < 0) continue
    const head = pattern.slice(0, at)
    const tail = pattern.slice(at + 1)
    if (name.length >= head.length + tail.length && name.startsWith(head) && name.endsWith(tail)) {
      return { rule, stem: name.slice(head.length, name.length - tail.length) }
    }
  }
  return undefined
}

/** Replaces make's variables; `$$` is the shell's own dollar. */
function expand(text: string, value: (variable: string) => string | undefined, depth = 0): string {
  if (depth > 5) return text
  return text.replace(
    /\$(?:\$|\(([^()$]*)\)|\{([^{}$]*)\}|([A-Za-z@<^*?]))/g,
    (whole, round: string | undefined, curly: string | undefined, single: string | undefined) => {
      if (whole === '$$') return '$'
      const name = round ?? curly ?? single ?? ''
      if (name === 'MAKE') return 'make'
      const shell = /^shell\s+(.*)$/s.exec(name)?.[1]
      if (shell !== undefined) return `$(${shell})`
      const found = value(name)
      return found === undefined ? UNSET : expand(found, value, depth + 1)
    },
  )
}
