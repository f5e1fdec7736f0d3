import type { Host } from '../../src/host/host.ts'
import { nodeHost } from '../../src/host/node.ts'
import { makeRedactor, type RedactionRules, type Redactor } from '../../src/redact/redact.ts'

/** A redactor in an environment of the test's own. */
export function redactor(
  env: Readonly<Record<string, string>> = {},
  rules: Partial<RedactionRules> = {},
): Redactor {
  const host: Host = { ...nodeHost, env: (name) => env[name], envNames: () => Object.keys(env) }
  return makeRedactor(host, { keys: [], patterns: [], ...rules })
}
