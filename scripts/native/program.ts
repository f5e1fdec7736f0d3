import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { build } from 'esbuild'
import { makeProgram, PLATFORMS } from './compiler.ts'
import { lz4Encode } from './lz4.ts'

const root = path.resolve(import.meta.dirname, '../..')

/**
 * The first import fills the engine's globals, which packages look at when they are loaded.
 * `ahead`: files that an image holds loaded.
 */
const entry = (registry: string, ahead: readonly string[]) => `
import './src/host/quickjs-text.ts'
import { registry } from ${JSON.stringify(registry)}
import { startNative } from './src/host/quickjs-main.ts'
globalThis.hookboxNative.onStart(() => startNative(registry))
${ahead.map((file) => `import(${JSON.stringify(`./${file}`)})`).join('\n')}
`

/**
 * Not in an image: what is for people, what only a configuration needs, and what starts programs,
 * beside which its own start does not count. The image would be three times as large.
 */
const SELDOM = [
  /(?:by-hand|explain|explain-shown|refusals|program-command|approve|quickjs-terminal)\.ts$/,
  /schema\.ts$|yaml|glob-engine|adf|tickets\/description|trackers|markdown|curl-request|write-further|own-command|picomatch|powershell|unreadable|rotate|json-problem|cut-hashed|merge-verdicts|own-arguments|git\/compare|own-script/,
  /block-dangerous-rm\/(?:code|mcp)|block-destructive-git\/(?!index)|live-values|user-patterns|quickjs-(?:run|own)/,
  /^hooks\/(?:check-\w+(?:-env)?|verify-before-stop|inject-ticket-context|prepare-session-context)\/(?!index)/,
]

/** The hooks as ES modules, split so that a call reads only what it needs. */
async function modules(registry: string, ahead: readonly string[]) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    stdin: { contents: entry(registry, ahead), resolveDir: root, loader: 'ts', sourcefile: 'main.ts' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2023',
    minify: true,
    legalComments: 'none',
    charset: 'utf8',
    define: { HOOKBOX_IS_NATIVE: 'true' },
    entryNames: 'main',
    outdir: path.join(root, 'dist/native'),
    write: false,
    metafile: true,
    logLevel: 'error',
  })
  const outputs = Object.entries(metafile.outputs)
  const loaded = new Set<string>()
  const load = (file: string) => {
    if (loaded.has(file)) return
    loaded.add(file)
    for (const { path: imported, kind } of metafile.outputs[file]?.imports ?? []) {
      if (kind === 'import-statement') load(imported)
    }
  }
  for (const [file, { entryPoint = '' }] of outputs) {
    if (entryPoint === 'main.ts' || ahead.includes(entryPoint)) load(file)
  }
  const short = shortNames(outputs.map(([file]) => path.basename(file)))
  const nameOf = (file: string) => short.get(path.basename(file)) ?? ''
  return {
    texts: outputFiles.map(({ path: file, text }) => [nameOf(file), loading(text, short)] as const),
    /** What is imported dynamically. */
    dynamic: outputs.flatMap(([, { entryPoint = 'main.ts' }]) =>
      entryPoint === 'main.ts' ? [] : [entryPoint],
    ),
    /** Names of the files that are loaded at once. */
    loaded: new Set([...loaded].map(nameOf)),
  }
}

/** Names of files by their number, since each stands in all that import it; the entry keeps its own. */
function shortNames(files: readonly string[]): Map<string, string> {
  const names = [...files].sort().map((file, number) => [file, number.toString(36)] as const)
  return new Map([...names, ['main.js', 'main.js']])
}

/** `import()` needs to know in which file it stands, which the compiled code no longer says. */
function loading(text: string, short: ReadonlyMap<string, string>): string {
  return text.replace(/\b(import\(|from|import)"\.\/([\w-]+\.js)"/g, (all, how: string, file: string) => {
    const name = short.get(file)
    return name === undefined ? all : `${how === 'import(' ? 'hookboxNative.load(' : how}"${name}"`
  })
}

/** The engine's compiler, as a program of this machine. */
function compiler(folder: string): string {
  const [here] = PLATFORMS
  if (!here) throw new Error('no platform')
  const output = path.join(folder, 'compile')
  makeProgram(here, ['compile.c'], [], output)
  return output
}

/** Compiled hooks, in the form that parts.c reads. */
export interface CompiledProgram {
  /** Loaded while the image is made; nothing without one. */
  readonly ahead: Uint8Array
  /** Loaded by the calls that need it. */
  readonly later: Uint8Array
}

/** The hooks that `registry` (a file) exports. `image`: most of them are loaded ahead. */
export async function compiledProgram(registry: string, image: boolean): Promise<CompiledProgram> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hookbox-program-'))
  try {
    const compile = compiler(folder)
    const { dynamic } = image ? await modules(registry, []) : { dynamic: [] }
    const often = dynamic.filter((file) => !SELDOM.some((pattern) => pattern.test(file))).sort()
    const { texts, loaded } = await modules(registry, often)
    const parts = [...texts].sort(([a], [b]) => (a < b ? -1 : 1))
    const code = parts.map(([name, text]) => {
      const source = path.join(folder, 'source.js')
      const output = path.join(folder, 'code')
      fs.writeFileSync(source, text)
      execFileSync(compile, [output, name, source], { stdio: ['ignore', 'inherit', 'inherit'] })
      return { name: Buffer.from(name), code: fs.readFileSync(output), ahead: image && loaded.has(name) }
    })
    return {
      ahead: packed(code.filter((part) => part.ahead)),
      later: packed(code.filter((part) => !part.ahead)),
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

const HEAD = 16
const ENTRY_SIZE = 20
/** Bytes of pieces that many parts have; with more the parts get hardly shorter. */
const COMMON = 4096

function packed(parts: readonly { readonly name: Buffer; readonly code: Buffer }[]): Uint8Array {
  const index = Buffer.alloc(HEAD + parts.length * ENTRY_SIZE)
  index.writeUInt32LE(parts.length, 0)
  const rest: Buffer[] = []
  let at = index.length
  const add = (bytes: Buffer) => {
    const where = at
    rest.push(bytes)
    at += bytes.length
    return where
  }
  const common = commonPieces(parts.map(({ code }) => code))
  index.writeUInt32LE(add(common), 4)
  index.writeUInt32LE(common.length, 8)
  const names = parts.map(({ name }) => add(name))
  parts.forEach(({ name, code }, number) => {
    const short = Buffer.from(lz4Encode(code, common))
    const fields = [names[number] ?? 0, name.length, add(short), short.length, code.length]
    fields.forEach((field, position) => {
      index.writeUInt32LE(field, HEAD + number * ENTRY_SIZE + position * 4)
    })
  })
  return Buffer.concat([index, ...rest])
}

/** The names and texts (with the byte before them, their length) that take the most room in all parts together. */
function commonPieces(parts: readonly Buffer[]): Buffer {
  const counts = new Map<string, number>()
  for (const part of parts) {
    for (const piece of new Set(part.toString('latin1').match(/.[\x20-\x7e]{3,}/gs))) {
      counts.set(piece, (counts.get(piece) ?? 0) + 1)
    }
  }
  const saved = ([piece, count]: readonly [string, number]) => (count - 1) * piece.length
  const pieces = [...counts].filter(([, count]) => count > 1)
  pieces.sort((a, b) => saved(b) - saved(a) || (a[0] < b[0] ? -1 : 1))
  return Buffer.from(
    pieces
      .map(([piece]) => piece)
      .join('')
      .slice(0, COMMON),
    'latin1',
  )
}
