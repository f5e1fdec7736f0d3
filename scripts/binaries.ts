/**
 * Builds all hooks into one executable per platform: the native program, in dist/native/<platform>,
 * or with `--engine pkg` the one with Node inside, in dist/pkg/<platform>.
 *
 *   npm run binaries                     for this machine
 *   npm run binaries -- --all            for every platform
 *   npm run binaries -- linux-arm64 ...  for these
 *   npm run binaries -- --engine pkg ...
 */
import * as fs from 'node:fs'
import * as path from 'node:path'
import { parseArgs } from 'node:util'
import { hookNames } from '../src/names.ts'
import { VERSION } from '../src/version.ts'
import { PLATFORMS } from './native/compiler.ts'
import { QUICKJS, sha256, ZIG } from './native/fetched.ts'
import { makeNative, named } from './native/native.ts'
import { NODE_VERSION, PKG } from './pkg/fetched.ts'
import { makePkg, nodeLicence, PKG_PLATFORMS } from './pkg/pkg.ts'
import { RENAMED } from './pkg/renamed.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false }, engine: { type: 'string', default: 'native' } },
})

interface Kind {
  readonly platforms: readonly { readonly name: string }[]
  make(platform: string, registry: string, file: string): Promise<void>
  /** What it is made of. */
  readonly made: Readonly<Record<string, unknown>>
}

const native: Kind = {
  platforms: PLATFORMS,
  make: (platform, registry, file) => makeNative(named(PLATFORMS, platform), registry, file),
  made: {
    engine: { name: 'QuickJS', version: QUICKJS.version, sha256: QUICKJS.sha256 },
    compiler: { name: 'zig cc', version: ZIG.version, sha256: ZIG.sha256 },
  },
}

const withNode: Kind = {
  platforms: PKG_PLATFORMS,
  make: async (platform, registry, file) => {
    await makePkg(named(PKG_PLATFORMS, platform), registry, file)
    fs.copyFileSync(nodeLicence(), path.join(path.dirname(file), 'LICENSE-node'))
  },
  made: {
    engine: {
      name: 'Node',
      version: NODE_VERSION,
      packages: Object.fromEntries(PKG_PLATFORMS.map(({ node }) => [node.name, node.integrity])),
      withoutVariables: RENAMED,
    },
    packager: { name: PKG.package, version: PKG.version },
  },
}

const kinds = new Map([
  ['native', native],
  ['pkg', withNode],
])
const kind = kinds.get(values.engine)
if (!kind) throw new Error(`--engine is ${values.engine}, expected ${[...kinds.keys()].join(' or ')}`)

const root = path.resolve(import.meta.dirname, '..')
const out = path.join(root, 'dist', values.engine)

const { platforms } = kind
const names = positionals.length > 0 ? positionals : [`${process.platform}-${process.arch}`]
const wanted = values.all ? platforms : names.map((name) => named(platforms, name))
const registry = path.join(root, 'hooks/registry.ts')
for (const { name: platform } of wanted) {
  const file = path.join(out, platform, program(platform))
  fs.rmSync(path.dirname(file), { recursive: true, force: true })
  await kind.make(platform, registry, file)
  for (const name of hookNames) putBeside(file, name)
  process.stdout.write(`${path.relative(root, file)}: ${fs.statSync(file).size} bytes\n`)
}
describe(kind)

function program(platform: string): string {
  return platform.startsWith('win32') ? 'hookbox.exe' : 'hookbox'
}

/** A hook's name for the program: a link, or a copy of the small one where few users can make links. */
function putBeside(file: string, name: string): void {
  const folder = path.dirname(file)
  if (!file.endsWith('.exe')) fs.symlinkSync('hookbox', path.join(folder, name))
  else if (values.engine === 'native') fs.copyFileSync(file, path.join(folder, `${name}.exe`))
}

/** What was built, of what, and how to check it; the same for two builds. */
function describe({ platforms, made }: Kind): void {
  const built = platforms
    .map(({ name }) => `${name}/${program(name)}`)
    .filter((file) => fs.existsSync(path.join(out, file)))
  const sums = built.map((file) => `${sha256(fs.readFileSync(path.join(out, file)))}  ${file}\n`)
  fs.writeFileSync(path.join(out, 'SHA256SUMS'), sums.join(''))
  const info = { hookbox: VERSION, ...made }
  fs.writeFileSync(path.join(out, 'build-info.json'), `${JSON.stringify(info, null, 2)}\n`)
}
