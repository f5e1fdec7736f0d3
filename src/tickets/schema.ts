import * as z from 'zod/mini'
import { address, connection, token, words } from '../web/schema.ts'

const described = <Schema extends z.ZodMiniType>(schema: Schema, description: string) =>
  z.optional(schema.check(z.describe(description)))

const key = z
  .string()
  .check(
    z.regex(/^[A-Za-z][A-Za-z0-9_]{0,19}$/, { error: 'a project key is letters and digits, as in "PAY"' }),
  )

const pattern = z.string().check(
  z.maxLength(60),
  z.regex(/^(?:[^{}]|\{number\}|\{key\})*\{number\}(?:[^{}]|\{number\}|\{key\})*$/, {
    error: 'a pattern is text with {number} and perhaps {key} in it, as in "#{number}"',
  }),
)

const folder = z.string().check(
  z.minLength(1),
  z.regex(/^(?![/\\~])(?![A-Za-z]:)(?!(?:.*[/\\])?\.\.(?:[/\\]|$)).*$/, {
    error: 'the folder is a path inside the project, without ".."',
  }),
)

const repository = z
  .string()
  .check(z.regex(/^[\w.-]+(?:\/[\w.-]+)+$/, { error: 'a repository is "owner/name"' }))

const common = { projects: z.optional(z.array(key).check(z.maxLength(100))) }
const tracker = {
  ...common,
  url: z.optional(address),
  token: z.optional(token),
  ...connection,
}

const TYPES = 'jira, github, gitlab, linear, command, url'

const provider = z.discriminatedUnion(
  'type',
  [
    z.strictObject({
      ...tracker,
      type: z.literal('jira'),
      url: address,
      user: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
      api: z.optional(z.enum(['cloud', 'server'])),
    }),
    z.strictObject({ ...tracker, type: z.literal('github'), repository: z.optional(repository) }),
    z.strictObject({ ...tracker, type: z.literal('gitlab'), repository: z.optional(repository) }),
    z.strictObject({ ...tracker, type: z.literal('linear') }),
    z.strictObject({ ...common, type: z.literal('command'), run: words }),
    z.strictObject({
      ...tracker,
      type: z.literal('url'),
      url: z.string().check(
        z.regex(/^https?:\/\/[^\s@\\{}]+\{id\}[^\s@\\{}]*$/, {
          error: 'is an address with {id} behind the host',
        }),
      ),
      header: z.optional(
        z.string().check(
          z.regex(/^[A-Za-z0-9-]{1,60}:[^\r\n]*\{token\}[^\r\n]*$/, {
            error: 'is a header with {token} in it, as in "X-Token: {token}"',
          }),
        ),
      ),
    }),
  ],
  { error: (issue) => (issue.code === 'invalid_union' ? `it has to be one of ${TYPES}` : undefined) },
)

export const schema = z.strictObject({
  folder: described(folder, 'Where the ticket files are, as seen from the project root.'),
  providers: described(
    z.array(provider).check(z.maxLength(10)),
    'Trackers that are asked, in this order, for what has no file: `type` is `jira`, `github`, `gitlab`, `linear`, `command` or `url`. See "Set up a tracker".',
  ),
  projectProviders: described(
    z.boolean(),
    "Whether `providers` of a project's hookbox.json count too. They decide where your tokens go and can run programs: only for people who trust every repository they open.",
  ),
  projects: described(
    z.array(key).check(z.maxLength(100)),
    'Keys of your projects, as in ["PAY", "WEB"]. Then only ids with these keys count, in capitals or not.',
  ),
  patterns: described(
    z.array(pattern).check(z.maxLength(20)),
    'Other shapes of an id, as in "#{number}" or "{key}:{number}". Signs around it are not in the name of the file, others are a dash: #12 is 12.json, PAY:3 is PAY-3.json.',
  ),
  branch: described(
    z.boolean(),
    'Whether the name of the git branch counts when the prompt names no ticket that has a file.',
  ),
  slashCommands: described(z.boolean(), 'Whether prompts that are slash commands are looked at too.'),
  codeBlocks: described(
    z.boolean(),
    'Whether ids between lines of three backticks count: mostly these are logs and code.',
  ),
  repeat: described(
    z.boolean(),
    'Whether a ticket is given with every prompt. Otherwise once a session, and again when it changed.',
  ),
  fields: described(
    z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.maxLength(20)),
    'Which fields are given, in this order; the description always last. Other fields by the name the tracker has for them, with a label if you like: `"Story points=customfield_10016"`.',
  ),
  comments: described(z.int().check(z.minimum(0), z.maximum(10)), 'How many of the last comments are given.'),
  template: described(
    z.string().check(z.maxLength(2000)),
    'Instead of one line for each field: a text with `{id}`, `{title}`, `{status}`, `{description}` and so on. It stays quoted.',
  ),
  sessionTitle: described(
    z.boolean(),
    'Whether the session is called after the ticket, if it has no name yet (Claude Code).',
  ),
  maxTickets: described(z.int().check(z.minimum(1), z.maximum(10)), 'How many tickets one prompt gets.'),
  maxDescription: described(
    z.int().check(z.minimum(0), z.maximum(8000)),
    'Characters of a description that are given.',
  ),
  maxCharacters: described(
    z.int().check(z.minimum(1000), z.maximum(8500)),
    'Length of the whole text; several tickets share it.',
  ),
  deadlineMs: described(
    z.int().check(z.minimum(100), z.maximum(8000)),
    'Time for asking trackers, in milliseconds; less than the timeout in the settings of the harness. Then the prompt goes on, with what the cache has.',
  ),
  cacheMinutes: described(
    z.int().check(z.minimum(0), z.maximum(10_080)),
    "How long a tracker's answer is taken for fresh. After that it is asked again; the old answer is given only when it does not answer.",
  ),
})
