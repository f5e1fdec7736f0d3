import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hookNames } from '../../src/names.ts'
import { busyPayload, PASSING, passingPayload, shellGuards, shellPayload } from '../payloads.ts'

/** As layout.h numbers them. */
const [HOT, WARM] = [0, 1]

/**
 * The calls name this folder, and what they write to depends a little on the names in them: with a
 * folder that is called differently each time two builds would not be the same.
 */
const FOLDER = '/tmp/hookbox-image'
/** What they do depends on when those end. */
const STARTS_PROGRAMS: ReadonlySet<string> = new Set(['check-deploy-env', 'prepare-session-context'])

const STALE_MS = 120_000

/**
 * Runs the calls that the image is laid out for: `program` with its first arguments notes which
 * blocks they write to. Waits while another build does the same.
 */
export async function watchCalls([program, ...first]: readonly [string, ...string[]]): Promise<void> {
  await makeFolder()
  try {
    const cwd = path.join(FOLDER, 'home/project')
    const bare = path.join(FOLDER, 'home/notes')
    for (const made of ['home/project/.git', 'home/project/src', 'home/notes'])
      fs.mkdirSync(path.join(FOLDER, made), { recursive: true })
    const watch = (region: number, words: readonly string[], payload: object) => {
      // A pipe may be empty when it is looked at, or not.
      const input = path.join(FOLDER, 'input')
      fs.writeFileSync(input, JSON.stringify(payload))
      const stdin = fs.openSync(input, 'r')
      execFileSync(program, [...first, String(region), ...words], {
        env: { HOME: path.join(FOLDER, 'home') },
        cwd,
        stdio: [stdin, 'ignore', 'ignore'],
      })
      fs.closeSync(stdin)
    }
    for (const name of hookNames) watch(HOT, [name], passingPayload(name, cwd, bare))
    watch(HOT, ['hookbox', 'run', ...(await shellGuards())], shellPayload(cwd, PASSING))
    for (const name of hookNames) {
      if (!STARTS_PROGRAMS.has(name)) watch(WARM, [name], busyPayload(name, cwd))
    }
  } finally {
    fs.rmSync(FOLDER, { recursive: true, force: true })
  }
}

async function makeFolder(): Promise<void> {
  for (;;) {
    try {
      fs.mkdirSync(FOLDER, { mode: 0o700 })
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const made = fs.lstatSync(FOLDER, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    // Of a build that was stopped.
    if (Date.now() - made > STALE_MS) fs.rmSync(FOLDER, { recursive: true, force: true })
    else await sleep(200)
  }
}
