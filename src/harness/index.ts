import type { Dialect } from '../event.ts'
import { claudeCode } from './claude-code.ts'
import type { Harness } from './harness.ts'
import { openHarness } from './openharness.ts'
import { unknownHarness } from './unknown.ts'

const HARNESSES: Readonly<Record<Dialect, Harness>> = {
  'claude-code': claudeCode,
  openharness: openHarness,
  unknown: unknownHarness,
}

export function harnessOf(dialect: Dialect): Harness {
  return HARNESSES[dialect]
}

export { detectDialect } from './detect.ts'
export type { Harness, Reply } from './harness.ts'
