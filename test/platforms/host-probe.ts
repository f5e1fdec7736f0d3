import type { Registry } from '../../src/command/registry.ts'
import { defineHook, PASS } from '../../src/hook.ts'
import { type Host, HostError } from '../../src/host/host.ts'

/** One call of a function of the Host interface: its name and its arguments. */
export type Step = readonly [name: keyof Host, ...args: unknown[]]

/** What each call gave, in a form that JSON can hold: bytes as text, an error as its code. */
export async function takeSteps(host: Host, steps: readonly Step[]): Promise<unknown[]> {
  const results: unknown[] = []
  for (const [name, ...args] of steps) {
    try {
      const found = host[name] as unknown
      const result = typeof found === 'function' ? await found.apply(host, args.map(given)) : found
      results.push(result instanceof Uint8Array ? new TextDecoder().decode(result) : (result ?? null))
    } catch (error) {
      results.push(error instanceof HostError ? { error: error.code } : { thrown: String(error) })
    }
  }
  return results
}

/** JSON knows no undefined, which removes a variable. */
function given(argument: unknown): unknown {
  const { env } = (argument ?? {}) as { env?: Record<string, unknown> }
  if (env === undefined) return argument
  const changes = Object.entries(env).map(([name, value]) => [name, value ?? undefined])
  return { ...(argument as object), env: Object.fromEntries(changes) }
}

const probe = defineHook({
  name: 'probe',
  summary: 'calls functions of the host',
  kind: 'guard',
  events: ['tool-before'],
  options: {
    defaults: {},
    merge: {},
    schema: async () => ({ safeParse: (data) => ({ success: true, data }) }),
  },
  check: async (event, { host }) => {
    const { steps } = (event.tool?.input ?? {}) as { steps: readonly Step[] }
    host.write('stdout', JSON.stringify(await takeSteps(host, steps)))
    return PASS
  },
})

export const registry: Registry = { probe: async () => probe }
