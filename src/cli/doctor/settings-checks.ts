import type { Hook } from '../../hook.ts'
import { type Place, sourceOf, TITLES } from '../settings/places.ts'
import type { Settings } from '../settings/read.ts'
import { recordOf } from '../settings/value.ts'
import { ownHandler } from '../setup/own.ts'
import { type Finding, findingAt } from './finding.ts'

/** What a harness does not take of a file, and what switches everything off. */
export function settingsFindings(settings: Settings): Finding[] {
  const { place, problems, value, off, handlers } = settings
  const title = TITLES[place.harness]
  const found: Finding[] = problems.map((problem) =>
    problem.voids === 'file'
      ? findingAt(settings, problem.path, {
          level: 'error',
          id: 'void-file',
          text: `${title} takes nothing of this file: ${problem.text}`,
          remedy: voidRemedy(place),
        })
      : findingAt(settings, problem.path, {
          level: problem.voids === 'entry' ? 'error' : 'warning',
          id: problem.voids === 'entry' ? 'void-entry' : 'ignored-field',
          text: problem.text,
          remedy: 'Correct it, or take it out.',
        }),
  )
  if (off !== undefined && handlers.length > 0) {
    const text = `the hooks of the ${sourceOf(place)} do not run: ${off}`
    found.push(findingAt(settings, [], { level: 'note', id: 'not-active', text }))
  }
  if (place.bearer) return found
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

function voidRemedy({ harness, bearer }: Place): string {
  if (harness === 'openharness') return 'It does not start with it. Correct the value.'
  return bearer
    ? `None of the hooks beside it runs, in -p without a word. Correct it there.`
    : 'Its hooks, permissions and env are all off, without a word. Correct the value.'
}

/** The same hook on the same event from several files or entries. */
export function duplicateFindings(all: readonly Settings[], hooks: readonly Hook[]): Finding[] {
  const names = hooks.map(({ name }) => name)
  const seen = new Map<string, { readonly settings: Settings; readonly matcher: string }[]>()
  const found: Finding[] = []
  for (const settings of all) {
    for (const handler of settings.handlers) {
      const own = ownHandler(handler, names)
      for (const name of own?.hooks ?? []) {
        const key = JSON.stringify([settings.place.harness, handler.event, name])
        const matcher = handler.matcher ?? ''
        const others = seen.get(key) ?? []
        const before = others.find((one) => overlap(one.matcher, matcher))?.settings
        seen.set(key, [...others, { settings, matcher }])
        if (!before) continue
        const where = before === settings ? 'this file' : before.place.path
        const bearer = [settings, before].find(({ place }) => place.bearer)
        found.push(
          findingAt(settings, handler.path, {
            level: 'warning',
            id: 'duplicate',
            text: `${name} on ${handler.event} is registered in ${where} already, so it runs twice`,
            remedy: bearer
              ? `Take it out of the settings, or turn the ${sourceOf(bearer.place)} off.`
              : before === settings
                ? 'hookbox update writes it once.'
                : `Take one of them out: hookbox remove ${name} --scope ${settings.place.scope}`,
            ...(before === settings && !bearer ? { fixable: true } : {}),
          }),
        )
      }
    }
  }
  return found
}

/** Whether there is a call that both take, as far as their text tells. */
function overlap(one: string, other: string): boolean {
  const isAll = (matcher: string) => matcher === '' || matcher === '*'
  return one === other || isAll(one) || isAll(other)
}
