import * as z from 'zod/mini'
import { address, connection, token, words } from '../../src/web/schema.ts'
import { EXPORTS } from './exports.ts'
import { SECTIONS } from './section-names.ts'

const described = <Schema extends z.ZodMiniType>(schema: Schema, description: string) =>
  z.optional(schema.check(z.describe(description)))

const title = z.string().check(z.minLength(1), z.maxLength(80))

/** Sections that can be had in another way than the built-in one. */
const REPLACEABLE = ['ticket', 'pull-request', 'ci', 'database', 'deployment', 'toolchain', 'health'] as const

const command = z
  .strictObject({
    title,
    run: z.optional(words),
    file: z.optional(z.string().check(z.minLength(1))),
    url: z.optional(address),
    token: z.optional(token),
    ...connection,
    section: z.optional(z.enum(REPLACEABLE)),
    timeoutMs: z.optional(z.int().check(z.minimum(10), z.maximum(10_000))),
    maxCharacters: z.optional(z.int().check(z.minimum(20), z.maximum(8000))),
  })
  .check(
    z.refine((one) => [one.run, one.file, one.url].filter((way) => way !== undefined).length === 1, {
      error: 'needs one of run, file and url',
    }),
  )

const service = z.union([
  z.strictObject({ title, url: address, ...connection }),
  z.strictObject({
    title,
    port: z.int().check(z.minimum(1), z.maximum(65_535)),
    host: z.optional(z.string().check(z.regex(/^(?:[\w.-]+|\[[0-9a-fA-F:.]+\])$/))),
  }),
])

export const schema = z.strictObject({
  sections: described(
    z.array(z.enum(SECTIONS)),
    'Which sections are given, when they have something to say.',
  ),
  onResume: described(
    z.enum(['short', 'full', 'nothing']),
    'What a resumed or forked session gets: `short` is what has changed since it was told, or branch and number of uncommitted changes where that is not known.',
  ),
  recentCommits: described(z.int().check(z.minimum(1), z.maximum(50)), 'How many commits are listed.'),
  maxPaths: described(
    z.int().check(z.minimum(0), z.maximum(200)),
    'How many uncommitted paths are listed; the numbers are always given.',
  ),
  ticket: described(
    z.string().check(z.maxLength(100)),
    'The ticket of the session, as in "PAY-1842". Empty: by `ticketFile`, else by the name of the branch.',
  ),
  ticketFile: described(z.string().check(z.maxLength(500)), 'A file of the project that names the ticket.'),
  health: described(
    z.array(service).check(z.maxLength(10)),
    'Services to look for: `title` and `url`, or `title` and `port` (with `host`, default localhost).',
  ),
  commands: described(
    z.array(command).check(z.maxLength(20)),
    'Sections of your own: `title` and one of `run` (a list: program and arguments; a text: for the shell), `file` (of the project), `url` (with `token` as for trackers). `section` puts it in the place of a built-in one. `timeoutMs`, `maxCharacters` (default 1000). Commands run in the project root.',
  ),
  projectCommands: described(
    z.boolean(),
    "Whether `commands` and `health` of a project's hookbox.json count too. Only for people who trust every repository they open.",
  ),
  keep: described(
    z.array(z.string().check(z.minLength(1), z.maxLength(1000))).check(z.maxLength(30)),
    'Constraints and facts that are said again after a compaction; "@docs/notes.md" is a text file of the project (.md, .txt).',
  ),
  exports: described(
    z.array(z.enum(EXPORTS)),
    'What is exported to the shell commands of the session: `branch` as HOOKBOX_BRANCH, `ticket` as HOOKBOX_TICKET (Claude Code).',
  ),
  sessionTitle: described(
    z.boolean(),
    'Whether the session is called after its ticket, if it has no name yet (Claude Code).',
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
