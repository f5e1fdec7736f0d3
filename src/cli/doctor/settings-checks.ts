import { type Hook, judgesCalls } from '../../hook.ts'
import { sameKey } from '../play/same-handler.ts'
import { hooksOff, managedOnly, settingsEnv } from '../settings/merged.ts'
import { type Place, sourceOf, TITLES } from '../settings/places.ts'
import type { Settings } from '../settings/read.ts'
import { ownHandler } from '../setup/own.ts'
import { type Finding, findingAt } from './finding.ts'

/** What a harness does not take of a file, and what of `all` files switches everything off in it. */
export function settingsFindings(settings: Settings, all: readonly Settings[]): Finding[] {
  const { place, problems, off, handlers } = settings
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
  if (hooksOff(all) === settings) {
    found.push(
      findingAt(settings, ['disableAllHooks'], {
        level: 'error',
        id: 'hooks-disabled',
        text: 'disableAllHooks is true: no hook runs but managed ones',
        remedy: 'Take it out.',
      }),
    )
  }
  if (managedOnly(all) === settings) {
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

/** What the settings put into the environment of hooks, and so into what they do. */
export function envFindings(all: readonly Settings[]): Finding[] {
  const means: Readonly<Record<string, string>> = {
    NODE_OPTIONS: 'it changes every hook that Node runs, and slows it',
    HOME: 'hookbox reads the configuration of the user there',
  }
  return [...settingsEnv(all)].flatMap(([name, { value, from }]) => {
    const what = crashesNode(name, value) ? 'Node crashes on it, and a guard with it' : means[name]
    return what === undefined
      ? []
      : [
          findingAt(from, ['env', name], {
            level: 'warning',
            id: name === 'NODE_OPTIONS' ? 'node-options' : 'env-of-hooks',
            text: `env sets ${name} (${value.slice(0, 60)}) for all hooks: ${what}`,
            remedy: 'Take it out.',
          }),
        ]
  })
}

/** Node's Unicode library has room for eleven characters of a language, and no look at its end. */
function crashesNode(name: string, value: string): boolean {
  return /^(?:LANG|LC_ALL|LC_MESSAGES)$/.test(name) && /^[^-_.@]{12}/.test(value)
}

/**
 * A guard that is asked when the harness has a question, and not before calls: whatever needs no
 * question runs without it.
 */
export function lateFindings(all: readonly Settings[], hooks: readonly Hook[]): Finding[] {
  const names = hooks.filter(judgesCalls).map(({ name }) => name)
  const own = all.flatMap((settings) =>
    settings.handlers.flatMap((handler) => {
      const found = ownHandler(handler, names)
      return found ? [{ ...found, settings }] : []
    }),
  )
  const before = own.filter(({ handler }) => /^(?:PreToolUse|pre_tool_use)$/.test(handler.event))
  return own.flatMap(({ handler, hooks: started, settings }) => {
    if (handler.event !== 'PermissionRequest') return []
    const late = started.filter(
      (name) => names.includes(name) && !before.some((one) => one.hooks.includes(name)),
    )
    return late.map((name) =>
      findingAt(settings, handler.path, {
        level: 'error',
        id: 'asked-late',
        text: `${name} is registered on PermissionRequest alone: it is not asked about calls that need no permission`,
        remedy: `hookbox add ${name}`,
      }),
    )
  })
}

/** The same hook on the same event from several files or entries. */
export function duplicateFindings(all: readonly Settings[], hooks: readonly Hook[]): Finding[] {
  const names = hooks.map(({ name }) => name)
  const seen = new Map<
    string,
    { readonly settings: Settings; readonly matcher: string; readonly same: string }[]
  >()
  const found: Finding[] = []
  for (const settings of all) {
    for (const handler of settings.handlers) {
      const own = ownHandler(handler, names)
      for (const name of own?.hooks ?? []) {
        const key = JSON.stringify([settings.place.harness, handler.event, name])
        const one = { settings, matcher: handler.matcher ?? '', same: sameKey(handler) }
        const others = seen.get(key) ?? []
        seen.set(key, [...others, one])
        const beside = others.filter(({ matcher }) => overlap(matcher, one.matcher))
        // Claude Code starts equal handlers once (docs/contracts/claude-code.md section 11).
        if (settings.place.harness === 'claude-code' && beside.some(({ same }) => same === one.same)) continue
        const before = beside[0]?.settings
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
