import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { build } from 'esbuild'

/**
 * Builds what `import ... from 'hookbox'` gives (src/library) into dist/library: ES modules, split
 * so that a call loads what it needs, and their types.
 */
export async function buildLibrary(root: string, dist: string): Promise<void> {
  const out = path.join(dist, 'library')
  await build({
    absWorkingDir: root,
    entryPoints: ['src/library/index.ts'],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    mainFields: ['module', 'main'],
    outdir: out,
    chunkNames: 'parts/[name]-[hash]',
    legalComments: 'none',
    logLevel: 'error',
  })
  // dist/package.json says CommonJS, for the bundles of the hooks.
  fs.writeFileSync(path.join(out, 'package.json'), '{ "type": "module" }\n')
  const types = path.join(out, 'types')
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
  const { status, stdout } = spawnSync(
    process.execPath,
    [tsc, '-p', 'tsconfig.library.json', '--outDir', types],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  if (status !== 0) throw new Error(`the types of the library: ${stdout}`)
  keepReachable(types)
}

/** Only what index.d.ts leads to; the imports get the endings of files that are there. */
function keepReachable(types: string): void {
  const wanted = new Set<string>()
  const visit = (file: string) => {
    if (wanted.has(file)) return
    wanted.add(file)
    const text = fs.readFileSync(file, 'utf8')
    for (const [, target = ''] of text.matchAll(IMPORT)) {
      visit(path.join(path.dirname(file), target.replace(/\.ts$/, '.d.ts')))
    }
    fs.writeFileSync(
      file,
      text.replace(IMPORT, (written) => written.replace(/\.ts'$/, ".js'")),
    )
  }
  visit(path.join(types, 'library/index.d.ts'))
  for (const file of fs.readdirSync(types, { recursive: true, encoding: 'utf8' })) {
    const whole = path.join(types, file)
    if (fs.statSync(whole).isFile() && !wanted.has(whole)) fs.rmSync(whole)
  }
  for (const entry of fs.readdirSync(types, { withFileTypes: true })) {
    const folder = path.join(types, entry.name)
    if (entry.isDirectory() && fs.readdirSync(folder).length === 0) fs.rmdirSync(folder)
  }
}

const IMPORT = /(?:from |import\()'(\.[^']+\.ts)'/g
