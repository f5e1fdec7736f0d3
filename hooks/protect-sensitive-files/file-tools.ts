import { type Event, PayloadError, type ToolCall } from '../../src/event.ts'
import { patchedFiles } from '../../src/text/patched-files.ts'
import { wordTable } from '../../src/text/word-table.ts'
import { typeName } from '../../src/tool.ts'
import { metadataPath } from './metadata-address.ts'
import type { Options } from './options.ts'
import type { Access, Touch } from './touch.ts'

/**
 * Fields that hold a path, in the spellings of all harnesses, without case and `_`
 * (docs/contracts/other-harnesses.md section 4, "Input spellings to normalise").
 */
const PATH_FIELDS = wordTable(
  'path paths filepath filepaths file files filename filenames notebookpath targetfile absolutepath ' +
    'relativepath imagepath imagepaths maskpath outputpath outputdir root directory dir folder source src ' +
    'destination dest dst target from to oldpath newpath sourcepath destinationpath targetpath uri uris url urls',
)

/** Fields in which a patch text comes (Codex and Droid put it where a shell's command would be). */
const PATCH_FIELDS = ['command', 'input', 'patch', 'diff', 'patchText', 'patch_text'] as const
const PATCH_TOOLS = wordTable('apply_patch applypatch ApplyPatch patch')

/** Read tools that may be given the data itself instead of a file. */
const PATH_OPTIONAL = wordTable('image_to_text view_image')

/**
 * The files that a call of any tool but a shell touches. Throws a PayloadError when a tool
 * for editing or reading names no file.
 */
export function filesOf(event: Event, tool: ToolCall, options: Options): Touch[] {
  const base = event.cwd
  const touch = (path: string, access: Access): Touch => {
    const address = metadataPath(path)
    const by = tool.name
    return address === undefined
      ? { path, base, access, by }
      : { path: address, base, access, by, elsewhere: true }
  }
  if (PATCH_TOOLS.has(tool.name)) {
    const patched = patchTexts(tool).flatMap(patchedFiles)
    if (patched.length > 0) return patched.map((path) => touch(path, 'write'))
    if (tool.name !== 'patch') throw new PayloadError(`the patch of ${tool.name} names no file`)
  }
  // OpenHarness's tool that changes its own settings (docs/contracts/openharness.md section 7).
  if (tool.name === 'config' && tool.input['action'] === 'set') {
    return [touch('~/.openharness/settings.json', 'write')]
  }
  const access = accessOf(tool)
  if (access === undefined) return []
  const further = new Set(options.mcpFields.map(plainName))
  const named = pathsIn(tool.input, (name) => PATH_FIELDS.has(name) || further.has(name))
  if (named.length === 0 && (tool.kind === 'edit' || tool.kind === 'read') && !PATH_OPTIONAL.has(tool.name)) {
    throw new PayloadError(noPath(tool))
  }
  const copies =
    named.some(({ field }) => SOURCE_FIELDS.has(field)) &&
    wordsOf(tool.name).some((word) => COPYING.has(word))
  return [
    ...named.map(({ path, field }) => touch(path, copies && SOURCE_FIELDS.has(field) ? 'read' : access)),
    ...searched(tool).map((path) => touch(path, access)),
  ]
}

function noPath(tool: ToolCall): string {
  const wrong = Object.entries(tool.input).find(([key]) => PATH_FIELDS.has(plainName(key)))
  if (wrong) return `tool_input.${wrong[0]} of ${tool.name} is ${typeName(wrong[1])}, not text`
  return `tool_input of ${tool.name} names no file (looked for file_path, notebook_path, path and the like)`
}

function patchTexts(tool: ToolCall): string[] {
  return PATCH_FIELDS.flatMap((field) => {
    const value = tool.input[field]
    return Array.isArray(value) ? value : [value]
  }).filter((value) => typeof value === 'string')
}

const WRITING =
  /^(write|edit|create|update|delete|remove|unlink|rm|move|mv|rename|copy|cp|append|insert|replace|patch|save|put|set|upload|modify|apply|truncate|chmod|touch|fill|str|todo)$/
const COPYING = wordTable('copy cp')
const SOURCE_FIELDS = wordTable('source src from oldpath sourcepath')
const LISTING = /^(list|ls|glob|find|tree|stat|exists|info|watch|directory|worktree)$/

/** What a tool does with its paths, judged by the words of its name; undefined: only names. */
function accessOf(tool: ToolCall): Access | undefined {
  if (tool.kind === 'edit') return 'write'
  if (tool.kind === 'read') return 'read'
  const words = wordsOf(tool.name)
  if (words.some((word) => WRITING.test(word))) return 'write'
  if (words.some((word) => LISTING.test(word))) return undefined
  // A search that only tells which files match shows no content.
  const mode = tool.input['output_mode']
  if (words.includes('grep') && typeof mode === 'string' && mode !== 'content') return undefined
  // Claude Code's own default (docs/contracts/claude-code.md section 7).
  if (tool.name === 'Grep' && mode === undefined) return undefined
  return 'read'
}

function wordsOf(name: string): string[] {
  const own = name.startsWith('mcp__') ? name.slice(name.indexOf('__', 5) + 2) : name
  return own
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
}

/** Names that a search is narrowed to: `.env` of `{"glob": "**` + `/.env"}`. */
function searched(tool: ToolCall): string[] {
  const glob = tool.input['glob'] ?? tool.input['file_glob']
  if (typeof glob !== 'string') return []
  return glob
    .split(/[\s,{}]+/)
    .filter((one) => one !== '' && !one.startsWith('!'))
    .map((one) => one.replace(/\*+/g, ''))
}

const MAX_DEPTH = 4

interface NamedPath {
  readonly path: string
  /** Without case and `_`. */
  readonly field: string
}

/** Every text below `input` that stands under a field for which `holdsPath` says so. */
function pathsIn(input: unknown, holdsPath: (field: string) => boolean): NamedPath[] {
  const found: NamedPath[] = []
  const visit = (value: unknown, field: string, depth: number) => {
    if (typeof value === 'string') {
      const path = holdsPath(field) ? fromUri(value) : undefined
      if (path) found.push({ path, field })
    } else if (Array.isArray(value)) {
      for (const item of value) visit(item, field, depth)
    } else if (typeof value === 'object' && value !== null && depth < MAX_DEPTH) {
      for (const [key, item] of Object.entries(value)) visit(item, plainName(key), depth + 1)
    }
  }
  visit(input, '', 0)
  return found
}

function plainName(field: string): string {
  return field.toLowerCase().replaceAll('_', '').replaceAll('-', '')
}

/** The path of a `file:` address; undefined for one that is on no disk and nothing to mind. */
function fromUri(value: string): string | undefined {
  if (!value.includes('://') || !/^[a-z][a-z0-9+.-]+:\/\//i.test(value) || metadataPath(value) !== undefined)
    return value
  const path = /^file:\/\/(?:localhost)?(\/.*)$/i.exec(value)?.[1]
  if (path === undefined) return undefined
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
