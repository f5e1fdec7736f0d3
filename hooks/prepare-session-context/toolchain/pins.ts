import type { Host } from '../../../src/host/host.ts'
import { type Folder, openFolder } from '../../../src/paths/folder.ts'

export type Tool =
  | 'node'
  | 'npm'
  | 'pnpm'
  | 'yarn'
  | 'bun'
  | 'python'
  | 'ruby'
  | 'go'
  | 'rust'
  | 'java'
  | 'dotnet'

/** A version that a project asks for. */
export interface Pin {
  readonly tool: Tool
  readonly version: string
  /** The file that says so. */
  readonly from: string
}

/** What the project asks for, of each tool the first that is found; reads files only. */
export function pinsOf(host: Host, root: string): Pin[] {
  const folder = openFolder(host, root, root)
  const all = [
    ...versionFiles(folder),
    ...toolVersions(folder),
    ...mise(folder),
    ...packageJson(folder),
    ...others(folder),
  ]
  const first = new Map<Tool, Pin>()
  for (const pin of all) if (!first.has(pin.tool)) first.set(pin.tool, pin)
  return [...first.values()]
}

/** Files that hold a version and nothing else. */
const FILES: readonly (readonly [string, Tool])[] = [
  ['.nvmrc', 'node'],
  ['.node-version', 'node'],
  ['.python-version', 'python'],
  ['.ruby-version', 'ruby'],
  ['.go-version', 'go'],
  ['.java-version', 'java'],
  ['rust-toolchain', 'rust'],
]

function pin(tool: Tool, version: string | undefined, from: string): Pin[] {
  const written = version?.trim()
  return written && written.length <= 80 ? [{ tool, version: written, from }] : []
}

function versionFiles(folder: Folder): Pin[] {
  return FILES.flatMap(([name, tool]) => {
    const line = folder
      .read(name)
      .split('\n')
      .map((one) => one.trim())
      .find((one) => one !== '' && !one.startsWith('#'))
    return pin(tool, line?.replace(/^(?:ruby|python|go)-/, ''), name)
  })
}

const NAMES: ReadonlyMap<string, Tool> = new Map<string, Tool>([
  ['node', 'node'],
  ['nodejs', 'node'],
  ['pnpm', 'pnpm'],
  ['yarn', 'yarn'],
  ['bun', 'bun'],
  ['python', 'python'],
  ['ruby', 'ruby'],
  ['go', 'go'],
  ['golang', 'go'],
  ['rust', 'rust'],
  ['java', 'java'],
  ['dotnet', 'dotnet'],
])

/** asdf and mise: `nodejs 20.11.0`. */
function toolVersions(folder: Folder): Pin[] {
  return folder
    .read('.tool-versions')
    .split('\n')
    .flatMap((line) => {
      const [, name = '', version] = /^\s*([\w-]+)\s+(\S+)/.exec(line) ?? []
      const tool = NAMES.get(name)
      return tool === undefined ? [] : pin(tool, version, '.tool-versions')
    })
}

/** The `[tools]` of mise, as far as they are a name and a text. */
function mise(folder: Folder): Pin[] {
  return ['mise.toml', '.mise.toml'].flatMap((file) => {
    let inside = false
    return folder
      .read(file)
      .split('\n')
      .flatMap((line) => {
        const section = /^\s*\[([^\]]+)\]/.exec(line)?.[1]
        if (section !== undefined) inside = section.trim() === 'tools'
        const [, name = '', version] = (inside && /^\s*"?([\w-]+)"?\s*=\s*"([^"]+)"/.exec(line)) || []
        const tool = NAMES.get(name)
        return tool === undefined ? [] : pin(tool, version, file)
      })
  })
}

function packageJson(folder: Folder): Pin[] {
  const text = folder.read('package.json')
  if (text === '') return []
  let value: { volta?: unknown; engines?: unknown; packageManager?: unknown }
  try {
    value = (JSON.parse(text) ?? {}) as typeof value
  } catch {
    return []
  }
  const of = (object: unknown, key: string) => {
    const found = (object as Record<string, unknown> | undefined | null)?.[key]
    return typeof found === 'string' ? found : undefined
  }
  const manager = /^(npm|pnpm|yarn|bun)@(\d[\w.-]*)/.exec(of(value, 'packageManager') ?? '')
  return [
    ...pin('node', of(value.volta, 'node'), 'package.json, volta'),
    ...pin('node', of(value.engines, 'node'), 'package.json, engines'),
    ...(manager ? pin(manager[1] as Tool, manager[2], 'package.json, packageManager') : []),
    ...(['npm', 'pnpm', 'yarn'] as const).flatMap((tool) =>
      pin(tool, of(value.engines, tool), 'package.json, engines'),
    ),
  ]
}

function others(folder: Folder): Pin[] {
  const match = (file: string, shape: RegExp) => shape.exec(folder.read(file))?.[1]
  const go = match('go.mod', /^toolchain\s+go(\S+)/m)
  const goLeast = match('go.mod', /^go\s+(\d\S*)/m)
  return [
    ...pin('python', match('runtime.txt', /^python-(\S+)/m), 'runtime.txt'),
    ...pin('python', match('pyproject.toml', /^requires-python\s*=\s*"([^"]+)"/m), 'pyproject.toml'),
    ...pin('ruby', match('Gemfile', /^[ \t]*ruby[ \t]+["']([^"']+)["']/m), 'Gemfile'),
    ...pin('go', go ?? (goLeast && `>=${goLeast}`), 'go.mod'),
    ...pin(
      'rust',
      match('rust-toolchain.toml', /^[ \t]*channel[ \t]*=[ \t]*"([^"]+)"/m),
      'rust-toolchain.toml',
    ),
    ...pin('java', match('.sdkmanrc', /^[ \t]*java[ \t]*=[ \t]*(\S+)/m), '.sdkmanrc'),
    ...pin(
      'dotnet',
      match('global.json', /"sdk"\s{0,20}:\s{0,20}\{[^}]{0,500}"version"\s*:\s*"([^"]+)"/),
      'global.json',
    ),
  ]
}
