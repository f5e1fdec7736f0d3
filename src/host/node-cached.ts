import type * as Fs from 'node:fs'
import type * as Vm from 'node:vm'

const fs: typeof Fs = process.getBuiltinModule('node:fs')
const vm: typeof Vm = process.getBuiltinModule('node:vm')

/**
 * Loads a bundle, and the parts it asks for, with the code that V8 compiled when they were
 * built (docs/decisions/0004-bundles.md). For Node 20, which has no compile cache of its own.
 * Without a cache for this very version of Node the bundle is compiled as usual; V8 itself
 * refuses one that does not fit.
 */
export function loadCached(file: string, from: NodeJS.Require): unknown {
  const known = loaded.get(file)
  if (known) return known.exports
  const module = { exports: {} }
  loaded.set(file, module)
  const folder = file.slice(0, file.lastIndexOf('/'))
  const options: Vm.ScriptOptions = { filename: file }
  const cachedData = cacheOf(file)
  if (cachedData) options.cachedData = cachedData
  const source = fs.readFileSync(file, 'utf8')
  const script = new vm.Script(`(function(exports,require,module){${source}\n})`, options)
  const require = (id: string) =>
    id.startsWith('./') ? loadCached(`${folder}/${id.slice(2)}`, from) : from(id)
  script.runInThisContext()(module.exports, require, module)
  return module.exports
}

const loaded = new Map<string, { exports: unknown }>()

function cacheOf(file: string): Buffer | undefined {
  try {
    return fs.readFileSync(`${file}.${process.version}-${process.arch}.cache`)
  } catch {
    return undefined
  }
}
