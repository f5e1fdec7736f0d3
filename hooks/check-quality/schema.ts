import * as z from 'zod/mini'

const text = () => z.string().check(z.minLength(1))
const command = () => z.union([text(), z.array(text()).check(z.minLength(1))])

export const schema = z.strictObject({
  commands: z.optional(
    z
      .record(text(), z.array(command()))
      .check(
        z.describe(
          'Commands by glob, instead of the detected tools: { "*.py": ["ruff check {file}"] }. No shell; {file} becomes the path. An empty list runs nothing for those files.',
        ),
      ),
  ),
  fix: z.optional(
    z.boolean().check(z.describe('Let the tools rewrite the file; the agent is told to read it again.')),
  ),
  scope: z.optional(
    z
      .enum(['file', 'changed'])
      .check(z.describe('file: all findings of the file. changed: only those in the lines just edited.')),
  ),
  skip: z.optional(
    z.array(text()).check(z.describe('Tools not to run although the project configures them.')),
  ),
  slowTools: z.optional(
    z
      .boolean()
      .check(z.describe('Also run the tools that read the whole project: mypy, golangci-lint, clippy.')),
  ),
  timeoutMs: z.optional(
    z.int().check(z.minimum(500), z.maximum(300_000), z.describe('Deadline of one tool, in milliseconds.')),
  ),
  ignore: z.optional(z.array(text()).check(z.describe('Globs of files that are not checked.'))),
  maxFindings: z.optional(
    z.int().check(z.minimum(1), z.maximum(200), z.describe('Findings that are passed on for one file.')),
  ),
})
