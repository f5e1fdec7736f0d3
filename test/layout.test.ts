import * as fs from 'node:fs'
import * as path from 'node:path'
import { expect, test } from 'vitest'

/** The rules of the layout that the linter can't express (CONTRIBUTING.md, "Layout"). */

const root = path.resolve(import.meta.dirname, '..')

function sources(folder: string): string[] {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.join(folder, file))
}

function imports(file: string): string[] {
  const text = fs.readFileSync(path.join(root, file), 'utf8')
  return [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map((match) =>
    path.relative(root, path.resolve(root, path.dirname(file), match[1] ?? '')),
  )
}

test('src never imports hooks', () => {
  const wrong = sources('src').flatMap((file) =>
    imports(file)
      .filter((to) => to.startsWith('hooks/'))
      .map((to) => `${file} -> ${to}`),
  )
  expect(wrong).toEqual([])
})

test('hooks never import each other', () => {
  const folderOf = (file: string) => file.split('/')[1]
  const wrong = sources('hooks')
    .filter((file) => file !== 'hooks/registry.ts')
    .flatMap((file) =>
      imports(file)
        .filter((to) => to.startsWith('hooks/') && folderOf(to) !== folderOf(file))
        .map((to) => `${file} -> ${to}`),
    )
  expect(wrong).toEqual([])
})

test('only run.ts, the host and the commands of hookbox write, only the host spawns', () => {
  const engineNeutral = [...sources('src'), ...sources('hooks')].filter(
    (file) => !/^src\/(host|cli|send|command)\//.test(file),
  )
  const writers = engineNeutral.filter((file) =>
    /\bhost\.write\(/.test(fs.readFileSync(path.join(root, file), 'utf8')),
  )
  expect(writers).toEqual(['src/run.ts'])
})

test('zod is reached through schema files only, never on the pass path', () => {
  const users = [...sources('src'), ...sources('hooks')].filter((file) =>
    /from 'zod/.test(fs.readFileSync(path.join(root, file), 'utf8')),
  )
  expect(users.filter((file) => !file.endsWith('/schema.ts'))).toEqual([])
})

test('the server is reached from the command line alone', () => {
  const wrong = [...sources('src'), ...sources('hooks')]
    .filter((file) => !/^src\/(?:cli|server)\//.test(file))
    .flatMap((file) =>
      imports(file)
        .filter((to) => to.startsWith('src/server/'))
        .map((to) => `${file} -> ${to}`),
    )
  expect(wrong).toEqual([])
})

interface Metafile {
  readonly outputs: Readonly<
    Record<string, { readonly bytes: number; readonly inputs: Readonly<Record<string, object>> }>
  >
}

const outputs = (
  JSON.parse(fs.readFileSync(path.join(root, '.cache/metafiles.json'), 'utf8')) as Metafile[]
).flatMap(({ outputs }) => Object.entries(outputs))

const eager = outputs.filter(([file]) => /^dist\/[^/]+\.cjs$/.test(file))

/** A second copy is read and compiled in every call that reaches it, and keeps readings of its own. */
test.each([
  ['unbash', 'dist/parts/src-shell-read.cjs'],
  ['picomatch', 'dist/parts/src-paths-glob-engine.cjs'],
  ['js-yaml', 'dist/parts/src-tickets-yaml.cjs'],
])('%s stands in one part', (name, part) => {
  const holders = outputs
    .filter(([, { inputs }]) =>
      Object.keys(inputs).some((input) => input.startsWith(`node_modules/${name}/`)),
    )
    .map(([file]) => file)
  expect(holders).toEqual([part])
})

test.each(eager)('%s, loaded on every call, holds no package and stays small', (_file, { bytes, inputs }) => {
  expect(Object.keys(inputs).filter((input) => input.includes('node_modules'))).toEqual([])
  expect(bytes).toBeLessThan(64_000)
})
