'use strict'
// Hooks that behave in one known way each, run by the built core as a real process:
// node probe-hooks.cjs <name> [hook arguments]
const { start } = require('../../dist/core.cjs')['src/host/node-main.ts']

const issue = { code: 'too_big', path: ['limit'], message: 'Invalid input', maximum: 10 }
const options = {
  defaults: { mode: 'enforce', limit: 3 },
  merge: { mode: ['observe', 'ask', 'enforce'], limit: 'nearest' },
  schema: async () => ({
    shape: { mode: {}, limit: {} },
    safeParse: (value) =>
      value.limit > 10 ? { success: false, error: { issues: [issue] } } : { success: true, data: value },
  }),
}

const hook = (name, kind, check, more = {}) => ({
  name,
  summary: 'a probe',
  kind,
  events: ['tool-before', 'stop', 'session-start'],
  options,
  check,
  ...more,
})

const pass = { kind: 'pass' }
const hooks = [
  hook('guard', 'guard', (event) =>
    event.tool?.input.command === 'boom' ? { kind: 'deny', reason: 'no boom here' } : pass,
  ),
  hook('guard-ask', 'guard', () => ({ kind: 'ask', reason: 'sure?' })),
  hook('guard-throws', 'guard', () => {
    throw new Error('ENOENT: no such file or directory, open x')
  }),
  hook('guard-rejects', 'guard', async () => {
    throw new TypeError('x is not a function')
  }),
  hook('guard-stray', 'guard', () => {
    Promise.reject(new Error('stray'))
    return new Promise((resolve) => setTimeout(() => resolve(pass), 200))
  }),
  hook('guard-callback', 'guard', () => {
    setTimeout(() => {
      throw new Error('in a callback')
    }, 1)
    return new Promise((resolve) => setTimeout(() => resolve(pass), 200))
  }),
  hook('guard-never', 'guard', () => new Promise(() => {})),
  hook('guard-deep', 'guard', function deep() {
    return deep() || pass
  }),
  hook('guard-long', 'guard', () => ({ kind: 'deny', reason: 'x'.repeat(1_000_000) })),
  hook('guard-not-a-verdict', 'guard', () => undefined),
  hook('observer', 'observer', () => pass),
  hook('observer-throws', 'observer', () => {
    throw new Error('disk on fire')
  }),
  hook('context', 'context', () => ({ kind: 'context', text: 'y'.repeat(1_000_000) })),
]

const [name, ...argv] = process.argv.slice(2)
start(
  hooks.find((one) => one.name === name),
  argv,
)
