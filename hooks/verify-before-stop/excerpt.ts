import { cutMiddle } from '../../src/text/cut.ts'

/**
 * The part of a test run's output that says what failed. Sections are found by the lines
 * that test runners print around their failures; where there are none, the end of the
 * output has to do.
 */
export function excerpt(output: string, limit: number): string {
  const lines = fewer(output.split('\n')).map((line) =>
    line.length > 300 ? `${line.slice(0, 300)}...` : line,
  )
  const found = failingSections(lines)
  const text = found.length > 0 ? found.join('\n') : tail(lines, limit)
  return cutMiddle(text, limit)
}

const MAX_HEAD = 10_000
const MAX_TAIL = 40_000

/** Of very many lines the first and the last: each is looked at with every pattern. */
function fewer(lines: readonly string[]): readonly string[] {
  const left = lines.length - MAX_HEAD - MAX_TAIL
  if (left <= 0) return lines
  return [...lines.slice(0, MAX_HEAD), `... ${left} lines left out ...`, ...lines.slice(-MAX_TAIL)]
}

interface Section {
  readonly start: RegExp
  /** The line after the section; undefined: it ends with the output. */
  readonly end?: RegExp
  /** The end line belongs to it. */
  readonly withEnd?: boolean
  /** A list of what failed: it goes before the details. */
  readonly summary?: boolean
}

// Characters beyond ASCII are written \u...: ✖ is 2716, ⎯ 23af, ● 25cf.
const SECTIONS: readonly Section[] = [
  // pytest
  { start: /^=+ short test summary info =+$/, end: /^=+ .* in [\d.]+s.* =+$/, withEnd: true, summary: true },
  { start: /^=+ (?:FAILURES|ERRORS) =+$/, end: /^=+ .* =+$/ },
  // node:test, spec and TAP
  { start: /^\u2716 failing tests:$/ },
  { start: /^\s*not ok \d/, end: /^\s*\.\.\.$/, withEnd: true },
  // vitest
  {
    start: /^\u23af+ *(?:Failed (?:Tests|Suites)|Unhandled (?:Errors?|Rejections?)) /,
    end: /^ Test Files {2}/,
  },
  // jest
  { start: /^ {2}\u25cf (?!Console$)/, end: /^(?:Test Suites:|PASS |FAIL )/ },
  // mocha
  { start: /^ {2}\d+ failing$/ },
  // go
  { start: /^\s*--- FAIL: /, end: /^(?:=== |PASS$|ok |FAIL$|\s*--- PASS: )/ },
  { start: /^# \S+(?: \[.*\])?$/, end: /^(?:ok |FAIL\b|\?|#|$)/ },
  { start: /^panic: /, end: /^FAIL\b/ },
  // cargo and rustc
  { start: /^---- .* stdout ----$/, end: /^failures:$/ },
  { start: /^failures:$/, end: /^test result: /, withEnd: true, summary: true },
  {
    start: /^error(?:\[E\d+\])?: (?!could not compile|test failed|aborting)/,
    end: /^(?:warning|error: could not|$)/,
  },
  // unittest
  { start: /^(?:FAIL|ERROR): \w+ \(/, end: /^Ran \d+ tests? in / },
  // rspec, minitest, exunit, phpunit
  { start: /^Failures:$/, end: /^Finished in / },
  { start: /^Failed examples:$/, summary: true },
  { start: /^\s+1\) (?:Failure|Error):$/, end: /^\d+ (?:runs|tests), / },
  { start: /^ {2}1\) test /, end: /^Finished in / },
  { start: /^There (?:was|were) \d+ (?:failure|error)s?:$/, end: /^(?:FAILURES|ERRORS)!$/ },
  // JVM, .NET
  { start: /^\[ERROR\] /, end: /^(?!\[ERROR\] )/ },
  { start: /^\S.* > .* FAILED$/, end: /^$/ },
  { start: /^\* What went wrong:$/, end: /^\* Try:$/ },
  { start: /^ {2}Failed \S.* \[/, end: /^(?: {2}Passed |Failed! |Test Run )/ },
  // tsc
  { start: /^\S+(?:\(\d+,\d+\)|:\d+:\d+)(?: -|:) error TS\d+: /, end: /^(?!\s)/ },
]

function failingSections(lines: readonly string[]): string[] {
  const summaries: string[] = []
  const details: string[] = []
  let open: Section | undefined
  for (const line of lines) {
    if (open?.end?.test(line)) {
      const ended: Section = open
      open = undefined
      if (ended.withEnd) {
        add(ended, line)
        continue
      }
    }
    const starts = SECTIONS.find((section) => section.start.test(line))
    // Inside a section that runs to the end nothing else begins.
    if (starts && (!open || open.end)) open = starts
    if (open) add(open, line)
  }
  const list = [...new Set(summaries)].filter((line) => line.trim() !== '')
  return [list, details].map(tidy).filter((text) => text !== '')

  function add(section: Section, line: string): void {
    if (!NOISE.test(line)) (section.summary ? summaries : details).push(line)
  }
}

/** Stack frames of the runner and the language, and what a shell's own run would print too. */
const NOISE =
  /^\s*(?:at .*(?:node:internal|\/node_modules\/|\(node:)|(?:at )?(?:\S+ \()?node:(?:internal\/|async_hooks)|at \/rustc\/|at \.?\/.*\/rustlib\/|\d+: (?:core|std|test|__rustc|<?.*core::ops)::|duration_ms:|stack backtrace:|note: Some details are omitted)/

function tidy(lines: readonly string[]): string {
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** The last whole lines that fit. */
function tail(lines: readonly string[], limit: number): string {
  let length = 0
  let from = lines.length
  while (from > 0 && length + (lines[from - 1]?.length ?? 0) + 1 <= limit) {
    from--
    length += (lines[from]?.length ?? 0) + 1
  }
  return lines.slice(from).join('\n').trim()
}
