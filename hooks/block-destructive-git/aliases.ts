import { git } from '../../src/git/git.ts'
import type { Host } from '../../src/host/host.ts'
import type { ShellReading } from '../../src/shell/command.ts'
import type { GitCall } from './call.ts'
import { BUILTIN, HARMLESS } from './names.ts'

/** Aliases of an alias are followed this far. */
export const MAX_DEPTH = 5

/**
 * What an alias stands for: git: words in front of the call's own; shell: a text; unknown: git
 * could not be asked.
 */
export interface Alias {
  readonly kind: 'git' | 'shell' | 'unknown'
  readonly text: string
}

/** Repositories whose aliases are read in one call; those of more are not known. */
const MAX_READS = 4

/** What the aliases of a call are looked up in: git is asked once for each repository. */
export type AliasBook = Map<string, Promise<ReadonlyMap<string, string> | undefined>>

/**
 * The alias that the subcommand is: set by -c, earlier in the same text (`known`), or in git's
 * configuration. Git's own commands can't be replaced.
 */
export async function aliasOf(
  call: GitCall,
  host: Host,
  known: ReadonlyMap<string, string>,
  book: AliasBook,
  otherSettings: boolean,
): Promise<Alias | undefined> {
  const { sub } = call
  if (!sub || HARMLESS.has(sub) || BUILTIN.has(sub) || !/^[\w.-]+$/.test(sub)) return undefined
  const key = `alias.${sub.toLowerCase()}`
  const given = call.settings.get(key) ?? known.get(key)
  if (given !== undefined) return aliasFor(given)
  return otherSettings || call.otherSettings ? UNKNOWN : configured(call, host, key, book)
}

const UNKNOWN: Alias = { kind: 'unknown', text: '' }

const aliasFor = (text: string): Alias =>
  text.startsWith('!') ? { kind: 'shell', text: text.slice(1) } : { kind: 'git', text }

async function configured(
  call: GitCall,
  host: Host,
  key: string,
  book: AliasBook,
): Promise<Alias | undefined> {
  const dir = call.dir !== undefined && host.stat(call.dir)?.kind === 'directory' ? call.dir : host.cwd()
  if (dir === undefined) return UNKNOWN
  const place = [dir, ...call.folders].join('\0')
  const found = book.get(place) ?? (book.size < MAX_READS ? readAliases(call, host, dir) : undefined)
  if (found) book.set(place, found)
  const all = await found
  if (!all) return UNKNOWN
  const text = all.get(key)
  return text === undefined ? undefined : aliasFor(text)
}

/** All aliases that git knows in a folder, by key; undefined when it can't say. */
async function readAliases(
  call: GitCall,
  host: Host,
  dir: string,
): Promise<ReadonlyMap<string, string> | undefined> {
  const args = [...call.folders, 'config', '-z', '--get-regexp', '^alias\\.']
  const { ended, code, stdout, omitted } = await git(host, dir, args)
  if (ended !== 'exited' || code > 1 || omitted > 0) return undefined
  const entries = stdout.split('\0').flatMap((entry): [string, string][] => {
    const at = entry.indexOf('\n')
    return at < 0 ? [] : [[entry.slice(0, at).toLowerCase(), entry.slice(at + 1).trim()]]
  })
  return new Map(entries)
}

/** Adds the settings that a `git config` of this text sets. */
export function noteSetting(call: GitCall, known: Map<string, string>): void {
  if (call.sub !== 'config') return
  const values = call.words.map((word) => word.value ?? '')
  const at = values.findIndex((value) => /^[a-z][a-z0-9-]*\..*[^.]$/i.test(value))
  const text = values[at + 1]
  if (at >= 0 && text !== undefined) known.set((values[at] ?? '').toLowerCase(), text)
}

/** The commands of an alias; the words of the call follow the text. */
export async function readAlias(
  alias: Alias,
  call: GitCall,
  read: (text: string, cwd: string | undefined) => Promise<ShellReading>,
  top: string | undefined,
): Promise<ShellReading> {
  if (alias.kind === 'shell') {
    const more = call.words.map(({ value, source }) => (value === undefined ? source : quoted(value)))
    return read([alias.text, ...more].join(' '), top ?? call.dir)
  }
  const found = await read(`git ${alias.text}`, call.dir)
  return {
    ...found,
    commands: found.commands.map((one) => ({
      ...one,
      argv: [...one.argv, ...call.words],
      environment: call.command.environment,
      via: call.command.via,
      moreOperands: call.more,
      cwd: call.dir,
      source: call.command.source,
    })),
  }
}

export const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
