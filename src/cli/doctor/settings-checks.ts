import type { Hook } from '../../hook.ts'
import { TITLES } from '../settings/places.ts'
import type { Settings } from '../settings/read.ts'
import { recordOf } from '../settings/value.ts'
import { ownHandler } from '../setup/own.ts'
import { type Finding, findingAt } from './finding.ts'

/** What a harness does not take of a file, and what switches everything off. */
export function settingsFindings(settings: Settings): Finding[] {
  const { place, problems, value } = settings
  const title = TITLES[place.harness]
  const found: Finding[] = problems.map((problem) =>
    problem.voids === 'file'
      ? findingAt(settings, problem.path, {
          level: 'error',
          id: 'void-file',
          text: `${title} takes nothing of this file: ${problem.text}`,
          remedy:
            place.harness === 'claude-code'
              ? 'Its hooks, permissions and env are all off, without a word. Correct the value.'
              : 'It does not start with it. Correct the value.',
        })
      : findingAt(settings, problem.path, {
          level: problem.voids === 'entry' ? 'error' : 'warning',
          id: problem.voids === 'entry' ? 'void-entry' : 'ignored-field',
          text: problem.text,
          remedy: 'Correct it, or take it out.',
        }),
  )
  const top = recordOf(value) ?? {}
  if (top['disableAllHooks'] === true && place.harness === 'claude-code') {
    found.push(
      findingAt(settings, ['disableAllHooks'], {
        level: 'error',
        id: 'hooks-disabled',
        text: 'disableAllHooks is true: no hook runs but managed ones',
        remedy: 'Take it out.',
      }),
    )
  }
  if (top['allowManagedHooksOnly'] === true && place.scope === 'managed') {
    found.push(
      findingAt(settings, ['allowManagedHooksOnly'], {
        level: 'warning',
        id: 'managed-hooks-only',
        text: 'allowManagedHooksOnly is true: hooks of users, projects and plugins do not run',
        remedy: 'Register hookbox in the managed settings.',
      }),
    )
  }
  return found
}

/** The same hook on the same event from several files or entries. */
export function duplicateFindings(all: readonly Settings[], hooks: readonly Hook[]): Finding[] {
  const names = hooks.map(({ name }) => name)
  const seen = new Map<string, Settings>()
  const found: Finding[] = []
  for (const settings of all) {
    for (const handler of settings.handlers) {
      const own = ownHandler(handler, names)
      for (const name of own?.hooks ?? []) {
        const key = JSON.stringify([settings.place.harness, handler.event, handler.matcher ?? '', name])
        const before = seen.get(key)
        if (!before) {
          seen.set(key, settings)
          continue
        }
        const where = before === settings ? 'this file' : before.place.path
        found.push(
          findingAt(settings, handler.path, {
            level: 'warning',
            id: 'duplicate',
            text: `${name} on ${handler.event} is registered in ${where} already, so it runs twice`,
            remedy:
              before === settings
                ? 'hookbox update writes it once.'
                : `Take one of them out: hookbox remove ${name} --scope ${settings.place.scope}`,
            ...(before === settings ? { fixable: true } : {}),
          }),
        )
      }
    }
  }
  return found
}
