import * as fs from 'node:fs'
import * as path from 'node:path'
import { nodeHost } from '../../host/node.ts'
import { openPostgresStore } from './postgres.ts'
import { openSqliteStore } from './sqlite-store.ts'
import { type Store, StoreError } from './store.ts'

/** Opens what `--store` names: `postgres://...`, or a file of SQLite. Throws a StoreError. */
export async function openStore(named: string, workerFile: string, now: () => number): Promise<Store> {
  if (/^postgres(?:ql)?:\/\//.test(named)) {
    return openPostgresStore(named, now)
  }
  if (/^[a-z][a-z0-9+]+:\/\//i.test(named)) {
    throw new StoreError(`--store is ${named}; expected postgres://... or the path of a SQLite file`)
  }
  const file = path.resolve(named.replace(/^sqlite:/, ''))
  makePrivate(file)
  return openSqliteStore(file, workerFile)
}

/** What agents did is for their user alone: the folder is made 0700, the file 0600. */
function makePrivate(file: string): void {
  try {
    nodeHost.makeDirectory(path.dirname(file), 0o700)
    fs.closeSync(fs.openSync(file, 'a', 0o600))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StoreError(`the database ${file} can't be written (${code}); give another file with --store`)
  }
}
