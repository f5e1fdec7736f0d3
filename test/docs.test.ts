import * as fs from 'node:fs'
import * as path from 'node:path'
import { expect, test } from 'vitest'
import { registry } from '../hooks/registry.ts'
import { handlerFindings } from '../src/cli/doctor/handler-checks.ts'
import { settingsFindings } from '../src/cli/doctor/settings-checks.ts'
import { parseSettings } from '../src/cli/settings/read.ts'
import { hookNames } from '../src/names.ts'

const root = path.resolve(import.meta.dirname, '..')

const pages = [
  '',
  'docs',
  'docs/decisions',
  'docs/harnesses',
  ...hookNames.map((name) => `hooks/${name}`),
].flatMap((folder) =>
  fs
    .readdirSync(path.join(root, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.join(folder, file)),
)

test.each(pages)('links of %s lead somewhere', (page) => {
  const text = fs.readFileSync(path.join(root, page), 'utf8')
  const broken = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)[^)]*\)/g)]
    .map((match) => match[1] ?? '')
    .filter((target) => !fs.existsSync(path.join(root, path.dirname(page), target)))
  expect(broken).toEqual([])
})

test.each(pages)('JSON in %s is JSON', (page) => {
  const text = fs.readFileSync(path.join(root, page), 'utf8')
  for (const [, json = ''] of text.matchAll(/```json\n([\s\S]*?)```/g)) {
    expect(() => JSON.parse(json), json).not.toThrow()
  }
})

const hooks = await Promise.all(Object.values(registry).map((load) => load()))

/** What somebody copies has to be what `hookbox doctor` calls right, with a timeout of its own. */
test.each(pages)('settings in %s are as they have to be', (page) => {
  const text = fs.readFileSync(path.join(root, page), 'utf8')
  const wrong = [...text.matchAll(/```json\n(\{\s*"hooks"[\s\S]*?)```/g)].flatMap(([, json = '']) => {
    const events = Object.keys((JSON.parse(json) as { hooks: object }).hooks)
    const harness = events.every((event) => /^[a-z_]+$/.test(event)) ? 'openharness' : 'claude-code'
    const settings = parseSettings({ harness, scope: 'project', path: page }, json)
    const around = { project: root, cwd: root, hooks }
    const findings = settings.handlers.flatMap((handler) => handlerFindings(settings, handler, around))
    const untimed = settings.handlers.filter(
      ({ fields }) => !('timeout' in fields || 'timeout_seconds' in fields),
    )
    return [
      ...[...settingsFindings(settings, [settings]), ...findings]
        // The reader has hookbox installed, and here it is not in PATH.
        .filter(({ level, id }) => level !== 'note' && !id.startsWith('missing-'))
        .map(({ text: words }) => words),
      ...untimed.map(({ event }) => `${event}: no timeout`),
    ]
  })
  expect(wrong).toEqual([])
})

test.each(hookNames)('%s has a README with its options', (name) => {
  const text = fs.readFileSync(path.join(root, 'hooks', name, 'README.md'), 'utf8')
  expect(text).toContain('<!-- begin options -->\n|')
})

test('the README names every hook', () => {
  const text = fs.readFileSync(path.join(root, 'README.md'), 'utf8')
  expect(hookNames.filter((name) => !text.includes(`(hooks/${name}/README.md)`))).toEqual([])
})
