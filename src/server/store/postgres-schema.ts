import type { ClientBase } from 'pg'
import { inTransaction } from './postgres-transaction.ts'
import { StoreError } from './store.ts'

/** The PostgreSQL schema that holds all tables, so that the database may hold other things too. */
export const SCHEMA = 'hookbox'

/** Any number; servers that start together wait for each other by it. */
export const LOCK = 7_405_311

const text = 'text COLLATE "C"'

/** The steps that make a database what this version needs, in order. Never changed once released. */
const STEPS: readonly string[] = [
  `
  CREATE SEQUENCE records_seq;
  CREATE TABLE records (
    seq bigint NOT NULL DEFAULT nextval('records_seq'),
    id ${text} NOT NULL,
    at timestamptz NOT NULL,
    received timestamptz NOT NULL,
    stage ${text} NOT NULL,
    session ${text},
    call ${text},
    tool ${text},
    user_name ${text},
    harness ${text} NOT NULL,
    cwd ${text},
    agent ${text},
    hook ${text},
    rule ${text},
    verdict ${text},
    mode ${text},
    trouble smallint NOT NULL,
    counts smallint NOT NULL,
    duration bigint,
    bucket smallint,
    client ${text},
    summary ${text} NOT NULL,
    words tsvector NOT NULL,
    record jsonb NOT NULL,
    PRIMARY KEY (id, at)
  ) PARTITION BY RANGE (at);
  -- What is older than the partitions that are made for it.
  CREATE TABLE records_old PARTITION OF records DEFAULT;
  CREATE INDEX records_at ON records (at, seq);
  CREATE INDEX records_seq_order ON records (seq);
  CREATE INDEX records_session ON records (session, at);
  CREATE INDEX records_tool ON records (tool, at);
  CREATE INDEX records_user ON records (user_name, at);
  CREATE INDEX records_stage ON records (stage, at);
  CREATE INDEX records_call ON records (call) WHERE call IS NOT NULL;
  CREATE INDEX records_trouble ON records (at, trouble, tool) WHERE trouble > 0;
  CREATE INDEX records_hook ON records (hook, at) WHERE hook IS NOT NULL;
  CREATE INDEX records_words ON records USING gin (words);

  CREATE TABLE sessions (
    session ${text} PRIMARY KEY,
    first bigint NOT NULL,
    last bigint NOT NULL,
    records bigint NOT NULL,
    attempts bigint NOT NULL,
    successes bigint NOT NULL,
    failures bigint NOT NULL,
    invalid bigint NOT NULL,
    refused bigint NOT NULL,
    user_name ${text},
    harness ${text} NOT NULL,
    cwd ${text},
    title ${text},
    ended boolean NOT NULL,
    words tsvector NOT NULL
  );
  CREATE INDEX sessions_last ON sessions (last, session);
  CREATE INDEX sessions_user ON sessions (user_name, last);
  CREATE INDEX sessions_words ON sessions USING gin (words);

  CREATE TABLE counts (
    grain bigint NOT NULL,
    at bigint NOT NULL,
    tool ${text} NOT NULL,
    user_name ${text} NOT NULL,
    harness ${text} NOT NULL,
    counts smallint NOT NULL,
    n bigint NOT NULL,
    PRIMARY KEY (grain, at, tool, user_name, harness, counts)
  );
  CREATE TABLE durations (
    grain bigint NOT NULL,
    at bigint NOT NULL,
    tool ${text} NOT NULL,
    user_name ${text} NOT NULL,
    harness ${text} NOT NULL,
    bucket smallint NOT NULL,
    n bigint NOT NULL,
    slowest bigint NOT NULL,
    PRIMARY KEY (grain, at, tool, user_name, harness, bucket)
  );
  CREATE TABLE facets (kind ${text} NOT NULL, value ${text} NOT NULL, PRIMARY KEY (kind, value));
  `,
  `
  -- Sums of all users, for figures that ask for none, and those of each, found by their user.
  CREATE TABLE tool_counts (
    grain bigint NOT NULL,
    at bigint NOT NULL,
    tool ${text} NOT NULL,
    harness ${text} NOT NULL,
    counts smallint NOT NULL,
    n bigint NOT NULL,
    PRIMARY KEY (grain, at, tool, harness, counts)
  );
  CREATE TABLE tool_durations (
    grain bigint NOT NULL,
    at bigint NOT NULL,
    tool ${text} NOT NULL,
    harness ${text} NOT NULL,
    bucket smallint NOT NULL,
    n bigint NOT NULL,
    slowest bigint NOT NULL,
    PRIMARY KEY (grain, at, tool, harness, bucket)
  );
  INSERT INTO tool_counts SELECT grain, at, tool, harness, counts, sum(n) FROM counts GROUP BY 1, 2, 3, 4, 5;
  INSERT INTO tool_durations
    SELECT grain, at, tool, harness, bucket, sum(n), max(slowest) FROM durations GROUP BY 1, 2, 3, 4, 5;
  -- Under new names: a server that does not know the others must not add to these alone.
  ALTER TABLE counts RENAME TO user_counts;
  ALTER TABLE user_counts DROP CONSTRAINT counts_pkey,
    ADD PRIMARY KEY (grain, user_name, at, tool, harness, counts);
  ALTER TABLE durations RENAME TO user_durations;
  ALTER TABLE user_durations DROP CONSTRAINT durations_pkey,
    ADD PRIMARY KEY (grain, user_name, at, tool, harness, bucket);
  CREATE INDEX records_rule ON records (rule, at) WHERE rule IS NOT NULL;
  CREATE INDEX records_verdict ON records (verdict, at) WHERE verdict IS NOT NULL;
  CREATE INDEX records_harness ON records (harness, at);
  `,
]

/**
 * Takes the steps that this database has not seen, up to the number `last`. Throws when it is of a
 * newer version.
 */
export async function migratePostgres(client: ClientBase, last: number = STEPS.length): Promise<void> {
  await inTransaction(client, async () => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`)
    await client.query(`CREATE TABLE IF NOT EXISTS ${SCHEMA}.schema_steps (taken int NOT NULL)`)
    const { rows } = await client.query<{ taken: number }>('SELECT taken FROM schema_steps')
    const taken = rows[0]?.taken ?? 0
    if (taken > STEPS.length) {
      throw new StoreError(
        `the database was made by a newer version of hookbox (its schema is ${taken}, this one knows ${STEPS.length}); update hookbox, or give another database with --store`,
      )
    }
    for (const step of STEPS.slice(taken, last)) await client.query(step)
    await client.query('DELETE FROM schema_steps')
    await client.query('INSERT INTO schema_steps (taken) VALUES ($1)', [last])
  })
}
