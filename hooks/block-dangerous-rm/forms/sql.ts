/**
 * The statement in a text for a database client that loses rows: DROP, TRUNCATE, DELETE without
 * WHERE, and MongoDB's calls of the kind. Undefined: none, or it stands in a string or a comment.
 */
export function losesRows(text: string): string | undefined {
  // What is a name or a value in quotes, or a remark.
  const plain = text
    .replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
    .replace(/'(?:[^'\n]|'')*'/g, "''")
    .slice(0, MAX)
  const drop = /\bdrop\s+(?:table|database|schema|keyspace|collection|owned|column)\b/i.exec(plain)
  if (drop && !/\bdrop\s+table\s+(?:if\s+exists\s+)?(?:"?te?mp|pg_temp)/i.test(drop.input.slice(drop.index)))
    return drop[0].replace(/\s+/g, ' ').toUpperCase()
  if (/(?:^|[;\s"])truncate\s+(?:table\s+)?["`\w]/i.test(plain) && !/\btruncate\s*\(/i.test(plain))
    return 'TRUNCATE'
  for (const [statement] of plain.matchAll(/\bdelete\s+from\s+[^;]{1,5000}/gi)) {
    if (!/\bwhere\b/i.test(statement)) return 'DELETE without WHERE'
  }
  if (/\.dropDatabase\s*\(|\.drop\s*\(\s*\)|\.(?:deleteMany|remove)\s*\(\s*(?:\{\s*\})?\s*\)/.test(plain))
    return 'drop'
  return undefined
}

/** Characters of a script that are looked at. */
const MAX = 100_000
