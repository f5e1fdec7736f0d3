import * as path from 'node:path'

/** The file as somebody in `folder` names it: relative where it lies in there. */
export function shownFile(file: string, folder = process.cwd()): string {
  const relative = path.relative(folder, file)
  return relative.startsWith('..') ? file : relative
}
