import type { Problem } from './read.ts'
import { isRecord, kindOf } from './value.ts'

type Type = 'text' | 'flag' | 'list' | 'object' | 'days'

const EXPECTED: Readonly<Record<Type, string>> = {
  text: 'text',
  flag: 'true or false',
  list: 'a list',
  object: 'an object',
  days: 'a whole number above 0',
}

/**
 * Fields beside `hooks` in whose place Claude Code takes one type alone. Any other, null too,
 * voids the whole file, its hooks with it (test/e2e/claude-code/setup.test.ts; the names and
 * types are those of the schema in the client). Fields that it leaves out or repairs by itself
 * when they are wrong are not here.
 */
const FIELDS: Readonly<Record<Type, string>> = {
  text: '$schema apiKeyHelper awsAuthRefresh awsCredentialExport gcpAuthRefresh language model otelHeadersHelper outputStyle plansDirectory',
  flag: 'alwaysThinkingEnabled autoMemoryEnabled disableAllHooks enableAllProjectMcpServers fastMode fileCheckpointingEnabled includeCoAuthoredBy includeGitInstructions prefersReducedMotion respectGitignore showTurnDuration skipDangerousModePermissionPrompt spinnerTipsEnabled verbose allowManagedHooksOnly',
  list: 'availableModels companyAnnouncements',
  object: 'enabledPlugins env permissions sandbox statusLine',
  days: 'cleanupPeriodDays',
}

const PERMISSIONS: Readonly<Record<string, Type>> = {
  allow: 'list',
  deny: 'list',
  ask: 'list',
  additionalDirectories: 'list',
}

/** The fields that void a settings file of Claude Code by their type. */
export function fieldProblems(settings: Readonly<Record<string, unknown>>): Problem[] {
  const types = Object.entries(FIELDS).flatMap(([type, names]) =>
    names.split(' ').map((name) => [name, type as Type] as const),
  )
  const permissions = isRecord(settings['permissions']) ? settings['permissions'] : {}
  return [
    ...wrongIn(settings, types, []),
    ...wrongIn(permissions, Object.entries(PERMISSIONS), ['permissions']),
  ]
}

function wrongIn(
  record: Readonly<Record<string, unknown>>,
  types: readonly (readonly [string, Type])[],
  path: readonly string[],
): Problem[] {
  return types
    .filter(([name, type]) => record[name] !== undefined && !isOf(type, record[name]))
    .map(([name, type]) => ({
      voids: 'file',
      path: [...path, name],
      text: `${[...path, name].join('.')} is ${kindOf(record[name])}, not ${EXPECTED[type]}`,
    }))
}

function isOf(type: Type, value: unknown): boolean {
  switch (type) {
    case 'text':
      return typeof value === 'string'
    case 'flag':
      return typeof value === 'boolean'
    case 'list':
      return Array.isArray(value)
    case 'object':
      return isRecord(value)
    case 'days':
      return Number.isInteger(value) && Number(value) > 0
  }
}
