import * as z from 'zod/mini'

/** Parts of options that say where something is asked for, and how. */

export const address = z.string().check(
  z.maxLength(500),
  z.regex(/^https?:\/\/[^\s@\\]+$/, {
    error: 'is an address that begins with https://, without a user name in it',
  }),
)

/** A program with its arguments, or a text for the shell. */
export const words = z.union([z.string().check(z.minLength(1)), z.array(z.string()).check(z.minLength(1))])

export const token = z.union(
  [
    z.strictObject({ env: z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/)) }),
    z.strictObject({ file: z.string().check(z.minLength(1)) }),
    z.strictObject({ command: words }),
  ],
  {
    error:
      'a token never stands in the file itself: write {"env": "NAME"}, {"file": "~/PATH"} or {"command": ["PROGRAM", "ARGUMENT"]}',
  },
)

export const connection = {
  allowHttp: z.optional(z.boolean()),
  ca: z.optional(z.string().check(z.minLength(1))),
}
