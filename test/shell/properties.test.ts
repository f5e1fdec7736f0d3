import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPowerShell } from '../../src/shell/powershell.ts'
import { runs } from '../support/property-runs.ts'
import { paperWorld, read } from './render.ts'

const numRuns = runs(1500)

const soup = fc
  .array(
    fc.constantFrom(
      ...[
        'rm',
        'x',
        'sudo',
        'echo',
        'cd',
        'f',
        'eval',
        'bash',
        '-c',
        'cat',
        'xargs',
        'find',
        '.',
        '-exec',
        'for',
        'in',
        'do',
        'done',
      ],
      ...[
        'if',
        'then',
        'else',
        'fi',
        'while',
        'case',
        'esac',
        'function',
        '[[',
        ']]',
        '((',
        '))',
        '$((',
        'x=',
        '$x',
        '${x',
        '${x:-',
        '"$@"',
      ],
      ...[
        ' ',
        ' ',
        ' ',
        '\n',
        ';',
        '&',
        '|',
        '&&',
        '||',
        '(',
        ')',
        '{',
        '}',
        "'",
        '"',
        '`',
        '$(',
        '\\',
        '\\\n',
        '#',
        '~',
        '*',
        '?',
        '[',
        ']',
      ],
      ...[
        '<',
        '>',
        '>>',
        '<<',
        '<<E',
        '<<-E',
        "<<'E'",
        '<<<',
        '<(',
        '>(',
        '>&',
        '<&',
        '-',
        '\nE\n',
        '1',
        '2',
        ',',
        '..',
        '!',
        '=',
        '%',
        '@',
        '\0',
        '\t',
        '\r',
        '\ue000',
        '\ud800',
        'é',
      ],
    ),
    { maxLength: 40 },
  )
  .map((pieces) => pieces.join(''))

describe('any text', () => {
  test('a place does not reach beyond a text that breaks off', () => {
    for (const { end } of read('rm<<E`\\').commands) expect(end).toBeLessThanOrEqual(7)
  })

  test('is answered without an error', () => {
    fc.assert(
      fc.property(fc.oneof(soup, fc.string({ unit: 'binary' }), fc.string()), (text) => {
        for (const command of read(text).commands) {
          expect(command.argv.length).toBeGreaterThan(0)
          expect(command.start).toBeGreaterThanOrEqual(0)
          expect(command.end).toBeLessThanOrEqual(text.length)
        }
        readPowerShell(text, paperWorld())
      }),
      { numRuns },
    )
  })

  test('gives the same answer twice', () => {
    fc.assert(
      fc.property(soup, (text) => {
        expect(read(text)).toEqual(read(text))
      }),
      { numRuns: Math.ceil(numRuns / 5) },
    )
  })
})

/** Ways to write a text as one word. */
const quotings: readonly ((text: string) => string)[] = [
  (text) => `'${text.replaceAll("'", "'\\''")}'`,
  (text) => `"${text.replace(/[\\"$`]/g, '\\$&')}"`,
  (text) => text.replace(/[\s\S]/gu, (char) => (char === '\n' ? "'\n'" : `\\${char}`)),
  (text) => `$'${text.replace(/[\\']/g, '\\$&')}'`,
  (text) =>
    [...text].map((char) => (/[\w/.-]/.test(char) ? char : `'${char === "'" ? "'\\''" : char}'`)).join(''),
  (text) => `"$(printf %s '${text.replaceAll("'", "'\\''")}')"`,
]
const word = fc
  .string({ unit: fc.constantFrom(...'abrm-/.~*?[]{}$`"\'\\!#&|;()<> \n\t=é'), minLength: 1, maxLength: 12 })
  // A substitution drops line ends, and history expansion is not read.
  .filter((text) => !text.endsWith('\n') && !text.includes('!'))

describe('quoting', () => {
  test('a quoted word keeps its value, and nothing in it runs', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 3 }), fc.nat(), (words, seed) => {
        const written = words.map((text, index) => quotings[(seed + index) % quotings.length]?.(text) ?? text)
        const commands = read(`CMD ${written.join(' ')}`).commands.filter(
          ({ argv }) => argv[0]?.value !== 'printf',
        )
        expect(commands[0]?.argv.map(({ value }) => value)).toEqual(['CMD', ...words])
        // Another spelling of the text may show other words of it, but no other command.
        for (const { argv } of commands) expect(argv[0]?.value).toBe('CMD')
      }),
      { numRuns },
    )
  })

  test('a command is found through any nesting of shells', () => {
    const wraps: readonly ((text: string) => string)[] = [
      (text) => `bash -c ${quotings[0]?.(text)}`,
      (text) => `eval ${quotings[1]?.(text)}`,
      (text) => `sudo sh -c ${quotings[3]?.(text)}`,
      (text) => `if true; then ${text}; fi`,
      (text) => `( ${text} ) 2>&1`,
      (text) => `echo "$(${text})"`,
      (text) => `f() { ${text}; }; f`,
      (text) => `timeout 5 bash <<'END${text.length}'\n${text}\nEND${text.length}\n:`,
      (text) => `echo ${quotings[0]?.(text)} | sh`,
      (text) => `for i in 1; do ${text}; done`,
      (text) => `trap ${quotings[0]?.(text)} EXIT`,
    ]
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 4 }), (ways) => {
        const text = ways.reduce((inner, way) => wraps[way % wraps.length]?.(inner) ?? inner, 'rm -rf /x')
        const found = read(text).commands.some(
          ({ argv }) => argv.map(({ value }) => value).join(' ') === 'rm -rf /x',
        )
        expect([text, found]).toEqual([text, true])
      }),
      { numRuns: Math.ceil(numRuns / 3) },
    )
  })
})
