import * as fs from 'node:fs'
import * as path from 'node:path'
import { EXTERNAL } from './external.ts'

/** The licences of the packages that are bundled into dist/, for THIRD_PARTY_NOTICES.md. */
export function notices(root: string): string {
  const sections = bundledPackages(root).map((name) => {
    const folder = path.join(root, 'node_modules', name)
    const { version, license } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
      version: string
      license: string
    }
    const file = fs.readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
    if (!file) throw new Error(`${name} has no licence file`)
    const text = fs.readFileSync(path.join(folder, file), 'utf8').trim()
    return `## ${name} ${version} (${license})\n\n${text.replace(/^/gm, '    ').replace(/^ +$/gm, '')}\n`
  })
  const native = NATIVE.map(([name, file]) => {
    const text = fs.readFileSync(path.join(root, 'scripts/native/licences', file), 'utf8').trim()
    return `## ${name}\n\n${text.replace(/^/gm, '    ').replace(/^ +$/gm, '')}\n`
  })
  return `# Third-party notices

The files in \`dist/\` contain code of these packages.

${sections.join('\n')}
The native program (\`npm run binaries\`) contains these besides.

${native.join('\n')}`
}

/** In the native program: the engine, and on Linux the C library. */
const NATIVE = [
  ['QuickJS 2025-04-26 (MIT)', 'quickjs.txt'],
  ['musl (MIT)', 'musl.txt'],
] as const

/** Names of the packages that src/ and hooks/ import. */
function bundledPackages(root: string): string[] {
  const found = new Set<string>()
  for (const folder of ['src', 'hooks']) {
    for (const file of fs.readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts')) continue
      const text = fs.readFileSync(path.join(root, folder, file), 'utf8')
      for (const match of text.matchAll(/(?:from|import\()\s*'([a-z@][^':]*)'/g)) {
        const [scope = '', name = ''] = (match[1] ?? '').split('/')
        found.add(scope.startsWith('@') ? `${scope}/${name}` : scope)
      }
    }
  }
  // The beginnings that `hookbox new` writes import the library by its name.
  found.delete('hookbox')
  return [...found].filter((name) => !EXTERNAL.some((external) => external === name)).sort()
}
