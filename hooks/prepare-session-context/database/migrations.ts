import type { Place } from './folders.ts'

/** What a tool's files say about the schema. */
export interface SchemaFact {
  readonly tool: string
  /** `latest migration 0007_refunds of 7`, without the tool's name. */
  readonly words: string
  readonly path: string
}

export const baseOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const parentOf = (path: string) => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '')

/** The last of some migrations, which are in their order. */
function latest(tool: string, path: string, names: readonly string[]): SchemaFact[] {
  const last = names.at(-1)
  return last === undefined ? [] : [{ tool, path, words: `latest migration ${last} of ${names.length}` }]
}

/** By the number at the start, then by name; other files are left out. */
function numbered(names: readonly string[], shape: RegExp): string[] {
  return names
    .flatMap((name) => {
      const number = shape.exec(name)?.[1]
      return number === undefined ? [] : [{ name, number }]
    })
    .sort((a, b) => compareNumbers(a.number, b.number) || a.name.localeCompare(b.name))
    .map(({ name }) => name)
}

/** Numbers as they are written, of any length, or several with dots between them. */
export function compareNumbers(a: string, b: string): number {
  const [one, two] = [a, b].map((written) =>
    written.split(/[._]/).map((part) => part.replace(/^0+(?=\d)/, '')),
  )
  for (let at = 0; at < Math.max(one?.length ?? 0, two?.length ?? 0); at++) {
    const [x, y] = [one?.[at] ?? '0', two?.[at] ?? '0']
    if (x.length !== y.length) return x.length - y.length
    if (x !== y) return x < y ? -1 : 1
  }
  return 0
}

function withoutEnding(names: readonly string[]): string[] {
  return names.map((name) => name.replace(/\.[A-Za-z]+$/, ''))
}

/** Prisma: a folder for each migration, beside `migration_lock.toml`. */
export function prisma(place: Place): SchemaFact[] {
  if (!place.names.includes('migration_lock.toml')) return []
  return latest('Prisma', place.path, numbered(place.names, /^(\d{8,14})_/))
}

/** Drizzle: `meta/_journal.json` lists them. */
export function drizzle(place: Place): SchemaFact[] {
  if (baseOf(place.path) !== 'meta' || !place.names.includes('_journal.json')) return []
  try {
    const { entries } = JSON.parse(place.read('_journal.json', 512 * 1024)) as { entries?: unknown }
    const tags = (Array.isArray(entries) ? entries : []).map((entry) =>
      String((entry as { tag?: unknown })?.tag),
    )
    return latest('Drizzle', parentOf(place.path), tags)
  } catch {
    return [{ tool: 'Drizzle', path: place.path, words: 'not known: _journal.json is not JSON' }]
  }
}

/** Django: numbered files of each app; Python packages have an `__init__.py`. */
export function django(place: Place): SchemaFact[] {
  if (baseOf(place.path) !== 'migrations' || !place.names.includes('__init__.py')) return []
  const names = withoutEnding(numbered(place.names, /^(\d{4})_\w+\.py$/))
  return latest(`Django app ${baseOf(parentOf(place.path)) || 'of the root'}`, place.path, names)
}

/** Rails: the version in `schema.rb`, and whether a migration is newer than that. */
export function rails(place: Place): SchemaFact[] {
  if (baseOf(place.path) !== 'db' || !place.names.includes('migrate')) return []
  const names = withoutEnding(numbered(place.list('migrate'), /^(\d{14})_\w+\.rb$/))
  const version = /Schema(?:\[[\d.]+\])?\.define\(version:\s*([\d_]+)\)/.exec(place.read('schema.rb'))?.[1]
  const found = latest('Rails', `${place.path}/migrate`, names)
  if (version === undefined) return found
  const number = version.replaceAll('_', '')
  const newer = names.filter((name) => compareNumbers(name.slice(0, 14), number) > 0).length
  const more =
    newer === 0 ? '' : `; ${newer} ${newer === 1 ? 'migration is' : 'migrations are'} newer than that`
  return [{ tool: 'Rails', path: `${place.path}/schema.rb`, words: `schema version ${number}${more}` }]
}

/** Flyway: `V1_2__name.sql`; `R__` ones are run again whenever they change and have no version. */
export function flyway(place: Place): SchemaFact[] {
  const names = numbered(place.names, /^V(\d+(?:[._]\d+)*)__.*\.sql$/)
  return latest('Flyway', place.path, withoutEnding(names))
}

/** Knex: numbered scripts where the project has a knexfile. */
export function knex(place: Place, all: readonly Place[]): SchemaFact[] {
  if (baseOf(place.path) !== 'migrations') return []
  const uses = all.some(({ names }) => names.some((name) => /^knexfile\.(?:js|ts|cjs|mjs)$/.test(name)))
  if (!uses) return []
  return latest('Knex', place.path, withoutEnding(numbered(place.names, /^(\d{14})_.*\.(?:js|ts|cjs|mjs)$/)))
}

/** Numbered SQL files: goose says so inside, sqlx by the project's Cargo.toml. */
export function numberedSql(place: Place, all: readonly Place[]): SchemaFact[] {
  const up = place.names.filter((name) => !/\.down\.sql$/.test(name))
  const names = numbered(up, /^(\d{3,14})_.*\.(?:sql|go)$/)
  const last = names.at(-1)
  if (last === undefined || /^V\d/.test(last)) return []
  const shown = names.map((name) => name.replace(/(?:\.up)?\.(?:sql|go)$/, ''))
  if (/^[ \t]*--[ \t]*\+goose\b/m.test(place.read(last, 4096))) return latest('goose', place.path, shown)
  const cargo = all.some(
    (one) => one.names.includes('Cargo.toml') && /^[ \t]*sqlx\b/m.test(one.read('Cargo.toml')),
  )
  if (cargo) return latest('sqlx', place.path, shown)
  return baseOf(place.path) === 'migrations' ? latest('SQL', place.path, shown) : []
}
