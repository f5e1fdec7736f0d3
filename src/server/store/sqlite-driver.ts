import * as fs from 'node:fs'
import { StoreError } from './store.ts'

interface Statement {
  run(...values: readonly unknown[]): {
    readonly changes: number | bigint
    readonly lastInsertRowid: number | bigint
  }
  get(...values: readonly unknown[]): unknown
  all(...values: readonly unknown[]): unknown[]
}

/** What better-sqlite3 and Node's own sqlite have in common. */
interface Connection {
  exec(sql: string): unknown
  prepare(sql: string): Statement
  close(): unknown
}

/** A connection that keeps the statements it has prepared. */
export class SqliteDatabase {
  private readonly statements = new Map<string, Statement>()
  private readonly connection: Connection
  private readonly file: string
  private readonly identity: string | undefined
  constructor(connection: Connection, file: string) {
    this.connection = connection
    this.file = file
    this.identity = identityOf(file)
  }

  /**
   * Throws a StoreError when the file was removed or replaced since it was opened. SQLite would go
   * on in what no name leads to any more, and all of that would be gone with the process.
   */
  checkFile(): void {
    if (identityOf(this.file) === this.identity) return
    throw new StoreError(
      `the database ${this.file} was removed or replaced while the server ran; start the server again`,
    )
  }

  exec(sql: string): void {
    this.connection.exec(sql)
  }

  statement(sql: string): Statement {
    const known = this.statements.get(sql)
    if (known) return known
    // Filters make many texts; those of the inserts come first and stay.
    if (this.statements.size > 200) this.statements.clear()
    const made = this.connection.prepare(sql)
    this.statements.set(sql, made)
    return made
  }

  /** All of the work or nothing of it. */
  transaction<Result>(work: () => Result): Result {
    this.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.exec('COMMIT')
      return result
    } catch (error) {
      // A full disk has ended it already.
      try {
        this.exec('ROLLBACK')
      } catch {}
      throw error
    }
  }

  close(): void {
    this.statements.clear()
    this.connection.close()
  }
}

/** Opens a file, made when it is not there. Throws a StoreError. */
export async function openSqlite(file: string): Promise<SqliteDatabase> {
  const open = await driver()
  try {
    return new SqliteDatabase(open(file), file)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new StoreError(`the database ${file} can't be opened: ${why}`)
  }
}

/** Tells a file from another that gets its name later. */
function identityOf(file: string): string | undefined {
  const stat = fs.statSync(file, { bigint: true, throwIfNoEntry: false })
  return stat && `${stat.dev}:${stat.ino}`
}

/** better-sqlite3, an optional dependency; without it what Node itself has from 22.5 on. */
async function driver(): Promise<(file: string) => Connection> {
  let why: string
  try {
    const { default: Database } = await import('better-sqlite3')
    // Its addon is loaded with the first database.
    new Database(':memory:').close()
    return (file) => new Database(file)
  } catch (error) {
    why = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
  }
  const own = nodeSqlite()
  if (own) return (file) => new own.DatabaseSync(file)
  throw new StoreError(
    `SQLite is not there: the optional package better-sqlite3 can't be loaded (${why}). Install it beside hookbox: npm install better-sqlite3@12; or use Node 22.5 or later, which has one of its own; or keep the records in PostgreSQL: --store postgres://...`,
  )
}

interface NodeSqlite {
  readonly DatabaseSync: new (file: string) => Connection
}

function nodeSqlite(): NodeSqlite | undefined {
  // Through a name that the types of Node 20 do not have.
  const builtin: (name: string) => unknown = process.getBuiltinModule
  return builtin('node:sqlite') as NodeSqlite | undefined
}
