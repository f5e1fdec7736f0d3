import { sourceOf, TITLES } from '../settings/places.ts'
import type { Settings } from '../settings/read.ts'
import { shownFile } from '../shown-file.ts'
import type { AnySimulated } from './simulated.ts'

/** What a session runs its hooks by after files have changed, and what there is to say of it. */
export interface Reloaded {
  readonly settings: readonly Settings[]
  readonly notes: readonly string[]
}

const SOURCES: Readonly<Record<string, string>> = {
  user: 'user_settings',
  project: 'project_settings',
  local: 'local_settings',
  managed: 'policy_settings',
}

/**
 * Claude Code takes a changed settings file in the middle of a session, unless a ConfigChange hook
 * of before blocks it; plugins, skills and agents stay as they were read
 * (docs/contracts/claude-code.md section 20). `configChange`: plays that event with the old hooks.
 */
export async function reloadClaude(
  before: readonly Settings[],
  now: readonly Settings[],
  configChange: (source: string, file: string) => Promise<AnySimulated>,
): Promise<Reloaded> {
  const notes: string[] = []
  const settings: Settings[] = []
  for (const old of before) {
    const next = now.find(({ place }) => same(place, old.place))
    if (next?.text === old.text) settings.push(old)
    else if (old.place.bearer) {
      settings.push(old)
      if (old.handlers.length > 0) notes.push(staysNote(old))
    } else if (next) {
      const file = shownFile(old.place.path)
      const { effect } = await configChange(SOURCES[old.place.scope] ?? '', old.place.path)
      const refused = effect.blocked && old.place.scope !== 'managed'
      settings.push(refused ? old : next)
      notes.push(
        refused
          ? `${file} has changed, and a ConfigChange hook refuses it: the hooks of before stay`
          : `${file} has changed: Claude Code takes it about a second after it was written`,
      )
      const broken = next.problems.find(({ voids }) => voids === 'file')
      if (broken && !refused) notes.push(`nothing of it counts any more: ${broken.text}`)
    }
  }
  const added = now.filter(
    ({ place, handlers }) =>
      place.scope === 'plugin' && handlers.length > 0 && !before.some((old) => same(old.place, place)),
  )
  for (const { place } of added) {
    notes.push(
      `${shownFile(place.path)} (${sourceOf(place)}) is new: it counts from the next start or /reload-plugins`,
    )
  }
  return { settings, notes: notes.length === 0 ? ['no file that hooks come from has changed'] : notes }
}

function staysNote({ place }: Settings): string {
  const file = shownFile(place.path)
  const name = sourceOf(place)
  if (place.scope === 'skill') {
    return `${file} (${name}) has changed: when it is used again, its new hooks run beside those of before`
  }
  return `${file} (${name}) has changed: it stays as it was until the next start${place.scope === 'plugin' ? ' or /reload-plugins' : ''}`
}

/** OpenHarness reads settings and plugins anew before each line of the user (section 6). */
export function reloadOpenHarness(before: readonly Settings[], now: readonly Settings[]): Reloaded {
  const texts = (all: readonly Settings[]) =>
    JSON.stringify(all.map(({ place, text, off }) => [place, text, off]))
  return {
    settings: now,
    notes: [
      texts(before) === texts(now)
        ? 'no file that hooks come from has changed'
        : `files have changed: ${TITLES.openharness} takes them with the next line of the user; what the agent does for the line before still meets the old hooks`,
    ],
  }
}

function same(a: Settings['place'], b: Settings['place']): boolean {
  return a.path === b.path && a.scope === b.scope && a.bearer?.name === b.bearer?.name
}
