import { registry as batch } from '../../scripts/engines/batch.ts'
import type { Registry } from '../../src/command/registry.ts'
import type { Event } from '../../src/event.ts'
import {
  ask,
  block,
  type Context,
  context,
  defineHook,
  deny,
  type Hook,
  PASS,
  report,
  type Verdict,
} from '../../src/hook.ts'

// Hooks that behave in one known way each. Made a program by `probeProgram`, which is called as
// hookbox itself is: <name> [hook arguments], run <name> <name> ...

interface Options {
  readonly mode: 'enforce' | 'ask' | 'observe'
  readonly limit: number
}

function probe(
  name: string,
  kind: Hook['kind'],
  check: (event: Event, ctx: Context<Options>) => Verdict | Promise<Verdict>,
): Hook<Options> {
  return defineHook<Options>({
    name,
    summary: 'a probe',
    kind,
    events: ['tool-before', 'stop', 'session-start'],
    options: {
      defaults: { mode: 'enforce', limit: 3 },
      merge: { mode: ['observe', 'ask', 'enforce'], limit: 'nearest' },
      schema: async () => ({
        safeParse: (value) =>
          Number((value as Partial<Options>).limit ?? 0) > 10
            ? {
                success: false,
                error: { issues: [{ code: 'too_big', path: ['limit'], message: '', maximum: 10 }] },
              }
            : { success: true, data: value },
      }),
    },
    check,
  })
}

const later = async ({ host }: Context<Options>): Promise<Verdict> => {
  await host.sleep(200)
  return PASS
}

function deep(event: Event): Verdict {
  return [deep(event), PASS].at(1) ?? PASS
}

const hooks: Hook<Options>[] = [
  probe('guard', 'guard', (event) => (event.tool?.input['command'] === 'boom' ? deny('no boom here') : PASS)),
  probe('guard-quotes', 'guard', (event) => deny(`not ${String(event.tool?.input['command'])}`)),
  probe('guard-ask', 'guard', () => ({ kind: 'ask', reason: 'sure?' })),
  probe('guard-throws', 'guard', () => {
    throw new Error('ENOENT: no such file or directory, open x')
  }),
  probe('guard-rejects', 'guard', async () => {
    throw new TypeError('x is not a function')
  }),
  probe('guard-stray', 'guard', (_event, ctx) => {
    void Promise.reject(new Error('stray'))
    return later(ctx)
  }),
  probe('guard-callback', 'guard', (_event, ctx) => {
    const fail = () => {
      throw new Error('in a callback')
    }
    // The native program has no timers.
    if (typeof setTimeout === 'function') setTimeout(fail, 1)
    else void ctx.host.sleep(1).then(fail)
    return later(ctx)
  }),
  probe('guard-never', 'guard', () => new Promise(() => {})),
  probe('guard-deep', 'guard', deep),
  probe('guard-long', 'guard', () => deny('x'.repeat(1_000_000))),
  probe('guard-not-a-verdict', 'guard', () => undefined as unknown as Verdict),
  probe('observer', 'observer', () => PASS),
  probe('observer-throws', 'observer', () => {
    throw new Error('disk on fire')
  }),
  probe('context', 'context', () => context('y'.repeat(1_000_000))),
]

// One for each kind of verdict, and a second one of it.
for (const [more, said] of [
  ['', ''],
  ['-too', ' either'],
] as const) {
  hooks.push(
    probe(`denies${more}`, 'guard', () => deny(`denies${more}: not this${said}`)),
    probe(`blocks${more}`, 'gate', () => block(`not yet${said}`)),
    probe(`asks${more}`, 'guard', () => ask(`is it meant${said}?`)),
    probe(`adds${more}`, 'context', () => context(`a fact${said}`)),
    probe(`tells${more}`, 'feedback', () => report(`for the user${said}`)),
    probe(`passes${more}`, 'guard', () => PASS),
  )
}

export const registry: Registry = {
  ...Object.fromEntries(hooks.map((hook) => [hook.name, async () => hook])),
  ...batch,
}
