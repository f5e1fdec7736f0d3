import { doubt, type Here } from './here.ts'

/** A subscript with a substitution in it: bash runs that wherever it evaluates the text. */
const SUBSCRIPT = /\[[^\]]*(?:\$\(|`)/

/** Some builtins evaluate a quoted subscript: `unset 'x[$(command)]'` runs the command. */
export function evaluatesSubscript(
  here: Here,
  call: { readonly argv: readonly { readonly value: string | undefined }[]; readonly source: string },
): void {
  if (call.argv.some((word) => hasSubscript(word.value))) {
    doubt(here, 'unreadable', 'a subscript that runs a command', call.source)
  }
}

export function hasSubscript(value: string | undefined): boolean {
  return value !== undefined && SUBSCRIPT.test(value)
}
