import { plainLine } from '../../../src/text/plain.ts'
import { shownWord } from '../shown-word.ts'
import type { Work } from '../work.ts'
import { type Place, placesOf } from './folders.ts'
import { alembic, liquibase } from './histories.ts'
import { django, drizzle, flyway, knex, numberedSql, prisma, rails, type SchemaFact } from './migrations.ts'

const READERS: readonly ((place: Place, all: readonly Place[]) => SchemaFact[])[] = [
  prisma,
  drizzle,
  django,
  alembic,
  rails,
  flyway,
  liquibase,
  knex,
  numberedSql,
]

const MAX_FACTS = 8

/**
 * The schema's version by the project's files: what the last migration is, not what a database
 * has. Reads files only, of the first folders of the project.
 */
export function databaseLines({ host, projectRoot }: Work): string[] {
  const places = placesOf(host, projectRoot)
  const facts = places.flatMap((place) => {
    for (const reader of READERS) {
      const found = reader(place, places)
      if (found.length > 0) return found
    }
    return []
  })
  const lines = facts.slice(0, MAX_FACTS).map(({ tool, words, path }) => {
    const where = path === '' ? '' : `, in ${shownWord(path)}`
    return `Database schema by the files, ${plainLine(tool, 60)}: ${plainLine(words, 300)}${where}`
  })
  const left = facts.length - lines.length
  return left > 0 ? [...lines, `  (${left} more not listed)`] : lines
}
