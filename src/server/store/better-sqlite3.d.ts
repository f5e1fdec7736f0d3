/** The part of the package that is used. */
declare module 'better-sqlite3' {
  interface Statement {
    run(...values: readonly unknown[]): { changes: number; lastInsertRowid: number | bigint }
    get(...values: readonly unknown[]): unknown
    all(...values: readonly unknown[]): unknown[]
  }
  export default class Database {
    constructor(file: string)
    exec(sql: string): this
    prepare(sql: string): Statement
    close(): this
  }
}
