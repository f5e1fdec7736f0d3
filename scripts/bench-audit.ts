/**
 * What the audit trail promises under load, and what it costs. Each part fails when its promise
 * is not kept, so this is a test as well.
 *
 *   npm run bench:audit              all of it, some minutes
 *   npm run bench:audit -- --quick   the same, smaller
 *   npm run bench:audit -- --write   write docs/benchmarks-audit.md as well
 *
 * Linux only: the CPU time of children is read from /proc.
 */
import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { parseArgs } from 'node:util'
import { fullDisk } from './bench-audit/full-disk.ts'
import { restarts } from './bench-audit/restarts.ts'
import { type Result, root } from './bench-audit/scene.ts'
import { sinkCost } from './bench-audit/sink-cost.ts'
import { writers } from './bench-audit/writers.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})
const { quick } = values

const parts: Readonly<Record<string, () => Promise<Result>>> = {
  writers: () => writers(16, quick ? 50 : 1000),
  restarts: () => restarts(quick ? 2000 : 20_000, quick ? 6 : 20),
  cost: () => sinkCost(quick ? 5 : 15, quick ? 6 : 10),
  disk: () => fullDisk(),
}

const machine = `${os.cpus()[0]?.model ?? ''}, ${os.cpus().length} cores, ${os.type()} ${os.arch()}, node ${process.version}`
process.stdout.write(`${machine}\n`)
const results: Result[] = []
for (const [name, part] of Object.entries(parts)) {
  if (values.only !== undefined && values.only !== name) continue
  const result = await part()
  results.push(result)
  process.stdout.write(`${result.what}\n    ${result.said}\n`)
  for (const failure of result.failures) process.stderr.write(`    FAILED: ${failure}\n`)
  if (result.failures.length > 0) process.exitCode = 1
}
if (values.write) fs.writeFileSync(path.join(root, 'docs/benchmarks-audit.md'), page())

function page(): string {
  const rows = results.map(({ what, said }) => `| ${what} | ${said} |\n`)
  return `# What the audit trail promises, under load

| | |
| --- | --- |
${rows.join('')}
${machine}. The machine was shared with other work while this was measured.

Made by \`npm run bench:audit -- --write\`; each part fails when its promise is not kept. The
records of the first part are written by processes that share one log, without the start of Node
for each, which would hide what the lock costs. "Time" in the third one is that of the whole
process, from its start to its end.
`
}
