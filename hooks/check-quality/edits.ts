import type { Event } from '../../src/event.ts'
import { PayloadError } from '../../src/event.ts'
import type { Host } from '../../src/host/host.ts'
import { normalPath } from '../../src/paths/project.ts'
import { resolvePath } from '../../src/paths/written.ts'
import { patchedFiles } from '../../src/text/patched-files.ts'
import { toolKind, typeName } from '../../src/tool.ts'
import type { LineRange } from './touched.ts'

/** A file that a call has edited. */
export interface Edit {
  /** As written; it may be relative to the event's cwd. */
  readonly path: string
  /**
   * What the edit touched: the texts it put in, or lines that the harness names. Undefined:
   * the whole file, or not known.
   */
  readonly touched:
    | { readonly texts: readonly string[] }
    | { readonly lines: readonly LineRange[] }
    | undefined
}

type Fields = Readonly<Record<string, unknown>>

/**
 * The files that the event's calls have edited, each once; `shell`: also those that a shell
 * command wrote. Throws a PayloadError when an edit names no file.
 */
export async function editsOf(event: Event, shell: boolean, host: Host): Promise<Edit[]> {
  const found: Edit[] = []
  for (const { name, input, response } of callsOf(event)) {
    const kind = toolKind(name)
    if (kind === 'edit') found.push(...edited(name, input, response, event.name !== 'tool-batch'))
    if (kind !== 'shell' || !shell) continue
    const { shellWrites } = await import('./shell-writes.ts')
    const call = { ...event, tool: { name, kind, input } } as const
    found.push(...(await shellWrites(call, host)).map((path) => ({ path, touched: undefined })))
  }
  return joined(found, event, host)
}

interface Call {
  readonly name: string
  readonly input: Fields
  readonly response: unknown
}

function callsOf({ name, tool, payload }: Event): Call[] {
  if (name !== 'tool-batch')
    return tool ? [{ name: tool.name, input: tool.input, response: tool.response }] : []
  // docs/contracts/claude-code.md section 6: `tool_calls[]`, with the input as the model wrote it.
  const calls = payload['tool_calls']
  return (Array.isArray(calls) ? calls : []).flatMap((call: unknown): Call[] => {
    const { tool_name: tool, tool_input: input, tool_response: response } = fields(call)
    return typeof tool === 'string' ? [{ name: tool, input: fields(input), response }] : []
  })
}

const PATH_FIELDS = ['file_path', 'notebook_path', 'path', 'filePath'] as const
const PATCH_FIELDS = ['command', 'input', 'patch'] as const

/** `strict`: a call without a file is a mistake of the payload; in a batch it may have failed. */
function edited(name: string, input: Fields, response: unknown, strict: boolean): Edit[] {
  for (const field of PATH_FIELDS) {
    const path = input[field]
    if (path === undefined || path === null) continue
    if (typeof path === 'string') return path === '' ? [] : [{ path, touched: touched(input, response) }]
    if (strict) throw new PayloadError(`tool_input.${field} of ${name} is ${typeName(path)}, not text`)
  }
  for (const field of PATCH_FIELDS) {
    const patch = input[field]
    if (typeof patch !== 'string' || !patch.includes('*** ')) continue
    return patchedFiles(patch).map((path) => ({ path, touched: { texts: addedBy(patch, path) } }))
  }
  if (!strict) return []
  throw new PayloadError(
    `tool_input of ${name} names no file (looked for ${[...PATH_FIELDS, ...PATCH_FIELDS].join(', ')})`,
  )
}

/** What an edit touched, by the patch of Claude Code's answer, else by the texts that it put in. */
function touched(input: Fields, response: unknown): Edit['touched'] {
  const patch = fields(response)['structuredPatch']
  if (Array.isArray(patch) && patch.length > 0) return { lines: patch.flatMap(linesOf) }
  const edits = Array.isArray(input['edits']) ? input['edits'].map(fields) : [input]
  const texts = edits.map((edit) => edit['new_string'] ?? edit['new_str'])
  // What was deleted leaves no text to find the place by.
  return texts.every((text) => typeof text === 'string' && text !== '')
    ? { texts: texts as string[] }
    : undefined
}

/** The new lines of one hunk (docs/contracts/claude-code.md section 7, `structuredPatch`). */
function linesOf(hunk: unknown): LineRange[] {
  const { newStart, lines } = fields(hunk)
  if (typeof newStart !== 'number' || !Array.isArray(lines)) return []
  const ranges: LineRange[] = []
  let line = newStart
  for (const text of lines) {
    const mark = String(text)[0]
    // What was deleted touches the line that stands there now.
    if (mark === '+' || mark === '-') ranges.push({ first: line, last: line })
    if (mark !== '-' && mark !== '\\') line++
  }
  return ranges
}

/** The blocks of lines that an `apply_patch` text adds to one of its files. */
function addedBy(patch: string, path: string): string[] {
  const blocks: string[] = []
  let inside = false
  let open: string[] = []
  const close = () => {
    if (open.length > 0) blocks.push(open.join('\n'))
    open = []
  }
  for (const line of [...patch.split(/\r?\n/), '*** End Patch']) {
    const header = /^\s*\*\*\* (?:Add File|Update File|Delete File|Move to|End Patch)(?:: (.+?)\s*)?$/.exec(
      line,
    )
    if (header) {
      close()
      // A file that is moved keeps its hunks under its new name.
      inside = header[1] === path || (inside && line.includes('Move to'))
    } else if (inside && line.startsWith('+')) open.push(line.slice(1))
    else close()
  }
  return blocks
}

/** Each file once, however it is written; where one edit's place is not known, that of all is not. */
function joined(edits: readonly Edit[], event: Event, host: Host): Edit[] {
  const cwd = normalPath(host, event.cwd)
  const byFile = new Map<string, Edit>()
  for (const edit of edits) {
    const file = resolvePath(cwd, edit.path, host.platform === 'win32')
    const before = byFile.get(file)
    byFile.set(file, before ? { ...before, touched: both(before.touched, edit.touched) } : edit)
  }
  return [...byFile.values()]
}

function both(first: Edit['touched'], second: Edit['touched']): Edit['touched'] {
  if (!first || !second || 'lines' in first || 'lines' in second) return undefined
  return { texts: [...first.texts, ...second.texts] }
}

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}
