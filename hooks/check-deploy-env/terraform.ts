import type { Host } from '../../src/host/host.ts'
import { repositoryRoot } from '../../src/paths/project.ts'
import { baseName, isWithin, joinPath, relativeTo, resolvePath } from '../../src/paths/written.ts'
import { type Call, type Scene, variable } from './scene.ts'
import { smallText } from './small-text.ts'
import type { Clue } from './target.ts'

/**
 * What the folder says about a terraform command's target: the workspace chosen there (in
 * TF_DATA_DIR, seen from the folder) and
 * the folder's own place (`live/prod/network`).
 */
export function folderClues(chdir: string | undefined, call: Call, scene: Scene): Clue[] {
  const { cwd } = call.command
  const { host } = scene.ctx
  if (cwd === undefined) return []
  const folder = chdir === undefined ? cwd : resolvePath(cwd, chdir, host.platform === 'win32')
  const clues: Clue[] = []
  const data = variable('TF_DATA_DIR', call, scene)
  if (data && data.value === undefined) {
    clues.push({ name: undefined, from: 'TF_DATA_DIR', weight: 'names' })
  }
  const workspace = chosenWorkspace(
    host,
    resolvePath(folder, data?.value || '.terraform', host.platform === 'win32'),
  )
  if (workspace !== undefined && workspace !== 'default') {
    clues.push({ name: workspace, from: 'the terraform workspace', weight: 'names' })
  }
  return [...clues, ...variableClues(folder, scene), ...placeClues(host, folder)]
}

/** `terraform workspace select` keeps its choice in a file of its data folder. */
function chosenWorkspace(host: Host, data: string): string | undefined {
  const file = joinPath(data, 'environment')
  if (host.stat(file)?.kind !== 'file') return undefined
  const name = new TextDecoder().decode(host.readFile(file, 256)).trim()
  return name === '' ? undefined : name
}

const NAMES_ENVIRONMENT = /^[ \t]*(?:env|environment|env_name|stage|tier)[ \t]*=[ \t]*"([^"]+)"/gm

/** Variables that terraform takes from the folder by itself. */
function variableClues(folder: string, scene: Scene): Clue[] {
  const text = smallText(joinPath(folder, 'terraform.tfvars'), scene) ?? ''
  return [...text.matchAll(NAMES_ENVIRONMENT)].map(([, name]) => ({
    name,
    from: 'terraform.tfvars',
    weight: 'suggests',
  }))
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
