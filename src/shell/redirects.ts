import type { HereDoc, Redirected, Redirection } from 'unbash'
import { assign } from './assign.ts'
import type { Redirect, Word } from './command.ts'
import { expandOne, expandPart, wholeValue } from './expand.ts'
import { noteFile, writtenTexts } from './files.ts'
import { emit, type Here, place, sourceOf } from './here.ts'
import { withMarkers } from './markers.ts'
import type { State } from './state.ts'
import { concat, EMPTY, plainWord, text, textOf, unknown, type Value } from './value.ts'

export interface Redirects {
  readonly all: readonly Redirect[]
  /** What standard input becomes; empty when it stays. */
  readonly stdin: { readonly stdin?: Value }
  /** Standard output goes elsewhere. */
  readonly takesOutput: boolean
}

export function readRedirects(here: Here, nodes: readonly Redirection[], state: State): Redirects {
  const all: Redirect[] = []
  let stdin: { readonly stdin?: Value } = {}
  let takesOutput = false
  for (const node of nodes) {
    const descriptor = node.descriptor?.type === 'FileDescriptor' ? node.descriptor.value : undefined
    const named = node.descriptor?.type === 'FileDescriptorVariable'
    if (node.descriptor?.type === 'FileDescriptorVariable') {
      assign(state, node.descriptor.name, [unknown('a number', { notEmpty: true })])
    }
    if (node.type === 'HereDoc') {
      const body = heredocBody(here, node, state)
      if ((descriptor ?? 0) === 0 && !named) stdin = { stdin: body }
      else noteDescriptor(here, node.descriptor, body)
      continue
    }
    if (node.type === 'HereString') {
      const value = node.target ? wholeValue(here, node.target, state) : EMPTY
      if ((descriptor ?? 0) === 0 && !named) stdin = { stdin: concat(value, text('\n')) }
      else noteDescriptor(here, node.descriptor, concat(value, text('\n')))
      continue
    }
    const target = node.target ? expandOne(here, node.target, state, { globs: true }) : undefined
    const duplicates =
      (node.operator === '>&' || node.operator === '<&') &&
      target?.value !== undefined &&
      /^(?:\d+-?|-)$/.test(target.value)
    const reads = node.operator === '<' || node.operator === '<>' || node.operator === '<&'
    const writes = node.operator !== '<' && node.operator !== '<&'
    all.push({
      operator: node.operator,
      target: duplicates ? undefined : target,
      writes: writes && !duplicates,
      reads: reads && !duplicates,
    })
    if (reads && (descriptor ?? 0) === 0 && !named) stdin = { stdin: fileText(here, target, state) }
    else if (reads) noteDescriptor(here, node.descriptor, fileText(here, target, state))
    const both =
      node.operator === '&>' ||
      node.operator === '&>>' ||
      (node.operator === '>&' && descriptor === undefined)
    if (writes && !named && (both || (descriptor ?? 1) === 1)) takesOutput = true
  }
  return { all, stdin, takesOutput }
}

/** What can be read from a descriptor, for `/dev/fd/3` and `<&3`. */
function noteDescriptor(here: Here, descriptor: Redirection['descriptor'], value: Value): void {
  if (descriptor?.type === 'FileDescriptor') here.reading.pipes.set(`/dev/fd/${descriptor.value}`, value)
}

/** What a file holds that the text itself wrote before, or a descriptor or pipe gives. */
function fileText(here: Here, target: Word | undefined, state: State): Value {
  const [part] = target?.parts ?? []
  const why = part?.kind === 'unknown' && target?.parts.length === 1 ? part.why : target?.value
  const pipe = here.reading.pipes.get(/^\d+$/.test(why ?? '') ? `/dev/fd/${why}` : (why ?? ''))
  if (pipe) return pipe
  const [only, ...others] = target ? writtenTexts(here, target, state) : []
  return only && others.length === 0 ? only : [unknown(`what ${target?.source ?? 'a descriptor'} holds`)]
}

function heredocBody(here: Here, node: HereDoc, state: State): Value {
  const { parts } = node.body
  const aside = here.aside?.has(node.body.pos) ?? false
  const body =
    parts && !aside
      ? concat(
          ...parts
            .flatMap((part) => expandPart(here, part, state, true))
            .map((piece) => (piece === 'break' ? text(' ') : piece.value)),
        )
      : withMarkers(here, aside ? here.text.slice(node.body.pos, node.body.end) : node.body.text)
  const known = textOf(body)
  return node.operator === '<<-' && known !== undefined ? text(known.replace(/^\t+/gm, '')) : body
}

/** Redirections that belong to no simple command stand in the list as those of `:`. */
export function runRedirectsAlone(
  here: Here,
  node: Pick<Redirected, 'pos' | 'end' | 'redirects'>,
  redirects: Redirects,
  state: State,
  output: Value,
): void {
  noteWritten(here, redirects, state, output)
  if (redirects.all.length === 0) return
  const first = node.redirects[0]
  const source = sourceOf(here, first?.pos ?? node.pos, node.end)
  emit(here, state, {
    argv: [plainWord(':')],
    redirects: redirects.all,
    environment: {},
    wraps: false,
    moreOperands: false,
    source,
    ...place(here, node.pos, node.end),
  })
}

/** Remembers what a command wrote into files. */
export function noteWritten(here: Here, redirects: Redirects, state: State, output: Value): void {
  for (const { writes, target, operator } of redirects.all) {
    if (writes && target) noteFile(here, target, state, output, operator.endsWith('>>'))
  }
}
