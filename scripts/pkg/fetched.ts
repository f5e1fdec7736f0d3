import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { cachedFolder, call, sha256 } from '../native/fetched.ts'

/** What the executable with Node inside is made of, all of it from the npm registry. */

export const PKG = { package: '@yao-pkg/pkg', version: '6.23.0' } as const
export const NODE_VERSION = '22.23.2'

/** A package that holds Node's own executable, and what it has to be. */
export interface NodePackage {
  readonly name: string
  readonly integrity: string
}

/** pkg, with everything it needs at the pinned versions; returns its entry. No script of theirs runs. */
export function pkg(): string {
  const pinned = path.join(import.meta.dirname, 'pinned')
  const names = ['package.json', 'package-lock.json', '.npmrc'] as const
  const hash = sha256(names.map((name) => fs.readFileSync(path.join(pinned, name), 'utf8')).join('\0'))
  const folder = cachedFolder(`pkg-${PKG.version}-${hash.slice(0, 8)}`, (making) => {
    for (const name of names) fs.copyFileSync(path.join(pinned, name), path.join(making, name))
    call('npm', ['ci', '--ignore-scripts', '--loglevel=error'], making)
  })
  return path.join(folder, 'node_modules', PKG.package, 'lib-es5/bin.js')
}

/** Node's executable and its licence, as the package has them. */
export function nodeFiles({ name, integrity }: NodePackage): { executable: string; licence: string } {
  const folder = cachedFolder(`${name}-${NODE_VERSION}`, (making) => {
    call('npm', ['pack', '--silent', '--ignore-scripts', `${name}@${NODE_VERSION}`], making)
    const archive = path.join(making, `${name}-${NODE_VERSION}.tgz`)
    const got = `sha512-${createHash('sha512').update(fs.readFileSync(archive)).digest('base64')}`
    if (got !== integrity)
      throw new Error(`${name}@${NODE_VERSION} has the integrity ${got}, expected ${integrity}`)
    call('tar', ['xzf', archive, '-C', making], making)
    fs.rmSync(archive)
  })
  const bin = path.join(folder, 'package/bin')
  const [executable = ''] = fs.readdirSync(bin).filter((file) => /^node(?:\.exe)?$/.test(file))
  return { executable: path.join(bin, executable), licence: path.join(folder, 'package/LICENSE') }
}
