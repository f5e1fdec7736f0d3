import {
  forEachChild,
  type HereDoc,
  type ParsedScript,
  type Redirect,
  type SyntaxNode,
  type Word,
} from 'unbash'
import { doubt, type Here, MAX_COMMANDS, TOO_MANY } from './here.ts'

/** Deeper trees are cut by the parser in places, some of them silently. */
const MAX_DEPTH = 120

export interface Audit {
  /** Where here-documents have their bodies, and where quoted strings begin. */
  readonly bodies: ReadonlySet<number>
  /** Something was reported. */
  readonly misread: boolean
}

const SUBSTITUTION = /\$\(|`/

/**
 * Says where here-documents have their bodies, and reports what the parser could not read, at every depth, and the forms it is known to
 * misread (docs/decisions/0006-shell-reader.md lists them with the smallest examples).
 */
export function audit(here: Here, script: ParsedScript): Audit {
  const bodies = new Set<number>()
  let commands = 0
  let misread = false
  const report = (what: string, pos: number, end = pos) => {
    misread = true
    doubt(here, 'unreadable', what, here.text.slice(Math.max(0, pos - 20), Math.max(end, pos + 40)))
  }
  const todo: { node: SyntaxNode; depth: number; loose: boolean }[] = [
    { node: script, depth: 0, loose: false },
  ]
  for (let next = todo.pop(); next; next = todo.pop()) {
    const { node, depth } = next
    if (depth > MAX_DEPTH) {
      doubt(here, 'limit', 'it is nested too deeply to be read', here.text.slice(0, 200))
      break
    }
    // The reading ends there too; a body that is set aside has to be found, however far behind.
    if (node.type === 'Command' && ++commands > MAX_COMMANDS && !here.aside) {
      doubt(here, 'limit', TOO_MANY, '')
      break
    }
    for (const what of problems(node, next.loose)) report(what, node.pos, node.end)
    if (node.type === 'HereDoc') bodies.add(node.body.pos)
    if (node.type === 'SingleQuoted' || (node.type === 'DoubleQuoted' && node.parts.length === 1))
      bodies.add(node.pos)
    if (node.type === 'Script') {
      for (const error of (node as ParsedScript).errors ?? []) report(error.message, error.pos)
    }
    const regex = node.type === 'TestBinary' && node.operator === '=~' ? node.right : undefined
    forEachChild(node, (child) => {
      const inside = LOOSE.has(node.type) || (next.loose && !STRICT.has(node.type))
      todo.push({ node: child, depth: depth + 1, loose: inside || child === regex })
    })
  }
  return { bodies, misread }
}

/** In these any character may be literal; in those the rules of commands hold again. */
const LOOSE: ReadonlySet<string> = new Set([
  'DoubleQuoted',
  'LocaleString',
  'HereDocBody',
  'ParameterExpansion',
])
const STRICT: ReadonlySet<string> = new Set(['CommandExpansion', 'ProcessSubstitution', 'Script'])

/** What is wrong with one node. `loose`: in a regular expression, where more characters are literal. */
function problems(node: SyntaxNode, loose: boolean): string[] {
  switch (node.type) {
    case 'Word':
      return wordProblems(node, loose)
    case 'Literal':
      return !loose && hasOperator(node.text) ? ['an operator where a word was expected'] : []
    case 'CommandExpansion':
    case 'ProcessSubstitution':
    case 'ArithmeticCommandExpansion':
      return node.script ? [] : ['a substitution that is not taken apart']
    case 'ArithmeticExpansion':
      return arithmeticProblems(node.text, node.expression === undefined && /[^\s()$[\]]/.test(node.text))
    case 'ArithmeticCommand':
      return arithmeticProblems(node.body, node.expression === undefined && node.body.trim() !== '')
    case 'ArithmeticWord':
      return arithmeticProblems(node.value, false)
    case 'ParameterExpansion':
      return parameterProblems(node.index?.text ?? '', node.operation)
    case 'Assignment': {
      const glued = node.value.type === 'Word' && !node.value.parts && hasOperator(node.value.text)
      const text = node.value.type === 'ArrayValue' ? node.text : (node.index?.text ?? '')
      const quoted = quotedSubstitution(text) && /\[[^\]]*'/.test(text)
      return [
        ...(glued ? ['text right after a list of values'] : []),
        ...(quoted || quotedSubstitution(node.index?.text ?? '') ? [QUOTED] : []),
      ]
    }
    case 'HereDoc':
      return heredocProblems(node)
    case 'Redirect':
      return redirectProblems(node)
    default:
      return []
  }
}

const QUOTED = 'quotes that protect nothing, around a substitution'

function wordProblems(node: Word, loose: boolean): string[] {
  return !loose && !node.parts && hasOperator(node.text) ? ['an operator where a word was expected'] : []
}

/** An operator or blank that no backslash stands before. */
function hasOperator(text: string): boolean {
  if (!/[|&;()<>\s]/.test(text)) return false
  return /[|&;()<>\s]/.test(text.replace(/\\[\s\S]/g, ''))
}

function quotedSubstitution(text: string): boolean {
  return text.includes("'") && SUBSTITUTION.test(text)
}

function arithmeticProblems(text: string, cut: boolean): string[] {
  if (cut) return ['arithmetic that is not taken apart']
  return quotedSubstitution(text) ? [QUOTED] : []
}

function parameterProblems(
  index: string,
  operation: Extract<SyntaxNode, { type: 'ParameterExpansion' }>['operation'],
): string[] {
  const slice = operation?.type === 'Slice' ? `${operation.offset.text} ${operation.length?.text ?? ''}` : ''
  return quotedSubstitution(index) || quotedSubstitution(slice) ? [QUOTED] : []
}

function heredocProblems(node: HereDoc): string[] {
  const found: string[] = []
  if (!node.closing) found.push('a here-document without an end')
  if (node.operator === '<<-' && node.delimiter?.value.startsWith('\t'))
    found.push('a here-document whose end begins with a tab')
  const { text, parts } = node.body
  if (parts && text.includes('${') && quotedSubstitution(text)) found.push(QUOTED)
  return found
}

function redirectProblems(node: Redirect): string[] {
  const written = node.target?.text.replaceAll('\\\n', '') ?? ''
  const closes =
    (node.operator === '>&' || node.operator === '<&') && written.startsWith('-') && written.length > 1
  return closes ? ['a closed descriptor with a word right after it'] : []
}
