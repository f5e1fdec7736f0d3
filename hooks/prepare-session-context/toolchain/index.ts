import type { Host } from '../../../src/host/host.ts'
import { readText } from '../../../src/host/read-text.ts'
import { joinPath, parentOf } from '../../../src/paths/written.ts'
import { inPath } from '../../../src/process/program.ts'
import { plainLine } from '../../../src/text/plain.ts'
import { shownWord } from '../shown-word.ts'
import type { Work } from '../work.ts'
import { fits } from './compare.ts'
import { type Pin, pinsOf, type Tool } from './pins.ts'

/** Programs that say their version, and how. The others are looked up on the disk. */
const ASKED: Readonly<Partial<Record<Tool, readonly (readonly string[])[]>>> = {
  node: [['node', '--version']],
  bun: [['bun', '--version']],
  python: [
    ['python3', '--version'],
    ['python', '--version'],
  ],
  ruby: [['ruby', '--version']],
  go: [['go', 'version']],
}

/** The versions that the project asks for, beside those that this machine has. */
export async function toolchainLines(work: Work): Promise<string[]> {
  const pins = pinsOf(work.host, work.projectRoot)
  return Promise.all(
    pins.map(async (one) => {
      const pinned = `${one.tool}: the project asks for ${shownWord(plainLine(one.version, 60))} (${one.from})`
      return `Toolchain, ${pinned}, ${await installedWords(one, work)}`
    }),
  )
}

async function installedWords(pin: Pin, work: Work): Promise<string> {
  const found = await installed(pin, work)
  if (typeof found === 'string') return found
  const words = found.versions.map((version) => plainLine(version, 40))
  if (words.length === 0) return 'which is not installed'
  const verdicts = found.versions.map((version) => fits(pin.version, version))
  const fit = verdicts.includes(true)
    ? ', which fits'
    : verdicts.every((one) => one === false)
      ? ', which does not fit'
      : ''
  return `${found.where} ${words.length === 1 ? 'is' : 'are'} ${words.slice(0, 8).join(', ')}${fit}`
}

interface Installed {
  readonly where: string
  readonly versions: readonly string[]
}

async function installed({ tool }: Pin, work: Work): Promise<Installed | string> {
  const { host } = work
  const home = host.home() ?? '/'
  if (tool === 'rust') {
    const folder = joinPath(host.env('RUSTUP_HOME') || joinPath(home, '.rustup'), 'toolchains')
    return { where: 'installed', versions: host.list(folder) ?? [] }
  }
  if (tool === 'dotnet') {
    const program = inPath(host, 'dotnet')
    const root = program === undefined ? undefined : parentOf(host.realpath(program) ?? program)
    return {
      where: 'installed',
      versions: root === undefined ? [] : (host.list(joinPath(root, 'sdk')) ?? []),
    }
  }
  if (tool === 'npm' || tool === 'pnpm' || tool === 'yarn') return packageManager(host, tool)
  if (tool === 'java') return { where: 'installed', versions: javaVersion(host) }
  for (const [name = '', ...args] of ASKED[tool] ?? []) {
    const program = inPath(host, name)
    if (program === undefined) continue
    return shimmed(host, program, tool) ?? asked([program, ...args], work)
  }
  return { where: 'installed', versions: [] }
}

/**
 * A shim picks its version by the folder it is started in, and may take that from the project's
 * files; so it is not started, and what it could pick from is listed.
 */
function shimmed(host: Host, program: string, tool: Tool): Installed | undefined {
  const folder = parentOf(program)
  if (folder === undefined || !/[\\/]shims$/.test(folder)) return undefined
  const root = parentOf(folder) ?? folder
  const places = [
    joinPath(root, 'versions'),
    joinPath(root, `installs/${tool}`),
    joinPath(root, `installs/${tool}js`),
  ]
  const versions = places.flatMap((place) => host.list(place) ?? []).filter((name) => /^\d/.test(name))
  return { where: `behind ${shownWord(program)}`, versions: versions.sort() }
}

async function asked(argv: readonly string[], { host, left }: Work): Promise<Installed | string> {
  const result = await host.run(argv, {
    // Not in the project: its files could have the program fetch or start something else.
    cwd: host.home() ?? '/',
    timeoutMs: left(),
    maxOutputBytes: 4096,
    env: {
      GOTOOLCHAIN: 'local',
      COREPACK_ENABLE_NETWORK: '0',
      COREPACK_ENABLE_DOWNLOAD_PROMPT: '0',
      NODE_OPTIONS: undefined,
    },
  })
  if (result.ended === 'timeout') return 'installed is not known: timed out'
  const version = /\d+(?:\.\d+)+[\w.-]*/.exec(result.stdout)?.[0]
  if (result.ended !== 'exited' || result.code !== 0 || version === undefined) {
    return `installed is not known: ${shownWord(argv[0] ?? '')} does not say its version`
  }
  return { where: 'installed', versions: [version] }
}

/** Starting one of them to ask it would take longer than all else, so its package is read. */
function packageManager(host: Host, name: string): Installed | string {
  const program = inPath(host, name)
  let folder = program === undefined ? undefined : parentOf(host.realpath(program) ?? program)
  for (let up = 0; folder !== undefined && up < 3; up++, folder = parentOf(folder)) {
    const text = readText(host, joinPath(folder, 'package.json'), 64 * 1024) ?? ''
    const read = (key: string) => new RegExp(`^[ \\t]*"${key}"\\s*:\\s*"([^"]+)"`, 'm').exec(text)?.[1]
    const version = read('version')
    if (read('name') === 'corepack') return 'which corepack brings as it is asked for'
    if (read('name') === name && version !== undefined) return { where: 'installed', versions: [version] }
  }
  return program === undefined
    ? { where: 'installed', versions: [] }
    : 'installed in a version that is not known'
}

/** Starting Java to ask it would take longer than all else. */
function javaVersion(host: Host): string[] {
  const program = inPath(host, 'java')
  const real = program === undefined ? undefined : host.realpath(program)
  const bin = real === undefined ? undefined : parentOf(real)
  const root = host.env('JAVA_HOME') || (bin === undefined ? undefined : parentOf(bin))
  const text = root === undefined ? undefined : readText(host, joinPath(root, 'release'), 16_384)
  const version = /^JAVA_VERSION="([^"]+)"/m.exec(text ?? '')?.[1]
  return version === undefined ? [] : [version]
}
