import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { build } from 'esbuild'
import { beforeAll, expect, test } from 'vitest'
import { nodeHost } from '../../src/host/node.ts'
import { readLog } from '../../src/store/read-log.ts'
import { logFiles } from '../../src/store/rotate.ts'
import { checkLog } from '../chain/chained-log.ts'
import { makeWorld } from '../support/world.ts'

const script = path.join(makeWorld().tmp, 'writer.mjs')

beforeAll(async () => {
  await build({
    entryPoints: [path.resolve(import.meta.dirname, 'many-writers.ts')],
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile: script,
    logLevel: 'error',
  })
})

function writer(...argv: readonly (string | number)[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...argv.map(String)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let problem = ''
    child.stderr.on('data', (chunk: Buffer) => {
      problem += chunk.toString()
    })
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(problem))))
  })
}

test.each([
  ['one file', 16, 30, 0, 'plain'],
  ['rotation every 2 MB', 8, 60, 2_000_000, 'plain'],
  ['one file with a chain', 16, 20, 0, 'chain'],
  ['a chain and rotation every 2 MB', 8, 40, 2_000_000, 'chain'],
])(
  '%s, %i processes: no record is lost, none is torn, none is there twice',
  async (_what, processes, records, maxBytes, chain) => {
    const world = makeWorld()
    const file = path.join(world.project, 'logs/x.jsonl')
    await Promise.all(
      Array.from({ length: processes }, (_, number) => writer(file, number, records, maxBytes, 1000, chain)),
    )
    const files = logFiles(nodeHost, file)
    if (maxBytes > 0) expect(files.length).toBeGreaterThan(3)
    else expect(files).toEqual([file])
    const read = files.map((one) => readLog(fs.readFileSync(one, 'utf8')))
    expect(read.flatMap(({ bad }) => bad)).toEqual([])
    const found = read.flatMap((content) =>
      content.records.filter(({ stage }) => stage === 'attempt').map((record) => String(record['id'])),
    )
    const written = Array.from({ length: processes }, (_, number) =>
      Array.from({ length: records }, (_, record) => `${number}-${record}`),
    ).flat()
    expect(found.sort()).toEqual(written.sort())
    for (const { records } of read) {
      for (const { text, stage } of records) {
        if (stage === 'attempt') expect(new Set(String(text)).size).toBe(1)
      }
    }
    if (chain === 'chain') expect(checkLog(file)).toMatchObject({ valid: true, problems: [], notes: [] })
    expect(fs.readdirSync(path.dirname(file))).not.toContain('x.jsonl.lock')
  },
  120_000,
)
