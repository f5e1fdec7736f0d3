import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { hook } from '../../../hooks/check-deploy-env/index.ts'
import { run } from '../../../src/run.ts'
import { testHost } from '../../support/call.ts'
import { executable } from '../../support/engine.ts'
import { inTerminal } from '../../support/in-terminal.ts'
import { makeWorld, type World, worldEnv } from '../../support/world.ts'

/** The README's example is what is really printed. */

const root = path.resolve(import.meta.dirname, '../../..')
const readme = fs.readFileSync(path.join(root, 'hooks/check-deploy-env/README.md'), 'utf8')

/** The output of a command in the README. */
function shown(command: string): string {
  const at = readme.indexOf(`$ ${command}\n`)
  expect(at, command).toBeGreaterThan(0)
  const start = at + command.length + 3
  return readme.slice(start, readme.indexOf('\n```', start))
}

const configuration = /```json\n(\{\n {2}"check-deploy-env"[\s\S]*?)```/.exec(readme)?.[1] ?? ''

const GREEN = JSON.stringify({
  data: { repository: { object: { statusCheckRollup: { state: 'SUCCESS' } } } },
})
const GH = `#!/bin/sh\ncase "$*" in *graphql*) echo '${GREEN}';; *teams*) echo active;; *) echo ann;; esac\n`

let world: World
beforeAll(() => {
  world = makeWorld({
    git: true,
    files: { 'deploy.sh': '#!/bin/sh\nssh "$1" ./restart\n', 'hookbox.json': configuration },
  })
  world.git('commit', '-q', '--amend', '-m', 'Mend the cart')
  world.git('switch', '-q', '-c', 'fix-cart')
  world.put('../bin/gh', GH, 0o755)
})

/** With the names of the README in place of what differs from run to run. */
function alike(text: string): string {
  return text
    .replaceAll(world.root, '')
    .replaceAll(world.git('rev-parse', 'HEAD').slice(0, 9), '11619bf2d')
    .replaceAll(world.git('rev-parse', '--short', 'HEAD').trim(), '11619bf')
    .replace(/\(dev, .* ago\)/, '(dev, 2 minutes ago)')
    .replaceAll(/[ \t]+$/gm, '')
}

test('the explanation', async () => {
  world.put('notes.txt', 'x')
  const command = "check-deploy-env --explain './deploy.sh production'"
  const env = worldEnv(world, { PATH: `${world.home}/bin:${process.env['PATH'] ?? ''}` })
  let text = ''
  const host = {
    ...testHost({ env, cwd: world.project }, (_stream, part) => {
      text += part
    }),
    // A Tuesday.
    now: () => Date.UTC(2026, 11, 1, 10),
  }
  expect(await run(hook, ['--explain', './deploy.sh production'], host)).toBe(0)
  expect(alike(text).trimEnd()).toBe(shown(command))
})

test('the approval', () => {
  const terminal = makeWorld({ git: true, files: { 'hookbox.json': configuration } })
  terminal.git('commit', '-q', '--amend', '-m', 'Mend the cart')
  world = terminal
  const argv = [...executable('hookbox'), 'approve', 'deploy', '--env', 'production']
  const { exit, shown: answered } = inTerminal(terminal, argv, { answer: 'y' })
  if (exit === null || (exit !== 0 && !answered.includes('environment'))) {
    process.stderr.write(`the README's approval was not tested: ${answered || 'no python3 with a pty'}\n`)
    return
  }
  const plain = answered.replaceAll(new RegExp(`\\b${os.userInfo().username}\\b`, 'g'), 'dev')
  expect(alike(plain).trim()).toBe(shown('hookbox approve deploy --env production'))
})
