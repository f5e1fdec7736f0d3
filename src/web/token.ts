import type { Host } from '../host/host.ts'
import { readText } from '../host/read-text.ts'
import { shellArgv } from '../process/shell.ts'
import { homePath } from './home-path.ts'

/** Where a secret is taken from. It never stands in a configuration file itself. */
export type TokenSource =
  | { readonly env: string }
  | { readonly file: string }
  /** A program and its arguments, or a command for the shell; the first line it prints. */
  | { readonly command: string | readonly string[] }

/** A secret, or why there is none. No message holds any of it. */
export type Token = { readonly token: string } | { readonly problem: string }

/** Reads the secret. `timeoutMs` is for a command, such as one that asks a keychain. */
export async function readToken(source: TokenSource, host: Host, timeoutMs: number): Promise<Token> {
  if ('env' in source) return checked(host.env(source.env), `the variable ${source.env} is not set`)
  if ('file' in source) {
    return checked(
      readText(host, homePath(host, source.file), 16_384),
      `the file ${source.file} can not be read`,
    )
  }
  const { command } = source
  const argv = typeof command === 'string' ? shellArgv(host, command) : command
  const result = await host.run(argv, {
    // Not in the project, which could hold a program of its own.
    cwd: host.home() ?? '/',
    timeoutMs,
    maxOutputBytes: 16_384,
  })
  if (result.ended === 'timeout') return { problem: 'the command for the token took too long' }
  const done = result.ended === 'exited' && result.code === 0
  // What it said may hold the secret, so it is not repeated.
  return checked(done ? result.stdout : undefined, `the command for the token failed${why(result)}`)
}

function why({ ended, code, problem }: { ended: string; code: number; problem?: string }): string {
  if (ended === 'exited') return ` with exit code ${code}`
  return problem === undefined ? '' : `: ${problem}`
}

function checked(text: string | undefined, missing: string): Token {
  const token = text?.split(/\r?\n/, 1)[0]?.trim()
  if (token === undefined) return { problem: missing }
  if (token === '')
    return { problem: `${missing.replace(/(?: can not be| is not| failed).*$/, '')} holds no token` }
  // A header can hold nothing else.
  return /^[\x21-\x7e]{1,4096}$/.test(token)
    ? { token }
    : { problem: 'the token holds signs that no token has' }
}
