import type { Command, Doubt, ShellReading, ShellWorld, Word, WordPart } from './command.ts'
import { type PowerShellToken, tokenize } from './powershell-tokens.ts'
import { type ReadOptions, readShell } from './read.ts'

/**
 * The commands that PowerShell would run for this text, in the same form as `readShell` gives
 * them. A smaller reading: literal words, variables set in the text and of the environment,
 * `cd`; script blocks and parentheses are read for the commands in them, whatever runs them.
 * Method calls (`[IO.Directory]::Delete(x)`) are commands of that name. Backslashes in words
 * are turned into slashes.
 */
export function readPowerShell(text: string, world: ShellWorld, options: ReadOptions = {}): ShellReading {
  const reader = new Reader(world, options)
  reader.run(text, 0)
  return { commands: reader.commands, doubts: reader.doubts }
}

const MAX_TEXT = 64 * 1024
const MAX_DEPTH = 8

class Reader {
  readonly commands: Command[] = []
  readonly doubts: Doubt[] = []
  readonly #variables = new Map<string, readonly WordPart[]>()
  readonly #world: ShellWorld
  readonly #options: ReadOptions
  #cwd: string | undefined

  constructor(world: ShellWorld, options: ReadOptions) {
    this.#world = world
    this.#options = options
    this.#cwd = world.cwd
  }

  run(text: string, depth: number): void {
    if (text.length > MAX_TEXT || depth > MAX_DEPTH) {
      this.doubts.push({ kind: 'limit', what: 'it is longer or deeper than what is read', source: text })
      return
    }
    const tokens = tokenize(text)
    if (tokens.some((token) => token.kind === 'unclosed')) {
      this.doubts.push({ kind: 'unreadable', what: 'a quote or bracket is not closed', source: text })
    }
    let words: PowerShellToken[] = []
    let piped = false
    for (const token of tokens) {
      if (token.kind !== 'mark') {
        words.push(token)
        continue
      }
      this.#statement(words, text, piped, depth)
      piped = token.text === '|'
      words = []
    }
    this.#statement(words, text, piped, depth)
  }

  #statement(tokens: readonly PowerShellToken[], text: string, piped: boolean, depth: number): void {
    const [first, second] = tokens
    const last = tokens.at(-1)
    if (!first || !last) return
    if (first.kind === 'word' && second?.text === '=' && first.text.startsWith('$')) {
      const value = tokens.length === 3 ? this.#word(tokens[2] ?? first).parts : [unknown('an expression')]
      this.#variables.set(first.text.slice(1).toLowerCase(), value)
      if (tokens.length > 3) this.#statement(tokens.slice(2), text, piped, depth)
      return
    }
    const skipped = first.text === '&' || (first.text === '.' && tokens.length > 1) ? tokens.slice(1) : tokens
    const argv = skipped.map((token) => this.#word(token))
    if (argv.length === 0) return
    const source = text.slice(first.start, last.end)
    const name = (argv[0]?.value ?? '')
      .replace(/^.*\//, '')
      .replace(/\.exe$/i, '')
      .toLowerCase()
    const inner = INNER[name]
    this.commands.push({
      argv,
      cwd: this.#cwd,
      redirects: [],
      environment: {},
      via: [],
      moreOperands: piped,
      wraps: inner !== undefined,
      source,
      start: first.start,
      end: last.end,
    })
    if (MOVES.has(name)) this.#move(argv)
    if (inner) this.#inner(inner, skipped, argv, source, depth)
  }

  #move(argv: readonly Word[]): void {
    const to = argv.slice(1).find((word) => !word.source.startsWith('-'))?.value
    if (to === undefined) this.#cwd = undefined
    else if (/^(?:[A-Za-z]:)?\//.test(to)) this.#cwd = to
    else this.#cwd = this.#cwd === undefined ? undefined : `${this.#cwd}/${to}`
  }

  /** A program that runs text: what it runs is read too. */
  #inner(
    kind: 'powershell' | 'cmd' | 'shell' | 'text',
    tokens: readonly PowerShellToken[],
    argv: readonly Word[],
    source: string,
    depth: number,
  ): void {
    const at = tokens.findIndex((token, index) => index > 0 && INNER_OPTION[kind].test(token.text))
    const rest = at < 0 ? (kind === 'text' || kind === 'powershell' ? argv.slice(1) : []) : argv.slice(at + 1)
    if (kind === 'powershell' && tokens.some((token) => /^-e(?:nc|ncodedcommand|c)?$/i.test(token.text))) {
      this.doubts.push({ kind: 'unknown-code', what: 'the command is encoded', source })
      return
    }
    const text = rest.map((word) => wholeText(word)).join(' ')
    if (text.trim() === '') return
    if (kind === 'cmd') this.commands.push(...readCmd(text, this.#cwd, this.#world))
    else if (kind === 'shell') {
      const reading = readShell(text, this.#world, this.#options)
      this.commands.push(...reading.commands)
      this.doubts.push(...reading.doubts)
    } else this.run(text, depth + 1)
  }

  #word(token: PowerShellToken): Word {
    const parts: WordPart[] = []
    for (const piece of token.pieces) {
      if (piece.kind === 'variable') parts.push(...this.#variable(piece.text))
      else if (piece.kind === 'expression') {
        parts.push(unknown(piece.text))
        this.run(piece.text.replace(/^\$?\(|\)$/g, ''), 2)
      } else pushText(parts, piece.text.replaceAll('\\', '/'), piece.kind === 'quoted')
    }
    const known = parts.every((part) => part.kind === 'text')
    return {
      value: known ? parts.map((part) => (part.kind === 'text' ? part.text : '')).join('') : undefined,
      parts,
      source: token.text,
    }
  }

  #variable(name: string): readonly WordPart[] {
    const lower = name.toLowerCase()
    const set = this.#variables.get(lower)
    if (set) return set
    const named = lower.startsWith('env:') ? this.#world.env(name.slice(4)) : undefined
    const value = lower === 'home' ? this.#world.home : lower === 'pwd' ? this.#cwd : named
    return value === undefined ? [unknown(`$${name}`)] : [{ kind: 'text', text: value.replaceAll('\\', '/') }]
  }
}

const MOVES = new Set(['cd', 'chdir', 'sl', 'set-location', 'push-location', 'pushd', 'pop-location', 'popd'])
const INNER: Readonly<Record<string, 'powershell' | 'cmd' | 'shell' | 'text'>> = {
  powershell: 'powershell',
  pwsh: 'powershell',
  cmd: 'cmd',
  bash: 'shell',
  sh: 'shell',
  wsl: 'shell',
  'invoke-expression': 'text',
  iex: 'text',
}
const INNER_OPTION = {
  powershell: /^-c(?:ommand)?$/i,
  cmd: /^\/{1,2}[ck]$/i,
  shell: /^(?:-[a-z]*c|--|-e)$/,
  text: /^-c(?:ommand)?$/i,
} as const

function unknown(why: string): WordPart {
  return { kind: 'unknown', why, notEmpty: false, splits: false }
}

function wholeText(word: Word): string {
  return word.parts.map((part) => (part.kind === 'unknown' ? '$unknown' : part.text)).join('')
}

function pushText(parts: WordPart[], text: string, quoted: boolean): void {
  // Cmdlets expand wildcards themselves, so quotes do not protect them.
  void quoted
  for (const piece of text.split(/([*?])/)) {
    if (piece !== '') parts.push({ kind: /^[*?]$/.test(piece) ? 'glob' : 'text', text: piece })
  }
}

/** The commands of a line for cmd.exe: words, double quotes, `%VAR%`, `&`, `&&`, `|`. */
export function readCmd(text: string, cwd: string | undefined, world: ShellWorld): Command[] {
  const commands: Command[] = []
  for (const [index, line] of text.split(/&&?|\|\|?|\n/).entries()) {
    const argv = [...line.matchAll(/"([^"]*)"?|[^\s"]+/g)].map((match): Word => {
      const written = (match[1] ?? match[0]).replaceAll('\\', '/').replace(/^\/\/\?\//, '')
      return cmdWord(written, match[0], world)
    })
    const start = text.indexOf(line)
    if (argv.length === 0) continue
    commands.push({
      argv,
      cwd,
      redirects: [],
      environment: {},
      via: [{ name: 'cmd', words: [], elsewhere: false }],
      moreOperands: index > 0 && text[start - 1] === '|',
      wraps: false,
      source: line.trim(),
      start,
      end: start + line.length,
    })
  }
  return commands
}

function cmdWord(written: string, source: string, world: ShellWorld): Word {
  const parts: WordPart[] = []
  for (const piece of written.split(/(%\w+%|\$\w+)/)) {
    const name = /^%(\w+)%$/.exec(piece)?.[1]
    const value = name === undefined ? undefined : world.env(name)
    if (value !== undefined) pushText(parts, value.replaceAll('\\', '/'), false)
    else if (/^[%$]\w/.test(piece)) parts.push(unknown(piece))
    else pushText(parts, piece, false)
  }
  const known = parts.every((part) => part.kind === 'text')
  return {
    value: known ? parts.map((part) => (part.kind === 'text' ? part.text : '')).join('') : undefined,
    parts,
    source,
  }
}
