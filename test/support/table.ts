import * as fs from 'node:fs'
import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Hook } from '../../src/hook.ts'
import { type Answer, type Call, callExecutable, callFunction } from './call.ts'
import { engine } from './engine.ts'
import { makeWorld, type World, type WorldOptions, worldEnv } from './world.ts'

/** One line of a black-box table: what goes in, what comes out. */
export interface Row {
  readonly title: string
  /** An object (sent as JSON), or the exact text or bytes. Undefined: nothing on stdin. */
  readonly payload?: unknown
  readonly argv?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly world?: WorldOptions
  /** Changes the world first; may return a cwd other than the project. */
  readonly setup?: (world: World) => string | undefined
  readonly exit: number
  /** Exact text, a pattern, or an object that the JSON on stdout has to equal. Default: empty. */
  readonly stdout?: string | RegExp | object
  readonly stderr?: string | RegExp
  /** Looks at what the call left behind. */
  readonly after?: (world: World, answer: Answer) => void
}

/** `HOOKBOX_EVERY_ROW=4` takes the first of each four, where an engine is slow. */
const every = Number(process.env['HOOKBOX_EVERY_ROW'] ?? 1)

/**
 * Runs every row twice, each in a fresh world: through the function and through the built
 * executable. In payloads, argv and expectations `@PROJECT@`, `@HOME@` and `@TMP@` stand for
 * the world's folders.
 */
export function hookTable<Options extends object>(hook: Hook<Options>, all: readonly Row[]): void {
  const rows = all.filter((_row, index) => index % every === 0)
  describe.each([
    // The function is Node's in any case.
    ...(engine === 'node' ? [['function', (call: Call) => callFunction(hook, call)] as const] : []),
    ['executable', (call: Call) => callExecutable(hook.name, call)] as const,
  ])('%s', (_way, run) => {
    test.each(rows.map((row) => [row.title, row] as const))('%s', async (_title, row) => {
      const world = makeWorld(row.world)
      const cwd = row.setup?.(world) ?? world.project
      const fill = (text: string) =>
        text
          .replaceAll('@PROJECT@', world.project)
          .replaceAll('@HOME@', world.home)
          .replaceAll('@TMP@', world.tmp)
      const { payload } = row
      const stdin =
        payload === undefined || payload instanceof Uint8Array
          ? payload
          : fill(typeof payload === 'string' ? payload : JSON.stringify(payload))
      const env = Object.fromEntries(Object.entries(row.env ?? {}).map(([key, value]) => [key, fill(value)]))
      const answer = await run({
        ...(stdin === undefined ? {} : { stdin }),
        argv: (row.argv ?? []).map(fill),
        env: worldEnv(world, env),
        cwd,
      })
      const context = JSON.stringify(answer)
      expect(answer.exit, context).toBe(row.exit)
      compare(answer.stdout, row.stdout ?? '', fill, context)
      compare(answer.stderr, row.stderr ?? '', fill, context)
      row.after?.(world, answer)
    })
  })
}

function compare(
  got: string,
  wanted: string | RegExp | object,
  fill: (text: string) => string,
  context: string,
): void {
  if (typeof wanted === 'string') expect(got, context).toBe(fill(wanted))
  else if (wanted instanceof RegExp) expect(got, context).toMatch(wanted)
  else expect(JSON.parse(got), context).toEqual(JSON.parse(fill(JSON.stringify(wanted))))
}

const fixtures = path.resolve(import.meta.dirname, '../fixtures')

/** The text of a captured payload, for example `claude-code/PreToolUse.Bash.json`. */
export function fixture(file: string): string {
  return fs.readFileSync(path.join(fixtures, file), 'utf8')
}

/** A captured payload with some of its keys replaced; its cwd is the world's project. */
export function payloadLike(
  file: string,
  changes: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const payload = JSON.parse(fixture(file)) as Record<string, unknown>
  return { ...payload, ...('cwd' in payload ? { cwd: '@PROJECT@' } : {}), ...changes }
}

/** A Claude Code PreToolUse payload of a Bash call. */
export function bashPayload(
  command: string,
  changes: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return payloadLike('claude-code/PreToolUse.Bash.json', {
    tool_input: { command, description: 'x' },
    ...changes,
  })
}
