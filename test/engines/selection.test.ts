import * as fs from 'node:fs'
import * as path from 'node:path'
import { expect, test } from 'vitest'
import { hookNames } from '../../src/names.ts'
import { executableTests, inShare, startsExecutables, tables } from './selection.ts'

/** What `npm run test:engine` runs. That no file starts executables beside it: test/support/started.ts. */

const root = path.resolve(import.meta.dirname, '../..')
const files = executableTests()

test.each(hookNames)('has tests of %s, with a table', (name) => {
  const own = files.filter(
    (file) => file.startsWith(`test/hooks/${name}/`) || file === `test/hooks/${name}.test.ts`,
  )
  expect(tables(own)).not.toEqual([])
})

test('some of them are short enough for every change, whatever the engine', () => {
  expect(files.filter(inShare)).toEqual([
    'test/engines/collected.test.ts',
    'test/engines/commands.test.ts',
    'test/engines/hostile.test.ts',
    'test/run.test.ts',
  ])
})

test.each([
  ['through engine.ts', 'test/engines/hostile.test.ts', true],
  ['through a probe', 'test/run.test.ts', true],
  ['by a name of call.ts', 'test/several-guards.test.ts', true],
  ['through a helper', 'test/hooks/inject-ticket-context/cache.test.ts', true],
  ['through a helper of another name', 'test/hooks/prepare-session-context/session.test.ts', true],
  ['not through that helper without its option', 'test/hooks/inject-ticket-context/linear.test.ts', false],
  ['not by the other names of call.ts and table.ts', 'test/config/exceptions.test.ts', false],
  ['not by a helper that asks functions', 'test/hooks/block-destructive-git/commands.test.ts', false],
])('%s', (_how, file, selected) => {
  expect([fs.existsSync(path.join(root, file)), files.includes(file), startsExecutables(file)]).toEqual([
    true,
    selected,
    selected,
  ])
})

/** These are about the npm package and Node: its launchers, its `hookbox`, the time that Node takes. */
const OF_NODE = [
  'test/hooks/audit-tool-call/sinks.test.ts',
  'test/hooks/check-deploy-env/readme.test.ts',
  'test/hostile.test.ts',
  'test/package.test.ts',
  'test/send/sender.test.ts',
]

test('no other file starts a launcher of the npm package by its path', () => {
  const starting = fs
    .readdirSync(path.join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((name) => path.join('test', name))
    .filter((file) => file.endsWith('.ts') && !/^test\/(?:cli|e2e|platforms|serve|engines)\//.test(file))
    .filter((file) =>
      /['/](?:\.\.\/)+bin\b|(?<![.\w])(?:root|installed|broken), 'bin/.test(
        fs.readFileSync(path.join(root, file), 'utf8'),
      ),
    )
  expect(starting.sort()).toEqual([...OF_NODE, 'test/support/engine.ts'].sort())
})
