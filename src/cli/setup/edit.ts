import { findNodeAtLocation, type JSONPath, type Node, parse, parseTree } from 'jsonc-parser'
import { recordOf } from '../settings/value.ts'

/** The groups (Claude Code) or handlers (OpenHarness) of each event. */
export type Hooks = Readonly<Record<string, readonly object[]>>

/**
 * The settings text without the handlers at `paths`. Groups and events that become empty by it
 * go as well, and `hooks` itself when nothing is left in it; everything else stays byte for byte.
 */
export function withoutHandlers(text: string, paths: readonly JSONPath[]): string {
  let result = text
  // From the end, so that the places of those before them stay right.
  const ordered = [...paths].sort((a, b) => comparePaths(b, a))
  for (const path of ordered) {
    result = removed(result, path)
    for (let parent = path.slice(0, -1); parent.length > 0; parent = parent.slice(0, -1)) {
      if (!isEmptyAt(result, parent)) break
      result = removed(result, parent)
    }
  }
  return result
}

/**
 * Adds the groups behind those that are there, event by event. Written here and not with the
 * library's own insertion, which lays out the lines around anew.
 */
export function withHooks(text: string, hooks: Hooks): string {
  let result = text.trim() === '' ? '{}\n' : text
  for (const [event, groups] of Object.entries(hooks)) {
    result = withContainer(result, [], 'hooks', '{}')
    result = withContainer(result, ['hooks'], event, '[]')
    for (const group of groups) result = withItem(result, ['hooks', event], group)
  }
  return result
}

/** The text with a property of this name, which is made when it is not there. */
function withContainer(text: string, parent: JSONPath, name: string, empty: string): string {
  const node = nodeAt(text, parent)
  const isThere = node.children?.some(({ children }) => children?.[0]?.value === name)
  return isThere ? text : inserted(text, node, `${JSON.stringify(name)}: ${empty}`, parent.length + 1)
}

function withItem(text: string, list: JSONPath, item: object): string {
  const { indent, eol } = layoutOf(text)
  const depth = list.length + 1
  const json = JSON.stringify(item, null, indent).replaceAll('\n', eol + indent.repeat(depth))
  return inserted(text, nodeAt(text, list), json, depth)
}

/** Puts a piece behind the last child, on a line of its own; what stands there, comments too, stays. */
function inserted(text: string, parent: Node, piece: string, depth: number): string {
  const { indent, eol } = layoutOf(text)
  const close = parent.offset + parent.length - 1
  const last = parent.children?.at(-1)
  const end = last ? last.offset + last.length : parent.offset + 1
  const between = text.slice(end, close).trimEnd()
  const line = eol + indent.repeat(depth) + piece + eol + indent.repeat(depth - 1)
  return `${text.slice(0, end)}${last ? ',' : ''}${between}${line}${text.slice(close)}`
}

function nodeAt(text: string, path: JSONPath): Node {
  const root = parseTree(text)
  const node = root && findNodeAtLocation(root, path)
  if (!node) throw new Error(`there is no ${path.join('.')} in it`)
  return node
}

/**
 * The text without a property or an item, and without the comma and the lines between it and its
 * neighbour: what `inserted` has put there is gone without a trace.
 */
function removed(text: string, path: JSONPath): string {
  const node = nodeAt(text, path)
  const child = typeof path.at(-1) === 'number' ? node : node.parent
  const siblings = child?.parent?.children ?? []
  const at = child ? siblings.indexOf(child) : -1
  if (!child?.parent || at < 0) return text
  const [before, after] = [siblings[at - 1], siblings[at + 1]]
  const end = child.offset + child.length
  if (before) return text.slice(0, before.offset + before.length) + text.slice(end)
  if (after) return text.slice(0, child.offset) + text.slice(after.offset)
  const { offset, length } = child.parent
  return text.slice(0, offset + 1) + text.slice(offset + length - 1)
}

/** Empty, or a group that has nothing but its matcher left. */
function isEmptyAt(text: string, path: JSONPath): boolean {
  let value: unknown = parse(text)
  for (const key of path) value = (value as Record<string | number, unknown> | undefined)?.[key]
  if (Array.isArray(value)) return value.length === 0
  const record = recordOf(value)
  return record !== undefined && Object.keys(record).every((key) => key === 'matcher')
}

function comparePaths(a: JSONPath, b: JSONPath): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const [x, y] = [a[at], b[at]]
    if (x === y) continue
    if (typeof x === 'number' && typeof y === 'number') return x - y
    return String(x) < String(y) ? -1 : 1
  }
  return 0
}

/** As the file is written: tabs if a line begins with one, else the widest step that all its lines have. */
function layoutOf(text: string): { indent: string; eol: string } {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const widths = [...text.matchAll(/^( +|\t)(?=\S|\t)/gm)].map(([, space = '']) => space)
  if (widths[0] === '\t') return { indent: '\t', eol }
  const step = widths.map(({ length }) => length).reduce(divisor, 0)
  return { indent: ' '.repeat(step || 2), eol }
}

/** The greatest that divides both; 0 is divided by all. */
function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b)
}
