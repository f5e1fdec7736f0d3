import { CLEAN, type Finding, found } from './finding.ts'
import { failed, NOT_FORMATTED, parsed, type Reader } from './read-output.ts'

/** Readers of the output of single tools. Each was written from what the tool really prints. */

type Fields = Readonly<Record<string, unknown>>

/** `eslint --format json`: errors before warnings. Exit 0 with warnings is clean, 2 a failure. */
export const readEslint: Reader = (output) => {
  if (output.code === 0) return CLEAN
  const results = parsed(output)
  if (!Array.isArray(results)) return failed(output)
  const messages = list(results).flatMap((result) => list(result['messages']))
  const findings = messages
    .sort((a, b) => Number(b['severity']) - Number(a['severity']))
    // "File ignored because ..." of the old configuration comes without a line.
    .filter((message) => typeof message['line'] === 'number')
    .map((message) => ({
      line: number(message['line']),
      column: number(message['column']),
      rule: text(message['ruleId']),
      message: String(message['message']),
    }))
  return findings.length > 0 || output.code === 1 ? found(findings) : failed(output)
}

/** `ruff check --output-format json`. */
export const readRuff: Reader = (output) => {
  if (output.code === 0) return CLEAN
  const results = parsed(output)
  if (!Array.isArray(results)) return failed(output)
  return found(
    list(results).map((result) => ({
      line: number(fields(result['location'])['row']),
      column: number(fields(result['location'])['column']),
      rule: text(result['code']),
      message: `${text(result['cell']) === undefined ? '' : `cell ${text(result['cell'])}: `}${String(result['message'])}`,
    })),
  )
}

const GITHUB = /^::(error|warning|notice) (?:.*?title=([^,:]*))?.*?\bline=(\d+),.*?\bcol=(\d+).*?::(.*)$/

/** `biome check --reporter=github`: its JSON gives no columns before version 2.4. */
export const readBiome: Reader = (output) => {
  if (output.code === 0) return CLEAN
  const findings: Finding[] = []
  for (const line of output.stdout.split('\n')) {
    const match = GITHUB.exec(line.slice(0, 2000))
    if (!match || match[1] === 'notice') continue
    if (match[2] === 'format') findings.push(NOT_FORMATTED)
    else if (match[2] === 'assist/source/organizeImports') {
      findings.push({ rule: match[2], message: 'the imports are not in the configured order' })
    } else {
      const position = { line: Number(match[3]), column: Number(match[4]) }
      findings.push({ ...position, rule: match[2], message: (match[5] ?? '').replaceAll('%0A', ' ').trim() })
    }
  }
  return findings.length > 0 ? found(findings) : failed(output)
}

/** `sqlfluff lint --format github-annotation-native`: the rule stands in the text. */
export const readSqlfluff: Reader = (output) => {
  if (output.code === 0) return CLEAN
  const findings = output.stdout.split('\n').flatMap((line): Finding[] => {
    const match = GITHUB.exec(line.slice(0, 2000))
    const said = /^(\w+): (.*)$/.exec(match?.[5] ?? '')
    return match && said
      ? [{ line: Number(match[3]), column: Number(match[4]), rule: said[1], message: said[2] ?? '' }]
      : []
  })
  return findings.length > 0 ? found(findings) : failed(output)
}

/** `black --check`: 1 would change it, 123 could not parse it. */
export const readBlack: Reader = (output) => {
  if (output.code === 0) return CLEAN
  if (output.code === 1) return found([NOT_FORMATTED])
  const place = /cannot parse\b[^\n]*?(\d+):(\d+)/i.exec(output.stderr)
  if (!place) return failed(output)
  return found([{ line: Number(place[1]), column: Number(place[2]), message: 'cannot be parsed' }])
}

/** `prettier --check`: 1 would change it, 2 could not read it. */
export const readPrettier: Reader = (output) => {
  if (output.code === 0) return CLEAN
  if (output.code === 1) return found([NOT_FORMATTED])
  const syntax = /\[error\] .*?: (SyntaxError: .*?) \((\d+):(\d+)\)/.exec(output.stderr)
  if (!syntax) return failed(output)
  return found([{ line: Number(syntax[2]), column: Number(syntax[3]), message: syntax[1] ?? '' }])
}

/** `rustfmt --check` of standard input: "Diff in" with exit 0 or 1, or a compiler's error. */
export const readRustfmt: Reader = (output) => {
  const lines = [...output.stdout.matchAll(/^Diff in .*?:(\d+):/gm)].map((match) => Number(match[1]))
  if (lines.length > 0)
    return found(lines.map((line) => ({ line, message: 'rustfmt formats this differently' })))
  if (output.code === 0) return CLEAN
  const error = /^error(?:\[E\d+\])?: (.*)\n\s*--> <?\S+:(\d+):(\d+)/m.exec(output.stderr)
  if (!error) return failed(output)
  return found([{ line: Number(error[2]), column: Number(error[3]), message: error[1] ?? '' }])
}

function list(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fields) : []
}

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
