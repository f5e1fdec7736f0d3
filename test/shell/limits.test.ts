import { describe, expect, test } from 'vitest'
import { plainWords } from '../../src/shell/plain.ts'
import { readPowerShell } from '../../src/shell/powershell.ts'
import { paperWorld, read } from './render.ts'

const many = (text: string, count: number) => text.repeat(count)

/** Texts made to be slow. Each was slow or endless in some other reader of shell text. */
const hostile: Readonly<Record<string, string>> = {
  '1 MB of words': many('word ', 200_000),
  '1 MB of quotes': many('"a" ', 250_000),
  '10,000 nested substitutions': `echo ${many('$(', 10_000)}x${many(')', 10_000)}`,
  '10,000 open substitutions': many('$(', 10_000),
  '140 nested substitutions': `${many('echo $(', 140)}x${many(')', 140)}`,
  '33,000 options': `rm ${many('-r ', 33_000)}`,
  '9,000 options': `rm ${many('-r ', 9000)}`,
  '2,000 conditions': `${many('true && ', 2000)}ls`,
  'a comment in a substitution': 'echo $(<# x)',
  '60,000 here-documents': many('<<E ', 60_000),
  '400 here-documents': many('<<E ', 400),
  'arithmetic around substitutions': many('$(( $( ', 240),
  'braces side by side': many('{a,b}', 30),
  'braces that never close': many('{', 30_000),
  'a long sequence': 'echo {1..100000000}',
  'a value that doubles': `x=aaaaaaaaaa;${many('x=$x$x$x;', 60)}echo $x`,
  'loops in loops': `${many('for i in 1 2 3 4 5 6 7 8 9 10; do ', 12)}echo $i;${many(' done;', 12)}`,
  'a function that calls itself': 'f() { f; f; f; }; f',
  'a fork bomb': ':(){ :|:& };:',
  'a file that reads itself': 'echo "source ./a" > a; source ./a',
  'programs that run programs': `${many('sudo ', 5000)}ls`,
  'eval of eval': `${many('eval ', 2000)}ls`,
  'many variables': Array.from({ length: 3000 }, (_, index) => `v${index}=1`).join(';'),
  'many branches': many('if a; then x=1; else x=2; fi;', 800),
  'many directories': many('cd a;', 3000),
  'function heads': many('f() ', 8000),
  'long arithmetic': `echo $((${many('1+', 10_000)}1))`,
  'odd characters': `${many('\\', 3000)}\0\ud800${many('[', 3000)}${many('*', 3000)}${many('@(', 100)}`,
}

describe('hostile texts are answered at once', () => {
  read('rm -rf ./build')
  test.each(Object.entries(hostile))('%s', (_name, text) => {
    const start = performance.now()
    read(text)
    readPowerShell(text, paperWorld())
    plainWords(text)
    // Generous for a busy machine; on an idle one the slowest takes 0.3 s.
    expect(performance.now() - start).toBeLessThan(3000)
  })
})

describe('what is not looked at is said', () => {
  test.each([
    many('word ', 200_000),
    `echo ${many('$(', 10_000)}x${many(')', 10_000)}`,
    `rm ${many('-r ', 33_000)}`,
    many('a;', 16_000),
    'echo a\0b',
    'echo "open',
    'echo $(',
  ])('%#', (text) => {
    expect(read(text).doubts).not.toEqual([])
  })
})

describe('long bodies of here-documents are data', () => {
  const prose = many('never run rm -rf / or $(sudo x) `here` ((((\n', 4000)

  test('one with a quoted end does not count as length', () => {
    const { commands, doubts } = read(`cat > notes.md <<'EOF'\n${prose}EOF\nls after`)
    expect(doubts).toEqual([])
    expect(commands.map(({ argv }) => argv.map((word) => word.value))).toEqual([['cat'], ['ls', 'after']])
    expect(commands[0]?.input).toBe(prose)
    expect(commands[1]?.start).toBe(`cat > notes.md <<'EOF'\n${prose}EOF\n`.length)
  })

  test('nor one in which nothing expands', () => {
    const { doubts } = read(`cat > notes.md <<EOF\n${many('plain words\n', 5000)}EOF\n`)
    expect(doubts).toEqual([])
  })

  test('one that a shell runs does', () => {
    expect(read(`bash <<'EOF'\n${many('echo x\n', 10_000)}EOF`).doubts.map(({ kind }) => kind)).toContain(
      'limit',
    )
  })

  test('what only looks like one hides nothing', () => {
    const text = `echo "<<'EOF'"\n${many('rm -rf / # text\n', 300)}EOF\n`
    const { commands, doubts } = read(text)
    expect(doubts.length > 0 || commands.some(({ argv }) => argv[0]?.value === 'rm')).toBe(true)
  })
})

describe('long quoted strings are data', () => {
  const prose = many('never run rm -rf / or $(sudo x) `here` ((((\n', 1000)
  const plain = many('never run rm -rf / (((( it is bad\n', 1200)
  const words = (text: string) =>
    read(text).commands.map(({ argv }) =>
      argv.map(({ value }) => (value === prose ? 'PROSE' : value === plain ? 'PLAIN' : value)).join(' '),
    )

  test.each([
    [`git commit -m '${prose}' && ls`, ['git commit -m PROSE', 'ls']],
    [`gh pr create --body "${plain}"; ls`, ['gh pr create --body PLAIN', 'ls']],
    [`echo "don't"; echo '${prose}'`, ["echo don't", 'echo PROSE']],
    [`cat <<E\ndon't\nE\necho '${prose}'`, ['cat', 'echo PROSE']],
    [`# don't\necho '${prose}'`, ['echo PROSE']],
    [`echo $'it\\'s' '${prose}'`, ["echo it's PROSE"]],
    [`echo "$(y '${prose}')" x`, ['y PROSE', 'echo  x']],
    [`x='${prose}'; echo "$x"`, ['echo PROSE']],
    [`echo {a,'${prose}'}`, ['echo a PROSE']],
    [`cat <<'E'\n${prose}E\necho '${prose}' "${plain}"`, ['cat', 'echo PROSE PLAIN']],
  ])('%#', (text, commands) => {
    const { doubts } = read(text)
    expect([doubts, words(text)]).toEqual([[], commands])
  })

  test('what an interpreter gets is code', () => {
    const { commands, doubts } = read(`python3 -c '${prose}'`)
    expect([doubts, commands[0]?.code]).toEqual([[], { language: 'python', text: prose }])
  })

  test.each([
    `bash -c '${prose}'`,
    `eval '${prose}'`,
    `ssh host '${prose}'`,
    `echo '${prose}`,
    `echo ${prose}`,
    `echo "$(${plain})"`,
    `echo "${plain}" | sh`,
  ])('what a shell runs is doubted (%#)', (text) => {
    expect(read(text).doubts).not.toEqual([])
  })

  test('a quote that only looks like the start of one hides nothing', () => {
    for (const text of [
      `echo \\'; ${many('rm x;', 1500)} echo '`,
      `echo "'"; ${many('rm x;', 1500)} echo "'"`,
    ]) {
      const { commands, doubts } = read(text)
      expect(doubts.length > 0 || commands.some(({ argv }) => argv[0]?.value === 'rm')).toBe(true)
    }
  })
})
