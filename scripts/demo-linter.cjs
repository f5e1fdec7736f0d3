// A linter for the demo only: it knows one rule.
const fs = require('node:fs')
const file = process.argv[2]
const found = fs
  .readFileSync(file, 'utf8')
  .split('\n')
  .flatMap((line, index) =>
    /^\s*var /.test(line) ? [`${file}:${index + 1}:1: no-var use let or const`] : [],
  )
if (found.length > 0) {
  process.stdout.write(`${found.join('\n')}\n`)
  process.exitCode = 1
}
