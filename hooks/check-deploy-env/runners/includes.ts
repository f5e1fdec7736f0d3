import type { Host } from '../../../src/host/host.ts'
import { joinPath, parentOf, resolvePath } from '../../../src/paths/written.ts'
import { matchesWildcard } from '../wildcard.ts'

/** How many files one task's text is put together from, at most. */
const MAX_FILES = 40
const MAX_BYTES = 256 * 1024

/** The lines of a text that take in other files. */
interface Including {
  /** Names of the files that a line takes in, as written; undefined: it takes in none. */
  names(line: string): readonly string[] | undefined
  /** Whether names are seen from the file's own folder; else from where the runner works. */
  readonly fromFile: boolean
}

/** `include a.mk mk/*.mk`, `-include`, `sinclude` (GNU make, "Including Other Makefiles"). */
export const MAKE: Including = {
  names: (line) => {
    const list = /^[ ]*(?:-|s)?include[ \t]+([^#]*)/.exec(line)?.[1]
    return list === undefined ? undefined : list.trim().split(/\s+/)
  },
  fromFile: false,
}

/** `import 'a.just'`, `import? 'a.just'` (just.systems, "Imports"). */
export const JUST: Including = {
  names: (line) => {
    const name = /^import\??\s+(['"])(.*)\1/.exec(line)?.[2]
    return name === undefined ? undefined : [name]
  },
  fromFile: true,
}

/** The text with those of the files it includes in their places. What can't be read is left out. */
export function withIncludes(
  text: string,
  path: string,
  folder: string,
  including: Including,
  host: Host,
): string {
  const seen = new Set<string>([path])
  const expand = (inner: string, from: string): string =>
    inner
      .split('\n')
      .map((line) => {
        const names = including.names(line)
        if (!names) return line
        const base = including.fromFile ? (parentOf(from) ?? folder) : folder
        return names
          .flatMap((name) => filesFor(name, base, host))
          .map((file) => {
            if (seen.has(file) || seen.size >= MAX_FILES) return ''
            seen.add(file)
            const read = textAt(file, host)
            return read === undefined ? '' : expand(read, file)
          })
          .join('\n')
      })
      .join('\n')
  return expand(text, path)
}

/** The files that a name with or without wildcards in its last part means. */
function filesFor(name: string, base: string, host: Host): readonly string[] {
  if (/[$()]/.test(name)) return []
  const path = resolvePath(base, name, host.platform === 'win32')
  if (!/[*?]/.test(name)) return [path]
  const parent = parentOf(path)
  const pattern = path.slice(path.lastIndexOf('/') + 1)
  if (parent === undefined) return []
  const found = (host.list(parent) ?? []).filter((one) => matchesWildcard(pattern, one))
  return [...found].sort().map((one) => joinPath(parent, one))
}

/** A file's text; undefined where there is none that can be read. */
export function textAt(path: string, host: Host): string | undefined {
  if (host.stat(path)?.kind !== 'file') return undefined
  try {
    return new TextDecoder().decode(host.readFile(path, MAX_BYTES))
  } catch {
    return undefined
  }
}
