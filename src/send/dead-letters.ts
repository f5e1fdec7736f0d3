import * as fs from 'node:fs'
import * as path from 'node:path'
import { nodeHost } from '../host/node.ts'

/** Beyond it the file becomes `.1`, and what was that is gone. */
const MAX_BYTES = 64 * 1024 * 1024

/** What a sink will not have: kept, with the reason, until a person decides. */
export interface DeadLetter {
  readonly at: string
  readonly sink: string
  readonly why: string
  /** The record's line. */
  readonly line: string
}

const NAME = /^dead-([a-z0-9-]+)\.jsonl$/

export function bury(folder: string, sink: string, why: string, lines: readonly string[]): void {
  const file = path.join(folder, `dead-${sink}.jsonl`)
  const at = new Date().toISOString()
  const text = lines
    .map((line) => `${JSON.stringify({ at, sink, why, line } satisfies DeadLetter)}\n`)
    .join('')
  if ((nodeHost.lstat(file)?.size ?? 0) + text.length > MAX_BYTES) fs.renameSync(file, `${file}.1`)
  nodeHost.append(file, text, 0o600)
}

/** The files of dead letters in a spool. */
export function deadLetterFiles(folder: string): readonly string[] {
  return (nodeHost.list(folder) ?? [])
    .filter((name) => NAME.test(name))
    .map((name) => path.join(folder, name))
}

export function readDeadLetters(file: string): readonly DeadLetter[] {
  return fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((text) => {
      try {
        return [JSON.parse(text) as DeadLetter]
      } catch {
        return []
      }
    })
}
