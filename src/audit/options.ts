import type { OptionsOf } from '../hook.ts'
import type { Stage } from './record.ts'
import type { Sink } from './sinks/sinks.ts'

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
  readonly rotateDaily: boolean
  readonly keepDays: number
  readonly gzip: boolean
  readonly chain: boolean
  /** '': the chain has no key. */
  readonly chainKeyFile: string
  readonly sinks: readonly Sink[]
  /** Where records wait for their delivery. '': in the user's own state folder. */
  readonly spool: string
  readonly maxSpoolBytes: number
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
    rotateDaily: false,
    keepDays: 0,
    gzip: false,
    chain: false,
    chainKeyFile: '',
    sinks: [],
    spool: '',
    maxSpoolBytes: 256 * 1024 * 1024,
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
    maxValueBytes: 'fixed',
    maxFileBytes: 'trusted',
    keep: 'trusted',
    rotateDaily: 'trusted',
    keepDays: 'trusted',
    gzip: 'trusted',
    chain: [false, true],
    chainKeyFile: 'trusted',
    // Nor send it to somebody's own server.
    sinks: 'trusted',
    spool: 'trusted',
    maxSpoolBytes: 'trusted',
    redactKeys: 'union',
    redactPatterns: 'union',
    strict: [false, true],
  },
  schema: async () => (await import('./schema.ts')).schema,
}
