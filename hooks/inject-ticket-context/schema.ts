import * as z from 'zod/mini'

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

export const schema = z.strictObject({
  folder: described(folder, 'Where the ticket files are, as seen from the project root.'),
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
  repeat: described(
    z.boolean(),
    'Whether a ticket is given with every prompt. Otherwise once a session, and again when it changed.',
  ),
  fields: described(
    z.array(z.string().check(z.minLength(1), z.maxLength(40))).check(z.maxLength(20)),
    'Which fields are given, in this order; the description always last.',
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
})
