import { type Deletion, type Form, knownText, knownWord } from '../deletion.ts'
import { losesRows } from './sql.ts'

/** Command lines that empty or drop a database: program, then words in this order. */
const FORMS: readonly { readonly words: RegExp; readonly how: string }[] = [
  { words: /^dropdb (?!--help|--version)/, how: 'dropdb' },
  { words: /^mysqladmin .*\bdrop /, how: 'mysqladmin drop' },
  { words: /^redis-cli .*\bflush(?:all|db)\b/i, how: 'redis-cli FLUSHALL' },
  {
    words: /^(?:rails|rake|brails) .*\bdb:(?:drop|reset|purge|truncate_all|schema:load)\b/,
    how: 'rails db:drop',
  },
  { words: /^prisma migrate reset\b/, how: 'prisma migrate reset' },
  {
    words: /^prisma db push .*--(?:force-reset|accept-data-loss)\b/,
    how: 'prisma db push, which may drop data',
  },
  { words: /^supabase db reset\b/, how: 'supabase db reset' },
  { words: /^(?:sequelize|sequelize-cli) db:drop\b/, how: 'sequelize db:drop' },
  { words: /^typeorm .*\bschema:drop\b/, how: 'typeorm schema:drop' },
  { words: /^knex migrate:rollback .*--all\b/, how: 'knex migrate:rollback --all' },
  { words: /^drizzle-kit push .*--force\b/, how: 'drizzle-kit push --force' },
  { words: /^mix ecto\.(?:drop|reset)\b/, how: 'mix ecto.drop' },
  { words: /^alembic .*\bdowngrade base\b/, how: 'alembic downgrade base' },
  { words: /^flyway .*\bclean\b/, how: 'flyway clean' },
  { words: /^liquibase .*\bdrop-?all\b/i, how: 'liquibase drop-all' },
  { words: /^(?:sqlx|diesel) database (?:drop|reset)\b/, how: 'database drop' },
  { words: /^heroku pg:reset\b/, how: 'heroku pg:reset' },
  { words: /^wrangler d1 delete\b/, how: 'wrangler d1 delete' },
  { words: /^turso db destroy\b/, how: 'turso db destroy' },
  {
    words: /^php .*\bartisan .*\b(?:migrate:(?:fresh|reset|refresh)|db:wipe)\b/,
    how: 'artisan migrate:fresh',
  },
  {
    words: /^(?:python[\d.]*|manage\.py) .*?(?:manage\.py )?(?:flush|reset_db)(?: |$)/,
    how: 'manage.py flush',
  },
]

/** Programs that send their words or their input to a database. */
const CLIENTS =
  /^(?:psql|mysql|mariadb|sqlite3?|duckdb|cockroach|clickhouse-client|sqlcmd|snowsql|usql|pgcli|mycli|mongo|mongosh|wrangler|bq)$/

/** A database or rows of it that go. What a statement of SQL is about is not looked into further. */
export const database: Form = (command, program) => {
  const words = command.argv.slice(1).map((word) => knownText(word) || '?')
  const line = [program, ...words].join(' ')
  const form = FORMS.find((one) => one.words.test(`${line} `))
  if (form && !/ --(?:help|dry-run)(?: |$)/.test(line)) return deletion(form.how, command.source)
  if (!CLIENTS.test(program)) return undefined
  const lost = losesRows([...words, command.input ?? ''].join('\n'))
  return lost === undefined ? undefined : deletion(`${lost} by ${program}`, command.source)
}

function deletion(how: string, source: string): Deletion {
  return { how, effect: 'database', targets: [{ word: knownWord(source, source), cwd: '/' }], source }
}
