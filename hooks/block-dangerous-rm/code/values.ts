import type { Word } from '../../../src/shell/command.ts'
import { combine, known, unknown, type Value, word } from './parts.ts'
import type { Token } from './tokens.ts'

export interface Around {
  readonly cwd: string | undefined
  readonly home: string | undefined
  env(name: string): string | undefined
}

const JOINS = /^(?:join|resolve|joinpath|Path|PurePath|PosixPath)$/
const SAME =
  /^(?:expanduser|expand_path|abspath|realpath|normpath|normalize|str|String|fspath|absolute|as_posix|toString|untildify|new|realpathSync)$/
const HOMES = /^(?:homedir|home|getHomeDirectory)$/
const CWDS = /^(?:getcwd|cwd|pwd)$/
const TEMPS = /^(?:mkdtemp|mkdtempSync|TemporaryDirectory|mktmpdir|tempdir)$/

/**
 * Reads expressions from tokens: strings, concatenations, path functions, variables that were
 * assigned before. What it does not know is unknown.
 */
export class ExpressionReader {
  readonly variables = new Map<string, Value>()
  at = 0
  #steps = 200_000
  readonly #tokens: readonly Token[]
  readonly around: Around

  constructor(tokens: readonly Token[], around: Around) {
    this.#tokens = tokens
    this.around = around
  }

  peek(offset = 0): string {
    return this.#tokens[this.at + offset]?.text ?? ''
  }

  /** An expression from here; stops before `,`, a closing bracket, `;` or a new statement. */
  read(depth = 0): Value {
    let value = this.#term(depth)
    while (this.at < this.#tokens.length) {
      const mark = this.peek()
      if (mark !== '+' && mark !== '/' && mark !== '.' && mark !== '%') break
      if (this.#tokens[this.at]?.kind !== 'mark') break
      this.at++
      const right = this.#term(depth)
      value = mark === '%' ? unknown('a formatted text') : combine(value, right, mark === '/' ? '/' : '')
    }
    return value
  }

  /** The arguments behind an opening bracket that was just passed. */
  readArguments(depth = 0): { readonly values: Value[]; readonly text: string } {
    const values: Value[] = []
    const from = this.at
    while (this.at < this.#tokens.length && this.#mayGoOn() && !/^[)\]}]$/.test(this.peek())) {
      const before = this.at
      const named = this.#isNamed()
      if (named) this.at += 2
      const value = this.read(depth + 1)
      if (!named) values.push(value)
      this.#skipRest()
      if (this.peek() === ',') this.at++
      else if (this.at === before) this.at++
    }
    const text = this.#tokens
      .slice(from, this.at)
      .map((token) => token.text)
      .join(' ')
    this.at++
    return { values, text }
  }

  /** After many steps nothing more is known, so that no code takes long. */
  #mayGoOn(): boolean {
    return --this.#steps > 0
  }

  /** `name=value` or `name: value` inside a call. */
  #isNamed(): boolean {
    const one = this.#tokens[this.at]
    return one?.kind === 'name' && /^[=:]$/.test(this.peek(1)) && !/^[=>:]$/.test(this.peek(2))
  }

  /** What follows a value that was not understood, up to the next argument. */
  #skipRest(): void {
    let depth = 0
    for (; this.at < this.#tokens.length && this.#mayGoOn(); this.at++) {
      const text = this.peek()
      if (depth === 0 && /^[,)\]};]$/.test(text)) return
      if (/^[([{]$/.test(text)) depth++
      if (/^[)\]}]$/.test(text)) depth--
    }
  }

  #term(depth: number): Value {
    const token = this.#tokens[this.at]
    if (!token || depth > 20 || !this.#mayGoOn()) return unknown('an expression')
    if (token.kind === 'string') {
      this.at++
      return this.#chain([word(token.parts ?? [], token.text)], '', depth)
    }
    if (token.text === '[') {
      this.at++
      const { values } = this.readArguments(depth + 1)
      return values.flat()
    }
    if (token.text === '(') {
      this.at++
      const { values } = this.readArguments(depth + 1)
      return this.#chain(values.length === 1 ? (values[0] ?? []) : values.flat(), '', depth)
    }
    if (token.kind !== 'name') return unknown(token.text)
    this.at++
    if (token.text === 'await' || token.text === 'new' || token.text === 'my') return this.#term(depth)
    if (token.text === '$ENV' || token.text === 'ENV') return this.#index(token.text)
    const value = this.variables.get(token.text) ?? unknown(token.text)
    if (this.peek() === '(') return this.#chain(this.#call(token.text, undefined, depth), token.text, depth)
    return this.#chain(value, token.text, depth)
  }

  /** Attributes and calls behind a value. */
  #chain(start: Value, startName: string, depth: number): Value {
    let value = start
    let name = startName
    while (this.at < this.#tokens.length) {
      const dot = this.#dot()
      const next = this.#tokens[this.at + dot]
      if (dot > 0 && next?.kind === 'name') {
        this.at += dot + 1
        const full = `${name}.${next.text}`
        if (this.peek() === '(') value = this.#call(next.text, value, depth)
        else if (/^process\.env\.\w+$/.test(full)) value = this.#variable(next.text)
        else if (/(?:^|\.)environ$/.test(full) || full === 'process.env') value = unknown(full)
        else value = this.#attribute(full)
        name = full
      } else if (this.peek() === '[' && /(?:environ|process\.env|ENV)$/.test(name)) {
        value = this.#index(name)
      } else break
    }
    return value
  }

  #dot(): number {
    const here = this.peek()
    if (here === '.' && this.#tokens[this.at + 1]?.kind === 'name') return 1
    if (here === '-' && this.peek(1) === '>') return 2
    if (here === ':' && this.peek(1) === ':') return 2
    return 0
  }

  #attribute(name: string): Value {
    if (/^Dir\.(?:pwd|home)$/.test(name)) return name.endsWith('pwd') ? this.#cwd() : this.#home()
    return unknown(name)
  }

  #call(name: string, receiver: Value | undefined, depth: number): Value {
    this.at++
    const { values } = this.readArguments(depth + 1)
    if (TEMPS.test(name))
      return [word([{ kind: 'unknown', why: name, notEmpty: true, splits: false, fresh: true }], name)]
    if (HOMES.test(name)) return this.#home()
    if (CWDS.test(name)) return this.#cwd()
    if (/^(?:getenv|get)$/.test(name)) return this.#variable(values[0]?.[0]?.value)
    const [first] = values
    if (JOINS.test(name)) {
      const own = receiver?.[0]?.value !== undefined && name === 'joinpath' ? [receiver, ...values] : values
      if (own.length === 0) return receiver ?? unknown(name)
      return own.reduce((left, right) => combine(left, right, '/')).map((one) => this.#untilde(one))
    }
    if (SAME.test(name)) return (first ?? receiver ?? unknown(name)).map((one) => this.#untilde(one))
    return unknown(`${name}()`)
  }

  #index(name: string): Value {
    if (!/^[[{]$/.test(this.peek())) return unknown(name)
    this.at++
    const key = this.#tokens[this.at]
    const { values } = this.readArguments(1)
    return this.#variable(values[0]?.[0]?.value ?? key?.text)
  }

  #variable(name: string | undefined): Value {
    const value = name === undefined ? undefined : name === 'HOME' ? this.around.home : this.around.env(name)
    return value === undefined ? unknown(`the variable ${name ?? '?'}`) : known(value)
  }

  #home(): Value {
    return this.around.home === undefined ? unknown('the home') : known(this.around.home)
  }

  #cwd(): Value {
    return this.around.cwd === undefined ? unknown('the working directory') : known(this.around.cwd)
  }

  #untilde(one: Word): Word {
    const [first, ...rest] = one.parts
    const { home } = this.around
    if (first?.kind !== 'text' || !/^~(?:\/|$)/.test(first.text) || home === undefined) return one
    return word([{ kind: 'text', text: home + first.text.slice(1) }, ...rest], one.source)
  }
}
