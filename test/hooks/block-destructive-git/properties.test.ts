import * as fs from 'node:fs'
import * as path from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { answerOn, gitWorld } from './world.ts'

const world = gitWorld()
afterAll(() => fs.rmSync(world.root, { recursive: true, force: true }))
const kind = async (command: string) => (await answerOn(world, command)).kind

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Ways to run a command that must not change what is said about it. */
const WRAPS: readonly ((command: string) => string)[] = [
  (command) => `bash -c ${quote(command)}`,
  (command) => `eval ${quote(command)}`,
  (command) => `( ${command} )`,
  (command) => `{ ${command}; }`,
  (command) => `true && ${command}`,
  (command) => `git status; ${command}`,
  (command) => `if true; then ${command}; fi`,
  (command) => `for i in 1 2; do ${command}; done`,
  (command) => `f() { ${command}; }; f`,
  (command) => `echo "$( ${command} )"`,
  (command) => `bash <<'SCRIPT'\n${command}\nSCRIPT`,
  (command) => `timeout 5 bash -c ${quote(command)}`,
  (command) => `echo ${quote(command)} | sh`,
  (command) => `${command} 2>/dev/null || true`,
  (command) => `git -c alias.x=${quote(`!${command}`)} x`,
]

/** Ways to say a text without running it. */
const SAYS: readonly ((text: string) => string)[] = [
  (text) => `echo ${quote(text)}`,
  (text) => `git commit -m ${quote(text)}`,
  (text) => `git commit -F - <<'EOF'\n${text}\nEOF`,
  (text) => `git tag -a v9 -m ${quote(text)}`,
  (text) => `git stash push -m ${quote(text)}`,
  (text) => `git log --grep=${quote(text)}`,
  (text) => `grep -rn -- ${quote(text)} docs`,
  (text) => `cat > notes.md <<'EOF'\n${text}\nEOF`,
  (text) => `printf '%s\\n' ${quote(text)} >> notes.md`,
  (text) => `ls # ${text}`,
  (text) => `MESSAGE=${quote(text)}; echo "$MESSAGE"`,
  (text) => `gh pr comment 1 --body ${quote(text)}`,
]

const dangerous: fc.Arbitrary<string> = fc.constantFrom(
  'git reset --hard',
  'git checkout -- .',
  'git clean -fd',
  'git restore a.txt',
  'git branch -D feature',
  'git push -f origin main',
  'git reflog expire --expire=now --all',
)

describe('properties', () => {
  test('a denied command stays denied behind anything that runs it', { timeout: 120_000 }, async () => {
    const wraps = fc.array(fc.constantFrom(...WRAPS), { minLength: 1, maxLength: 2 })
    await fc.assert(
      fc.asyncProperty(dangerous, wraps, async (command, around) => {
        const text = around.reduce((inner, wrap) => wrap(inner), command)
        expect(await kind(text), text).toBe('deny')
      }),
      { numRuns: 60 },
    )
  })

  test('quotes and backslashes in the words change nothing', { timeout: 60_000 }, async () => {
    const marks = fc.array(fc.constantFrom('', "''", '""', '\\'), { minLength: 4, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(marks, async ([a, b, c, d]) => {
        const text = `${a}g${b}it re${c}set --${d}hard`
        expect(await kind(text), text).toBe('deny')
      }),
      { numRuns: 25 },
    )
  })

  test('a text that is only said passes', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(dangerous, fc.constantFrom(...SAYS), async (command, says) => {
        const text = says(command)
        expect(await kind(text), text).toBe('pass')
      }),
      { numRuns: 60 },
    )
  })

  test('no text breaks it', { timeout: 120_000 }, async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...[
          'git',
          'reset',
          '--hard',
          'checkout',
          '--',
          '-f',
          '.',
          'push',
          '+x',
          ':x',
          '-C',
          '-c',
          'alias.x=!x',
        ],
        ...['clean', '-fd', 'stash', 'drop', 'branch', '-D', '$x', '$(', '`', '"', "'", '|', '&&', ';', '\n'],
        ...['<<EOF', '*', '{a,b}', 'xargs', '${', 'worktree', 'remove', '-', 'HEAD', 'refs/heads/'],
      ),
      fc.string({ maxLength: 6 }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 10 }), async (pieces) => {
        const { kind: said, reason } = await answerOn(world, pieces.join(' '))
        expect(['pass', 'ask', 'deny']).toContain(said)
        expect(reason).not.toContain('could not judge')
      }),
      { numRuns: 120 },
    )
  })
})

test('what a reason suggests passes', { timeout: 60_000 }, async () => {
  for (const command of [
    'git reset --hard',
    'git checkout .',
    'git clean -fd',
    'git branch -D feature',
    'git push -f origin main',
    'git push origin --delete theirs',
    'git push origin --delete nowhere',
    'git gc --prune=now',
    'git filter-branch x',
    'git tag -d v1',
    'git checkout "$X"',
    'git worktree remove -f ../x',
    'git symbolic-ref -d HEAD',
    'git update-ref -d refs/stash',
    'gh pr checkout 1 --force',
  ]) {
    const { reason } = await answerOn(world, command)
    const [, instead = ''] = reason.split('Instead: ')
    expect(instead, command).not.toBe('')
    for (const [, suggested] of instead.matchAll(/`([^`]+)`/g)) {
      expect(await kind(suggested ?? ''), suggested).toBe('pass')
    }
  }
})

test('the entry that a reason offers works', async () => {
  for (const command of ['git reset --hard', 'git branch -D feature', 'git push -f origin main']) {
    const { reason } = await answerOn(world, command)
    const list = /"allow": (\[.*?\]), this exact command/.exec(reason)?.[1]
    const made = gitWorld()
    const file = path.join(made.home, '.config/hookbox/hookbox.json')
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, JSON.stringify({ 'block-destructive-git': { allow: JSON.parse(list ?? '[]') } }))
    expect((await answerOn(made, command)).kind, command).toBe('pass')
  }
})
