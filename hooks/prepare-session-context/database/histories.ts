import type { Place } from './folders.ts'
import { baseOf, type SchemaFact } from './migrations.ts'

/** Files of one tool that are read for their order. */
const MAX_FILES = 500

/**
 * Alembic: each migration names the one before it; the head is the one that no other names. It is
 * the same for several: then there is work to merge.
 */
export function alembic(place: Place): SchemaFact[] {
  if (baseOf(place.path) !== 'versions') return []
  const files = place.names.filter((name) => name.endsWith('.py') && name !== '__init__.py')
  if (files.length === 0 || files.length > MAX_FILES) return []
  const revisions = new Map<string, string>()
  const before = new Set<string>()
  for (const name of files) {
    const text = place.read(name, 8192)
    const id = /^revision(?:\s*:\s*[^=\n]+)?\s*=\s*['"]([\w.-]{1,60})['"]/m.exec(text)?.[1]
    if (id === undefined) continue
    revisions.set(id, name)
    const down = /^down_revision(?:\s*:\s*[^=\n]+)?\s*=\s*(.+)$/m.exec(text)?.[1] ?? ''
    for (const [, earlier = ''] of down.matchAll(/['"]([\w.-]{1,60})['"]/g)) before.add(earlier)
  }
  if (revisions.size === 0) return []
  const heads = [...revisions].filter(([id]) => !before.has(id))
  const shown = heads.slice(0, 3).map(([id, name]) => `${id} (${name})`)
  const words =
    heads.length === 1
      ? `head ${shown[0]} of ${revisions.size}`
      : `${heads.length} heads, which are not merged: ${shown.join(', ')}`
  return [{ tool: 'Alembic', path: place.path, words }]
}

/** Liquibase: the last change set of the last changelog, by the names of the files. */
export function liquibase(place: Place): SchemaFact[] {
  const isChangelog = (name: string) => /\.(?:xml|ya?ml|json|sql)$/i.test(name)
  const named = place.names.filter((name) => /changelog/i.test(name) && isChangelog(name))
  const files = /changelog/i.test(baseOf(place.path)) ? place.names.filter(isChangelog) : named
  const inside = [...files].sort()
  for (const name of inside.slice(-MAX_FILES).reverse()) {
    const last = lastChangeSet(place.read(name, 256 * 1024))
    if (last !== undefined) {
      const path = place.path === '' ? name : `${place.path}/${name}`
      return [{ tool: 'Liquibase', path, words: `last change set ${last}` }]
    }
  }
  return []
}

const CHANGE_SETS = [
  /<changeSet\b[^>]{0,500}?\bid="([^"\n]{1,100})"/g, // XML
  /^[ \t]*(?:-[ \t]*)?changeSet:[ \t]*\r?\n[ \t]*(?:author:[^\n]*\n[ \t]*)?id:[ \t]*["']?([^\s"'#]{1,100})/gm, // YAML
  /"changeSet"\s*:\s*\{\s*(?:"author"\s*:\s*"[^"]*"\s*,\s*)?"id"\s*:\s*"([^"\n]{1,100})"/g, // JSON
  /^--\s*changeset\s+[^:\s]{1,100}:(\S{1,100})/gim, // formatted SQL
]

function lastChangeSet(text: string): string | undefined {
  if (!/changeset/i.test(text)) return undefined
  return CHANGE_SETS.map((shape) => [...text.matchAll(shape)].at(-1)?.[1]).find((id) => id !== undefined)
}
