import * as z from 'zod/mini'

const text = () => z.string().check(z.minLength(1))
const run = () => z.union([text(), z.array(text()).check(z.minLength(1))])
const milliseconds = () => z.int().check(z.minimum(1000), z.maximum(3_600_000))

const settings = z.strictObject({
  run: run().check(z.describe('Shell text, or a program and its arguments as a list.')),
  name: z.optional(text().check(z.describe('What messages call it.'))),
  cwd: z.optional(text().check(z.describe('Where it runs, from the repository root.'))),
  timeoutMs: z.optional(milliseconds().check(z.describe('Its own deadline, in milliseconds.'))),
})

export const schema = z.strictObject({
  mode: z.optional(
    z
      .enum(['enforce', 'ask', 'observe'])
      .check(
        z.describe(
          'enforce: red tests keep the agent working. observe: only the user is told. ask counts as enforce.',
        ),
      ),
  ),
  commands: z.optional(
    z
      .array(z.union([text(), z.array(text()).check(z.minLength(1)), settings]))
      .check(
        z.describe(
          'What to run instead of the detected tests: shell text, an argument list, or an object with run, name, cwd, timeoutMs.',
        ),
      ),
  ),
  timeoutMs: z.optional(milliseconds().check(z.describe('Deadline of one command, in milliseconds.'))),
  totalTimeoutMs: z.optional(
    milliseconds().check(
      z.describe("Deadline of all commands together. Keep it below the timeout in the harness's settings."),
    ),
  ),
  maxBlocks: z.optional(
    z
      .int()
      .check(
        z.minimum(1),
        z.maximum(8),
        z.describe('How often in a row one session is kept working for red tests before it is let go.'),
      ),
  ),
  couldNotRun: z.optional(
    z
      .enum(['report', 'block'])
      .check(
        z.describe(
          'When tests could not run (program missing, deadline, killed). block: tell the agent once, then let go. report: only tell the user.',
        ),
      ),
  ),
  retries: z.optional(
    z
      .int()
      .check(
        z.minimum(0),
        z.maximum(3),
        z.describe(
          'How often red tests run again. Green in a later run counts as flaky: it passes and the user is told.',
        ),
      ),
  ),
  parallel: z.optional(
    z.boolean().check(z.describe('Run all commands at once instead of one after the other.')),
  ),
  subagents: z.optional(z.boolean().check(z.describe('Also verify when a subagent stops.'))),
  backgroundTasks: z.optional(
    z
      .enum(['wait', 'verify'])
      .check(
        z.describe('While background tasks run: wait lets the agent wait for them, verify tests anyway.'),
      ),
  ),
  skipUnchanged: z.optional(
    z.boolean().check(z.describe('Run nothing when no file changed since the last green run.')),
  ),
  ignore: z.optional(
    z
      .array(text())
      .check(z.describe('Globs of files whose changes need no test run, for example "docs/**" or "*.md".')),
  ),
  onlyIn: z.optional(
    z
      .array(text())
      .check(
        z.describe(
          'Globs of project folders, for example "~/work/**": in others nothing of the project is run. Empty: everywhere.',
        ),
      ),
  ),
})
