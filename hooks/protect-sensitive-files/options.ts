import type { Mode } from '../../src/hook.ts'

/** What to do about reading a protected file. */
export type Reading = 'pass' | 'ask' | 'deny'

export interface Allowed {
  readonly path: string
  /** Last day on which it holds, as YYYY-MM-DD (UTC). */
  readonly until?: string
  /** For whoever reads the file. */
  readonly reason?: string
}

interface Protected {
  readonly path: string
  readonly read: Reading
}

export interface Options {
  readonly mode: Mode
  readonly readSecrets: Reading
  readonly readControls: Reading
  readonly readEnvironment: Reading
  readonly protect: readonly (string | Protected)[]
  readonly allow: readonly (string | Allowed)[]
  readonly allowEverywhere: readonly (string | Allowed)[]
  readonly ask: readonly string[]
  readonly mcpFields: readonly string[]
}

export const DEFAULTS: Options = {
  mode: 'enforce',
  readSecrets: 'deny',
  readControls: 'pass',
  readEnvironment: 'ask',
  protect: [],
  allow: [],
  allowEverywhere: [],
  ask: [],
  mcpFields: [],
}
