import * as path from 'node:path'
import { build, transform } from 'esbuild'

const root = path.resolve(import.meta.dirname, '../..')

const common = {
  platform: 'node',
  target: 'node22.23',
  minify: true,
  legalComments: 'none',
  // Text of one byte a letter is read and compiled faster.
  charset: 'ascii',
  logLevel: 'error',
} as const

const entry = (registry: string) => `
import { registry } from ${JSON.stringify(registry)}
import { startProgram } from './src/host/node-program.ts'
startProgram(registry)
`

/**
 * One CommonJS text of the hooks that `registry` (a file) exports. It holds its parts as strings,
 * each compiled when it is reached: V8 would look through all of a megabyte at every start.
 */
export async function program(registry: string): Promise<string> {
  const { outputFiles } = await build({
    ...common,
    absWorkingDir: root,
    stdin: { contents: entry(registry), resolveDir: root, loader: 'ts', sourcefile: 'main.ts' },
    bundle: true,
    splitting: true,
    format: 'esm',
    mainFields: ['module', 'main'],
    entryNames: 'main',
    outdir: path.join(root, 'dist/pkg'),
    write: false,
  })
  const parts: Record<string, string> = {}
  for (const { path: file, text } of outputFiles) {
    // A native import() knows no files here.
    const how = { ...common, format: 'cjs', supported: { 'dynamic-import': false } } as const
    parts[`./${path.basename(file)}`] = (await transform(text, how)).code
  }
  return starting(parts)
}

/** What goes wrong before a hook has the word leaves the exit code that refuses. */
function starting(parts: Readonly<Record<string, string>>): string {
  return `process.exitCode = 2
try {
  const { Script } = require('node:vm')
  const parts = ${JSON.stringify(parts)}
  const loaded = {}
  const load = (id) => {
    if (!Object.hasOwn(parts, id)) return require(id)
    if (loaded[id]) return loaded[id].exports
    const module = (loaded[id] = { exports: {} })
    const script = new Script('(function(exports,require,module){' + parts[id] + '\\n})', { filename: id })
    script.runInThisContext()(module.exports, load, module)
    return module.exports
  }
  load('./main.js')
} catch (error) {
  process.stderr.write('hookbox: an unexpected error (' + error + '), so it refuses\\n')
}
`
}
