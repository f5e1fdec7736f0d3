import * as z from 'zod/mini'
import { until } from '../../src/config/schema.ts'

const described = <T extends z.ZodMiniType>(type: T, description: string) =>
  type.check(z.describe(description)) as T

const entry = z.union([
  z.string().check(z.minLength(1)),
  z.strictObject({
    path: z.string().check(z.minLength(1)),
    reason: z.optional(z.string()),
    until: z.optional(until()),
  }),
])

export const schema = z.strictObject({
  mode: z.optional(
    described(
      z.enum(['enforce', 'ask', 'observe']),
      'enforce denies, ask lets a person decide, observe only tells the user.',
    ),
  ),
  preset: z.optional(
    described(
      z.enum(['balanced', 'strict']),
      'balanced lets go what is proven disposable; strict refuses every recursive delete that allow does not name.',
    ),
  ),
  allow: z.optional(
    described(
      z.array(entry),
      'Path globs that may be deleted: text, or an object with path, reason and until (a date). Relative ones start at the project; what a project file says holds inside that project only. The home, system folders, the project itself and .git stay protected.',
    ),
  ),
  disposable: z.optional(
    described(
      z.array(z.string().check(z.minLength(1))),
      'Further names that a tool makes again, like node_modules: inside the project they may go when git tracks nothing in them.',
    ),
  ),
  wrappers: z.optional(
    described(
      z.array(z.string().check(z.minLength(1))),
      'Programs of your own that run the command in their words, for example "rtk".',
    ),
  ),
})
