import * as path from 'node:path'
import { logFile } from '../../audit/log-file.ts'
import { type Options, options, SECTION } from '../../audit/options.ts'
import { optionsFor } from '../../config/options.ts'
import { nodeHost } from '../../host/node.ts'
import { contextOf } from '../../judge.ts'
import { logFiles } from '../../store/rotate.ts'
import { type OpenFile, openAll } from './lines.ts'

/** What all commands of `hookbox audit` take. */
export interface SourceOptions {
  readonly file?: string
  readonly config?: string
}

export interface LogSource {
  /** Of the newest file. */
  readonly path: string
  readonly options: Options
}

/** A mistake in what was asked for: said in one line, exit 64. */
export class AuditUsageError extends Error {
  override readonly name = 'AuditUsageError'
}

/** The options that hold here, as for the hook. Throws a ConfigError. */
export async function auditOptions({ config }: SourceOptions) {
  const event = {
    name: 'other',
    dialect: 'unknown',
    harnessEvent: '',
    cwd: process.cwd(),
    payload: {},
  } as const
  const args = { set: [], ...(config === undefined ? {} : { config }) }
  return optionsFor({ name: SECTION, options }, args, event, nodeHost)
}

/** The log that is asked for: `--file`, or the one that the hook writes to from this folder. */
export async function findLog(given: SourceOptions): Promise<LogSource> {
  const loaded = await auditOptions(given)
  const named = given.file === undefined ? undefined : path.resolve(given.file).replaceAll('\\', '/')
  const ctx = contextOf(loaded.options, nodeHost, undefined, loaded.from)
  return { path: named ?? logFile(process.cwd(), ctx).path, options: loaded.options }
}

/** The names of its files, the oldest records first. Throws when there is none. */
export function namesOf({ path: log }: LogSource): readonly string[] {
  const files = logFiles(nodeHost, log)
  if (files.length === 0) {
    throw new AuditUsageError(
      `there is no log ${log}: run this in the project, or name the log with --file; audit-tool-call writes it`,
    )
  }
  return files
}

/** Its files, opened, the oldest records first. Throws when there is none. */
export function filesOf(source: LogSource): readonly OpenFile[] {
  return openAll(() => namesOf(source))
}
