interface Folders {
  isFolder(path: string): boolean
  /** Also a link to nothing. */
  isThere(path: string): boolean
  /** Makes one folder; the code of an error, or undefined. */
  make(path: string, mode: number): string | undefined
}

/**
 * Makes a folder and its parents; returns the code of the error that stopped it. Ends also where
 * a folder is there and yet refuses with ENOENT, as /proc and some network file systems do.
 */
export function makeFolders(path: string, mode: number, folders: Folders): string | undefined {
  if (folders.isFolder(path)) return undefined
  const code = folders.make(path, mode)
  if (code === undefined) return undefined
  // Somebody else may have made it meanwhile.
  if (code === 'EEXIST' && folders.isFolder(path)) return undefined
  const parent = path.replace(/[\\/]+[^\\/]*[\\/]*$/, '')
  if (code !== 'ENOENT' || parent === '' || parent === path) return code
  // Whoever else needs the folder may have made its parent since; once more, and no oftener.
  const above = folders.isThere(parent) ? undefined : makeFolders(parent, mode, folders)
  if (above !== undefined) return above
  const again = folders.make(path, mode)
  return again === 'EEXIST' && folders.isFolder(path) ? undefined : again
}
