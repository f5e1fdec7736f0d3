import { describe, expect, test } from 'vitest'
import { mayDelete } from '../../hooks/block-dangerous-rm/quick.ts'
import { readMakefile, recipeOf } from '../../src/tasks/makefile.ts'
import { scriptTexts } from '../../src/tasks/quick.ts'
import { UNSET } from '../../src/tasks/text.ts'
import { testHost } from '../support/call.ts'
import { makeWorld } from '../support/world.ts'

const scripts = {
  test: 'vitest',
  pretest: 'tsc',
  build: 'npm run pack:all && npm test',
  'pack:all': 'npm run wipe',
  wipe: 'rm -rf lib',
  loop: 'npm run loop',
  postinstall: 'node setup.js',
}
const world = makeWorld({
  files: { 'package.json': JSON.stringify({ scripts }), 'sub/deep/x.txt': '', 'broken/package.json': '{' },
})
const host = testHost({ env: {}, cwd: world.project })
const texts = (command: string, folder = '') =>
  scriptTexts(command.split(' '), `${world.project}${folder}`, host)

describe('scripts of package.json without the reader', () => {
  test.each<readonly [string, readonly string[] | undefined]>([
    ['npm test', ['tsc', 'vitest']],
    ['npm test -- --run src', ['tsc', 'vitest']],
    ['yarn wipe', ['rm -rf lib']],
    ['pnpm run wipe now', ['rm -rf lib']],
    ['npm ci', ['node setup.js']],
    ['npm wipe', []],
    ['npm run other', []],
    ['npm run', []],
    // Not certain.
    ['npm --prefix sub test', undefined],
    ['npm run --silent wipe', undefined],
    ['make wipe', undefined],
  ])('%s', (command, found) => {
    expect(texts(command)).toEqual(found)
  })

  test('the nearest one counts, and one that is no JSON has none', () => {
    expect(texts('npm test', '/sub/deep')).toEqual(['tsc', 'vitest'])
    expect(texts('npm test', '/broken')).toEqual([])
  })

  test.each([
    ['npm test | tail -20', false],
    ['npm run build', true],
    ['npm run loop', true],
    ['cd sub && npm test', true],
    ['npm test "x y"', true],
    ['make', true],
  ])('whether %s may delete', (command, may) => {
    const tasks = (words: readonly string[]) => scriptTexts(words, world.project, host)
    expect(mayDelete(command, [], tasks)).toBe(may)
  })
})

describe('variables in a recipe', () => {
  test.each([
    ['rm $(A) ${B}', 'rm a b'],
    ['rm $(patsubst %.c,%.o,$(wildcard *.c))', `rm ${UNSET}`],
    ['rm $(addprefix $(A)/,x)', `rm ${UNSET}`],
    ['rm $$HOME $$(pwd)', 'rm $HOME $(pwd)'],
    ['rm $(shell find . -name $(A))', 'rm $(find . -name a)'],
    ['rm $(C)', 'rm a/$x'],
  ])('%s', (recipe, text) => {
    const makefile = readMakefile(`A = a\nB := b\nC = $(A)/$$x\nall:\n\t${recipe}\n`)
    expect(recipeOf(makefile, 'all', () => undefined)).toBe(text)
  })
})
