import type { Tool } from './tool.ts'

/** Databases that are changed from a command line: their schema, or as a service. */
export const DATABASES: readonly Tool[] = [
  {
    // Without these flags it is the database on this machine.
    programs: 'supabase',
    writes: ['db reset'],
    needs: '--linked --db-url',
    hint: '--db-url',
  },
  {
    programs: 'supabase',
    writes: [
      'db push',
      'functions deploy|delete',
      'secrets set|unset',
      'projects|branches delete',
      'config push',
    ],
    rehearsal: '--dry-run --local',
    valued: '-p --password --workdir',
    target: '--project-ref',
    hint: '--db-url',
  },
  {
    programs: 'prisma',
    writes: ['migrate deploy'],
    valued: '--schema --config',
    variables: 'APP_ENV ENV DATABASE_URL',
    dotEnv: true,
    likely: true,
  },
  {
    programs:
      'sequelize sequelize-cli knex typeorm alembic flyway liquibase dbmate atlas goose drizzle-kit migrate',
    writes: [
      '... migrate|db:migrate*|db:drop|db:seed*|migrate:*|migration:run|migration:revert|upgrade|downgrade|update|up|down|push|rollback|schema',
    ],
    target: '--env -e --environment --profile',
    hint: '--url -url --database-url -database -x -d -u --connection',
    variables: 'DATABASE_URL',
    dotEnv: true,
    operands: 'hint',
    onlyProtected: true,
    likely: true,
  },
]
