import { expect } from 'vitest'
import { type LogRecord, readLog } from '../../src/store/read-log.ts'
import type { Row } from './table.ts'
import type { World } from './world.ts'

export const LOG = 'logs/tool-audit.jsonl'
export const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** The records of an audit log, each of which has what every record has. */
export function records(world: World, file = LOG): readonly LogRecord[] {
  const { records, bad } = readLog(world.read(file))
  expect(bad).toEqual([])
  for (const record of records) {
    expect(record['timestamp']).toMatch(ISO)
    expect(record).toMatchObject({ v: 1, user: expect.any(String), cwd: world.project })
    expect(Object.values(record)).not.toContain(null)
  }
  return records
}

/** A row whose log then holds exactly these records, each compared by the fields that are given. */
export const leaves =
  (...expected: readonly object[]): NonNullable<Row['after']> =>
  (world) => {
    expect(records(world)).toMatchObject(expected)
    expect(records(world)).toHaveLength(expected.length)
  }

/** A world whose project configures the audit. */
export const config = (section: object) => ({
  files: { 'hookbox.json': JSON.stringify({ 'audit-tool-call': section }) },
})

/** A world whose user does. */
export const userConfig = (section: object) => ({
  homeFiles: { '.config/hookbox/hookbox.json': JSON.stringify({ 'audit-tool-call': section }) },
})
