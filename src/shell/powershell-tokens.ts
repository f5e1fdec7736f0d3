/** A word or a separator of PowerShell text. */
export interface PowerShellToken {
  /** mark: `;`, a new line, `|`, `&&`, a brace: it ends a command. unclosed: a quote without its end. */
  readonly kind: 'word' | 'mark' | 'unclosed'
  readonly text: string
  readonly pieces: readonly PowerShellPiece[]
  readonly start: number
  readonly end: number
}

export interface PowerShellPiece {
  readonly kind: 'text' | 'quoted' | 'variable' | 'expression'
  readonly text: string
}

/** Splits PowerShell text into words and what separates commands. Comments are left out. */
export function tokenize(text: string): PowerShellToken[] {
  const tokens: PowerShellToken[] = []
  let at = 0
  while (at < text.length) {
    const char = text[at] ?? ''
    const next = text.slice(at, at + 2)
    if (next === '`\n') at += 2
    else if (char === '#') at = lineEnd(text, at)
    else if (next === '<#') at = after(text, '#>', at)
    else if (/[ \t\r,]/.test(char)) at++
    else if (next === '&&' || next === '||') at = mark(tokens, next, at)
    else if (/[;|\n{})]/.test(char)) at = mark(tokens, char, at)
    else if (char === '(' && !callsMethod(tokens.at(-1), at)) {
      const end = closing(text, at)
      tokens.push(word(text, at, end, [{ kind: 'expression', text: text.slice(at, end) }]))
      at = end
    } else if (char === '(') at++
    else at = readWord(text, at, tokens)
  }
  return tokens
}

function mark(tokens: PowerShellToken[], text: string, at: number): number {
  tokens.push({ kind: 'mark', text, pieces: [], start: at, end: at + text.length })
  return at + text.length
}

function word(
  text: string,
  start: number,
  end: number,
  pieces: readonly PowerShellPiece[],
  kind: PowerShellToken['kind'] = 'word',
): PowerShellToken {
  return { kind, text: text.slice(start, end), pieces, start, end }
}

/** `[IO.File]::Delete(` and `.Delete(`: the bracket holds arguments. */
function callsMethod(before: PowerShellToken | undefined, at: number): boolean {
  return before?.end === at && /(?:::|\.)\w+$/.test(before.text)
}

function readWord(text: string, start: number, tokens: PowerShellToken[]): number {
  const pieces: PowerShellPiece[] = []
  let at = start
  let plain = ''
  let open = false
  const flush = () => {
    if (plain !== '') pieces.push({ kind: 'text', text: plain })
    plain = ''
  }
  while (at < text.length) {
    const char = text[at] ?? ''
    const here = /^@(['"])\r?\n/.exec(text.slice(at, at + 4))
    if (/[\s;|{}(),]/.test(char)) break
    if (here) {
      const end = after(text, `\n${here[1]}@`, at)
      pieces.push({ kind: 'quoted', text: text.slice(at + here[0].length, Math.max(at, end - 3)) })
      at = end
    } else if (char === "'") {
      flush()
      const end = singleEnd(text, at)
      pieces.push({ kind: 'quoted', text: text.slice(at + 1, end - 1).replaceAll("''", "'") })
      open ||= text[end - 1] !== "'" || end === at + 1
      at = end
    } else if (char === '"') {
      flush()
      const end = doubleEnd(text, at)
      pieces.push(...inDouble(text.slice(at + 1, end - 1)))
      open ||= text[end - 1] !== '"' || end === at + 1
      at = end
    } else if (char === '$') {
      flush()
      at = readVariable(text, at, pieces)
    } else if (char === '`') {
      plain += text[at + 1] ?? ''
      at += 2
    } else {
      plain += char
      at++
    }
  }
  flush()
  tokens.push(word(text, start, at, pieces))
  if (open) tokens.push(word(text, start, at, [], 'unclosed'))
  return at
}

function readVariable(text: string, at: number, pieces: PowerShellPiece[]): number {
  if (text[at + 1] === '(') {
    const end = closing(text, at + 1)
    pieces.push({ kind: 'expression', text: text.slice(at, end) })
    return end
  }
  const name = /^\$(?:\{([^}]*)\}|((?:\w+:)?[\w?^$]+))/.exec(text.slice(at, at + 200))
  if (!name) {
    pieces.push({ kind: 'text', text: '$' })
    return at + 1
  }
  pieces.push({ kind: 'variable', text: name[1] ?? name[2] ?? '' })
  return at + name[0].length
}

/** Text in double quotes: variables and `$(...)` stand in it. `\"` comes from callers that escape for C. */
function inDouble(text: string): PowerShellPiece[] {
  const pieces: PowerShellPiece[] = []
  let at = 0
  let plain = ''
  while (at < text.length) {
    const char = text[at] ?? ''
    if (char === '$') {
      if (plain !== '') pieces.push({ kind: 'quoted', text: plain })
      plain = ''
      at = readVariable(text, at, pieces)
    } else {
      if (char === '`' || (char === '\\' && text[at + 1] === '"')) at++
      plain += text[at] ?? ''
      at++
    }
  }
  if (plain !== '') pieces.push({ kind: 'quoted', text: plain })
  return pieces
}

function singleEnd(text: string, from: number): number {
  let at = from + 1
  while (at < text.length) {
    if (text[at] !== "'") at++
    else if (text[at + 1] === "'") at += 2
    else return at + 1
  }
  return text.length
}

function doubleEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const char = text[at]
    if (char === '`' || (char === '\\' && text[at + 1] === '"')) at++
    else if (char === '"') return at + 1
  }
  return text.length
}

function closing(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const char = text[at]
    if (char === "'") at = singleEnd(text, at) - 1
    else if (char === '"') at = doubleEnd(text, at) - 1
    else if (char === '(') depth++
    else if (char === ')' && --depth === 0) return at + 1
  }
  return text.length
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

function after(text: string, what: string, from: number): number {
  const end = text.indexOf(what, from)
  return end < 0 ? text.length : end + what.length
}
