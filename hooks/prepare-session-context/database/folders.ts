import type { Host } from '../../../src/host/host.ts'
import { readText } from '../../../src/host/read-text.ts'
import { joinPath } from '../../../src/paths/written.ts'

/** A folder of the project that may hold migrations. */
export interface Place {
  /** As seen from the project root, without a slash at its end; '' is the root. */
  readonly path: string
  readonly names: readonly string[]
  /** The first `maxBytes` of a file in it; '' when it can't be read. */
  read(name: string, maxBytes?: number): string
  /** What a folder in it holds. */
  list(name: string): readonly string[]
}

/** Folders that hold no migrations of the project itself, and may be large. */
const SKIPPED = new Set(
  'node_modules vendor dist build out target coverage tmp temp log logs assets static public docs test tests spec __pycache__ venv env site-packages fixtures'.split(
    ' ',
  ),
)

/** Folders that lead to migrations, looked at before others while there is room. */
const LIKELY =
  /^(?:db|databases?|prisma|drizzle|migrations?|migrate|alembic|versions|meta|sql|changelog|packages|apps|services|modules|backend|server|api|src|app)$/

/** Where build tools put them, deeper than is looked for. */
const KNOWN = ['src/main/resources/db/migration', 'src/main/resources/db/changelog', 'src/db/migrations']

const MAX_DEPTH = 4
const MAX_FOLDERS = 300
const MAX_NAMES = 5000

/** The folders of the project near its root, and those where build tools keep migrations. */
export function placesOf(host: Host, root: string): Place[] {
  const places: Place[] = []
  const seen = new Set<string>()
  const add = (path: string): Place | undefined => {
    if (seen.has(path) || places.length >= MAX_FOLDERS) return undefined
    seen.add(path)
    const absolute = path === '' ? root : joinPath(root, path)
    const names = host.list(absolute)
    if (names === undefined) return undefined
    const place = {
      path,
      names: names.slice(0, MAX_NAMES),
      read: (name: string, maxBytes = 64 * 1024) => readText(host, joinPath(absolute, name), maxBytes) ?? '',
      list: (name: string) => (host.list(joinPath(absolute, name)) ?? []).slice(0, MAX_NAMES),
    }
    places.push(place)
    return place
  }
  let level = [''].flatMap((path) => add(path) ?? [])
  const top = level[0] === undefined ? [] : ['', ...foldersIn(host, root, level[0])]
  for (const base of top.slice(0, 50)) {
    for (const known of KNOWN) {
      const path = base === '' ? known : `${base}/${known}`
      if (host.stat(joinPath(root, path))?.kind === 'directory') add(path)
    }
  }
  for (let depth = 0; depth < MAX_DEPTH && places.length < MAX_FOLDERS; depth++) {
    level = level.flatMap((place) => foldersIn(host, root, place).flatMap((path) => add(path) ?? []))
  }
  return places
}

/** Folders in it, by their paths. What has a dot in its name is taken for a file without a look. */
function foldersIn(host: Host, root: string, { path, names }: Place): string[] {
  return (
    names
      // Prisma has a folder for each migration.
      .filter((name) => !name.includes('.') && !SKIPPED.has(name) && !/^\d{8,14}_/.test(name))
      .sort((a, b) => Number(LIKELY.test(b)) - Number(LIKELY.test(a)))
      .map((name) => (path === '' ? name : `${path}/${name}`))
      .slice(0, MAX_FOLDERS)
      // A link could lead in a circle, or out of the project.
      .filter((inside) => host.lstat(joinPath(root, inside))?.kind === 'directory')
  )
}
