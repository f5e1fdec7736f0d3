import { wordTable } from '../text/word-table.ts'
import { type SecretKind, secretKind } from './names.ts'
import { isMarker } from './spans.ts'

/** `$NAME`, `${NAME}`, `$(command)`, `%NAME%`, `{name}`, `{{ name }}`: it names a secret but is none. */
const REFERENCE =
  /^(?:\$[A-Za-z_]\w*$|\$\{[A-Za-z_]\w*\}$|\$\(|\$\{\{|%[A-Za-z_]\w*%$|%[sdv]$|\{\{?[\w .[\]'-]*\}?\}$)/
const FROM_ENVIRONMENT = /^(?:process\.env|import\.meta\.env|os\.environ|os\.getenv|secrets\.|vars\.|env\.)/
/** `***`, `xxx`, `...`, bullets (U+2022) and ellipses (U+2026), `<your token>`, `[your token]`. */
const PLACEHOLDER = /^(?:[*x.\u2022\u2026]{3,}|<[^<>]{1,40}>|\[[A-Za-z ]{1,40}\])$/i

/** Words of programming languages that stand where a value could. */
const LITERALS = wordTable(
  'true false null none nil undefined string str text number int integer bool boolean any unknown object bytes optional option list array map record promise union readonly secretstr required',
)
const LITERAL = /^([A-Za-z]{2,9})(?:$|[[<|=?;,)]| [|={&/])/
/** A call or a member, as in `password = read_password(` and `token: user.token`. */
const CALL = /^[A-Za-z_$][\w$]{2,}\(/
const MEMBER = /^(?:[A-Za-z_$][\w$]*\.)+([A-Za-z_$][\w$]*)$/
const NUMBER = /^[+-]?[0-9][0-9._]*$/
const PATH = /^(?:[/~.]|[A-Za-z]:\\|\$\()/

/** True when the text stands for a secret kept elsewhere. */
export function isReference(value: string): boolean {
  return REFERENCE.test(value) || FROM_ENVIRONMENT.test(value) || PLACEHOLDER.test(value)
}

/** True when a value under a secret name is none all the same. `code`: written as in a program. */
export function isHarmless(kind: SecretKind, value: string, code = false): boolean {
  if (value === '' || isMarker(value) || isReference(value)) return true
  const word = LITERAL.exec(value)?.[1]
  if (word !== undefined && LITERALS.has(word.toLowerCase())) return true
  if (code && isCode(value)) return true
  switch (kind) {
    case 'password':
      return false
    case 'token':
      return value.length < 4 || NUMBER.test(value)
    case 'line':
      return value.length < 8 || /^[A-Za-z]+ +\$[A-Za-z_{(]/.test(value)
    case 'blob':
      return value.length < 12 || value.includes(' ')
    case 'folder':
      return PATH.test(value)
  }
}

/** A member counts when it is itself named as a secret; `horse.battery` could be one. */
function isCode(value: string): boolean {
  if (CALL.test(value)) return true
  const member = MEMBER.exec(value)?.[1]
  return member !== undefined && secretKind(member) !== undefined
}
