import * as fs from 'node:fs'
import * as path from 'node:path'

const fixtures = path.resolve(import.meta.dirname, '../test/fixtures')

/** A captured payload with some of its keys replaced. */
export function capturedPayload(
  file: string,
  changes: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const payload = JSON.parse(fs.readFileSync(path.join(fixtures, file), 'utf8')) as Record<string, unknown>
  return { ...payload, ...changes }
}
