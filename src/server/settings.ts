import type { Options } from '../audit/options.ts'
import type { Token } from './http/tokens.ts'

/** What `hookbox serve` runs with. */
export interface Settings {
  /** An address of this machine, and a port; 0: any free one. */
  readonly host: string
  readonly port: number
  /** A file of SQLite, or postgres://... */
  readonly store: string
  /** Who may do what. Empty: anybody on this machine may do all, which only loopback allows. */
  readonly tokens: readonly Token[]
  /** Signatures of batches are asked for and checked with it. */
  readonly secret?: string
  /** Further names under which the server is reached (`Host`), as behind a proxy. */
  readonly names: readonly string[]
  /** The hooks that may be run for a caller, by name. */
  readonly hooks: readonly string[]
  readonly tls?: { readonly cert: string; readonly key: string }
  /** Records older than this are removed; undefined: none are. */
  readonly keepDays?: number
  readonly limits: Limits
  /** What is kept of prompts in events that come as they are. */
  readonly audit: Options
}

export interface Limits {
  /** Of a request's body, as sent and unpacked. */
  readonly bodyBytes: number
  readonly unpackedBytes: number
  /** Bodies that are being read or stored; more are turned away with 503. */
  readonly waitingBytes: number
  /** A request has to be there by then, however slowly it comes. */
  readonly requestMs: number
  /** A hook has to have answered by then; a guard that has not refuses. */
  readonly hookMs: number
  /** Threads that run hooks. */
  readonly threads: number
  /** What goes on at the end has to be done by then. */
  readonly stopMs: number
}

export const LIMITS: Limits = {
  bodyBytes: 16 * 1024 * 1024,
  unpackedBytes: 64 * 1024 * 1024,
  waitingBytes: 128 * 1024 * 1024,
  requestMs: 30_000,
  hookMs: 5000,
  threads: 2,
  stopMs: 10_000,
}
