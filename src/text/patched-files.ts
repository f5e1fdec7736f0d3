/**
 * The files that a patch changes, as written in its headers: of `apply_patch`
 * (`*** Update File: x`, `*** Move to: y`) and of diffs (`+++ b/x`, `rename to y`).
 */
export function patchedFiles(text: string): string[] {
  const files: string[] = []
  for (const line of text.split(/\r?\n/)) {
    const own = /^\s*\*\*\* (?:Add File|Update File|Delete File|Move to): (.+?)\s*$/.exec(line)
    const diff = own ?? /^(?:---|\+\+\+) ("?)(.+?)\1(?:\t.*)?$/.exec(line)
    const moved = diff ?? /^(?:rename|copy) (?:from|to) ("?)(.+?)\1$/.exec(line)
    const path = moved?.[own ? 1 : 2]
    if (path === undefined || path === '/dev/null') continue
    files.push(path)
    // git's prefix, which `-p1` takes off.
    if (!own && /^[a-z]\//.test(path)) files.push(path.slice(2))
  }
  return [...new Set(files)]
}
