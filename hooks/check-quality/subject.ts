import type { Event } from '../../src/event.ts'
import { git } from '../../src/git/git.ts'
import type { Host } from '../../src/host/host.ts'
import { readText } from '../../src/host/read-text.ts'
import { ignoresCase, normalPath, projectRoot } from '../../src/paths/project.ts'
import { baseName, isWithin, relativeTo, resolvePath } from '../../src/paths/written.ts'
import { plainLine } from '../../src/text/plain.ts'
import type { Edit } from './edits.ts'

/** A file that was edited and is to be checked. */
export interface Subject {
  /** Absolute, without links. */
  readonly file: string
  /** From the root, for messages. */
  readonly shown: string
  /** The project's root, without links. */
  readonly root: string
}

/**
 * The file as a subject, or why it is none: gone, no regular file, outside the project,
 * vendored or generated. Those pass silently.
 */
export function subjectOf(event: Event, edit: Pick<Edit, 'path'>, host: Host): Subject | string {
  const cwd = normalPath(host, event.cwd)
  const windows = host.platform === 'win32'
  const written = resolvePath(cwd, edit.path, windows)
  const info = host.stat(written)
  // Some harnesses report the edit before the file is on the disk.
  if (!info) return 'it is not there'
  if (info.kind !== 'file') return 'it is no regular file'
  if (info.size > MAX_FILE_BYTES) return 'it is larger than 2 MB'
  const root = real(host, projectRoot(host, cwd), windows)
  const file = real(host, written, windows)
  if (!isWithin(file, root, ignoresCase(host))) return `it is outside the project ${root}`
  const shown = relativeTo(file, root, ignoresCase(host)) ?? file
  if (isForeign(shown)) return 'it is vendored or generated, by its name'
  return { file, shown: plainLine(shown, 300), root }
}

const MAX_FILE_BYTES = 2 * 1024 * 1024

function real(host: Host, path: string, windows: boolean): string {
  return resolvePath('/', host.realpath(path) ?? path, windows)
}

const FOREIGN_FOLDERS =
  /(?:^|\/)(?:node_modules|bower_components|\.git|\.hg|\.venv|venv|site-packages|__pycache__|__generated__|third_party|\.next|\.nuxt|\.turbo|dist)\//
const FOREIGN_NAMES =
  /(?:\.min\.(?:js|css|mjs)|\.map|\.snap|\.lock|\.pb\.go|_pb2\.py|\.d\.ts\.map)$|^(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|go\.sum|bun\.lockb)$/

function isForeign(shown: string): boolean {
  return FOREIGN_FOLDERS.test(shown) || FOREIGN_NAMES.test(baseName(shown))
}

/** A generator's own words in the first lines, or bytes that no text has. */
export function isGenerated(host: Host, file: string): boolean {
  const head = readText(host, file, 2048) ?? ''
  if (head.includes('\0')) return true
  const lines = head.split('\n').slice(0, 10).join('\n')
  return /@generated\b|\bDO NOT EDIT\b|\bautomatically generated\b|\bauto-generated file\b/i.test(lines)
}

/** True when git ignores the file. */
export async function isIgnored(host: Host, { root, file }: Subject): Promise<boolean> {
  const result = await git(host, root, ['check-ignore', '--quiet', '--', file])
  return result.ended === 'exited' && result.code === 0
}
