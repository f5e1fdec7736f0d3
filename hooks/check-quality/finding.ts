/** One thing that a tool says about a file. */
export interface Finding {
  /** Counted from 1; undefined when it is about the file as a whole. */
  readonly line?: number | undefined
  readonly column?: number | undefined
  readonly rule?: string | undefined
  readonly message: string
}

/** What a run of a tool came to. */
export type Reading =
  | { readonly kind: 'clean' }
  | { readonly kind: 'findings'; readonly findings: readonly Finding[] }
  /** The tool itself failed: its configuration is wrong, it crashed. */
  | { readonly kind: 'failed'; readonly why: string }

export const CLEAN: Reading = { kind: 'clean' }

export function found(findings: readonly Finding[]): Reading {
  return findings.length > 0 ? { kind: 'findings', findings } : CLEAN
}
