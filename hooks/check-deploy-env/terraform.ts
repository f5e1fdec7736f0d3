import type { Host } from '../../src/host/host.ts'
import { repositoryRoot } from '../../src/paths/project.ts'
import { baseName, isWithin, joinPath, relativeTo, resolvePath } from '../../src/paths/written.ts'
import type { Clue } from './target.ts'

/**
 * What the folder says about a terraform command's target: the workspace chosen there and
 * the folder's own place (`live/prod/network`).
 */
export function folderClues(host: Host, directory: string | undefined, chdir: string | undefined): Clue[] {
  if (directory === undefined) return []
  const folder = chdir === undefined ? directory : resolvePath(directory, chdir, host.platform === 'win32')
  const clues: Clue[] = []
  const workspace = chosenWorkspace(host, folder)
  if (workspace !== undefined && workspace !== 'default') {
    clues.push({ name: workspace, from: 'the terraform workspace', weight: 'names' })
  }
  clues.push(...placeClues(host, folder))
  return clues
}

/** `terraform workspace select` keeps its choice in this file. */
function chosenWorkspace(host: Host, folder: string): string | undefined {
  const file = joinPath(folder, '.terraform/environment')
  if (host.stat(file)?.kind !== 'file') return undefined
  const name = new TextDecoder().decode(host.readFile(file, 256)).trim()
  return name === '' ? undefined : name
}

function placeClues(host: Host, folder: string): Clue[] {
  const from = 'the folder'
  const home = host.home()
  const base =
    repositoryRoot(host, folder) ?? (home !== undefined && isWithin(folder, home, false) ? home : undefined)
  const inside = base === undefined ? baseName(folder) : relativeTo(folder, base, false)
  const clues: Clue[] = inside ? [{ name: inside, from, weight: 'suggests' }] : []
  // Parents outside the repository may hold the user's own name, which says nothing good.
  const last = folder.split('/').slice(-3).join('/')
  return [...clues, { name: last, from, weight: 'betrays' }]
}
