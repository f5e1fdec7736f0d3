import { type WordPart as PartNode, parse, type Word as WordNode } from 'unbash'
import { decodeAnsiC } from './ansi.ts'
import { expandBraces } from './braces.ts'
import type { Word } from './command.ts'
import { addPiece, type Fields, newFields, type Piece } from './fields.ts'
import { type Here, place, sourceOf } from './here.ts'
import { withMarkers } from './markers.ts'
import { expandParameter } from './parameters.ts'
import type { State } from './state.ts'
import { substituted } from './substitution.ts'
import { laterTildes, tildes } from './tilde.ts'
import { concat, quoted, text, unknown, type Value, word } from './value.ts'

/** All words of a command: braces, tilde, parameters, substitutions and word splitting done. */
export function expandWords(here: Here, nodes: readonly WordNode[], state: State): Word[] {
  const words: Word[] = []
  let end = -1
  for (const node of nodes) {
    const more = expandWord(here, node, state)
    const [first, ...rest] = more
    const last = words.at(-1)
    // The parser takes a<(b)c for several words; they are one.
    if (node.pos === end && last && first) {
      words[words.length - 1] = word(concat(last.parts, first.parts), last.source + first.source)
      words.push(...rest)
    } else words.push(...more)
    end = node.end
  }
  return words
}

function expandWord(here: Here, node: WordNode, state: State): Word[] {
  if (!node.text.includes('{')) return fieldsOf(here, node, state)
  // What was set aside stands in the text itself only.
  const written = here.aside ? here.text.slice(node.pos, node.end) : node.text
  const pieces = expandBraces(written)
  if (!pieces) return [word([unknown('braces that make too many words', { splits: true })], node.text)]
  if (pieces.length === 1 && pieces[0] === written) return fieldsOf(here, node, state)
  const at = place(here, node.pos, node.end)
  return pieces.flatMap((piece) => {
    if (/^[\w./:,@%+=-]+$/.test(piece)) return [word(text(piece), piece)]
    if (piece === '') return []
    // `x` keeps a `#` or a reserved word from meaning something.
    const parsed = parse(`x ${piece.startsWith('#') ? `\\${piece}` : piece}`)
    const command = parsed.commands[0]?.command
    const args = command?.type === 'Command' && parsed.commands.length === 1 ? command.args : []
    const nodes = args.filter((arg) => arg.type === 'Word')
    if (parsed.errors || nodes.length === 0) return [word([unknown('braces around an expansion')], piece)]
    const { aside: _aside, ...rest } = here
    return expandWords({ ...rest, text: `x ${piece}`, at }, nodes, state)
  })
}

function fieldsOf(here: Here, node: WordNode, state: State): Word[] {
  const source = sourceOf(here, node.pos, node.end) || node.text
  if (!node.parts) return [word(unquoted(here, plainValue(here, node, state, false)), source)]
  const fields = newFields(state)
  for (const piece of piecesOf(here, node, state, false)) addPiece(fields, piece)
  return finish(fields).map((value) => word(value, source))
}

function finish(fields: Fields): readonly Value[] {
  return fields.current ? [...fields.done, fields.current] : fields.done
}

/**
 * One word where the shell does not split: an assigned value, a redirection's target, the
 * word of `case`, a here-string. `globs`: unquoted globs still mean files there.
 */
export function expandOne(
  here: Here,
  node: WordNode,
  state: State,
  how: { readonly globs?: boolean; readonly assigned?: boolean } = {},
): Word {
  const source = sourceOf(here, node.pos, node.end) || node.text
  return word(wholeValue(here, node, state, how), source)
}

export function wholeValue(
  here: Here,
  node: WordNode,
  state: State,
  how: { readonly globs?: boolean; readonly assigned?: boolean } = {},
): Value {
  if (!node.parts) return quoted(plainValue(here, node, state, how.assigned ?? false))
  const pieces = piecesOf(here, node, state, how.assigned ?? false)
  const literalGlobs =
    !how.globs && node.parts.some((part) => part.type === 'Glob' || part.type === 'ExtendedGlob')
  const values = pieces.map((piece) => {
    if (piece === 'break') return text(' ')
    return quoted(literalGlobs && piece.written ? withoutGlobs(piece.value) : piece.value)
  })
  return concat(...values)
}

function withoutGlobs(value: Value): Value {
  return value.map((part) => (part.kind === 'glob' ? { kind: 'text', text: part.text } : part))
}

/** Something unknown in code that is read anew may be several words there. */
function unquoted(here: Here, value: Value): Value {
  return value.map((part) =>
    part.kind === 'unknown' && here.reading.markers.size > 0 ? { ...part, splits: true } : part,
  )
}

/** A word without quotes or expansions in it. */
function plainValue(here: Here, node: WordNode, state: State, assigned: boolean): Value {
  const written = node.text.startsWith('\\') ? node.value : undefined
  if (written !== undefined) return withMarkers(here, node.value)
  return tildes(here, node.value, node.text, state, assigned)
}

function piecesOf(here: Here, node: WordNode, state: State, assigned: boolean): Piece[] {
  const parts = node.parts ?? []
  return parts.flatMap((part, index): Piece[] => {
    if (part.type === 'Literal') {
      const alone =
        index === 0 && (parts.length === 1 || part.text.includes('/') || !part.text.startsWith('~'))
      const value =
        index === 0 && alone && !part.text.startsWith('\\')
          ? tildes(here, part.value, part.text, state, assigned)
          : index > 0 && assigned
            ? laterTildes(here, part.value, part.text, state)
            : withMarkers(here, part.value)
      return [{ value: unquoted(here, value), split: false }]
    }
    return expandPart(here, part, state, false)
  })
}

/** The pieces that one part of a word becomes. */
export function expandPart(here: Here, part: PartNode, state: State, inQuotes: boolean): Piece[] {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted': {
      const value = here.aside?.has(part.pos) ? here.text.slice(part.pos + 1, part.end - 1) : part.value
      return [{ value: withMarkers(here, value), split: false }]
    }
    case 'AnsiCQuoted': {
      const decoded = decodeAnsiC(part.text.slice(2, -1))
      const value =
        decoded === undefined ? [unknown('bytes that are not text', { notEmpty: true })] : text(decoded)
      return [{ value, split: false }]
    }
    case 'DoubleQuoted':
    case 'LocaleString': {
      if (here.aside?.has(part.pos)) {
        return [
          { value: quoted(withMarkers(here, here.text.slice(part.pos + 1, part.end - 1))), split: false },
        ]
      }
      const inner = part.parts
        .flatMap((child) => expandPart(here, child, state, true))
        .map((piece) => (piece === 'break' || piece.split ? piece : { ...piece, value: quoted(piece.value) }))
      // Quotes make a field even of nothing, but "$@" of no arguments does not.
      return part.parts.length === 0 ? [{ value: [], split: false }] : inner
    }
    case 'SimpleExpansion':
    case 'ParameterExpansion':
      return expandParameter(here, part, state, inQuotes)
    case 'CommandExpansion': {
      const value = substituted(here, part, state)
      return [{ value: inQuotes ? quoted(value) : value, split: !inQuotes }]
    }
    case 'ArithmeticExpansion':
      return [{ value: substituted(here, part, state), split: false }]
    case 'ProcessSubstitution':
      return [{ value: substituted(here, part, state), split: false }]
    case 'Glob':
      for (const inner of part.parts ?? []) expandPart(here, inner, state, true)
      return [{ value: [{ kind: 'glob', text: part.text }], split: false, written: true }]
    case 'ExtendedGlob':
      for (const inner of part.parts ?? []) expandPart(here, inner, state, true)
      return [{ value: [{ kind: 'glob', text: part.text }], split: false, written: true }]
    case 'BraceExpansion':
      // Braces that are no list stay; what is in them has been stepped over by the parser.
      if (part.parts) {
        const inner = part.parts.flatMap((child) => expandPart(here, child, state, inQuotes))
        return [{ value: text('{'), split: false }, ...inner, { value: text('}'), split: false }]
      }
      return [{ value: withMarkers(here, part.text), split: false }]
  }
}
