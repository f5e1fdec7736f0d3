import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MORE, plainWords } from '../../src/shell/plain.ts'
import { SHELLS } from '../../src/shell/shells.ts'
import { WRAPPERS } from '../../src/shell/wrappers.ts'
import { runs } from '../support/property-runs.ts'
import { read } from './render.ts'

const argvOf = (text: string) => read(text).commands.map(({ argv }) => argv.map((word) => word.value))

/** Random texts of the pieces that such texts are made of. */
const pieces = fc
  .array(
    fc.constantFrom(
      ...[
        'git',
        'status',
        'npm',
        'test',
        'rm',
        '-rf',
        './build',
        'a=b',
        '--x=y',
        'sudo',
        'ls',
        'cd',
        '/tmp',
        '1',
        '2',
      ],
      ...[
        ' ',
        ' ',
        ' ',
        '&&',
        '||',
        '|',
        ';',
        '&',
        '\n',
        ';;',
        '|&',
        "'",
        '"',
        '>',
        '<',
        '(',
        ')',
        '\\',
        '$',
        '`',
        '{',
        '}',
      ],
      ...[
        'if',
        'then',
        'fi',
        'for',
        'in',
        'do',
        'done',
        'case',
        'esac',
        '!',
        '#',
        '~',
        '*',
        ',',
        'exit',
        'bash',
        '-c',
        'x.sh',
      ],
      ...[
        'echo',
        'base64',
        '-d',
        '$(',
        '$x',
        'su',
        'do',
        'xargs',
        'env',
        '[',
        ']',
        '=',
        'alias',
        'eval',
        'time',
        '\t',
        '\r',
      ],
    ),
    { maxLength: 14 },
  )
  .map((list) => list.join(''))

describe('plainWords', () => {
  test.each([
    [
      'git status && npm test',
      [
        ['git', 'status'],
        ['npm', 'test'],
      ],
    ],
    [
      'cd frontend; npm ci\nnpm run build:all -- --x=1 | tail -20 2>&1 &',
      [
        ['cd', 'frontend'],
        ['npm', 'ci'],
        ['npm', 'run', 'build:all', '--', '--x=1'],
        ['tail', '-20'],
      ],
    ],
    [
      `git commit -m "fix: don't (y) && z; rm -rf /" && git push 2>/dev/null`,
      [
        ['git', 'commit', '-m', "fix: don't (y) && z; rm -rf /"],
        ['git', 'push'],
      ],
    ],
    [`grep -rn 'a\\b$x' src''/lib`, [['grep', '-rn', 'a\\b$x', 'src/lib']]],
    ['sleep 1 &', [['sleep', '1']]],
    ['sleep 1 &\n\n\nls\n', [['sleep', '1'], ['ls']]],
    ['', []],
    ['echo ""', [['echo', '']]],
    ...[
      'sudo ls',
      '"sudo" ls',
      './deploy.sh production',
      "'my dir/x.sh' y",
      'a=b ls',
      'ls |',
      'ls &&\n',
      'ls ;; ls',
      '; ls',
      'echo "$x"',
      'echo "a\\"b"',
      "echo 'open",
      'echo *',
      'ls > out.txt',
      '>/dev/null ls',
      'cat <<E\nE',
      'git rebase -x ls',
      'npm exec ls',
      'if x; then y; fi',
    ].map((text) => [text, undefined] as const),
  ] as const)('%j', (text, words) => {
    expect(plainWords(text)).toEqual(words)
  })

  test('where it answers, the reader finds the same', () => {
    fc.assert(
      fc.property(pieces, (text) => {
        const plain = plainWords(text)
        if (!plain) return
        // After a cd that may fail the rest is listed for both directories.
        const seen = new Set<string>()
        const found = argvOf(text).filter(
          (argv) =>
            !text.includes('cd') || !seen.has(JSON.stringify(argv)) || !seen.add(JSON.stringify(argv)),
        )
        if (text.includes('cd')) {
          for (const argv of plain) expect(argvOf(text)).toContainEqual(argv)
        } else expect(found).toEqual(plain)
        expect(read(text).doubts).toEqual([])
      }),
      { numRuns: runs(3000) },
    )
  })

  test('every program that runs others is left to the reader', () => {
    const second = new Set(['git', 'npm', 'pnpm', 'yarn', 'cargo'])
    for (const name of [...WRAPPERS.flatMap((rule) => rule.names), ...SHELLS]) {
      if (!second.has(name)) expect([name, MORE.has(name)]).toEqual([name, true])
    }
  })
})

test('a guard with wrappers of its own reads the same text in its own way', () => {
  expect(plainWords('run-it rm x')).toEqual([['run-it', 'rm', 'x']])
  expect(plainWords('run-it rm x', ['run-it'])).toBeUndefined()
  expect(plainWords('run-it rm x')).toEqual([['run-it', 'rm', 'x']])
})
