import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import type { Host } from '../host/host.ts'
import { hookNames } from '../names.ts'
import { didYouMean, quoted } from './issue.ts'

/** A configuration file as it was read: its root object, and its text for the places of mistakes. */
export interface Document {
  readonly root: Node
  readonly text: string
}

/**
 * What all files of a project may hold together, and each other file: far more than anybody
 * writes. Files that took longer to read than the harness waits would let the call run, and
 * anybody can put some into a repository.
 */
const MAX_BYTES = 256 * 1024
export const wholeBudget = (): Budget => ({ left: MAX_BYTES })

export interface Budget {
  left: number
}
/** Mistakes that are told of one file, for the same reason. */
export const MAX_PROBLEMS = 10
/** Far more than the options have; the parser recurses. */
const MAX_DEPTH = 50

/**
 * Reads a configuration file. The mistakes that concern the whole file go into `problems`, each
 * with its place; then there is no document.
 */
export function readDocument(
  path: string,
  host: Host,
  budget: Budget,
  problems: string[],
): Document | undefined {
  const before = problems.length
  const text = readFileText(path, host, budget, problems)
  if (text === undefined) return undefined
  const root = parse(path, text, problems)
  if (!root) return undefined
  const known = [...hookNames, '$schema']
  const strangers = (root.children ?? []).filter((property) => !known.includes(keyOf(property)))
  for (const property of strangers.slice(0, MAX_PROBLEMS)) {
    const key = keyOf(property)
    problems.push(
      `${place(path, text, property.offset)}: no hook is called ${quoted(key)}${didYouMean(key, known)}`,
    )
  }
  const wrong: [Node, string][] = []
  checkKeys(root, wrong)
  for (const [node, problem] of wrong.slice(0, MAX_PROBLEMS)) {
    problems.push(`${place(path, text, node.offset)}: ${problem}`)
  }
  return problems.length > before ? undefined : { root, text }
}

function readFileText(path: string, host: Host, budget: Budget, problems: string[]): string | undefined {
  const kind = host.stat(path)?.kind
  if (kind === 'directory') problems.push(`${path}: it is a folder, not a file`)
  else if (kind === 'other') problems.push(`${path}: it is no plain file`)
  else if (kind === undefined && host.lstat(path)) {
    problems.push(`${path}: it is a symbolic link that leads to nothing`)
  } else {
    try {
      const bytes = host.readFile(path, budget.left + 1)
      budget.left -= bytes.length
      if (budget.left >= 0) return decode(path, bytes, problems)
      const others = budget.left + bytes.length < MAX_BYTES ? ' together with the files above it' : ''
      problems.push(`${path}: larger than ${MAX_BYTES >> 10} kB${others}`)
      budget.left = 0
    } catch (error) {
      problems.push(error instanceof Error ? error.message : `${path}: can't be read`)
    }
  }
  return undefined
}

function decode(path: string, bytes: Uint8Array, problems: string[]): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    problems.push(`${path}: it is not UTF-8 text`)
    return undefined
  }
}

function parse(path: string, text: string, problems: string[]): Node | undefined {
  if (text.trim() === '') {
    problems.push(`${path}: the file is empty; without settings it holds {}`)
    return undefined
  }
  const deep = tooDeep(text)
  if (deep !== undefined) {
    problems.push(`${place(path, text, deep)}: nested deeper than ${MAX_DEPTH}`)
    return undefined
  }
  const errors: ParseError[] = []
  const root = parseTree(text.replace(/^\ufeff/, ' '), errors, { allowTrailingComma: true })
  const said = errors.map(({ error, offset }) => {
    const what = printParseErrorCode(error).replace(/([a-z])([A-Z])/g, '$1 $2')
    return `${place(path, text, offset)}: not JSON: ${what.toLowerCase()}`
  })
  problems.push(...[...new Set(said)].slice(0, 3))
  if (errors.length > 0) return undefined
  if (root?.type === 'object') return root
  problems.push(`${path}: the file has to hold one JSON object`)
  return undefined
}

/** Kinds of token in jsonc-parser, whose enum can't be imported. */
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET, END] = [1, 2, 3, 4, 17]

/** Offset of the first bracket that is nested too deeply. */
function tooDeep(text: string): number | undefined {
  const scanner = createScanner(text, true)
  let depth = 0
  for (let token: number = scanner.scan(); token !== END; token = scanner.scan()) {
    if (token === OPEN_BRACE || token === OPEN_BRACKET) depth++
    else if (token === CLOSE_BRACE || token === CLOSE_BRACKET) depth--
    if (depth > MAX_DEPTH) return scanner.getTokenOffset()
  }
  return undefined
}

/** Keys that stand twice, of which one would be dropped, and the one that no object can hold. */
function checkKeys(node: Node, found: [Node, string][]): void {
  const seen = new Set<string>()
  for (const child of node.children ?? []) {
    if (node.type === 'object') {
      const key = keyOf(child)
      if (seen.has(key)) found.push([child, `the key ${quoted(key)} stands twice`])
      else if (key === '__proto__') found.push([child, `the key ${quoted(key)} can't be used`])
      seen.add(key)
    }
    checkKeys(child, found)
  }
}

export function keyOf(property: Node): string {
  return String(property.children?.[0]?.value)
}

/** `file:line:column`, both counted from 1. */
export function place(path: string, text: string, offset: number): string {
  const before = text.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  const line = before.split('\n').length
  return `${path}:${line}:${offset - lineStart + 1}`
}
