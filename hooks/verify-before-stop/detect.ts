import type { Folder } from '../../src/paths/folder.ts'
import { joinPath, parentOf } from '../../src/paths/written.ts'
import { inPath } from '../../src/process/program.ts'
import { dotnetSuite, phpSuite, rubySuite } from './detect-more.ts'
import { nodeSuite } from './detect-node.ts'
import { pythonSuite } from './detect-python.ts'
import type { Suite } from './suite.ts'

/**
 * How the tests of a folder are run, by its own files. A `test` recipe of just or make
 * stands for the whole folder, because its authors wrote it for that; else every language
 * found there is a suite of its own.
 */
export function suitesIn(folder: Folder): Suite[] {
  const recipe = recipeSuite(folder)
  if (recipe) return [recipe]
  return [nodeSuite, denoSuite, pythonSuite, cargoSuite, goSuite, jvmSuite, elixirSuite, dotnetSuite]
    .concat([rubySuite, phpSuite])
    .map((find) => find(folder))
    .filter((suite) => suite !== undefined)
}

function recipeSuite(folder: Folder): Suite | undefined {
  for (const name of ['justfile', 'Justfile', '.justfile']) {
    if (!folder.names.has(name)) continue
    // `test:`, `@test args:`, but not the assignment `test := x`.
    if (/^@?test\b[^:=\n]*:(?!=)/m.test(folder.read(name)) && inPath(folder.host, 'just')) {
      return { name: 'just test', argv: ['just', 'test'], folder: folder.path }
    }
  }
  for (const name of ['GNUmakefile', 'makefile', 'Makefile']) {
    if (!folder.names.has(name)) continue
    const hasTarget = /^test[ \t]*::?(?![:=])/m.test(folder.read(name))
    return hasTarget && inPath(folder.host, 'make')
      ? { name: 'make test', argv: ['make', 'test'], folder: folder.path, isEmpty: nothingToMake }
      : undefined
  }
  return undefined
}

/** A target without a recipe of its own. */
function nothingToMake(code: number, output: string): boolean {
  return code === 0 && /Nothing to be done for [`']test'/.test(output)
}

function denoSuite(folder: Folder): Suite | undefined {
  const name = ['deno.json', 'deno.jsonc'].find((file) => folder.names.has(file))
  // A package.json beside it has been asked already.
  if (name === undefined || folder.names.has('package.json')) return undefined
  const hasTask = /"tasks"\s*:\s*\{[^}]*"test"\s*:/.test(folder.read(name))
  const argv = hasTask ? ['deno', 'task', 'test'] : ['deno', 'test']
  return {
    name: argv.join(' '),
    argv,
    folder: folder.path,
    isEmpty: (_code, output) => /^error: No test modules found/m.test(output) && !/\bFAILED\b/.test(output),
  }
}

function cargoSuite(folder: Folder): Suite | undefined {
  if (!folder.names.has('Cargo.toml')) return undefined
  return { name: 'cargo test', argv: ['cargo', 'test'], folder: folder.path }
}

function goSuite(folder: Folder): Suite | undefined {
  if (!folder.names.has('go.mod')) return undefined
  return {
    name: 'go test ./...',
    argv: ['go', 'test', './...'],
    folder: folder.path,
    // At the start of a line, and alone: a failing test may say the same words.
    isEmpty: (_code, output) =>
      /^(?:go: warning: .* matched no packages|no packages to test)$/m.test(output) &&
      !/^(?:FAIL\b|\s*--- FAIL)/m.test(output),
  }
}

function jvmSuite(folder: Folder): Suite | undefined {
  const { names, path, host } = folder
  const windows = host.platform === 'win32'
  const suite = (tool: string, wrapper: string, ...args: string[]): Suite => {
    const own = wrapperAbove(folder, wrapper)
    return {
      name: [own?.shown ?? tool, ...args].join(' '),
      argv: [own?.program ?? tool, ...args],
      folder: path,
    }
  }
  const isGradle = ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'].some(
    (file) => names.has(file),
  )
  if (isGradle) return suite('gradle', windows ? 'gradlew.bat' : 'gradlew', 'test')
  return names.has('pom.xml') ? suite('mvn', windows ? 'mvnw.cmd' : 'mvnw', '-B', '-q', 'test') : undefined
}

/** The build's own wrapper script: in the folder, or above it where a module lies below its build. */
function wrapperAbove(
  { host, path, root }: Folder,
  wrapper: string,
): { readonly program: string; readonly shown: string } | undefined {
  for (let at: string | undefined = path, up = './'; at !== undefined; at = parentOf(at)) {
    if (host.stat(joinPath(at, wrapper))?.kind === 'file') {
      return { program: joinPath(at, wrapper), shown: `${up}${wrapper}` }
    }
    if (at === root) return undefined
    up = up === './' ? '../' : `../${up}`
  }
  return undefined
}

function elixirSuite(folder: Folder): Suite | undefined {
  if (!folder.names.has('mix.exs')) return undefined
  return { name: 'mix test', argv: ['mix', 'test'], folder: folder.path }
}
