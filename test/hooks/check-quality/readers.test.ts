import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Finding, Reading } from '../../../hooks/check-quality/finding.ts'
import * as known from '../../../hooks/check-quality/read-known.ts'
import * as general from '../../../hooks/check-quality/read-output.ts'
import { TOOLS } from '../../../hooks/check-quality/tools.ts'

const output = (code: number, stdout = '', stderr = '', file = '/p/src/a.py'): general.Output => ({
  code,
  stdout,
  stderr,
  cut: false,
  file,
})

/** `line:column rule message` of each finding. */
function shown(reading: Reading): string[] | string {
  if (reading.kind === 'clean') return 'clean'
  if (reading.kind === 'failed') return `failed: ${reading.why}`
  const show = ({ line, column, rule, message }: Finding) => `${line}:${column} ${rule} ${message}`
  return reading.findings.map(show)
}
const notFormatted = [`undefined:undefined undefined ${general.NOT_FORMATTED.message}`]

/** Each output was printed by the tool itself. */
describe.each<[string, general.Reader, [general.Output, string[] | string][]]>([
  [
    'ruff',
    known.readRuff,
    [
      [output(0, '[]'), 'clean'],
      [
        output(
          1,
          '[{"cell":null,"code":"F401","location":{"column":8,"row":1},"message":"`os` imported but unused"}]',
        ),
        ['1:8 F401 `os` imported but unused'],
      ],
      [
        output(2, '', 'ruff failed\n  Cause: Failed to parse pyproject.toml'),
        'failed: ruff failed\n  Cause: Failed to parse pyproject.toml',
      ],
    ],
  ],
  [
    'ruff format',
    general.readFormatter,
    [
      [output(0), 'clean'],
      [output(1, 'unformatted: File would be reformatted\n --> a.py:1:11\n'), notFormatted],
      [output(2, '', 'error: Failed to parse'), 'failed: error: Failed to parse'],
    ],
  ],
  [
    'black',
    known.readBlack,
    [
      [output(1, '', 'would reformat /p/src/a.py\n'), notFormatted],
      [output(123, '', 'error: cannot parse: bad.py:3:6\n    def f(:\n'), ['3:6 undefined cannot be parsed']],
      [
        output(123, '', 'error: cannot format bad.py: Cannot parse: 3:6: def f(:\n'),
        ['3:6 undefined cannot be parsed'],
      ],
      [output(2, '', 'Error: Invalid value'), 'failed: Error: Invalid value'],
    ],
  ],
  [
    'mypy',
    general.readProject,
    [
      [
        output(
          1,
          'src/a.py:2:10: error: Incompatible types in assignment  [assignment]\nb.py:1: error: x  [y]\n',
        ),
        ['2:10 assignment Incompatible types in assignment'],
      ],
      [output(1, 'src/b.py:2:10: error: x  [y]\n'), 'clean'],
      [output(2, '', 'mypy: unknown option'), 'failed: mypy: unknown option'],
    ],
  ],
  [
    'biome',
    known.readBiome,
    [
      [
        output(
          1,
          '::warning title=lint/style/useConst,file=/tmp/b/a.js,line=1,endLine=1,col=1,endColumn=4::Only assigned once.\n::error title=format,file=/tmp/b/a.js,line=1,endLine=1,col=2,endColumn=2::Formatter would have printed\n',
        ),
        ['1:1 lint/style/useConst Only assigned once.', ...notFormatted],
      ],
      [
        output(1, '', 'Biome exited because the configuration'),
        'failed: Biome exited because the configuration',
      ],
    ],
  ],
  [
    'eslint',
    known.readEslint,
    [
      [
        output(
          1,
          '[{"messages":[{"ruleId":null,"fatal":true,"severity":2,"message":"Parsing error: x","line":1,"column":3}]}]',
        ),
        ['1:3 undefined Parsing error: x'],
      ],
      [output(1, '[{"messages":[{"ruleId":null,"severity":1,"message":"File ignored"}]}]'), 'clean'],
      [output(2, '', 'Oops! Something went wrong! :('), 'failed: Oops! Something went wrong! :('],
      [{ ...output(1, '[{"mess'), cut: true }, 'failed: [{"mess'],
    ],
  ],
  [
    'prettier',
    known.readPrettier,
    [
      [output(1, 'Checking formatting...\n', '[warn] p.js\n'), notFormatted],
      [
        output(2, '', '[error] q.js: SyntaxError: Unexpected token (2:1)\n[error]   1 | x\n'),
        ['2:1 undefined SyntaxError: Unexpected token'],
      ],
      [output(2, '', '[error] Invalid configuration'), 'failed: [error] Invalid configuration'],
    ],
  ],
  [
    'gofmt',
    general.readListed,
    [
      [output(0, ''), 'clean'],
      [output(0, '/p/src/a.go\n', '', '/p/src/a.go'), notFormatted],
      [
        output(2, '', "/p/src/a.go:1:1: expected 'package', found x\n", '/p/src/a.go'),
        ["1:1 undefined expected 'package', found x"],
      ],
    ],
  ],
  [
    'goimports, shfmt',
    general.readListed,
    [
      [output(0, '/p/a.sh\n', '', '/p/a.sh'), notFormatted],
      [output(0, 'Installing hooks ...\n', '', '/p/a.sh'), 'clean'],
      [
        output(1, '', '/p/b.sh:1:4: reached EOF without matching ( with )\n', '/p/b.sh'),
        ['1:4 undefined reached EOF without matching ( with )'],
      ],
      [output(1, '', 'invalid flag'), 'failed: invalid flag'],
    ],
  ],
  [
    'ktlint, rubocop, markdownlint, google-java-format',
    general.readLinesOfLinter,
    [
      [
        output(
          1,
          '/p/A.kt:3:1: Unused import (standard:no-unused-imports)\n\nSummary error count (descending) by rule:\n  standard:no-unused-imports: 1\n',
          '',
          '/p/A.kt',
        ),
        ['3:1 standard:no-unused-imports Unused import'],
      ],
      [
        output(
          1,
          '/p/a.rb:1:1: W: Lint/UselessAssignment: Useless assignment to variable - `x`.\n/p/a.rb:1:8: C: [Correctable] Layout/SpaceAroundOperators: Surrounding space missing for operator `=>`.\n',
          '',
          '/p/a.rb',
        ),
        [
          '1:1 Lint/UselessAssignment Useless assignment to variable - `x`.',
          '1:8 Layout/SpaceAroundOperators Surrounding space missing for operator `=>`.',
        ],
      ],
      [
        output(
          1,
          'Finding: :/p/a.md\nSummary: 1 error(s)\n',
          'a.md:1 error MD022/blanks-around-headings Headings should be surrounded by blank lines [Expected: 1]\n',
          '/p/a.md',
        ),
        [
          '1:undefined MD022/blanks-around-headings Headings should be surrounded by blank lines [Expected: 1]',
        ],
      ],
      [
        output(1, '', '/p/B.java:1:16: error: illegal start of type\nclass A{\n        ^\n', '/p/B.java'),
        ['1:16 undefined illegal start of type'],
      ],
    ],
  ],
  [
    'rustfmt',
    known.readRustfmt,
    [
      [output(0, ''), 'clean'],
      [
        output(0, 'Diff in <stdin>:3:\n mod other;\n-fn main(){}\n'),
        ['3:undefined undefined rustfmt formats this differently'],
      ],
      [
        output(1, '', 'error: this file contains an unclosed delimiter\n --> <stdin>:1:6\n'),
        ['1:6 undefined this file contains an unclosed delimiter'],
      ],
    ],
  ],
  [
    'clang-format',
    general.readClangFormat,
    [
      [
        output(1, '', 'a.c:1:4: error: code should be clang-formatted [-Wclang-format-violations]\n'),
        notFormatted,
      ],
      [output(1, '', 'Invalid value'), 'failed: Invalid value'],
    ],
  ],
  [
    'shellcheck',
    general.readLinesOfLinter,
    [
      [
        output(
          1,
          'a.sh:2:6: note: Double quote to prevent globbing and word splitting. [SC2086]\n',
          '',
          '/p/a.sh',
        ),
        ['2:6 SC2086 Double quote to prevent globbing and word splitting.'],
      ],
    ],
  ],
  [
    'stylelint, oxlint',
    general.readLinesOfLinter,
    [
      [
        output(2, '', '/p/a.css:1:9: Invalid hex color "#12" (color-no-invalid-hex) [error]\n', '/p/a.css'),
        ['1:9 color-no-invalid-hex Invalid hex color "#12"'],
      ],
      [
        output(
          1,
          'o.js:1:1: `debugger` statement is not allowed [Warning/eslint(no-debugger)]\n\n1 problem\n',
          '',
          '/p/o.js',
        ),
        ['1:1 eslint(no-debugger) `debugger` statement is not allowed'],
      ],
    ],
  ],
  [
    'sqlfluff',
    known.readSqlfluff,
    [
      [
        output(
          1,
          '::group::a.sql\n::warning title=SQLFluff,file=a.sql,line=1,col=10,endLine=1,endColumn=11::LT01: Expected single whitespace. [layout.spacing]\n::endgroup::\n',
        ),
        ['1:10 LT01 Expected single whitespace. [layout.spacing]'],
      ],
    ],
  ],
  [
    'the commonest forms of lines',
    general.readLines,
    [
      [output(1, './src/a.py:3: E501 line too long\n'), ['3:undefined E501 line too long']],
      [output(1, '../../src/a.py:3:1: F401 [*] x\n'), ['3:1 F401 x']],
      [
        output(1, 'C:\\p\\src\\a.py:3:1 - error TS2304: no name\n', '', 'C:/p/src/a.py'),
        ['3:1 TS2304 no name'],
      ],
      [output(1, 'other.py:3:1: x\n'), ['undefined:undefined undefined other.py:3:1: x']],
      [output(1), ['undefined:undefined undefined failed with exit code 1 and printed nothing']],
      [output(0, 'a.py:1:1: only said'), 'clean'],
      [output(127, '', 'sh: 1: eslint: not found'), 'failed: sh: 1: eslint: not found'],
      [
        output(1, '', 'npm error code ENOTCACHED\nnpm error request to x failed'),
        'failed: npm error code ENOTCACHED\nnpm error request to x failed',
      ],
      [
        output(1, 'An error has occurred: InvalidConfigError: \n==> File .pre-commit-config.yaml\n'),
        'failed: An error has occurred: InvalidConfigError: \n==> File .pre-commit-config.yaml',
      ],
    ],
  ],
])('%s', (_name, read, cases) => {
  test.each(cases.map(([from, expected], index) => [index, from, expected] as const))(
    '%i',
    (_index, from, expected) => {
      expect(shown(read(from))).toEqual(expected)
    },
  )
})

test('no output makes a reader throw, and exit 0 with no output is clean for every tool', () => {
  const text = fc.oneof(
    fc.string(),
    fc.json(),
    fc.constantFrom('[{}]', '[null]', '[{"messages":[null]}]', 'a.py:1:1: x'),
  )
  const readers = [...TOOLS.map((tool) => tool.read), general.readLines]
  for (const read of readers) expect(read(output(0))).toEqual({ kind: 'clean' })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 255 }), text, text, fc.boolean(), (code, stdout, stderr, cut) => {
      for (const read of readers) {
        const reading = read({ code, stdout, stderr, cut, file: '/p/a.py' })
        if (reading.kind === 'findings') expect(reading.findings.length).toBeGreaterThan(0)
      }
    }),
  )
})
