import * as fs from 'node:fs'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { runs } from '../../support/property-runs.ts'
import { answerOn } from './ask.ts'
import { projectWorld } from './world.ts'

const world = projectWorld()
afterAll(() => fs.rmSync(world.root, { recursive: true, force: true }))
const kind = async (command: string) => (await answerOn(world, command)).kind

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Ways to run a command that must not change what is said about it. */
const WRAPS: readonly ((command: string) => string)[] = [
  (command) => `bash -c ${quote(command)}`,
  (command) => `sh -c ${quote(command)}`,
  (command) => `eval ${quote(command)}`,
  (command) => `( ${command} )`,
  (command) => `{ ${command}; }`,
  (command) => `true && ${command}`,
  (command) => `false || { ${command}; }`,
  (command) => `echo start; ${command}`,
  (command) => `if true; then ${command}; fi`,
  (command) => `for i in 1 2; do ${command}; done`,
  (command) => `f() { ${command}; }; f`,
  (command) => `echo "$( ${command} )"`,
  (command) => `bash <<'SCRIPT'\n${command}\nSCRIPT`,
  (command) => `X=1 bash -c ${quote(command)}`,
  (command) => `timeout 5 bash -c ${quote(command)}`,
  (command) => `env -i sh -c ${quote(command)}`,
  (command) => `echo ${quote(command)} | sh`,
  (command) => `cat <(${command})`,
  (command) => `while true; do ${command}; break; done`,
  (command) => `case x in x) ${command};; esac`,
  (command) => `${command} 2>/dev/null || true`,
  (command) => `nohup bash -c ${quote(command)} > out.txt 2>&1 &`,
]

/** Ways to say a text without running it. */
const SAYS: readonly ((text: string) => string)[] = [
  (text) => `echo ${quote(text)}`,
  (text) => `git commit -m ${quote(text)}`,
  (text) => `grep -rn -- ${quote(text)} docs`,
  (text) => `cat > notes.md <<'EOF'\n${text}\nEOF`,
  (text) => `printf '%s\\n' ${quote(text)} >> notes.md`,
  (text) => `ls # ${text}`,
  (text) => `MESSAGE=${quote(text)}; echo "$MESSAGE"`,
  (text) => `gh pr comment 1 --body ${quote(text)}`,
  (text) => `git log --grep=${quote(text)}`,
  (text) => `[ "$x" = ${quote(text)} ] && echo same`,
]

const dangerous: fc.Arbitrary<string> = fc.constantFrom(
  'rm -rf /',
  'rm -rf ~',
  'rm -rf ./data',
  'rm -r -f src',
  'find . -delete',
  'rm -rf "$NOT_SET/"',
)
const wraps = fc.array(fc.constantFrom(...WRAPS), { minLength: 1, maxLength: 3 })

describe('properties', () => {
  test('a denied command stays denied behind anything that runs it', async () => {
    await fc.assert(
      fc.asyncProperty(dangerous, wraps, async (command, around) => {
        const text = around.reduce((inner, wrap) => wrap(inner), command)
        expect(await kind(text), text).not.toBe('pass')
      }),
      { numRuns: runs(150) },
    )
  })

  test('quotes and backslashes in the words change nothing', async () => {
    const marks = fc.array(fc.constantFrom('', "''", '""', '\\'), { minLength: 4, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(marks, async ([a, b, c, d]) => {
        const text = `${a}r${b}m -${c}r${d}f /`
        expect(await kind(text), text).toBe('deny')
      }),
      { numRuns: runs(60) },
    )
  })

  test('a text that is only said passes', async () => {
    await fc.assert(
      fc.asyncProperty(dangerous, fc.constantFrom(...SAYS), async (command, says) => {
        const text = says(command)
        expect(await kind(text), text).toBe('pass')
      }),
      { numRuns: runs(60) },
    )
  })

  test('no text breaks it', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'rm',
        '-rf',
        '/',
        '~',
        '$x',
        '${',
        '$(',
        '`',
        '"',
        "'",
        '|',
        '&&',
        ';',
        '\n',
        '<<EOF',
        '>',
        '*',
        '{a,b}',
        'find',
        '-delete',
        '-exec',
        '{}',
        '\\',
        'xargs',
        'bash',
        '-c',
        '(',
        ')',
        'python3',
        'ssh',
        'docker run -v /:/h a',
      ),
      fc.string({ maxLength: 8 }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        const { kind: said, reason } = await answerOn(world, pieces.join(' '))
        expect(['pass', 'ask', 'deny']).toContain(said)
        expect(reason).not.toContain('could not judge')
      }),
      { numRuns: runs(300) },
    )
  })
})

test('what a reason suggests passes', async () => {
  for (const command of [
    'rm -rf src/old',
    'rm -rf data',
    '> notes.txt',
    'D=$(mktemp -d); rm -rf "$D/work"',
    'rm -rf ~',
  ]) {
    const { reason } = await answerOn(world, command)
    for (const [, suggested] of reason.matchAll(/`([^`]+)`/g)) {
      expect(await kind(suggested ?? ''), suggested).toBe('pass')
    }
  }
  for (const way of [
    'git rm -r src/old',
    'mv data data.old',
    'cp notes.txt notes.txt.bak',
    'rm notes.txt',
    'D=$(mktemp -d); rm -rf "${D:?}/work"',
  ]) {
    expect(await kind(way), way).toBe('pass')
  }
})
