import { describe, expect, test } from 'vitest'
import { withoutJiraMarkup } from '../../../src/tickets/jira-markup.ts'
import { ticketFromYaml } from '../../../src/tickets/yaml.ts'
import { makeWorld } from '../../support/world.ts'
import { started } from './setting.ts'

/** Files of a repository that would keep a careless reader busy. */

const UNITS = [
  '\n',
  ' ',
  '\t\n',
  '[',
  '"',
  '{"sdk":{',
  'changeSet:\n',
  '<changeSet ',
  '--changeset a:b ',
  '-- +goose ',
  "revision = 'a' ",
  'down_revision = ',
  'channel = ',
  'ruby ',
  'A=',
  'A="',
  'current-context:',
  'toolchain go',
]

const NAMES = [
  '.nvmrc',
  '.python-version',
  '.tool-versions',
  'mise.toml',
  'package.json',
  'Gemfile',
  'go.mod',
  'global.json',
  'rust-toolchain.toml',
  'pyproject.toml',
  '.env',
  'Cargo.toml',
  'db/schema.rb',
  'db/changelog.yaml',
  'alembic/versions/a.py',
  'migrations/001_a.sql',
  'drizzle/meta/_journal.json',
]

test.each(UNITS)('files of %j only', async (unit) => {
  const text = unit.repeat(Math.ceil(300_000 / unit.length))
  const world = makeWorld({ files: Object.fromEntries(NAMES.map((name) => [name, text])) })
  world.put('db/migrate/20260101000000_a.rb', '')
  const began = performance.now()
  const { text: said } = await started(world)
  expect(performance.now() - began).toBeLessThan(3000)
  expect(said.length).toBeLessThanOrEqual(6000)
})

test.each(UNITS)('a git configuration of %j only', async (unit) => {
  const world = makeWorld({ git: true })
  world.put('.git/config', `[remote "origin"]\n\turl = ${unit.repeat(Math.ceil(250_000 / unit.length))}x`)
  const began = performance.now()
  await started(world, { argv: ['--set', 'sections=["ci"]'] })
  expect(performance.now() - began).toBeLessThan(2000)
})

describe('a ticket takes no time to speak of', () => {
  test.each(['[', '!', '![', '[a|', '!a|', '{code', '{color:', 'h1. ', '|', '!a.png'])(
    'wiki markup of %j',
    (unit) => {
      const began = performance.now()
      withoutJiraMarkup(unit.repeat(100_000))
      expect(performance.now() - began).toBeLessThan(1500)
    },
  )

  test.each(['[', '- ', '{', '? ', '&a ', '*a ', '"', 'a: ', '|\n', '!', 'a:\n ', '- - '])(
    'YAML of %j',
    (unit) => {
      const began = performance.now()
      try {
        ticketFromYaml(unit.repeat(Math.floor(64_000 / unit.length)))
      } catch (error) {
        expect((error as Error).name).toBe('TicketError')
      }
      expect(performance.now() - began).toBeLessThan(3000)
    },
  )
})
