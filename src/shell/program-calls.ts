import { quote } from '../tasks/text.ts'
import { decodeAnsiC } from './ansi.ts'
import { runCode } from './code.ts'
import type { InlineCode } from './command.ts'
import type { Here } from './here.ts'
import { type Call, runCall } from './simple.ts'
import { namesPrograms } from './starts-programs.ts'
import { copyState, type State } from './state.ts'
import { plainWord, text, unknown, type Value } from './value.ts'

/** Calls that start a program or a shell, in the languages that are read (interpreters.ts). */
const CALLS =
  /(?:\b(?:system|systemlist|popen|popen2|popen3|exec|execSync|execFile|execFileSync|spawn|spawnSync|shell_exec|passthru|proc_open|pcntl_exec|call|run|check_call|check_output|Popen|getoutput|getstatusoutput|create_subprocess_(?:exec|shell)|execv|execvp|execl|execlp|execa|execaSync|execaCommand|capture2|capture3|execute|Command|doShellScript|do\s{1,9}(?:shell\s{1,9})?script|(?:async-)?shell-command(?:-to-string)?|call-process(?:-shell-command)?|termopen|jobstart|job_start)|(?<![\w$])\$(?=\s{0,9}`))\s{0,10}\(?\s{0,10}\[?\s{0,10}(?=["'`])/g
/** Up to the next string of a call: a comma, the name or bracket of a list, `nil`s of Lisp. */
const STRING =
  /(?:\s{0,20},?\s{0,20}(?:\{\s{0,20}args\s{0,9}:\s{0,9})?\[?|(?:\s{1,9}(?:nil|t|0)){1,4})\s{0,20}(?:"((?:\\[\s\S]|[^"\\])*)"|'((?:\\[\s\S]|[^'\\])*)'|`((?:\\[\s\S]|[^`\\])*)`)/y
const MAX_CALLS = 50
const BRACKETS = /^(?:javascript|python|php)$/

/** Programs that the code starts, where they are written as strings in it. */
export function runCalls(outer: Here, call: Call, state: State, code: InlineCode): void {
  const { stdin: _stdin, ...here } = outer
  const source = code.text ?? ''
  const own = call.argv.slice(0, 1)
  let count = 0
  const shell = (value: Value) => {
    if (++count <= MAX_CALLS) runCode(here, call, state, { code: value, same: false, own })
  }
  for (const match of source.matchAll(CALLS)) {
    if (count >= MAX_CALLS) return
    // `run 'x'` in a text: these languages have brackets around arguments.
    if (BRACKETS.test(code.language) && !/[($]/.test(match[0])) continue
    if (code.language === 'javascript' && !startsProgram(source, match.index, match[0])) continue
    const { strings, end } = stringsAt(source, match.index + match[0].length)
    const [first, ...rest] = strings
    if (first === undefined) continue
    if (rest.length === 0) {
      shell([...text(first), ...(GOES_ON.test(source.slice(end, end + 20)) ? MORE : [])])
      continue
    }
    count++
    runCall(
      { ...here, via: [...here.via, { name: code.language, words: own, elsewhere: false }] },
      { ...call, argv: strings.map(plainWord), only: 'programs' },
      copyState(state),
    )
  }
  for (const one of TEXTS[code.language]?.(source) ?? []) shell(one)
}

/** What is put behind a string is not known. */
const GOES_ON = /^[ \t]*(?:[+.%&$"'\w]|\.\.)/
const MORE: Value = [unknown('what the code puts there', { splits: true })]

/** `x.exec('...')` is a regular expression's too; then nothing names a way to start programs. */
function startsProgram(source: string, at: number, name: string): boolean {
  if (!/^(?:exec|call|run|execute|Command)\b/.test(name)) return true
  const receiver = /([\w$)\]/]{1,80})\s*\??\.\s*$/.exec(source.slice(Math.max(0, at - 100), at))?.[1]
  if (receiver === undefined) return true
  if (/\/[a-z]*$|(?:^|[a-z_])(?:re|rx|regexp?|pattern|matcher)$/i.test(receiver)) return false
  return namesPrograms('javascript', source)
}

function stringsAt(source: string, at: number): { strings: string[]; end: number } {
  const strings: string[] = []
  let end = at
  STRING.lastIndex = at
  for (let match = STRING.exec(source); match && strings.length < 100; match = STRING.exec(source)) {
    // Two strings without anything between them are one text.
    if (strings.length > 0 && /^\s*["'`]/.test(match[0])) break
    strings.push(unescaped(match[1] ?? match[2] ?? match[3] ?? ''))
    end = STRING.lastIndex
  }
  return { strings, end }
}

/** The text of a string with the escapes that most languages share. */
function unescaped(written: string): string {
  return decodeAnsiC(written.replace(/\\([`$])/g, '$1')) ?? written
}

/** Further shell text, in ways that only these languages have. */
const TEXTS: Readonly<Record<string, (source: string) => Value[]>> = {
  perl: ticks,
  ruby: ticks,
  php: ticks,
  awk: awkTexts,
  tcl: tclTexts,
  elisp: (source) =>
    [...source.matchAll(/\(delete-(directory|file)\s+"([^"\\]+)"/g)].map(([, what, path = '']) =>
      text(`rm ${what === 'directory' ? '-r ' : ''}${/^[\w./~-]+$/.test(path) ? path : quote(path)}`),
    ),
}

function ticks(source: string): Value[] {
  return [...source.matchAll(/`([^`]{1,2000})`|%x[({[]([^)}\]]{1,2000})[)}\]]/g)].map((match) =>
    text(match[1] ?? match[2] ?? ''),
  )
}

/** Where awk starts a program from an expression, each of its strings may be a part of that. */
function awkTexts(source: string): Value[] {
  if (!/\bsystem\s*\(\s*[^"\s]|\|\s*&?\s*getline|\|\s*["&]|\bprintf?\b[^;{}\n|]{0,500}\|(?!\|)/.test(source))
    return []
  return [...source.matchAll(/"((?:\\[\s\S]|[^"\\])*)"/g)].map((match) => {
    const behind = source.slice(match.index + match[0].length).trimStart()
    return [...text(unescaped(match[1] ?? '')), ...(/^[$\w"(]/.test(behind) ? MORE : [])]
  })
}

/** `spawn rm x`, `exec rm x`, `send "rm x\r"`. */
function tclTexts(source: string): Value[] {
  const runs = [...source.matchAll(/(?:^|[;\n{[])\s*(?:spawn|exec|system)\s+(?:-\w+\s+|--\s+)*([^\n;\]]+)/g)]
  const sent = [...source.matchAll(/\bsend\s+(?:-\w+\s+|--\s+)*"((?:\\[\s\S]|[^"\\])*)"/g)]
  return [
    ...runs.map((match) => text((match[1] ?? '').replace(/^"(.*)"$|^\{(.*)\}$/, '$1$2'))),
    ...sent.map((match) => text((match[1] ?? '').replace(/\\[rn]/g, '\n').replace(/\\(.)/g, '$1'))),
  ]
}
