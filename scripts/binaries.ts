/**
 * Builds the native program: all hooks in one executable per platform, in dist/native/<platform>.
 *
 *   npm run binaries                     for this machine
 *   npm run binaries -- --all            for every platform
 *   npm run binaries -- linux-arm64 ...  for these
 */
import * as fs from 'node:fs'
import * as path from 'node:path'
import { parseArgs } from 'node:util'
import { hookNames } from '../src/names.ts'
import { VERSION } from '../src/version.ts'
import { PLATFORMS } from './native/compiler.ts'
import { QUICKJS, sha256, ZIG } from './native/fetched.ts'
import { makeNative, platformNamed } from './native/native.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false } },
})

const root = path.resolve(import.meta.dirname, '..')
const out = path.join(root, 'dist/native')

const names = positionals.length > 0 ? positionals : [`${process.platform}-${process.arch}`]
const platforms = values.all ? PLATFORMS : names.map(platformNamed)

const registry = path.join(root, 'hooks/registry.ts')
for (const platform of platforms) {
  const folder = path.join(out, platform.name)
  fs.rmSync(folder, { recursive: true, force: true })
  const suffix = platform.name.startsWith('win32') ? '.exe' : ''
  const file = path.join(folder, `hookbox${suffix}`)
  await makeNative(platform, registry, file)
  for (const name of hookNames) {
    // Windows lets few users make links.
    if (suffix) fs.copyFileSync(file, path.join(folder, `${name}${suffix}`))
    else fs.symlinkSync('hookbox', path.join(folder, name))
  }
  process.stdout.write(`${path.relative(root, file)}: ${fs.statSync(file).size} bytes\n`)
}
describe()

/** What was built, of what, and how to check it; the same for two builds. */
function describe(): void {
  const built = PLATFORMS.map(({ name }) => name)
    .map((name) => `${name}/${name.startsWith('win32') ? 'hookbox.exe' : 'hookbox'}`)
    .filter((file) => fs.existsSync(path.join(out, file)))
  const sums = built.map((file) => `${sha256(fs.readFileSync(path.join(out, file)))}  ${file}\n`)
  fs.writeFileSync(path.join(out, 'SHA256SUMS'), sums.join(''))
  const info = {
    hookbox: VERSION,
    engine: { name: 'QuickJS', version: QUICKJS.version, sha256: QUICKJS.sha256 },
    compiler: { name: 'zig cc', version: ZIG.version, sha256: ZIG.sha256 },
  }
  fs.writeFileSync(path.join(out, 'build-info.json'), `${JSON.stringify(info, null, 2)}\n`)
}
