import type { Event } from '../../event.ts'
import type { Hook } from '../../hook.ts'
import { serves } from '../../judge.ts'

/** What is known of a hook without running it. */
export type AskedHook = Pick<Hook, 'name' | 'kind' | 'events' | 'alsoServes' | 'tools' | 'alsoTools'>

/** True when the hook looks at this event, and when nobody can tell. */
export function mayServe(hook: AskedHook, event: Event | undefined): boolean {
  if (!event) return true
  try {
    return serves(hook, event)
  } catch {
    return true // a call whose tool is not named
  }
}
