/**
 * What the types of the library let through and what not: `tsc` reads this file, nothing runs it.
 */
import { ask, block, context, defineHook, deny, pass, report } from '../../src/library/index.ts'

const base = { name: 'typed', summary: '', fails: 'closed' } as const

defineHook({
  ...base,
  on: {
    'tool-before': (event) => {
      const name: string = event.tool.name
      return name === 'Bash' ? deny('no') : pass
    },
    prompt: async (event) => {
      const text: string = event.prompt
      return text === '' ? block('say something') : context(text)
    },
    stop: ({ stop }) => (stop.active ? undefined : block('not yet')),
    'session-end': () => report('bye'),
  },
})

// Nothing has to be returned.
defineHook({ ...base, on: { 'tool-after': () => {} } })

// @ts-expect-error a stop can't be denied
defineHook({ ...base, on: { stop: () => deny('no') } })
// @ts-expect-error a prompt can't be asked about
defineHook({ ...base, on: { prompt: () => ask('really?') } })
// @ts-expect-error nothing is kept from ending by the end of a session
defineHook({ ...base, on: { 'session-end': async () => block('no') } })
// @ts-expect-error there is no such event
defineHook({ ...base, on: { PreToolUse: () => pass } })
// @ts-expect-error a prompt is no tool call
defineHook({ ...base, on: { prompt: (event) => context(event.tool.name) } })
// @ts-expect-error a verdict is made by its builder
defineHook({ ...base, on: { 'tool-before': () => ({ kind: 'deny' }) } })
// @ts-expect-error whether it fails closed has to be said
defineHook({ name: 'typed', summary: '', on: { prompt: () => pass } })
