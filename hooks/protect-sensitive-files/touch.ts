import type { Kind } from './patterns.ts'

/**
 * What a tool call does to a file:
 * - write: changes, replaces, moves or removes it, or who may use it
 * - read: brings its content to the model, or makes a copy under another name
 * - send: takes its content to another machine
 */
export type Access = 'write' | 'read' | 'send'

/** One file that a tool call touches. */
export interface Touch {
  /** The path as written. */
  readonly path: string
  /** As it stands in a command where a part of it is not known; `path` then has a stand-in. */
  readonly shown?: string
  /** What relative paths start from, absolute. */
  readonly base: string
  readonly access: Access
  /** Who does it, for the reason: the tool's name, or the command. */
  readonly by: string
  /** The path is one of another machine or container: the disk here says nothing about it. */
  readonly elsewhere?: boolean
  /** The folder it is in is not known, so the disk is not asked. */
  readonly blind?: boolean
  /** Only files of these kinds are minded. */
  readonly only?: readonly Kind[]
  /** A secret file that is not there yet loses nothing by it. */
  readonly fills?: boolean
}

/** A protected file that a call touches, and what is to be done about it. */
export interface Finding {
  readonly touch: Touch
  /** Absolute, normalised. */
  readonly path: string
  /** True when a link led there, so that the written path says something else. */
  readonly linked: boolean
  /** The pattern's id; `protect` for a pattern of the user's; `unread`, `live-value`: see `because`. */
  readonly rule: string
  readonly kind: Kind
  readonly verdict: 'deny' | 'ask'
  /** The whole reason, where it is not about what the file is. */
  readonly because?: string
}
