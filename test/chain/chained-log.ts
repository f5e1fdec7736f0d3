import * as fs from 'node:fs'
import { appendChained } from '../../src/chain/append.ts'
import { readCheckpoint } from '../../src/chain/checkpoint.ts'
import { type Hasher, PLAIN } from '../../src/chain/link.ts'
import { ChainCheck, type ChainReport, type Expected } from '../../src/cli/audit/chain-check.ts'
import { nodeHost } from '../../src/host/node.ts'
import type { LogFile } from '../../src/store/append-log.ts'
import { logFiles } from '../../src/store/rotate.ts'

/** Appends records `{"stage":"attempt","n":...}` in one go. */
export function appendNumbers(
  path: string,
  numbers: readonly number[],
  more: Partial<LogFile> = {},
  hasher: Hasher = PLAIN,
): Promise<readonly string[]> {
  const lines = numbers.map((n) =>
    JSON.stringify({ timestamp: '2026-11-30T12:00:00.000Z', stage: 'attempt', n }),
  )
  return appendChained(nodeHost, { path, maxBytes: 0, keep: 3, ...more }, lines, hasher, (seam) =>
    JSON.stringify({ timestamp: '2026-11-30T12:00:00.000Z', stage: 'seam', ...seam }),
  )
}

/** What `hookbox audit verify` finds, without the command line around it. */
export function checkLog(
  path: string,
  hashers: readonly Hasher[] = [PLAIN],
  expected?: Expected,
): ChainReport {
  const checkpoint = readCheckpoint(nodeHost, path)
  const noted = [checkpoint, expected].filter((one) => one !== undefined)
  const chain = new ChainCheck(hashers, noted)
  for (const file of logFiles(nodeHost, path)) {
    fs.readFileSync(file, 'latin1')
      .split('\n')
      .forEach((line, index) => {
        chain.line(line, file, index + 1)
      })
  }
  return chain.end(checkpoint, expected)
}

export const kinds = ({ problems }: ChainReport): readonly string[] => problems.map(({ kind }) => kind)
