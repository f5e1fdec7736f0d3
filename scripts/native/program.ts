import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { build } from 'esbuild'
import { makeProgram, PLATFORMS } from './compiler.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** The first import fills the engine's globals, which packages look at when they are loaded. */
const entry = (registry: string) => `
import './src/host/quickjs-text.ts'
import { registry } from ${JSON.stringify(registry)}
import { startNative } from './src/host/quickjs-main.ts'
startNative(registry)
`

/** The hooks as ES modules, split so that a call reads only what it needs. */
async function modules(registry: string): Promise<ReadonlyMap<string, string>> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: { contents: entry(registry), resolveDir: root, loader: 'ts', sourcefile: 'main.ts' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2023',
    minify: true,
    legalComments: 'none',
    charset: 'utf8',
    entryNames: 'main',
    outdir: path.join(root, 'dist/native'),
    write: false,
    logLevel: 'error',
  })
  return new Map(outputFiles.map(({ path: file, text }) => [path.basename(file), text]))
}

/** The engine's compiler, as a program of this machine. */
function compiler(folder: string): string {
  const [here] = PLATFORMS
  if (!here) throw new Error('no platform')
  const output = path.join(folder, 'compile')
  makeProgram(here, ['compile.c'], [], output)
  return output
}

/** The hooks that `registry` (a file) exports, compiled, in the form that parts.c reads. */
export async function compiledProgram(registry: string): Promise<Uint8Array> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hookbox-program-'))
  try {
    const compile = compiler(folder)
    const parts = [...(await modules(registry))].sort(([a], [b]) => (a < b ? -1 : 1))
    const code = parts.map(([name, text]) => {
      const source = path.join(folder, 'source.js')
      const output = path.join(folder, 'code')
      fs.writeFileSync(source, text)
      execFileSync(compile, [output, name, source], { stdio: ['ignore', 'inherit', 'inherit'] })
      return { name: Buffer.from(name), code: fs.readFileSync(output) }
    })
    return packed(code)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

const HEAD = 16
const ENTRY_SIZE = 16

function packed(parts: readonly { readonly name: Buffer; readonly code: Buffer }[]): Uint8Array {
  const index = Buffer.alloc(HEAD + parts.length * ENTRY_SIZE)
  index.writeUInt32LE(parts.length, 0)
  const rest: Buffer[] = []
  let at = index.length
  const add = (bytes: Buffer) => {
    const where = at
    const padded = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 15)])
    rest.push(padded)
    at += padded.length
    return where
  }
  const names = parts.map(({ name }) => add(name))
  parts.forEach(({ name, code }, number) => {
    const fields = [names[number] ?? 0, name.length, add(code), code.length]
    fields.forEach((field, position) => {
      index.writeUInt32LE(field, HEAD + number * ENTRY_SIZE + position * 4)
    })
  })
  return Buffer.concat([index, ...rest])
}
