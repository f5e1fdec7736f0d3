import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'

/**
 * What the native program is built from, by the clients of public package registries: the
 * engine's source from Debian, the compiler from PyPI. Each is pinned by its SHA-256 and kept in
 * a cache outside of the repository.
 */

export const QUICKJS = {
  version: '2025-04-26',
  /** Debian's source package; the file is upstream's, without the tests of others. */
  package: 'quickjs',
  suite: 'trixie',
  file: 'quickjs_2025.04.26.orig.tar.xz',
  sha256: 'ec81da5b3249ed648dbc7df4a1654988910e66a118d9b71cb63534216efcfbbe',
} as const

export const ZIG = {
  version: '0.17.1',
  file: 'ziglang-0.17.1-py3-none-manylinux_2_12_x86_64.manylinux2010_x86_64.musllinux_1_1_x86_64.whl',
  sha256: 'ea6cc5d87b033cf0aedfbc8f9549a908cae6c50ac31f1698188fa48a74524b54',
} as const

/** Downloads and objects; HOOKBOX_BUILD_CACHE or the user's cache. */
const cache = path.resolve(
  process.env['HOOKBOX_BUILD_CACHE'] ??
    path.join(process.env['XDG_CACHE_HOME'] ?? path.join(os.homedir(), '.cache'), 'hookbox-build'),
)

export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

/** A folder of the cache, made by `make` when it is not there; half a one never is. */
export function cachedFolder(name: string, make: (folder: string) => void): string {
  const folder = path.join(cache, name)
  if (fs.existsSync(folder)) return folder
  fs.mkdirSync(cache, { recursive: true })
  const making = fs.mkdtempSync(path.join(cache, 'making-'))
  try {
    make(making)
    if (!fs.existsSync(folder)) fs.renameSync(making, folder)
  } finally {
    fs.rmSync(making, { recursive: true, force: true })
  }
  return folder
}

function checked(file: string, wanted: string): string {
  const got = sha256(fs.readFileSync(file))
  if (got !== wanted) throw new Error(`${file} has the SHA-256 ${got}, expected ${wanted}`)
  return file
}

/** Runs a client; its words are shown when it fails. */
export function call(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): void {
  try {
    execFileSync(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' })
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string }
    throw new Error(`${program} ${args.join(' ')}: ${stderr.trim() || message}`)
  }
}

/** The engine's source. `HOOKBOX_QUICKJS` may name the file, where there is no apt-get. */
export function quickjsSource(): string {
  return cachedFolder(`quickjs-${QUICKJS.version}`, (folder) => {
    const own = process.env['HOOKBOX_QUICKJS']
    const tar = checked(own ?? fromDebian(folder), QUICKJS.sha256)
    call('tar', ['xf', tar, '--strip-components=1', '-C', folder], folder)
    if (own === undefined) fs.rmSync(path.join(folder, 'apt'), { recursive: true })
  })
}

/** `apt-get source` with lists and settings of its own, so that the machine's stay as they are. */
function fromDebian(folder: string): string {
  const apt = path.join(folder, 'apt')
  for (const part of ['lists/partial', 'cache/archives/partial', 'source']) {
    fs.mkdirSync(path.join(apt, part), { recursive: true })
  }
  const list = path.join(apt, 'sources.list')
  const signed = '[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]'
  fs.writeFileSync(list, `deb-src ${signed} http://deb.debian.org/debian ${QUICKJS.suite} main\n`)
  const own = [
    `Dir::Etc::sourcelist=${list}`,
    'Dir::Etc::sourceparts=-',
    `Dir::State::lists=${apt}/lists`,
    `Dir::Cache=${apt}/cache`,
    'APT::Sandbox::User=root',
  ].flatMap((option) => ['-o', option])
  call('apt-get', [...own, '-qq', 'update'], apt)
  call('apt-get', [...own, '-qq', 'source', '--download-only', QUICKJS.package], path.join(apt, 'source'))
  return path.join(apt, 'source', QUICKJS.file)
}

/** The compiler for every platform: `zig cc`. */
export function zig(): string {
  const folder = cachedFolder(`zig-${ZIG.version}`, (making) => {
    const wanted = ['--no-deps', '--only-binary', ':all:', '--dest', making, `ziglang==${ZIG.version}`]
    call('python3', ['-m', 'pip', 'download', '--quiet', '--disable-pip-version-check', ...wanted], making)
    const wheel = checked(path.join(making, ZIG.file), ZIG.sha256)
    call('python3', ['-m', 'zipfile', '-e', wheel, making], making)
    fs.rmSync(wheel)
    fs.chmodSync(path.join(making, 'ziglang/zig'), 0o755)
  })
  return path.join(folder, 'ziglang/zig')
}
