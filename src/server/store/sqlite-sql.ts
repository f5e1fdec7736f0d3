import type { Sql } from './select.ts'

/** Of sessions that a search finds, so many are looked at. */
const MOST_SESSIONS = 5000

/** SQLite's way of writing what `select.ts` builds. Times are kept as milliseconds. */
export const sqliteSql: Sql = {
  param: () => '?',
  ms: (column) => column,
  time: (placeholder) => placeholder,
  apart: (column) => `+${column}`,
  slot: (column, step) => `${column} - ${column} % ${step}`,
  search: (kind, placeholder) =>
    kind === 'records'
      ? {
          // Crossed, so that the search stands outside and its order, by seq, needs no sorting.
          from: 'record_words w CROSS JOIN records r ON r.seq = w.rowid',
          where: `record_words MATCH ${placeholder}`,
        }
      : {
          // The latest of those found: a word that a million sessions have sorts no million.
          from: `(SELECT rowid FROM session_words WHERE session_words MATCH ${placeholder} ORDER BY rowid DESC
            LIMIT ${MOST_SESSIONS}) w CROSS JOIN sessions s ON s.rowid = w.rowid`,
          where: '1 = 1',
        },
  // Of the search, which gives it without sorting.
  arrival: 'w.rowid',
  // Words are letters and digits alone, so that none can end the quotes.
  searched: (words) => words.map((word) => `"${word}"*`).join(' AND '),
}
