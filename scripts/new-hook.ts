/**
 * Makes the folder of a new hook: `npm run new-hook -- block-x`. What it makes builds, passes
 * its own test and does nothing yet.
 */
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'

const [name = ''] = process.argv.slice(2)
const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, 'hooks', name)

if (!/^[a-z]+(-[a-z]+)+$/.test(name))
  fail(`a hook's name is words with dashes, verb first, as in block-sudo; got ${JSON.stringify(name)}`)
if (fs.existsSync(folder)) fail(`hooks/${name} is there already`)

put(
  `hooks/${name}/index.ts`,
  `import { defineHook, MODES, type Mode, PASS } from '../../src/hook.ts'
import { shellText } from '../../src/tool.ts'

interface Options {
  readonly mode: Mode
}

export const hook = defineHook<Options>({
  name: '${name}',
  summary: 'Say in one line what it refuses.',
  kind: 'guard',
  events: ['tool-before'],
  tools: ['shell'],
  options: {
    defaults: { mode: 'enforce' },
    merge: { mode: MODES },
    schema: async () => (await import('./schema.ts')).schema,
  },
  check: (event, ctx) => {
    const text = shellText(event)
    if (!text) return PASS
    ctx.note(\`the command \${text.command}\`)
    return PASS
  },
})
`,
)
put(
  `hooks/${name}/schema.ts`,
  `import * as z from 'zod/mini'

export const schema = z.strictObject({
  mode: z.optional(z.enum(['enforce', 'ask', 'observe']).check(z.describe('what a refusal does'))),
})
`,
)
put(
  `hooks/${name}/README.md`,
  `# ${name}

What it does, and why.

## Options

<!-- begin options -->
<!-- end options -->
`,
)
put(
  `test/hooks/${name}.test.ts`,
  `import { hook } from '../../hooks/${name}/index.ts'
import { bashPayload, hookTable } from '../support/table.ts'

hookTable(hook, [{ title: 'an ordinary command passes', payload: bashPayload('ls'), exit: 0 }])
`,
)
for (const script of ['generate', 'build']) {
  const { status } = spawnSync('npm', ['run', script], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) fail(`npm run ${script} failed`)
}
process.stdout.write(`hooks/${name} is made. Its test: npx vitest run test/hooks/${name}.test.ts\n`)

function put(file: string, text: string): void {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  fs.writeFileSync(path.join(root, file), text)
}

function fail(message: string): never {
  process.stderr.write(`new-hook: ${message}\n`)
  process.exit(1)
}
