import type { Mode } from '../../src/hook.ts'

export interface AllowEntry {
  readonly path: string
  readonly reason?: string
  /** A date; the entry counts to its end (UTC). */
  readonly until?: string
}

export interface Options {
  readonly mode: Mode
  readonly preset: 'balanced' | 'strict'
  readonly allow: readonly (string | AllowEntry)[]
  readonly disposable: readonly string[]
  /** Programs that run the command in their words. */
  readonly wrappers: readonly string[]
}

export const DEFAULTS: Options = {
  mode: 'enforce',
  preset: 'balanced',
  allow: [],
  disposable: [],
  wrappers: [],
}
