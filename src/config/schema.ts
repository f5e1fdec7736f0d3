import * as z from 'zod/mini'

const SHAPE = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2})?Z)?$/

/** For schemas: until when an entry holds. A day that no calendar has is a mistake. */
export const until = () => z.string().check(z.refine(isDate, { error: 'has to be a date like 2027-01-31' }))

function isDate(text: string): boolean {
  const day = SHAPE.exec(text)?.[1]
  if (day === undefined || Number.isNaN(Date.parse(text))) return false
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}

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
