/**
 * The result of reading a piece of shell text: the commands it would run. Everything that
 * could not be known is said to be unknown; an unknown is never the empty string.
 */
export interface ShellReading {
  readonly commands: readonly Command[]
  /**
   * Why the list may be incomplete or wrong: text that the parser could not read, or forms
   * it is known to misread. A guard asks or denies on them when danger is near; they are
   * not dangerous by themselves.
   */
  readonly doubts: readonly Doubt[]
}

export interface Doubt {
  /**
   * unreadable: the parser reports an error or a form it is known to misread.
   * limit: larger or deeper than what is read; the rest was not looked at.
   * unknown-code: text that is run as code and is not known (`curl ... | sh`, `eval "$x"`).
   */
  readonly kind: 'unreadable' | 'limit' | 'unknown-code'
  readonly what: string
  /** The part of the text concerned. */
  readonly source: string
}

/** One command that would run: a simple command after expansion, or one found inside another. */
export interface Command {
  /**
   * argv[0] included; never empty. Assignments in front are not part of it. Redirections
   * that belong to no simple command (`> file`, `{ ...; } > file`) are those of a `:`.
   */
  readonly argv: readonly Word[]
  /**
   * Working directory at that point, absolute; undefined when it can't be known. A command
   * that may run in several (after a \`cd\` that may have failed) is listed once for each.
   */
  readonly cwd: string | undefined
  readonly redirects: readonly Redirect[]
  /** Assignments in front of the command, for its environment only. */
  readonly environment: Readonly<Record<string, Word>>
  /** What it came through, outermost first: `sudo`, `env`, `sh -c`, `xargs`, `eval` ... */
  readonly via: readonly Wrapper[]
  /** True when further operands arrive at run time (xargs, `find -exec ... +`). */
  readonly moreOperands: boolean
  /** Heredoc or here-string on its standard input, when it is known text. */
  readonly input?: string
  /**
   * It runs other commands (sudo, env, sh -c, xargs ...), which follow it in the list. It
   * stands there itself as it was typed.
   */
  readonly wraps: boolean
  /** Code in another language that it runs: `python -c`, `node -e`, a heredoc into perl ... */
  readonly code?: InlineCode
  /** As written, for messages. */
  readonly source: string
  /** Offsets into the text that was read; of the outer text for nested ones. */
  readonly start: number
  readonly end: number
}

export interface InlineCode {
  /** python, javascript, perl, ruby, php ... */
  readonly language: string
  /** The code; undefined when no part of it is known. Unknown stretches are U+FFFC. */
  readonly text: string | undefined
}

export interface Wrapper {
  /** The program's base name as resolved. */
  readonly name: string
  /** The wrapper's own words, its name first, without the command it runs. */
  readonly words: readonly Word[]
  /** It runs the command on another machine, in a container or another root. */
  readonly elsewhere: boolean
}

/** One word after expansion. */
export interface Word {
  /** The whole value; undefined when any part of it is unknown or a glob. */
  readonly value: string | undefined
  readonly parts: readonly WordPart[]
  /** As written, for messages. */
  readonly source: string
}

export type WordPart =
  | { readonly kind: 'text'; readonly text: string }
  /** An unquoted glob (`*`, `?`, `[a-z]`, `@(a|b)`), still to be expanded against the disk. */
  | { readonly kind: 'glob'; readonly text: string }
  /** Not known: what it is, for messages, and what is known all the same. */
  | {
      readonly kind: 'unknown'
      readonly why: string
      /** It can't be empty: `${x:?}`, a `mktemp -d` that is checked ... */
      readonly notEmpty: boolean
      /** Unquoted, so it may become several words or none. */
      readonly splits: boolean
      /** A fresh directory that `mktemp` made. */
      readonly fresh?: boolean
      /** Values it is likely to have (`${x:-rm}`, set differently in two branches). */
      readonly maybe?: readonly string[]
    }

export interface Redirect {
  readonly operator: string
  /** Undefined for a duplicated descriptor (`2>&1`). */
  readonly target: Word | undefined
  readonly writes: boolean
  readonly reads: boolean
}

/** What is known about the world when a text is read. */
export interface ShellWorld {
  readonly cwd: string
  readonly home: string | undefined
  /** A variable of the environment the shell starts with. */
  env(name: string): string | undefined
  /** The text of a script file that a command would run, when it is small and readable. */
  script?(path: string): string | undefined
  /** Paths are Windows paths; Git Bash's `/c/x` means `C:/x`. */
  readonly windows?: boolean
  /** Whether a directory is there, so that a \`cd\` to it is known to succeed. */
  directory?(path: string): boolean
  /** Conditions whose words are known decide which branches are read; without it all are. */
  readonly decides?: boolean
  /** The paths that a word with globs finds, sorted; undefined: more than are looked at. */
  glob?(parts: readonly WordPart[], cwd: string): readonly string[] | undefined
  /** The root of the git work tree that holds the path. */
  repository?(path: string): string | undefined
}
