import * as fs from 'node:fs'
import * as path from 'node:path'
import { expect, test } from 'vitest'
import { findProgram, inPath } from '../../src/process/program.ts'
import { shownArgv } from '../../src/process/shell.ts'
import { splitWords } from '../../src/process/words.ts'
import { testHost } from '../support/call.ts'
import { makeWorld, worldEnv } from '../support/world.ts'

test.each<[string, string[]]>([
  ['a b  c', ['a', 'b', 'c']],
  ['  a\tb\n', ['a', 'b']],
  [`"a b" 'c "d"' "e'f"`, ['a b', 'c "d"', "e'f"]],
  [`a"b"'c'`, ['abc']],
  [`"" ''`, ['', '']],
  [`a\\ b "c\\"d" 'e\\f'`, ['a b', 'c"d', 'e\\f']],
  ['$HOME * `x` ; | &', ['$HOME', '*', '`x`', ';', '|', '&']],
  ['"not closed', ['not closed']],
  ['', []],
])('the words of %j', (command, words) => {
  expect(splitWords(command)).toEqual(words)
})

test('an argv as a person would type it', () => {
  expect(shownArgv(['a', '--b=c/d', 'e f', "g'h", ''])).toBe("a --b=c/d 'e f' 'g'\\''h' ''")
})

test('only programs that can be run, only absolute folders of PATH', () => {
  const world = makeWorld({ files: { 'bin/other': '' } })
  world.put('bin/tool', '', 0o755)
  fs.mkdirSync(path.join(world.project, 'bin/folder'))
  const host = (PATH: string) => testHost({ env: { ...worldEnv(world), PATH }, cwd: world.project })
  const bin = path.join(world.project, 'bin')
  expect(inPath(host(`/nowhere:${bin}`), 'tool')).toBe(path.join(bin, 'tool'))
  expect(inPath(host(bin), 'other')).toBeUndefined()
  expect(inPath(host(bin), 'folder')).toBeUndefined()
  expect(inPath(host('bin:.::'), 'tool')).toBeUndefined()
  expect(inPath(host(''), 'tool')).toBeUndefined()
})

test("the project's own program, up to its root and no further", () => {
  const world = makeWorld({ files: { 'a/b/x': '' } })
  const own = world.put('node_modules/.bin/tool', '', 0o755)
  const host = testHost({ env: { ...worldEnv(world), PATH: '' }, cwd: world.project })
  const from = path.join(world.project, 'a/b')
  expect(findProgram(host, 'tool', { from, root: world.project })).toBe(own)
  expect(findProgram(host, 'tool', { from, root: path.join(world.project, 'a') })).toBeUndefined()
  expect(findProgram(host, './node_modules/.bin/tool', { from: world.project, root: world.project })).toBe(
    own,
  )
  expect(findProgram(host, './gone', { from: world.project, root: world.project })).toBeUndefined()
})
