import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import type { SecretSource } from '../audit/sinks/sinks.ts'

/** A secret, or a file with certificates, that is not where the configuration says. */
export class MissingError extends Error {}

/** The secret, without white space at its ends. Read anew each time: it may be renewed. */
export function readSecret(source: SecretSource): string {
  if ('env' in source) {
    const value = process.env[source.env]?.trim()
    if (value) return value
    throw new MissingError(`the variable ${source.env} is not set where the sender was started`)
  }
  const value = readTrusted(source.file).trim()
  if (value === '') throw new MissingError(`the file ${source.file} is empty`)
  return value
}

/** The text of a file that the configuration names; `~/` is the home. */
export function readTrusted(file: string): string {
  const full = path.resolve(os.homedir(), file.replace(/^~[/\\]/, ''))
  try {
    return fs.readFileSync(full, 'utf8')
  } catch (error) {
    throw new MissingError(`the file ${full} can't be read (${(error as NodeJS.ErrnoException).code})`)
  }
}
