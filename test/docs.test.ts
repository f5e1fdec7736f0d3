import * as fs from 'node:fs'
import * as path from 'node:path'
import { expect, test } from 'vitest'
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

test.each(hookNames)('%s has a README with its options', (name) => {
  const text = fs.readFileSync(path.join(root, 'hooks', name, 'README.md'), 'utf8')
  expect(text).toContain('<!-- begin options -->\n|')
})

test('the README names every hook', () => {
  const text = fs.readFileSync(path.join(root, 'README.md'), 'utf8')
  expect(hookNames.filter((name) => !text.includes(`(hooks/${name}/README.md)`))).toEqual([])
})
