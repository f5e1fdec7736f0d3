/**
 * Bundles every executable into dist/ as CommonJS, since Node's loader for ES modules costs
 * more than a hook's own code. A call loads two small files: the launcher and the hook's
 * bundle, which holds the core that all hooks share. What is imported dynamically becomes a
 * part of its own, loaded when it is reached; parts take the core's modules from the bundle
 * that runs, so that a class exists once. docs/decisions/0004-bundles.md has the measurements.
 */
import * as fs from 'node:fs'
import * as path from 'node:path'
import { type BuildOptions, type BuildResult, build, type Metafile, type Plugin } from 'esbuild'
import { hookNames } from '../src/names.ts'
import { buildLibrary } from './build-library.ts'
import { buildPage } from './build-page.ts'
import { EXTERNAL } from './external.ts'
import { shellGuards } from './payloads.ts'
import { warmUp } from './warm-up.ts'

const root = path.resolve(import.meta.dirname, '..')
const out = path.join(root, 'dist')
const coreEntry = 'src/host/node-main.ts'

const common = {
  absWorkingDir: root,
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20.19',
  mainFields: ['module', 'main'],
  minify: true,
  legalComments: 'none',
  // Text of one byte a letter is read and compiled faster.
  charset: 'ascii',
  // A native import() would start Node's loader for ES modules.
  supported: { 'dynamic-import': false },
  metafile: true,
  logLevel: 'error',
  // Optional packages with code of their own for each platform, or none of our business.
  external: [...EXTERNAL],
} satisfies BuildOptions

/** Project files that `entry` needs as soon as it is loaded. */
async function eagerModules(entry: string): Promise<Set<string>> {
  const { metafile } = await build({ ...common, entryPoints: [entry], write: false })
  const eager = new Set<string>()
  const visit = (file: string) => {
    if (eager.has(file)) return
    eager.add(file)
    for (const { path: imported, kind, external } of metafile.inputs[file]?.imports ?? []) {
      if (!external && kind !== 'dynamic-import') visit(imported)
    }
  }
  visit(entry)
  return eager
}

/** Dynamic imports become `require`d parts; `found` collects them. */
function parts(found: Map<string, string>): Plugin {
  return {
    name: 'parts',
    setup: (plugin) => {
      plugin.onResolve({ filter: /^\./ }, (args) => {
        if (args.kind !== 'dynamic-import') return undefined
        const file = path.relative(root, path.resolve(args.resolveDir, args.path))
        const name = file.replace(/\.ts$/, '').replaceAll(/[\\/]/g, '-')
        found.set(file, name)
        return { path: `./parts/${name}.cjs`, external: true }
      })
    },
  }
}

/** Where the running bundle leaves the modules of the core for its parts, each behind a function. */
const SHARED = "globalThis[Symbol.for('hookbox.core')]"

/** Modules of the core are taken from the running bundle instead of being bundled again. */
function sharedCore(core: ReadonlySet<string>): Plugin {
  return {
    name: 'shared-core',
    setup: (plugin) => {
      plugin.onResolve({ filter: /^\..*\.ts$/ }, (args) => {
        const file = path.relative(root, path.resolve(args.resolveDir, args.path))
        return core.has(file) && args.kind !== 'dynamic-import'
          ? { path: file, namespace: 'core' }
          : undefined
      })
      plugin.onLoad({ filter: /.*/, namespace: 'core' }, (args) => ({
        contents: `module.exports = ${SHARED}[${JSON.stringify(args.path)}]()`,
        loader: 'js',
      }))
    },
  }
}

/**
 * Text that leaves the modules there: a function for each, since a namespace object with its
 * getters takes a call longer than all else that these modules do when they are loaded.
 */
async function sharing(files: readonly string[]): Promise<string> {
  const { metafile } = await build({
    absWorkingDir: root,
    format: 'esm',
    entryPoints: [...files],
    outdir: out,
    write: false,
    metafile: true,
  })
  const imports: string[] = []
  const modules = Object.values(metafile.outputs).map(({ entryPoint = '', exports }, index) => {
    const names = exports.map((name) => `${name} as m${index}_${name}`)
    imports.push(`import { ${names.join(', ')} } from './${entryPoint}'\n`)
    return `${JSON.stringify(entryPoint)}: () => ({ ${exports.map((name) => `${name}: m${index}_${name}`).join(', ')} })`
  })
  return `${imports.join('')}${SHARED} = { ${modules.join(', ')} }\n`
}

/** esbuild leaves expressions as they are: one character of more than a byte doubles the whole text. */
function assertAscii(file: string): void {
  const found = /[^\0-\x7f]+/.exec(fs.readFileSync(file, 'utf8'))
  if (!found) return
  throw new Error(`${file} holds ${JSON.stringify(found[0])}; write it as \\u... in the source`)
}

/** A bundle of a small text that imports from the project. */
async function bundle(contents: string, outfile: string, plugins: Plugin[]): Promise<BuildResult> {
  return build({
    ...common,
    stdin: { contents, resolveDir: root, loader: 'ts', sourcefile: `${outfile}.entry.ts` },
    outfile: path.join(out, outfile),
    plugins,
  })
}

const core = await eagerModules(coreEntry)
const found = new Map<string, string>()
const metafiles: Metafile[] = []
const keep = ({ metafile }: BuildResult) => {
  if (metafile) metafiles.push(metafile)
}

// Not the executables that `npm run binaries` puts there.
for (const name of fs.existsSync(out) ? fs.readdirSync(out) : []) {
  if (name !== 'native' && name !== 'pkg') fs.rmSync(path.join(out, name), { recursive: true, force: true })
}
const share = await sharing([...core])
for (const name of hookNames) {
  const entry = `import { hook } from './hooks/${name}/index.ts'\nimport { start } from './${coreEntry}'\n${share}start(hook)\n`
  keep(await bundle(entry, `${name}.cjs`, [parts(found)]))
}
const cli = `import { registry } from './hooks/registry.ts'\nimport { startCli } from './src/cli/main.ts'\n${share}startCli(registry)\n`
keep(await bundle(cli, 'hookbox.cjs', [parts(found)]))
const worker = `import { registry } from './hooks/registry.ts'\nimport { startThread } from './src/server/worker.ts'\n${share}startThread(registry)\n`
keep(await bundle(worker, 'server-worker.cjs', [parts(found)]))

const done = new Set<string>()
for (let next = pending(); next; next = pending()) {
  const [file, name] = next
  done.add(file)
  // Parts lie beside each other, one folder below the files that name them.
  keep(await bundle(`export * from './${file}'\n`, `parts/${name}.cjs`, [parts(found), sharedCore(core)]))
  const target = path.join(out, `parts/${name}.cjs`)
  const code = fs.readFileSync(target, 'utf8')
  fs.writeFileSync(target, code.replaceAll('require("./parts/', 'require("./'))
}

function pending(): [string, string] | undefined {
  return [...found].find(([file]) => !done.has(file))
}

for (const { outputs } of metafiles)
  for (const file of Object.keys(outputs)) assertAscii(path.join(root, file))
await buildPage(root, path.join(out, 'page'))
fs.writeFileSync(path.join(out, 'package.json'), '{ "type": "commonjs" }\n')
fs.mkdirSync(path.join(root, '.cache'), { recursive: true })
fs.writeFileSync(path.join(root, '.cache/metafiles.json'), JSON.stringify(metafiles))
await buildLibrary(root, out)
warmUp(out, await shellGuards())
