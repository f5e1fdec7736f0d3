import { UNSET } from './text.ts'

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

/** In place of what only make can tell, until all is replaced. */
const OPEN = '\ufffc'
const MAX_PASSES = 8

/** Replaces make's variables, the innermost first; `$$` is the shell's own dollar. */
function expand(written: string, value: (variable: string) => string | undefined): string {
  let text = written.replaceAll('$$', DOLLAR)
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const next = text.replace(
      /\$(?:\(([^()$]*)\)|\{([^{}$]*)\}|([A-Za-z@<^*?]))/g,
      (_whole, round: string | undefined, curly: string | undefined, single: string | undefined) => {
        const name = round ?? curly ?? single ?? ''
        if (name === 'MAKE') return 'make'
        const shell = /^shell\s+(.*)$/s.exec(name)?.[1]
        if (shell !== undefined) return `${SHELL}${shell})`
        return value(name)?.replaceAll('$$', DOLLAR) ?? OPEN
      },
    )
    if (next === text || next.length > MAX_LENGTH) break
    text = next
  }
  return text.replaceAll(SHELL, '$(').replaceAll(DOLLAR, '$').replaceAll(OPEN, UNSET)
}

const MAX_LENGTH = 64 * 1024
/** A dollar that is the shell's, and the start of what it runs. */
const DOLLAR = '\ufff9'
const SHELL = '\ufffa'
