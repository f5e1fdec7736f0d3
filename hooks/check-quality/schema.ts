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
  gate: z.optional(
    z
      .enum(['none', 'pre-commit', 'lefthook', 'lint-staged'])
      .check(
        z.describe(
          "The project's own gate, run for the file instead of the detected tools. What it rewrites is told.",
        ),
      ),
  ),
  shell: z.optional(
    z
      .boolean()
      .check(
        z.describe(
          'Also check files that a shell command wrote, as far as its text says which (cat > file, sed -i).',
        ),
      ),
  ),
  slowTools: z.optional(
    z
      .boolean()
      .check(z.describe('Also run the tools that read the whole project: mypy, golangci-lint, clippy.')),
  ),
  timeoutMs: z.optional(
    z.int().check(z.minimum(500), z.maximum(300_000), z.describe('Deadline of one tool, in milliseconds.')),
  ),
  totalTimeoutMs: z.optional(
    z
      .int()
      .check(
        z.minimum(500),
        z.maximum(600_000),
        z.describe(
          "Deadline of all tools for one call. Keep it below the timeout in the harness's settings.",
        ),
      ),
  ),
  ignore: z.optional(z.array(text()).check(z.describe('Globs of files that are not checked.'))),
  maxFindings: z.optional(
    z.int().check(z.minimum(1), z.maximum(200), z.describe('Findings that are passed on for one file.')),
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
