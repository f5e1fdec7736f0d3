import { createHash, timingSafeEqual } from 'node:crypto'

/** What a token lets its owner do: send records and ask hooks, look at records, or both. */
type Right = 'write' | 'read' | 'all'

export interface Token {
  /** Stands as `client` beside the records that come with it. */
  readonly name: string
  readonly right: Right
  /** SHA-256, so that the token itself is not kept. */
  readonly digest: Uint8Array
}

/** A shorter one could be guessed. */
const MIN_LENGTH = 16

const LINE = /^(?:([\w.@-]{1,60})\s+(write|read|all)\s+)?(\S+)$/

/**
 * The tokens in a file: one a line, `NAME RIGHT TOKEN` or the token alone, which may do all.
 * Empty lines and those that begin with # are nothing. Throws an Error that names the line.
 */
export function readTokens(text: string, from: string): Token[] {
  const tokens: Token[] = []
  for (const [index, line] of text.split('\n').entries()) {
    const written = line.trim()
    if (written === '' || written.startsWith('#')) continue
    const [, name = 'token', right = 'all', token = ''] = LINE.exec(written) ?? []
    const where = `${from}, line ${index + 1}`
    if (token === '') throw new Error(`${where}: expected NAME write|read|all TOKEN, or a token alone`)
    if (token.length < MIN_LENGTH) {
      throw new Error(
        `${where}: the token is shorter than ${MIN_LENGTH} characters; make one with: openssl rand -hex 32`,
      )
    }
    tokens.push({ name, right: right as Right, digest: digestOf(token) })
  }
  return tokens
}

/** The token that a request carries, if it is one of these. */
export function tokenIn(authorization: string | undefined, tokens: readonly Token[]): Token | undefined {
  const given = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  if (given === undefined) return undefined
  const digest = digestOf(given)
  // All are compared, so that the time says nothing.
  return tokens.filter((token) => timingSafeEqual(token.digest, digest))[0]
}

export function allows(token: Token, needed: 'write' | 'read'): boolean {
  return token.right === 'all' || token.right === needed
}

function digestOf(token: string): Uint8Array {
  return createHash('sha256').update(token, 'utf8').digest()
}
