import { expect, test } from 'vitest'
import { envOf, whyOnlyManaged } from '../../src/cli/settings/merged.ts'
import type { Place } from '../../src/cli/settings/places.ts'
import { parseSettings, type Settings } from '../../src/cli/settings/read.ts'

const read = (scope: Place['scope'], value: object): Settings =>
  parseSettings({ harness: 'claude-code', scope, path: scope }, JSON.stringify(value))

const plugin: Place = { harness: 'claude-code', scope: 'plugin', path: 'plugin', bearer: { name: 'p' } }

test.each<[name: string, files: Settings[], why: string | undefined]>([
  ['nothing is said', [read('user', {})], undefined],
  ['the user disables', [read('user', { disableAllHooks: true })], 'disableAllHooks is true in user'],
  [
    'a stronger file enables',
    [read('user', { disableAllHooks: true }), read('project', { disableAllHooks: false })],
    undefined,
  ],
  [
    'only managed hooks',
    [read('managed', { allowManagedHooksOnly: true }), read('user', {})],
    'allowManagedHooksOnly is true in managed',
  ],
  ['a project that asks for that', [read('project', { allowManagedHooksOnly: true })], undefined],
  [
    'a plugin that says so',
    [parseSettings(plugin, JSON.stringify({ disableAllHooks: true })), read('user', {})],
    undefined,
  ],
  ['a void file', [read('user', { disableAllHooks: true, model: 5 })], undefined],
])('whether hooks run: %s', (_name, files, why) => {
  expect(whyOnlyManaged(files)).toBe(why)
})

test('of a variable the strongest file counts, and a void one says nothing', () => {
  const files = [
    read('managed', { env: { A: 'managed' } }),
    read('user', { env: { A: 'user', B: 'user', C: 'user' } }),
    read('project', { env: { B: 5 } }),
    read('local', { env: { C: 'local' }, model: null }),
    parseSettings(plugin, JSON.stringify({ env: { A: 'plugin', C: 'plugin' } })),
  ]
  expect(envOf(files)).toEqual({ A: 'managed', B: '5', C: 'user' })
})
