import { block, context, defineHook, deny, type Hook, PASS } from '../../src/hook.ts'
import { startThread } from '../../src/server/worker.ts'

/** A thread of the server with hooks that behave badly; `policy.test.ts` bundles it. */

const options = {
  defaults: {},
  merge: {},
  schema: async () => ({ safeParse: () => ({ success: true as const, data: {} }) }),
}

function probe(
  name: string,
  kind: Hook['kind'],
  check: Hook['check'],
): readonly [string, () => Promise<Hook>] {
  return [
    name,
    async () =>
      defineHook({ name, summary: name, kind, events: ['tool-before', 'stop', 'prompt'], options, check }),
  ]
}

void startThread(
  Object.fromEntries([
    probe('endless', 'guard', () => {
      for (;;);
    }),
    probe('endless-observer', 'observer', () => {
      for (;;);
    }),
    probe('never-settles', 'guard', () => new Promise(() => {})),
    probe('throws', 'guard', () => {
      throw new Error('it broke')
    }),
    probe('hungry', 'guard', () => {
      const kept: unknown[] = []
      for (;;) kept.push(new Array(1_000_000).fill(kept.length))
    }),
    probe('leaves', 'guard', () => process.exit(0)),
    probe('slow', 'guard', async () => {
      await new Promise((resolve) => setTimeout(resolve, 150))
      return PASS
    }),
    probe('denies', 'guard', () => deny('not this one')),
    probe('blocks', 'gate', () => block('the tests fail')),
    probe('informs', 'context', () => context('what the model should know')),
    probe('sees', 'guard', (event, { host }) =>
      deny(
        JSON.stringify({
          cwd: event.cwd,
          home: host.home(),
          secret: host.env('PROBE_SECRET'),
          user: host.user(),
        }),
      ),
    ),
  ]),
)
