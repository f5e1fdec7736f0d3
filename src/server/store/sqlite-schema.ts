import type { SqliteDatabase } from './sqlite-driver.ts'
import { StoreError } from './store.ts'

/**
 * The steps that make a SQLite database what this version needs, in order; `user_version` says
 * how many were taken. A step is never changed once it was released.
 */
const SQLITE_STEPS: readonly string[] = [
  `
  -- What is searched, apart from the records themselves, so that a look at many reads little.
  CREATE TABLE records (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    at INTEGER NOT NULL,
    received INTEGER NOT NULL,
    stage TEXT NOT NULL,
    session TEXT,
    call TEXT,
    tool TEXT,
    user_name TEXT,
    harness TEXT NOT NULL,
    cwd TEXT,
    agent TEXT,
    hook TEXT,
    rule TEXT,
    verdict TEXT,
    mode TEXT,
    trouble INTEGER NOT NULL,
    counts INTEGER NOT NULL,
    duration INTEGER,
    bucket INTEGER,
    client TEXT,
    summary TEXT NOT NULL
  ) STRICT;
  CREATE INDEX records_at ON records (at, tool, counts, bucket, duration);
  CREATE INDEX records_session ON records (session, at);
  CREATE INDEX records_tool ON records (tool, at);
  CREATE INDEX records_user ON records (user_name, at);
  CREATE INDEX records_stage ON records (stage, at);
  CREATE INDEX records_call ON records (call) WHERE call IS NOT NULL;
  CREATE INDEX records_trouble ON records (at, trouble, tool) WHERE trouble > 0;
  CREATE INDEX records_hook ON records (hook, at) WHERE hook IS NOT NULL;
  CREATE TABLE bodies (seq INTEGER PRIMARY KEY, record TEXT NOT NULL) STRICT;
  CREATE VIRTUAL TABLE record_words USING fts5(
    words, content='', contentless_delete=1, detail=none, tokenize='unicode61 remove_diacritics 0'
  );

  CREATE TABLE sessions (
    session TEXT NOT NULL UNIQUE,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    records INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    successes INTEGER NOT NULL,
    failures INTEGER NOT NULL,
    invalid INTEGER NOT NULL,
    refused INTEGER NOT NULL,
    user_name TEXT,
    harness TEXT NOT NULL,
    cwd TEXT,
    title TEXT,
    ended INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX sessions_last ON sessions (last, session, first);
  CREATE INDEX sessions_user ON sessions (user_name, last);
  CREATE VIRTUAL TABLE session_words USING fts5(
    words, content='', contentless_delete=1, detail=none, tokenize='unicode61 remove_diacritics 0'
  );

  CREATE TABLE counts (
    grain INTEGER NOT NULL,
    at INTEGER NOT NULL,
    tool TEXT NOT NULL,
    user_name TEXT NOT NULL,
    harness TEXT NOT NULL,
    counts INTEGER NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (grain, at, tool, user_name, harness, counts)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE durations (
    grain INTEGER NOT NULL,
    at INTEGER NOT NULL,
    tool TEXT NOT NULL,
    user_name TEXT NOT NULL,
    harness TEXT NOT NULL,
    bucket INTEGER NOT NULL,
    n INTEGER NOT NULL,
    slowest INTEGER NOT NULL,
    PRIMARY KEY (grain, at, tool, user_name, harness, bucket)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE facets (kind TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (kind, value)) STRICT, WITHOUT ROWID;
  `,
  `
  -- Sums of all users, for figures that ask for none, and those of each, found by their user.
  CREATE TABLE tool_counts (
    grain INTEGER NOT NULL,
    at INTEGER NOT NULL,
    tool TEXT NOT NULL,
    harness TEXT NOT NULL,
    counts INTEGER NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (grain, at, tool, harness, counts)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE tool_durations (
    grain INTEGER NOT NULL,
    at INTEGER NOT NULL,
    tool TEXT NOT NULL,
    harness TEXT NOT NULL,
    bucket INTEGER NOT NULL,
    n INTEGER NOT NULL,
    slowest INTEGER NOT NULL,
    PRIMARY KEY (grain, at, tool, harness, bucket)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE user_counts (
    grain INTEGER NOT NULL,
    user_name TEXT NOT NULL,
    at INTEGER NOT NULL,
    tool TEXT NOT NULL,
    harness TEXT NOT NULL,
    counts INTEGER NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (grain, user_name, at, tool, harness, counts)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE user_durations (
    grain INTEGER NOT NULL,
    user_name TEXT NOT NULL,
    at INTEGER NOT NULL,
    tool TEXT NOT NULL,
    harness TEXT NOT NULL,
    bucket INTEGER NOT NULL,
    n INTEGER NOT NULL,
    slowest INTEGER NOT NULL,
    PRIMARY KEY (grain, user_name, at, tool, harness, bucket)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO tool_counts SELECT grain, at, tool, harness, counts, sum(n) FROM counts GROUP BY 1, 2, 3, 4, 5;
  INSERT INTO tool_durations
    SELECT grain, at, tool, harness, bucket, sum(n), max(slowest) FROM durations GROUP BY 1, 2, 3, 4, 5;
  INSERT INTO user_counts
    SELECT grain, user_name, at, tool, harness, counts, n FROM counts ORDER BY 1, 2, 3, 4, 5, 6;
  INSERT INTO user_durations
    SELECT grain, user_name, at, tool, harness, bucket, n, slowest FROM durations ORDER BY 1, 2, 3, 4, 5, 6;
  DROP TABLE counts;
  DROP TABLE durations;

  -- With all that a filter can ask for, so that what does not fit costs no look into the table, and
  -- a stage needs no index of its own.
  DROP INDEX records_stage;
  DROP INDEX records_at;
  CREATE INDEX records_at ON records (at, tool, counts, bucket, duration, stage, user_name, harness);
  DROP INDEX records_trouble;
  CREATE INDEX records_trouble ON records (at, trouble, tool, counts, bucket, duration, stage, user_name, harness)
    WHERE trouble > 0;
  CREATE INDEX records_rule ON records (rule, at) WHERE rule IS NOT NULL;
  CREATE INDEX records_verdict ON records (verdict, at) WHERE verdict IS NOT NULL;
  `,
]

/**
 * Takes the steps that this database has not seen, up to the number `last`. Throws when it is of a
 * newer version.
 */
export function migrate(db: SqliteDatabase, last: number = SQLITE_STEPS.length): void {
  db.transaction(() => {
    const { user_version: taken } = db.statement('PRAGMA user_version').get() as { user_version: number }
    if (taken > SQLITE_STEPS.length) {
      throw new StoreError(
        `the database was made by a newer version of hookbox (its schema is ${taken}, this one knows ${SQLITE_STEPS.length}); update hookbox, or give another file with --store`,
      )
    }
    for (const step of SQLITE_STEPS.slice(taken, last)) db.exec(step)
    db.exec(`PRAGMA user_version = ${last}`)
  })
}
