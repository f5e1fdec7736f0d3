import type { Access } from '../touch.ts'

/** What code in another language does with a file it names in a literal. */
export interface CodeUse {
  readonly path: string
  readonly access: Access
}

const WRITES =
  /\bopen\s*\([^()]*,\s*(?:mode\s*=\s*)?['"][^'"]*[wax+]|\bopen\s*\([^()]*['"]\s*>|write_(?:text|bytes)|(?:write|append)File|createWriteStream|copyFile|cpSync|\bunlink|\brm(?:Sync|tree|_r|_rf)?\s*\(|\bremove\s*\(|\brename|\breplace\s*\(\s*['"]|truncate|chmod|symlink|shutil\.(?:copy|move)|File\.(?:write|delete|rename|open\s*\([^()]*['"][wa])|IO\.write|file_put_contents|fopen\s*\([^()]*['"][waxc]|Deno\.(?:write|remove|rename)|Bun\.write|\.touch\s*\(|\bprintf?\b[^;\n>]*>{1,2}\s*"/

const READS =
  /\bopen\s*\(|read_(?:text|bytes)|\breadFile|createReadStream|\breadlines?\b|File\.(?:read|open|foreach|new)|IO\.(?:read|foreach)|file_get_contents|\bfile\s*\(|fopen\s*\(|\brequire\s*\(|\bload\s*\(|Deno\.read|Bun\.file|dotenv_values|parse\s*\(\s*fs|<\s*\$?\w*\s*>|\binclude\s*\(|slurp|\bgetline\b/

const MAX_LITERALS = 500

/**
 * The files that code names in literals, with what the code does to files at all. It does not
 * follow variables: `open(name)` says nothing.
 */
export function filesInCode(code: string): CodeUse[] {
  const access: Access | undefined = WRITES.test(code) ? 'write' : READS.test(code) ? 'read' : undefined
  if (access === undefined) return []
  const files: CodeUse[] = []
  for (const match of code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)) {
    if (files.length >= MAX_LITERALS) break
    const path = (match[1] ?? match[2] ?? match[3] ?? '').replace(/\\(.)/g, '$1')
    if (path !== '' && path.length < 1000) files.push({ path, access })
  }
  return files
}
