import * as fs from 'node:fs'
import * as path from 'node:path'
import { CLAUDE_EVENTS } from '../../harness/claude-code.ts'
import { OPENHARNESS_EVENTS } from '../../harness/openharness.ts'
import { failsClosed } from '../../hook.ts'
import { nearest } from '../../text/nearest.ts'
import { VERSION } from '../../version.ts'
import type { Handler } from '../settings/read.ts'
import type { Own } from '../setup/own.ts'
import type { Finding } from './finding.ts'
import type { At, Surroundings } from './handler-checks.ts'
import { namesOf, withVariables, wordsOf } from './handler-words.ts'

/** What ours are called: a hook that is not there, not asked about anything here, or another version. */
export function nameFindings(
  handler: Handler,
  own: Own | undefined,
  around: Surroundings,
  at: At,
): Finding[] {
  if (!own) return misspelt(handler, around, at)
  const isClaude = handler.place.harness === 'claude-code'
  const served = (isClaude ? CLAUDE_EVENTS : OPENHARNESS_EVENTS).get(handler.event)
  const found = own.hooks.flatMap((name) => {
    const hook = around.hooks.find((one) => one.name === name)
    if (!hook) return [unknownHook(name, around, at)]
    if (served === undefined || hook.events.includes(served)) return []
    return [
      at({
        level: failsClosed(hook) ? 'error' : 'warning',
        id: 'event-not-served',
        text: `${name} does nothing on ${handler.event}`,
        remedy: `hookbox update registers it where it has something to do.`,
        fixable: true,
      }),
    ]
  })
  return [...found, ...otherVersion(handler, own, around, at)]
}

/** \`hookbox blok-sudo\`, which refuses every call since it is no command either. */
function misspelt(handler: Handler, around: Surroundings, at: At): Finding[] {
  const words = wordsOf(handler, around) ?? []
  const at0 = words.findIndex((word) => path.basename(word) === 'hookbox')
  const name = words[at0 + 1] ?? ''
  const isHook = at0 >= 0 && nearest(name, namesOf(around)) !== undefined
  return isHook ? [unknownHook(name, around, at)] : []
}

function unknownHook(name: string, around: Surroundings, at: At): Finding {
  const best = nearest(name, namesOf(around))
  const hint = best === undefined ? '' : `; did you mean ${best}?`
  return at({
    level: 'error',
    id: 'unknown-hook',
    text: `hookbox has no hook ${name}, so what is started here refuses every call${hint}`,
    remedy: 'Correct the name; `hookbox hooks` shows them.',
  })
}

/** An older copy judges by older rules, and this doctor speaks of those that it has itself. */
function otherVersion(handler: Handler, { program }: Own, around: Surroundings, at: At): Finding[] {
  const launcher = withVariables(handler, program.at(-1) ?? '', around)
  try {
    const root = path.dirname(path.dirname(fs.realpathSync(launcher)))
    const { name, version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      name?: unknown
      version?: unknown
    }
    if (name !== 'hookbox' || version === VERSION) return []
    return [
      at({
        level: 'warning',
        id: 'other-version',
        text: `this starts hookbox ${String(version)} in ${root}; this is ${VERSION}`,
        remedy: 'hookbox update writes the path of this installation.',
        fixable: true,
      }),
    ]
  } catch {
    return []
  }
}
