import type { Host } from '../../src/host/host.ts'
import type { Folder } from '../../src/paths/folder.ts'
import { joinPath, parentOf } from '../../src/paths/written.ts'
import type { Suite } from './suite.ts'

/** The `test` script of package.json, run by the package manager that the project uses. */
export function nodeSuite(folder: Folder): Suite | undefined {
  if (!folder.names.has('package.json')) return undefined
  const manifest = readManifest(folder.read('package.json'))
  const script = record(manifest['scripts'])['test']
  // The placeholder that `npm init` writes.
  if (typeof script !== 'string' || script.trim() === '' || script.includes('no test specified')) {
    return undefined
  }
  const manager = declaredManager(manifest) ?? managerByLockFile(folder)
  return {
    name: manager === 'bun' ? 'bun run test' : `${manager} test`,
    argv: argvOf(folder.host, manager),
    folder: folder.path,
  }
}

type Manager = 'npm' | 'pnpm' | 'yarn' | 'bun'

const LOCK_FILES: Readonly<Record<string, Manager>> = {
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm',
}

/** The field `packageManager`, as corepack reads it: "pnpm@9.1.0". */
function declaredManager(manifest: Readonly<Record<string, unknown>>): Manager | undefined {
  const declared = manifest['packageManager']
  const name = typeof declared === 'string' ? /^(npm|pnpm|yarn|bun)@/.exec(declared)?.[1] : undefined
  return name as Manager | undefined
}

/** In a workspace the lock file lies above the package. */
function managerByLockFile({ host, path, root }: Folder): Manager {
  for (let at: string | undefined = path; at !== undefined; at = parentOf(at)) {
    const folder = at
    const found = Object.entries(LOCK_FILES).find(([file]) => host.stat(joinPath(folder, file)))
    if (found) return found[1]
    if (at === root) break
  }
  return 'npm'
}

function argvOf(host: Host, manager: Manager): string[] {
  const argv = {
    // Without npm's own lines around the output.
    npm: ['npm', 'test', '--silent'],
    pnpm: ['pnpm', 'test'],
    yarn: ['yarn', 'test'],
    // `bun test` would be bun's own runner.
    bun: ['bun', 'run', 'test'],
  }[manager]
  // On Windows they are .cmd files, which only a shell starts. The words are fixed, so nothing is quoted.
  return host.platform === 'win32' ? ['cmd', '/d', '/s', '/c', argv.join(' ')] : argv
}

function readManifest(text: string): Readonly<Record<string, unknown>> {
  try {
    return record(JSON.parse(text))
  } catch {
    return {}
  }
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
