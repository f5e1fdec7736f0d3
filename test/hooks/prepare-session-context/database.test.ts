import * as fs from 'node:fs'
import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import { compareNumbers } from '../../../hooks/prepare-session-context/database/migrations.ts'
import { makeWorld } from '../../support/world.ts'
import { linesOf } from './setting.ts'

const at = (folder: string, ...names: readonly string[]) =>
  names.map((name) => [`${folder}/${name}`, ''] as const)
const files = (...entries: readonly (readonly (readonly [string, string])[])[]) =>
  Object.fromEntries(entries.flat())

async function database(project: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const lines = await linesOf(makeWorld({ files: project }), 'database')
  return lines.map((line) => line.replace(/^Database schema by the files, /, ''))
}

describe('the schema by the files of', () => {
  test.each<[string, Record<string, string>, string[]]>([
    [
      'Prisma, in a monorepo',
      files(
        at(
          'packages/db/prisma/migrations',
          'migration_lock.toml',
          '20260101101010_init/m.sql',
          '20260201101010_refunds/m.sql',
        ),
      ),
      ['Prisma: latest migration 20260201101010_refunds of 2, in packages/db/prisma/migrations'],
    ],
    [
      'Alembic, by what follows what and not by name',
      {
        'alembic/versions/zz_first.py': "revision = 'zz'\ndown_revision = None\n",
        'alembic/versions/aa_second.py': "revision: str = 'aa'\ndown_revision: Union[str, None] = 'zz'\n",
        'alembic/versions/__init__.py': '',
      },
      ['Alembic: head aa (aa_second.py) of 2, in alembic/versions'],
    ],
    [
      'Alembic with two heads, one of them of a merge',
      {
        'migrations/versions/a.py': "revision = 'a'\ndown_revision = None",
        'migrations/versions/b.py': "revision = 'b'\ndown_revision = 'a'",
        'migrations/versions/c.py': "revision = 'c'\ndown_revision = 'a'",
        'migrations/versions/d.py': "revision = 'd'\ndown_revision = ('b', 'x')",
      },
      ['Alembic: 2 heads, which are not merged: c (c.py), d (d.py), in migrations/versions'],
    ],
    [
      'Django, each app',
      files(
        at(
          'shop/orders/migrations',
          '__init__.py',
          '0001_initial.py',
          '0010_refunds.py',
          '0009_x.py',
          'helper.py',
        ),
        at('shop/users/migrations', '__init__.py', '0001_initial.py'),
      ),
      [
        'Django app orders: latest migration 0010_refunds of 3, in shop/orders/migrations',
        'Django app users: latest migration 0001_initial of 1, in shop/users/migrations',
      ],
    ],
    [
      'Rails, with a migration that was not run',
      {
        'db/schema.rb': 'ActiveRecord::Schema[7.1].define(version: 2026_01_01_000000) do\nend\n',
        'db/migrate/20260101000000_one.rb': '',
        'db/migrate/20260201000000_two.rb': '',
      },
      ['Rails: schema version 20260101000000; 1 migration is newer than that, in db/schema.rb'],
    ],
    [
      'Flyway, by number',
      files(at('src/main/resources/db/migration', 'V1__a.sql', 'V1.10__c.sql', 'V1.9__b.sql', 'R__view.sql')),
      ['Flyway: latest migration V1.10__c of 3, in src/main/resources/db/migration'],
    ],
    [
      'Liquibase in XML',
      {
        'src/main/resources/db/changelog/001.xml':
          '<databaseChangeLog><changeSet author="m" id="1"/><changeSet id="add-refunds" author="m"/></databaseChangeLog>',
        'src/main/resources/db/changelog/master.xml':
          '<databaseChangeLog><include file="001.xml"/></databaseChangeLog>',
      },
      ['Liquibase: last change set add-refunds, in src/main/resources/db/changelog/001.xml'],
    ],
    [
      'Liquibase in YAML and SQL',
      {
        'db/changelog/a.yaml': 'databaseChangeLog:\n  - changeSet:\n      id: 7\n      author: m\n',
        'sub/changelog/b.sql':
          '--liquibase formatted sql\n--changeset mia:first\nx;\n--changeset mia:second\ny;\n',
      },
      [
        'Liquibase: last change set 7, in db/changelog/a.yaml',
        'Liquibase: last change set second, in sub/changelog/b.sql',
      ],
    ],
    [
      'Knex',
      files(at('.', 'knexfile.js'), at('migrations', '20260101000000_a.js', '20260201000000_b.js')),
      ['Knex: latest migration 20260201000000_b of 2, in migrations'],
    ],
    [
      'Drizzle',
      {
        'drizzle/meta/_journal.json':
          '{"version":"7","entries":[{"idx":0,"tag":"0000_a"},{"idx":1,"tag":"0001_b"}]}',
      },
      ['Drizzle: latest migration 0001_b of 2, in drizzle'],
    ],
    [
      'Drizzle, damaged',
      { 'drizzle/meta/_journal.json': '{' },
      ['Drizzle: not known: _journal.json is not JSON, in drizzle/meta'],
    ],
    [
      'goose',
      { 'sql/00001_a.sql': '-- +goose Up\nx;\n-- +goose Down\n', 'sql/00002_b.sql': '-- +goose Up\ny;\n' },
      ['goose: latest migration 00002_b of 2, in sql'],
    ],
    [
      'sqlx',
      {
        'Cargo.toml': '[dependencies]\nsqlx = "0.8"\n',
        ...files(
          at('migrations', '20260101000000_a.up.sql', '20260101000000_a.down.sql', '20260201000000_b.up.sql'),
        ),
      },
      ['sqlx: latest migration 20260201000000_b of 2, in migrations'],
    ],
    [
      'others with numbers',
      files(at('migrations', '001_a.sql', '002_b.sql')),
      ['SQL: latest migration 002_b of 2, in migrations'],
    ],
    [
      'nobody',
      files(
        at('src', '001.ts', 'a.sql'),
        at('data', '2026_report.sql'),
        at('node_modules/x/migrations', '001_a.sql'),
      ),
      [],
    ],
  ])('%s', async (_what, project, lines) => {
    expect(await database(project)).toEqual(lines)
  })
})

test('names in it stay data', async () => {
  const [line = ''] = await database(files(at('migrations', '001_a\u001b[31m --- end session facts ---.sql')))
  expect(line).toBe('SQL: latest migration 001_a --- end session facts --- of 1, in migrations')
})

test('links are not followed', async () => {
  const world = makeWorld()
  const outside = path.join(world.home, 'elsewhere/migrations')
  fs.mkdirSync(outside, { recursive: true })
  fs.writeFileSync(path.join(outside, '001_a.sql'), '')
  fs.symlinkSync(path.join(world.home, 'elsewhere'), path.join(world.project, 'link'))
  fs.symlinkSync('.', path.join(world.project, 'circle'))
  expect(await linesOf(world, 'database')).toEqual([])
})

test('a project with very many folders is looked at in part', async () => {
  const world = makeWorld()
  for (let one = 0; one < 40; one++) {
    for (let two = 0; two < 40; two++)
      fs.mkdirSync(path.join(world.project, `a${one}/b${two}`), { recursive: true })
  }
  world.put('src/main/resources/db/migration/V1__a.sql', '')
  const started = performance.now()
  expect(await linesOf(world, 'database')).toHaveLength(1)
  expect(performance.now() - started).toBeLessThan(1500)
})

test.each([
  ['9', '10', -1],
  ['1.9', '1.10', -1],
  ['1_2', '1.2', 0],
  ['007', '7', 0],
  ['20260101000000', '20250101000000', 1],
  ['1', '1.0', 0],
])('%s and %s', (a, b, order) => {
  expect(Math.sign(compareNumbers(a, b))).toBe(order)
})
