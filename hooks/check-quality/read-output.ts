import { cutMiddle } from '../../src/text/cut.ts'
import { CLEAN, type Finding, found, type Reading } from './finding.ts'

/** A run of a tool that ended by itself. The texts are plain: no colours, no control characters. */
export interface Output {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  /** Output was left out, so that JSON can't be whole. */
  readonly cut: boolean
  /** The absolute path of the file that was looked at. */
  readonly file: string
}

export type Reader = (output: Output) => Reading

/** Exit 0 is clean; else the lines `path:line:column: message` about the file, whatever the tool. */
export const readLines: Reader = (output) => {
  if (output.code === 0) return CLEAN
  if (isUnable(output)) return failed(output)
  const findings = lineFindings(`${output.stdout}\n${output.stderr}`, output.file)
  return findings.length > 0 ? found(findings) : asText(output)
}

/**
 * It says nothing about the file: its program is missing (of a shell 126, 127; of npx, which may
 * not download), or pre-commit has a wrong configuration or hooks that are not installed.
 */
function isUnable({ code, stdout, stderr }: Output): boolean {
  return code === 126 || code === 127 || UNABLE.test(stderr) || UNABLE.test(stdout)
}

const UNABLE =
  /^npm (?:error|ERR!) (?:code ENOTCACHED$|npx canceled due to missing packages)|^An (?:unexpected )?error has occurred: /m

/** As `readLines`, but an exit code other than 1 means that the tool failed. */
export const readLinesOfLinter: Reader = (output) => {
  if (output.code === 0) return CLEAN
  const findings = lineFindings(`${output.stdout}\n${output.stderr}`, output.file)
  return findings.length > 0 ? found(findings) : failed(output)
}

/** The whole output as one finding, when no line of it can be read. */
function asText({ code, stdout, stderr }: Output): Reading {
  const text = `${stdout}\n${stderr}`.trim()
  const message = text === '' ? `failed with exit code ${code} and printed nothing` : cutMiddle(text, 2000)
  return found([{ message }])
}

/** The tool could not do its work; its own words say why. */
export function failed({ code, stdout, stderr }: Output): Reading {
  const words = (stderr.trim() === '' ? stdout : stderr).trim()
  return { kind: 'failed', why: cutMiddle(words === '' ? `it ended with exit code ${code}` : words, 600) }
}

const LINE = /^(?:\[\w+\] )?(.{1,400}?):(\d+)(?::(\d+))?(?::|\s-)?\s+(.+)$/
/** `F401 [*] ...`, `MD022/blanks-around-headings ...`, `lint/x/y ...`, `Lint/UselessAssignment: ...`. */
const RULE_FIRST = /^([A-Z]{1,5}\d{1,5}(?:\/[\w/-]+)?|[A-Za-z][\w-]*\/[\w/-]+)(?::|\s\[\*\])?\s+(.+)$/
/** `... [Error/eslint(no-var)]`, `... (standard:no-unused-imports)`. */
const RULE_LAST = /^(.*\S)\s+[[(](?:(?:Warning|Error)\/)?([\w@][\w@./:()-]*)[\])]$/

/** Findings in the form `path:line:column: message`, of this file only. */
function lineFindings(text: string, file: string): Finding[] {
  const findings: Finding[] = []
  for (const line of text.split('\n')) {
    const match = LINE.exec(line.slice(0, 2000))
    if (!match || !names(match[1] ?? '', file)) continue
    const message = (match[4] ?? '')
      .replace(/^(?:error|warning|note|info)(?:\[\w+\])?:? /i, '')
      // rubocop: the severity as a letter, and what it could correct.
      .replace(/^[A-Z]: (?:\[\w+\] )?/, '')
      .replace(/\s+\[(?:error|warning)\]$/, '')
    const first = RULE_FIRST.exec(message)
    const last = first ? undefined : RULE_LAST.exec(message)
    findings.push({
      line: Number(match[2]),
      column: match[3] === undefined ? undefined : Number(match[3]),
      rule: first?.[1] ?? last?.[2],
      message: first?.[2] ?? last?.[1] ?? message,
    })
  }
  return findings
}

/** True when a written path, relative to wherever the tool ran, can mean the file. */
function names(written: string, file: string): boolean {
  const path = written
    .trim()
    .replaceAll('\\', '/')
    .replace(/^(?:\.{1,2}\/)+/, '')
  return path === file || file.endsWith(`/${path}`)
}

/** A linter of the whole project: what it says about other files does not matter here. */
export const readProject: Reader = (output) => {
  const reading = readLinesOfLinter(output)
  const isAboutOthers =
    reading.kind === 'failed' &&
    output.stdout
      .concat('\n', output.stderr)
      .split('\n')
      .some((line) => LINE.test(line))
  return isAboutOthers ? CLEAN : reading
}

/** A formatter that only says by its exit code 1 that it would change the file. */
export const readFormatter: Reader = (output) => {
  if (output.code === 0) return CLEAN
  const findings = lineFindings(`${output.stdout}\n${output.stderr}`, output.file)
  if (findings.length > 0) return found(findings)
  return output.code === 1 ? found([NOT_FORMATTED]) : failed(output)
}

/** Names the file, with exit 0, when it would change it (gofmt, goimports, shfmt `-l`); else an error. */
export const readListed: Reader = (output) => {
  const findings = lineFindings(output.stderr, output.file)
  if (findings.length > 0) return found(findings)
  const isListed = output.stdout.split('\n').some((line) => line !== '' && names(line, output.file))
  if (isListed) return found([NOT_FORMATTED])
  return output.code === 0 ? CLEAN : failed(output)
}

export const NOT_FORMATTED: Finding = { message: 'not formatted: the formatter would change this file' }

/** Parses JSON output; undefined when it is none. */
export function parsed({ stdout, cut }: Output): unknown {
  if (cut) return undefined
  try {
    return JSON.parse(stdout)
  } catch {
    return undefined
  }
}

/** `clang-format --dry-run -Werror` complains about every blank; once is enough. */
export const readClangFormat: Reader = (output) => {
  if (output.code === 0) return CLEAN
  return output.stderr.includes('clang-format-violations') ? found([NOT_FORMATTED]) : failed(output)
}
