/**
 * What a deploy tool's command line means, as data. Lists are written as one text with
 * blanks between. The tables beside this file hold one entry for each thing a tool can do;
 * the first that matches decides.
 */
export interface Tool {
  /** Base names of the program. */
  readonly programs: string
  /**
   * Operands that make it a deploy, in order: each a word, alternatives with `|`, `*` inside
   * a word for any characters. `... word` looks among all operands. '' matches always.
   */
  readonly writes: readonly string[]
  /** The same for what passes although it matches `writes`. */
  readonly reads?: readonly string[]
  /** Flags without which it only rehearses. */
  readonly needs?: string
  /** Flags that make it a rehearsal. `--dry-run` with the value `none` or `false` does not. */
  readonly rehearsal?: string
  /** Flags, besides those below, whose value is the next word. */
  readonly valued?: string
  /** Flags whose value names the target. */
  readonly target?: string
  /** Flags whose value names the target when it is a name that is recognised. */
  readonly suggests?: string
  /** Flags whose value may give a protected target away, but never shows an open one. */
  readonly hint?: string
  /** Flags that alone mean production, or with one value: `--branch=main`. */
  readonly production?: string
  /** The same for some other place than production; `*` inside a value for any characters. */
  readonly elsewhere?: string
  /** Variables that name the target, in front of the command or in the environment. */
  readonly variables?: string
  /** Of these variables the tool also reads a .env in its folder. */
  readonly dotEnv?: true
  /** What the operands after the matched words do, as the flags `suggests` and `hint`. */
  readonly operands?: 'suggest' | 'hint'
  /** Whose choice counts when the command names none. */
  readonly scope?: Scope
  /** Whose files tell where it goes when neither the command nor an earlier one does. */
  readonly settings?: Settings
  /** It copies: only where to counts, and a place on this machine is no deploy. */
  readonly copies?: true
  /** What it is when nothing names the target. Default: unknown, which counts as protected. */
  readonly otherwise?: 'unknown' | 'open' | 'production'
  /** It is a deploy only when something names a protected target. */
  readonly onlyProtected?: true
  /** Not surely a deploy: it is asked about, not denied. */
  readonly likely?: true
}

/** Tools that keep their target in files that are read (in-effect.ts). */
export type Settings = 'gcloud' | 'azure' | 'firebase' | 'fly' | 'serverless' | 'docker'

/**
 * What an earlier command of the same text may have chosen: a context, a workspace, a
 * project. A `namespace` never makes a target open; behind a change of the `kubeconfig` no context can be told. `kube` and `terraform` are also looked up outside the text.
 */
export type Scope =
  | 'kube'
  | 'namespace'
  | 'kubeconfig'
  | 'terraform'
  | 'pulumi'
  | 'aws'
  | 'gcloud'
  | 'azure'
  | 'docker'
  | 'firebase'

/** A command that chooses what later ones act on, for example `kubectl config use-context`. */
export interface Selector {
  readonly programs: string
  /** Operands in front of the choice, as in `Tool.writes`. */
  readonly words: string
  readonly scope: Scope
  /** Flags whose value is the choice; absent: the next operand is. */
  readonly from?: string
  /** The choice when the command names none. */
  readonly chooses?: string
}

/** The words of a list in the tables. */
export function listOf(text: string | undefined): readonly string[] {
  return text === undefined || text === '' ? [] : text.split(' ')
}
