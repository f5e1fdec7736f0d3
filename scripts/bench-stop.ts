import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { capturedPayload } from './payloads.ts'

type Env = Readonly<Record<string, string | undefined>>

interface Timed {
  readonly name: string
  readonly cpu: readonly number[]
}

const START = 'verify-before-stop, bare start'
const STOP = 'verify-before-stop, unchanged tree'
const STATUS = 'git status'

/**
 * What a stop costs in a repository where nothing changed since the tests were green, beside
 * what can't be saved: the start of the hook (for an event that it does not serve) and one
 * `git status`.
 */
export class StopBench {
  /** Of the unchanged stop to both together. */
  readonly limit = 1.5
  readonly #cwd: string
  readonly #files: number

  constructor(cwd: string, files: number, env: Env) {
    this.#cwd = cwd
    this.#files = files
    for (let made = 0; made < files; made++) {
      const folder = path.join(cwd, `d${Math.floor(made / 1000)}`, `e${Math.floor(made / 50) % 20}`)
      if (made % 50 === 0) fs.mkdirSync(folder, { recursive: true })
      fs.writeFileSync(path.join(folder, `f${made}.txt`), `${made}\n`)
    }
    // Its tests are green, and are not run again while it is measured.
    fs.writeFileSync(path.join(cwd, 'package.json'), '{ "scripts": { "test": "true" } }\n')
    // Nothing that git would go on with in the background.
    const alone = ['-c', 'gc.auto=0', '-c', 'maintenance.auto=false']
    const identity = [...alone, '-c', 'user.name=dev', '-c', 'user.email=dev@example.invalid']
    for (const args of [
      ['init', '-q'],
      ['add', '-A'],
      [...identity, 'commit', '-q', '-m', 'x'],
      ['status'],
    ]) {
      const { status, stderr } = spawnSync('git', args, { cwd, env, encoding: 'utf8' })
      if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
    }
  }

  /** The rows to measure; `hook` is the launcher. */
  rows(hook: string) {
    const payload = (file: string) => `${JSON.stringify(capturedPayload(file, { cwd: this.#cwd }))}\n`
    return [
      { name: START, argv: [hook], input: payload('claude-code/PostCompact.manual.json') },
      { name: STOP, argv: [hook], input: payload('claude-code/Stop.json') },
      { name: STATUS, program: 'git', argv: ['-C', this.#cwd, 'status', '--porcelain'], input: '' },
    ]
  }

  /** The unchanged stop to bare start and `git status` together, over all rounds. */
  figure(rows: readonly Timed[]): { readonly ratio: number; readonly words: string } {
    const time = (name: string) =>
      (rows.find((row) => row.name === name)?.cpu ?? []).reduce((sum, one) => sum + one, 0)
    const ratio = time(STOP) / (time(START) + time(STATUS))
    const words = `a stop where nothing changed, in a repository of ${this.#files} files: ${ratio.toFixed(2)} times its bare start and one git status`
    return { ratio, words }
  }
}
