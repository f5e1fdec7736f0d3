import * as z from 'zod/mini'
import { until } from '../../src/config/schema.ts'
import { nearest } from '../../src/text/nearest.ts'
import { rules } from './rules.ts'

/** A part of the schema with the sentence that stands in the options table. */
function described<Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema {
  return schema.check(z.describe(description)) as Schema
}

const ruleIds = rules.map(({ id }) => id)

const checkRule: Parameters<typeof z.superRefine<string>>[0] = (id, ctx) => {
  if (ruleIds.includes(id)) return
  const best = nearest(id, ruleIds)
  const hint = best === undefined ? '; the README lists them' : `; did you mean ${JSON.stringify(best)}?`
  ctx.addIssue({ code: 'custom', message: `there is no rule ${JSON.stringify(id)}${hint}` })
}

const reading = () => z.enum(['pass', 'ask', 'deny'])
const glob = () => z.string().check(z.minLength(1), z.maxLength(1000))

const allowed = () =>
  z.array(
    z.union([
      glob(),
      z.strictObject({
        path: glob(),
        until: z.optional(until()),
        reason: z.optional(z.string()),
      }),
    ]),
  )

export const schema = z.strictObject({
  mode: z.optional(
    described(
      z.enum(['enforce', 'ask', 'observe']),
      'Deny, ask the user instead, or only say what it would have done.',
    ),
  ),
  readSecrets: z.optional(
    described(reading(), 'What to do when the content of a secret file would be read or copied.'),
  ),
  readControls: z.optional(
    described(
      reading(),
      'The same for files that keep the agent in check. Changing them is denied in any case.',
    ),
  ),
  readEnvironment: z.optional(
    described(
      reading(),
      'What to do when a command shows the whole environment, or a variable with the name of a secret.',
    ),
  ),
  protect: z.optional(
    described(
      z.array(z.union([glob(), z.strictObject({ path: glob(), read: reading() })])),
      'Further globs to protect, as secrets; `{ "path": ..., "read": "pass" }` protects from changes only.',
    ),
  ),
  allow: z.optional(
    described(
      allowed(),
      'Globs of files inside the project that are not protected after all: text, or `{ "path", "until", "reason" }`. Does not reach what keeps the agent in check.',
    ),
  ),
  allowEverywhere: z.optional(
    described(allowed(), 'As `allow`, also outside the project and for what keeps the agent in check.'),
  ),
  ask: z.optional(
    described(
      z.array(z.string().check(z.superRefine(checkRule))),
      'Ids of rules that ask the user instead of denying, for example `env-file`.',
    ),
  ),
  mcpFields: z.optional(
    described(z.array(z.string()), 'Names of further fields of MCP tools that hold a path.'),
  ),
})
