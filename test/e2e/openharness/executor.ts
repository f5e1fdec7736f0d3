/** Runs events through the real HookExecutor of OpenHarness, with our executables as its hooks. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import * as readline from 'node:readline'
import { type World, worldEnv } from '../../support/world.ts'
import { openHarness } from '../install-clients.ts'

const bin = path.resolve(import.meta.dirname, '../../../bin')

/** A guard as we tell users to write it (docs/contracts/openharness.md section 6). */
export function guard(name: string, more = ''): object {
  return { ...observer(name, more), block_on_failure: true }
}

/** A hook that never denies: its failure must not stop a call. */
export function observer(name: string, more = ''): object {
  return { type: 'command', command: `node ${path.join(bin, name)}${more}`, timeout_seconds: 10 }
}

/** What HookExecutor answers: AggregatedHookResult with its HookResults. */
export interface Executed {
  readonly blocked: boolean
  readonly reason: string
  readonly results: readonly { readonly success: boolean; readonly output: string }[]
}

/** What left the executor instead of an answer. */
export interface Raised {
  readonly raised: string
}

/** OpenHarness takes seconds to load, so one process of it serves all tests of a file. */
export class Executor {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #answers: AsyncIterator<string>
  #errors = ''

  constructor() {
    this.#child = spawn(openHarness.program, [path.join(import.meta.dirname, 'execute.py')])
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#errors += text
    })
    this.#child.stdin.on('error', () => {}) // it ended: the missing answer tells
    this.#answers = readline.createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]()
  }

  /** One event of the harness, `payload.event`, with `hooks` set for it in the user's settings. */
  async execute(
    world: World,
    payload: Readonly<Record<string, unknown>>,
    hooks: readonly object[],
    model?: string,
  ): Promise<Executed> {
    const config = path.join(world.home, '.openharness')
    fs.mkdirSync(config, { recursive: true })
    const settings = { hooks: { [String(payload['event'])]: hooks } }
    fs.writeFileSync(path.join(config, 'settings.json'), JSON.stringify(settings))
    const done = await this.run(world, payload, model)
    if ('raised' in done) throw new Error(`HookExecutor raised ${done.raised}`)
    return done
  }

  /** The same with the settings and plugins that the world has. `model`: an OpenAI-compatible address. */
  async run(
    world: World,
    payload: Readonly<Record<string, unknown>>,
    model?: string,
  ): Promise<Executed | Raised> {
    const event = String(payload['event'])
    // Hooks start in a login shell, which sets PATH anew.
    const node = path.dirname(process.execPath)
    fs.writeFileSync(path.join(world.home, '.bash_profile'), `export PATH="${node}:$PATH"\n`)
    const job = { event, payload, cwd: world.project, env: worldEnv(world), model: model ?? null }
    this.#child.stdin.write(`${JSON.stringify(job)}\n`)
    const answer = await this.#answers.next()
    if (answer.done) throw new Error(`HookExecutor failed: ${this.#errors}`)
    return JSON.parse(answer.value) as Executed | Raised
  }

  close(): void {
    this.#child.stdin.end()
  }
}
