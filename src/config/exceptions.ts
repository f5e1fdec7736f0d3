import * as z from 'zod/mini'
import { until } from './until.ts'

/** For schemas: commands that a person allows (src/shell/allowed.ts). */
export const allowedCommands = () =>
  z.array(
    z.union([
      z.string().check(z.minLength(1)),
      z.strictObject({
        command: z.string().check(z.minLength(1)),
        reason: z.optional(z.string()),
        until: z.optional(until()),
      }),
    ]),
  )

/** What the option of that name does. */
export const PROJECT_EXCEPTIONS =
  "Whether exceptions in a project's hookbox.json count too. Only for people who trust every repository they open."
