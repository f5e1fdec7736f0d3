import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import * as readline from 'node:readline'
import { build } from 'esbuild'
import { audit, ended, makeHome, type Result, root } from './scene.ts'

/**
 * Many processes write records of 1 to 200 kB to one log with a chain: none may be lost, torn or
 * there twice, and the chain has to be valid.
 */
export async function writers(processes: number, records: number): Promise<Result> {
  const { home, project, log, env, remove } = makeHome({ chain: true })
  const script = path.join(home, 'writer.mjs')
  await build({
    entryPoints: [path.join(root, 'test/store/many-writers.ts')],
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile: script,
    logLevel: 'error',
  })
  const started = performance.now()
  const codes = await Promise.all(
    Array.from({ length: processes }, (_, number) => {
      const argv = [script, log, number, records, 0, 20, 'chain'].map(String)
      return ended(spawn(process.execPath, argv, { stdio: ['ignore', 'ignore', 'inherit'] }))
    }),
  )
  const seconds = (performance.now() - started) / 1000
  const failures: string[] = []
  if (codes.some((code) => code !== 0)) failures.push(`exit codes ${codes.join(' ')}`)
  const ids = new Set<string>()
  let twice = 0
  let torn = 0
  for await (const line of readline.createInterface({ input: fs.createReadStream(log) })) {
    const id = idOf(line)
    if (id === undefined) torn++
    else if (id === '') continue
    else if (ids.has(id)) twice++
    else ids.add(id)
  }
  const lost = processes * records - ids.size
  if (lost !== 0 || torn !== 0 || twice !== 0) failures.push(`${lost} lost, ${torn} torn, ${twice} twice`)
  const megabytes = fs.statSync(log).size / 1_000_000
  const checking = performance.now()
  const { exit, stdout } = await audit(['verify'], project, env)
  const verified = (performance.now() - checking) / 1000
  if (exit !== 0) failures.push(`the chain is not valid: ${stdout.slice(0, 300)}`)
  remove()
  const rate = Math.round((processes * records) / seconds)
  return {
    what: `${processes} processes x ${records} records of 1 to 200 kB, with a chain`,
    said: `${lost} lost, ${torn} torn, chain ${exit === 0 ? 'valid' : 'NOT valid'}; ${rate} records/s, ${Math.round(megabytes / seconds)} MB/s; verify ${verified.toFixed(1)} s for ${Math.round(megabytes)} MB`,
    failures,
  }
}

/** '' for a seam, undefined for a line that is no record as it was written. */
function idOf(line: string): string | undefined {
  try {
    const { id, stage, text } = JSON.parse(line) as { id?: string; stage?: string; text?: string }
    if (stage === 'seam') return ''
    return id !== undefined && text !== undefined && new Set(text).size === 1 ? id : undefined
  } catch {
    return undefined
  }
}
