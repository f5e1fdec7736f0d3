import type { Command, Word } from '../../src/shell/command.ts'

/** One git command that would run, its own options and aliases read. */
export interface GitCall {
  readonly command: Command
  /** The subcommand; undefined when it is not known. */
  readonly sub: string | undefined
  /** The words behind it. */
  readonly words: readonly Word[]
  /** The folder it works in, absolute; undefined when that is not known. */
  readonly dir: string | undefined
  /** `--git-dir` and `--work-tree`, as words for another git call. */
  readonly folders: readonly string[]
  /** Settings of `-c`, by key in small letters. */
  readonly settings: ReadonlyMap<string, string>
  /** Its configuration, and so its aliases, come from somewhere that is not looked at. */
  readonly otherSettings: boolean
  /** Why the state of its repository can't be looked at, when that is so. */
  readonly unreadable?: string
  /** It runs on another machine or in a container. */
  readonly elsewhere: boolean
  /** More operands arrive when it runs. */
  readonly more: boolean
}

/** What is said about one call. */
export interface Finding {
  readonly verdict: 'pass' | 'ask' | 'deny'
  /** Behind "it is not run:" or, when it passes, the proof. */
  readonly why: string
  /** Harmless ways, as sentences. */
  readonly instead?: string
}

export const pass = (why: string): Finding => ({ verdict: 'pass', why })
export const refuse = (why: string, instead: string): Finding => ({ verdict: 'deny', why, instead })
export const decision = (why: string, instead: string): Finding => ({ verdict: 'ask', why, instead })

/** The state of the repository can't be read, or proves nothing: the reason in words. */
export class Unreadable extends Error {}
