import type { OptionsOf } from '../hook.ts'
import type { Stage } from './record.ts'

/** The section of `hookbox.json`, which is named after the hook. */
export const SECTION = 'audit-tool-call'

export interface Options {
  /** Of the log; relative to the project's root, or absolute, or with `~/`. */
  readonly file: string
  readonly stages: readonly Stage[]
  /** Names of tools, with `*` at their end for more than one. */
  readonly tools: readonly string[]
  readonly prompts: 'off' | 'hash' | 'text'
  readonly maxValueBytes: number
  readonly maxFileBytes: number
  readonly keep: number
  readonly redactKeys: readonly string[]
  readonly redactPatterns: readonly string[]
  readonly strict: boolean
}

export const DEFAULT_FILE = 'logs/tool-audit.jsonl'

export const options: OptionsOf<Options> = {
  defaults: {
    file: DEFAULT_FILE,
    stages: [],
    tools: [],
    prompts: 'hash',
    maxValueBytes: 16_384,
    maxFileBytes: 50 * 1024 * 1024,
    keep: 20,
    redactKeys: [],
    redactPatterns: [],
    strict: false,
  },
  // A cloned repository must not thin out the trail, nor put more of what people say into it.
  merge: {
    file: 'fixed',
    stages: 'trusted',
    tools: 'trusted',
    prompts: 'trusted',
    maxValueBytes: 'trusted',
    maxFileBytes: 'trusted',
    keep: 'trusted',
    redactKeys: 'union',
    redactPatterns: 'union',
    strict: [false, true],
  },
  schema: async () => (await import('./schema.ts')).schema,
}
