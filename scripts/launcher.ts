/**
 * The text of an executable in bin/. It loads the hook's bundle with the code that V8 compiled
 * for it before: on Node 22 and later by Node's own cache, on Node 20, which has none, from the
 * files that the build left beside the bundles (docs/decisions/0004-bundles.md). Without such a
 * file for this very version of Node a bundle is compiled as usual; V8 itself refuses one that
 * does not fit.
 *
 * The loader stands in the launcher, since a file of its own would cost every call 0.3 ms.
 * `closed`: the executable refuses when it can't be loaded.
 */
export function launcher(name: string, closed: boolean): string {
  return `#!/usr/bin/env node
${closed ? 'process.exitCode = 2 // until it has answered\n' : ''}${LOADER}
try {
  load(\`\${__dirname}/../dist/${name}.cjs\`)
} catch (error) {
  const said = String(error && error.message).split('\\n')[0].replace(/no such file|can't open/gi, 'missing')
  const why = error && error.code === 'ENOENT' ? \`\${error.path} is missing\` : said
  process.stderr.write(
    \`${name}: can't be loaded${closed ? ', so it refuses' : ''}: \${why}. It needs Node 20.19 or later (this is \${process.version}) and a whole installation; in a checkout, run npm ci\\n\`,
  )
}
`
}

const LOADER = `const loaded = {}
function load(file) {
  if (!process.version.startsWith('v20.')) {
    const { enableCompileCache } = require('node:module')
    if (enableCompileCache) enableCompileCache(\`\${__dirname}/../dist/.compile-cache\`)
    return require(file)
  }
  if (loaded[file]) return loaded[file].exports
  const { readFileSync } = require('fs')
  const { Script } = require('vm')
  const module = (loaded[file] = { exports: {} })
  const code = readFileSync(file, 'utf8')
  let cachedData
  try {
    cachedData = readFileSync(\`\${file}.\${process.version}-\${process.arch}.cache\`)
  } catch {}
  const script = new Script(\`(function(exports,require,module){\${code}\\n})\`, { filename: file, cachedData })
  const folder = file.slice(0, file.lastIndexOf('/') + 1)
  const from = (id) => (id.startsWith('./') ? load(folder + id.slice(2)) : require(id))
  script.runInThisContext()(module.exports, from, module)
  return module.exports
}`
