import { isUtf8 } from 'node:buffer'
import * as fs from 'node:fs'
import { parse } from 'jsonc-parser'
import type { Hook } from '../../hook.ts'
import { doubledKeys } from '../settings/doubled-keys.ts'
import { type HarnessName, type Place, TITLES } from '../settings/places.ts'
import { type Handler, type Problem, parseSettings, readSettings, type Settings } from '../settings/read.ts'
import { kindOf, recordOf } from '../settings/value.ts'
import { claudeEntries, claudeHooks } from './claude-entries.ts'
import { type Hooks, withHooks, withoutHandlers } from './edit.ts'
import type { Engine } from './engine.ts'
import { restorable } from './files.ts'
import { isOfUse, openHarnessEntries, openHarnessHooks } from './openharness-entries.ts'
import { type Own, ownHandler } from './own.ts'
import { installedProfile, optionWords, type Profile } from './profile.ts'
import { shellLine } from './shell-line.ts'

/** What is to become of one settings file. */
export interface Change {
  readonly place: Place
  /** Undefined: there is no file. */
  readonly before: string | undefined
  /** null: the file goes, since hookbox made it. */
  readonly after: string | null
  /** The hooks it has afterwards. */
  readonly profile: Profile
  /** Hooks that would do nothing in this harness, so they are left out. */
  readonly useless: readonly string[]
}

/** What the settings hold of ours. */
export function installed(place: Place, hooks: readonly Hook[]): { own: readonly Own[]; profile: Profile } {
  const names = hooks.map(({ name }) => name)
  const own = readSettings(place).handlers.flatMap((handler) => ownHandler(handler, names) ?? [])
  return { own, profile: installedProfile(own) }
}

/**
 * The settings with these hooks of ours and no others. Throws an Error when the file is one that
 * the harness does not read, before or afterwards.
 */
export function planChange(place: Place, wanted: Profile, hooks: readonly Hook[], engine: Engine): Change {
  const settings = readSettings(place)
  const before = settings.text
  const names = hooks.map(({ name }) => name)
  const broken = settings.problems.find(({ voids }) => voids === 'file')
  if (broken) throw new Error(refusal(place, broken))
  const own = settings.handlers.flatMap((handler) => ownHandler(handler, names) ?? [])
  const chosen = hooks.filter(({ name }) => wanted.has(name))
  const useful = place.harness === 'openharness' ? chosen.filter(isOfUse) : chosen
  const useless = chosen.filter((hook) => !useful.includes(hook)).map(({ name }) => name)
  const profile = new Map([...wanted].filter(([name]) => useful.some((hook) => hook.name === name)))
  const groups = groupsOf(place.harness, useful, profile, engine)
  const base = { place, before, profile, useless }
  const handlers = own.map(({ handler }) => handler)
  if (sameHandlers(handlers, place, groups)) return { ...base, after: before ?? null }
  refuseUneditable(settings, Object.keys(groups))
  if (useful.length === 0) {
    const restored = before === undefined ? undefined : restorable(place.path, before)
    if (restored !== undefined && !holdsOurs(place, restored, names)) return { ...base, after: restored }
  }
  const cleared = withoutHandlers(
    before ?? '',
    handlers.map(({ path }) => path),
  )
  const after = useful.length === 0 ? cleared : withHooks(cleared, groups)
  check(place, before ?? '', after, names)
  return { ...base, after }
}

/** Throws for a file that can't be edited without loss, though its harness may take it. */
function refuseUneditable({ place, text = '', value }: Settings, events: readonly string[]): void {
  const refuse = (what: string): never => {
    throw new Error(`${place.path} can't be edited as it is: ${what}. Repair that first; nothing was written`)
  }
  if (text.includes('\ufffd') && !isUtf8(fs.readFileSync(place.path))) {
    refuse('it holds bytes that are no UTF-8, which would be lost')
  }
  const [doubled] = doubledKeys(text)
  if (doubled) refuse(doubled.text)
  const hooks = recordOf(recordOf(value)?.['hooks'])
  for (const event of events) {
    const list = hooks?.[event]
    if (list !== undefined && !Array.isArray(list)) refuse(`hooks.${event} is ${kindOf(list)}, not a list`)
  }
}

function holdsOurs(place: Place, text: string | null, names: readonly string[]): boolean {
  return parseSettings(place, text ?? '').handlers.some((handler) => ownHandler(handler, names))
}

function groupsOf(harness: HarnessName, hooks: readonly Hook[], profile: Profile, engine: Engine): Hooks {
  if (harness === 'claude-code') {
    return claudeHooks(claudeEntries(hooks), (names) => {
      const [command = '', ...args] = start(names, profile, engine)
      return { command, args }
    })
  }
  return openHarnessHooks(openHarnessEntries(hooks), (names) => shellLine(start(names, profile, engine)))
}

/** The whole command. A hook alone has a launcher of its own, which loads less. */
function start(names: readonly string[], profile: Profile, engine: Engine): string[] {
  const options = optionWords(names, profile)
  const [program, ...rest] = engine.words
  const [name = ''] = names
  if (names.length > 1) return [program, ...rest, 'run', ...names, ...options]
  if (engine.kind === 'native') return [program, ...rest, name, ...options]
  return [program, ...rest.map((word) => word.replace(/hookbox$/, name)), ...options]
}

/** Whether our handlers are these already, in whatever groups they stand. */
function sameHandlers(handlers: readonly Handler[], place: Place, groups: Hooks): boolean {
  const text = JSON.stringify({ hooks: groups })
  return keys(handlers).join('\n') === keys(parseSettings(place, text).handlers).join('\n')
}

function keys(handlers: readonly Handler[]): string[] {
  return handlers
    .map(({ event, matcher, fields }) => JSON.stringify([event, matcher, Object.entries(fields).sort()]))
    .sort()
}

/** Nothing of others may be touched, and nothing be written that the harness would refuse. */
function check(place: Place, before: string, after: string, names: readonly string[]): void {
  const settings = parseSettings(place, after)
  const [problem] = settings.problems.filter(({ voids }) => voids === 'file')
  if (problem) throw new Error(refusal(place, problem))
  const others = (text: string) => {
    const { handlers } = parseSettings(place, text)
    const ours = handlers.filter((handler) => ownHandler(handler, names)).map(({ path }) => path)
    return JSON.stringify(withoutEmpty(parse(withoutHandlers(text, ours)) ?? {}))
  }
  if (others(before) !== others(after)) {
    throw new Error(
      `${place.path} could not be edited without touching what others wrote; nothing was written`,
    )
  }
}

/** An event without handlers, and `hooks` without events, say nothing. */
function withoutEmpty(value: unknown): unknown {
  const hooks = Object.entries(recordOf(recordOf(value)?.['hooks']) ?? {}).filter(
    ([, list]) => !Array.isArray(list) || list.length > 0,
  )
  const { hooks: _hooks, ...rest } = recordOf(value) ?? {}
  return hooks.length === 0 ? rest : { ...rest, hooks: Object.fromEntries(hooks) }
}

function refusal({ path, harness }: Place, { text, path: at }: Problem): string {
  const where = at.length === 0 ? '' : ` (${at.join('.')})`
  return `${TITLES[harness]} takes nothing of ${path} as it is: ${text}${where}. Repair that first; nothing was written`
}
