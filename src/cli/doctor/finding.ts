import type { JSONPath } from 'jsonc-parser'
import { findNodeAtLocation, parseTree } from 'jsonc-parser'
import type { HarnessName } from '../settings/places.ts'
import { positionOf, type Settings } from '../settings/read.ts'

/** One thing that `doctor` has to say. */
export interface Finding {
  /** error: something does not protect, or nothing runs. warning: it may not do what was meant. ok, note: to know. */
  readonly level: 'error' | 'warning' | 'note' | 'ok'
  /** What kind it is, for machines. */
  readonly id: string
  readonly text: string
  /** What to do. */
  readonly remedy?: string
  readonly harness?: HarnessName
  /** Absolute. */
  readonly file?: string
  readonly line?: number
  /** True when `--fix` repairs it: by writing our own entries anew. */
  readonly fixable?: boolean
}

type Rest = Omit<Finding, 'harness' | 'file' | 'line'>

/** A finding about a place in a settings file. */
export function findingAt(settings: Settings, path: JSONPath, rest: Rest): Finding {
  const { place, text } = settings
  const line = text === undefined ? undefined : lineOf(text, path)
  return { harness: place.harness, file: place.path, ...(line === undefined ? {} : { line }), ...rest }
}

function lineOf(text: string, path: JSONPath): number | undefined {
  const root = parseTree(text)
  for (let at = path; root && at.length > 0; at = at.slice(0, -1)) {
    const node = findNodeAtLocation(root, at)
    if (node) return positionOf(text, node.offset).line
  }
  return undefined
}
