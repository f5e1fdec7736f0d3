import * as z from 'zod/mini'
import { SECTIONS } from './section-names.ts'

const described = <Schema extends z.ZodMiniType>(schema: Schema, description: string) =>
  z.optional(schema.check(z.describe(description)))

const command = z.strictObject({
  title: z.string().check(z.minLength(1), z.maxLength(80)),
  run: z.union([z.string().check(z.minLength(1)), z.array(z.string()).check(z.minLength(1))]),
  timeoutMs: z.optional(z.int().check(z.minimum(10), z.maximum(10_000))),
  maxCharacters: z.optional(z.int().check(z.minimum(20), z.maximum(8000))),
})

export const schema = z.strictObject({
  sections: described(
    z.array(z.enum(SECTIONS)),
    'Which sections are given, when they have something to say.',
  ),
  onResume: described(
    z.enum(['short', 'full', 'nothing']),
    'What a resumed or forked session gets: `short` is branch and number of uncommitted changes.',
  ),
  recentCommits: described(z.int().check(z.minimum(1), z.maximum(50)), 'How many commits are listed.'),
  maxPaths: described(
    z.int().check(z.minimum(0), z.maximum(200)),
    'How many uncommitted paths are listed; the numbers are always given.',
  ),
  commands: described(
    z.array(command).check(z.maxLength(20)),
    'Commands whose output is a section: `title`, `run` (a list: program and arguments; a text: for `sh -c`), `timeoutMs`, `maxCharacters` (default 1000). They run in the project root.',
  ),
  projectCommands: described(
    z.boolean(),
    "Whether `commands` of a project's hookbox.json run too. Only for people who trust every repository they open.",
  ),
  deadlineMs: described(
    z.int().check(z.minimum(50), z.maximum(9000)),
    'Time for everything together, in milliseconds; less than the timeout in the settings of the harness. What is not known by then is said to be so.',
  ),
  maxCharacters: described(
    z.int().check(z.minimum(500), z.maximum(8500)),
    'Length of the whole text; what does not fit is left out from the end, and the text says so.',
  ),
})
