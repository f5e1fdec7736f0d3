import type { Command } from '../../../src/shell/command.ts'
import type { Access } from '../touch.ts'
import { leading } from './use.ts'

/** What code in another language does with a file it names in a literal. */
export interface CodeUse {
  readonly path: string
  readonly access: Access
}

const INTERPRETER =
  /^(?:python(?:\d(?:\.\d+)?)?|pypy3?|node|nodejs|deno|bun|ruby|perl|php|lua|rscript|osascript|tclsh)$/i
const CODE_OPTION = /^(?:-c|-e|-E|-r|-p|-pe|-ne|--eval|--print|eval)$/

/** The code that an interpreter's command line brings with it. */
export function codeOf(name: string, command: Command): string | undefined {
  if (command.code) return command.code.text
  if (!INTERPRETER.test(name)) return undefined
  const at = command.argv.findIndex((word, index) => index > 0 && CODE_OPTION.test(leading(word)))
  const code = at < 0 ? undefined : command.argv[at + 1]
  return code
    ? code.parts.map((part) => (part.kind === 'text' ? part.text : '\ufffc')).join('')
    : command.input
}

const WRITES =
  /\bopen\s*\([^()]*,\s*(?:mode\s*=\s*)?['"][^'"]*[wax+]|\bopen\s*\([^()]*['"]\s*>|write_(?:text|bytes)|(?:write|append)File|createWriteStream|copyFile|cpSync|\bunlink|\brm(?:Sync|tree|_r|_rf)?\s*\(|\bremove\s*\(|\brename|\breplace\s*\(\s*['"]|truncate|chmod|symlink|shutil\.(?:copy|move)|File\.(?:write|delete|rename|open\s*\([^()]*['"][wa])|IO\.write|file_put_contents|fopen\s*\([^()]*['"][waxc]|Deno\.(?:write|remove|rename)|Bun\.write|\.touch\s*\(/

const READS =
  /\bopen\s*\(|read_(?:text|bytes)|\breadFile|createReadStream|\breadlines?\b|File\.(?:read|open|foreach|new)|IO\.(?:read|foreach)|file_get_contents|\bfile\s*\(|fopen\s*\(|\brequire\s*\(|\bload\s*\(|Deno\.read|Bun\.file|dotenv_values|parse\s*\(\s*fs|<\s*\$?\w*\s*>|\binclude\s*\(|slurp/

/** A call that hands a literal to a shell. */
const SHELLS_OUT =
  /\b(?:system|popen|exec(?:Sync|File|FileSync)?|spawn(?:Sync)?|run|call|check_output|check_call|getoutput|shell_exec|passthru|sh|\$)\s*[(`]\s*$|%x[({[]\s*$|\bqx[({/]\s*$/

export interface CodeReading {
  readonly files: readonly CodeUse[]
  /** Text that the code hands to a shell. */
  readonly commands: readonly string[]
}

const MAX_LITERALS = 500

/**
 * The files that code names in literals, with what the code does to files at all, and the
 * shell commands it starts. It does not follow variables: `open(name)` says nothing.
 */
export function readCode(code: string): CodeReading {
  const access: Access | undefined = WRITES.test(code) ? 'write' : READS.test(code) ? 'read' : undefined
  const files: CodeUse[] = []
  const commands: string[] = []
  let literals = 0
  for (const match of code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)) {
    if (++literals > MAX_LITERALS) break
    const text = (match[1] ?? match[2] ?? match[3] ?? '').replace(/\\(.)/g, '$1')
    const before = code.slice(Math.max(0, match.index - 40), match.index)
    if (SHELLS_OUT.test(before) || (match[3] !== undefined && /\$$/.test(before))) commands.push(text)
    if (access !== undefined && text !== '' && text.length < 1000) files.push({ path: text, access })
  }
  return { files, commands }
}
