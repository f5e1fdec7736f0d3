import * as z from 'zod/mini'
import { patternProblem } from '../redact/pattern-check.ts'
import { STAGES } from './record.ts'

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
