import type { Word } from './command.ts'
import { text, type Value } from './value.ts'

/** Settings of git whose value it gives to a shell, as keys in small letters (git-config(1)). */
const RUN =
  /^(?:core\.(?:editor|pager|sshcommand|fsmonitor|askpass|gitproxy|alternaterefscommand)|sequence\.editor|diff\.external|gpg\.(?:.*\.)?program|pager\..+|credential\.(?:.*\.)?helper|interactive\.difffilter|(?:diff|merge|filter)\..+\.(?:command|driver|clean|smudge|process|textconv)|(?:difftool|mergetool|browser|man|trailer)\..+\.(?:cmd|command)|uploadpack\.packobjectshook|remote\..+\.(?:uploadpack|receivepack|vcs))$/

/** Those of them that name something else unless they begin with an exclamation mark. */
const MARKED = /^credential\./

/**
 * The shell text that `-c key=value` makes git run: of an editor, a pager, a filter ... (an alias: carriers-git.ts)
 * `argv` is that of git, its name first.
 */
export function codeOfSettings(argv: readonly Word[]): Value[] {
  const found: Value[] = []
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at]
    const option = word?.value ?? ''
    if (!option.startsWith('-')) break
    if (option !== '-c') {
      if (/^(?:-C|--git-dir|--work-tree|--namespace|--exec-path|--config-env)$/.test(option)) at++
      continue
    }
    const [first, ...rest] = argv[++at]?.parts ?? []
    if (first?.kind !== 'text') continue
    const equals = first.text.indexOf('=')
    const key = first.text.slice(0, equals < 0 ? undefined : equals).toLowerCase()
    const value = equals < 0 ? '' : first.text.slice(equals + 1)
    if (!RUN.test(key) || (MARKED.test(key) && !value.startsWith('!'))) continue
    found.push([...text(value.replace(/^!/, '')), ...rest])
  }
  return found
}
