import * as z from 'zod/mini'
import { patternProblem } from '../redact/pattern-check.ts'
import { STAGES } from './record.ts'
import { sinksSchema } from './sinks/schema.ts'

/** A part of the schema with the sentence that stands in the options table. */
function described<Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema {
  return schema.check(z.describe(description)) as Schema
}

const pattern = () =>
  z.string().check(
    z.superRefine((source, ctx) => {
      const problem = patternProblem(source)
      if (problem !== undefined) {
        ctx.addIssue({ code: 'custom', message: `${JSON.stringify(source)} can't be used: ${problem}` })
      }
    }),
  )

export const schema = z.strictObject({
  file: z.optional(
    described(
      z.string().check(z.minLength(1), z.maxLength(1000), z.regex(/[^/\\]$/, 'has to name a file')),
      "The log, from the project's root; or absolute, or with `~/`. A project's own file can name one inside the project only, ending in `.jsonl`, `.ndjson` or `.log`.",
    ),
  ),
  stages: z.optional(
    described(
      z.array(z.enum(STAGES)),
      'Which records to write, for example `["attempt", "failure"]`. Empty: all.',
    ),
  ),
  tools: z.optional(
    described(
      z.array(
        z
          .string()
          .check(z.minLength(1), z.maxLength(200), z.regex(/^[^*]*\*?$/, 'may have a * at its end only')),
      ),
      'Which tools to write records of, as `"Bash"` or `"mcp__*"`. Empty: all.',
    ),
  ),
  prompts: z.optional(
    described(
      z.enum(['off', 'hash', 'text']),
      "What to keep of prompts and of the agent's closing words: nothing, their length and SHA-256, or the text.",
    ),
  ),
  maxValueBytes: z.optional(
    described(
      z.int().check(z.minimum(256), z.maximum(524_288)),
      'Longer texts are cut in their middle; their length and SHA-256 are kept.',
    ),
  ),
  maxFileBytes: z.optional(
    described(
      z.int().check(z.minimum(0), z.maximum(10_000_000_000)),
      'At this size the log is renamed to `.1` and a new one begun. 0: never.',
    ),
  ),
  keep: z.optional(
    described(z.int().check(z.minimum(1), z.maximum(1000)), 'How many renamed logs are kept.'),
  ),
  rotateDaily: z.optional(
    described(z.boolean(), 'The log is renamed too when its last record is of an earlier day (UTC).'),
  ),
  keepDays: z.optional(
    described(
      z.int().check(z.minimum(0), z.maximum(36_500)),
      'Renamed logs that were last written longer ago are removed at the next renaming. 0: never.',
    ),
  ),
  gzip: z.optional(described(z.boolean(), 'Renamed logs are compressed, by a process of its own.')),
  chain: z.optional(
    described(
      z.boolean(),
      'Each record holds the hash of the one before; `hookbox audit verify` finds what was changed.',
    ),
  ),
  chainKeyFile: z.optional(
    described(
      z.string().check(z.maxLength(1000)),
      "A file with a key of 16 bytes or more for the chain's hashes. Empty: they need none.",
    ),
  ),
  sinks: z.optional(
    described(sinksSchema, 'Where records go besides: HTTP, OTLP and syslog servers; see below.'),
  ),
  spool: z.optional(
    described(
      z.string().check(z.maxLength(1000)),
      'The folder in which records wait for their delivery. Empty: `~/.local/state/hookbox/spool`.',
    ),
  ),
  maxSpoolBytes: z.optional(
    described(
      z.int().check(z.minimum(1_000_000), z.maximum(1_000_000_000_000)),
      'What may wait there. When it is full, records go to the local log alone and the user is told.',
    ),
  ),
  redactKeys: z.optional(
    described(
      z.array(
        z
          .string()
          .check(
            z.minLength(3),
            z.maxLength(60),
            z.regex(/^[\w .-]+$/, 'may have letters, digits, _, -, . only'),
          ),
      ),
      'Further names whose values are secret. Case and separators do not count.',
    ),
  ),
  redactPatterns: z.optional(
    described(
      z.array(pattern()).check(z.maxLength(50)),
      'Regular expressions of further secrets; `(?i)` in front ignores case. They see a line at a time.',
    ),
  ),
  strict: z.optional(described(z.boolean(), 'A tool call whose record can not be written is denied.')),
})
