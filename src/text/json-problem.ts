/**
 * What is wrong with a text that is not JSON, and at which byte (RFC 8259), in the same
 * words in every engine. Only called after `JSON.parse` refused the text, or for one that is
 * nested deeper than `maxDepth`.
 */
export function jsonProblem(text: string, maxDepth = 1000): string {
  const scan = new Scan(text, maxDepth)
  try {
    scan.value(0)
    scan.space()
    if (scan.at < text.length) scan.fail(`${describe(text, scan.at)} after the end of the value`)
  } catch (error) {
    if (error instanceof Problem) return `${error.message} at byte ${byteOffset(text, error.at)}`
    throw error
  }
  return 'it could not be read'
}

class Problem extends Error {
  readonly at: number
  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const ESCAPES = new Set(['"', '\\', '/', 'b', 'f', 'n', 'r', 't'])

class Scan {
  readonly text: string
  readonly #maxDepth: number
  at = 0

  constructor(text: string, maxDepth: number) {
    this.text = text
    this.#maxDepth = maxDepth
  }

  fail(message: string, at = this.at): never {
    throw new Problem(message, at)
  }

  space(): void {
    while (' \t\n\r'.includes(this.text[this.at] ?? 'x')) this.at++
  }

  value(depth: number): void {
    this.space()
    if (depth > this.#maxDepth) this.fail(`nested deeper than ${this.#maxDepth}`)
    const first = this.text[this.at]
    if (first === undefined) this.fail('unexpected end')
    if (first === '{') this.members(depth)
    else if (first === '[') this.items(depth)
    else if (first === '"') this.string()
    else this.scalar()
  }

  scalar(): void {
    const { text, at } = this
    for (const word of ['true', 'false', 'null']) {
      if (text.startsWith(word, at)) {
        this.at += word.length
        return
      }
      if (at + word.length > text.length && word.startsWith(text.slice(at))) {
        this.fail('unexpected end', text.length)
      }
    }
    NUMBER.lastIndex = at
    const number = NUMBER.exec(text)
    if (!number) this.fail(describe(text, at))
    this.at += number[0].length
  }

  members(depth: number): void {
    this.at++
    this.space()
    if (this.text[this.at] === '}') {
      this.at++
      return
    }
    for (;;) {
      this.space()
      if (this.at >= this.text.length) this.fail('unexpected end')
      if (this.text[this.at] !== '"') this.fail(`${describe(this.text, this.at)} instead of a key`)
      this.string()
      this.space()
      this.expect(':')
      this.value(depth + 1)
      if (this.more('}')) return
    }
  }

  items(depth: number): void {
    this.at++
    this.space()
    if (this.text[this.at] === ']') {
      this.at++
      return
    }
    for (;;) {
      this.value(depth + 1)
      if (this.more(']')) return
    }
  }

  /** True at the closing character, false after a comma. */
  more(close: string): boolean {
    this.space()
    const found = this.text[this.at]
    if (found === undefined) this.fail('unexpected end')
    if (found !== close && found !== ',')
      this.fail(`${describe(this.text, this.at)} instead of , or ${close}`)
    this.at++
    return found === close
  }

  expect(wanted: string): void {
    if (this.at >= this.text.length) this.fail('unexpected end')
    if (this.text[this.at] !== wanted) this.fail(`${describe(this.text, this.at)} instead of ${wanted}`)
    this.at++
  }

  string(): void {
    const { text } = this
    for (let at = this.at + 1; ; at++) {
      const found = text[at]
      if (found === undefined) this.fail('unexpected end', text.length)
      if (found === '"') {
        this.at = at + 1
        return
      }
      if (found < ' ') this.fail(`control character ${printable(found)} in a string`, at)
      if (found !== '\\') continue
      at++
      const escaped = text[at]
      if (escaped === undefined) this.fail('unexpected end', text.length)
      if (escaped === 'u') {
        if (at + 5 > text.length) this.fail('unexpected end', text.length)
        if (!/^[0-9a-fA-F]{4}$/.test(text.slice(at + 1, at + 5))) this.fail('bad \\u escape', at - 1)
        at += 4
      } else if (!ESCAPES.has(escaped)) this.fail(`bad escape \\${printable(escaped)}`, at - 1)
    }
  }
}

function describe(text: string, at: number): string {
  const word = /^[A-Za-z_]{1,20}/.exec(text.slice(at, at + 20))?.[0]
  return `unexpected ${word ?? printable(String.fromCodePoint(text.codePointAt(at) ?? 0))}`
}

function printable(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code > 0x20 && code < 0x7f) return character
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}

function byteOffset(text: string, at: number): number {
  let bytes = 0
  for (let index = 0; index < at; index++) {
    const code = text.charCodeAt(index)
    if (code < 0x80) bytes += 1
    else if (code < 0x800) bytes += 2
    else if (code >= 0xd800 && code < 0xdc00 && index + 1 < at) {
      bytes += 4
      index++
    } else bytes += 3
  }
  return bytes
}
