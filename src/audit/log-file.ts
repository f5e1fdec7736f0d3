import type { Context } from '../hook.ts'
import { ignoresCase, normalPath, projectRoot } from '../paths/project.ts'
import { isAbsolute, isWithin, joinPath, resolvePath } from '../paths/written.ts'
import type { LogFile } from '../store/append-log.ts'
import { DEFAULT_FILE, type Options } from './options.ts'

/** What a project's own file may call the log: lines behind anything else would break it. */
const LOG_ENDINGS = ['.jsonl', '.ndjson', '.log']

/**
 * Where the log is. Inside the project it may not leave the project through links, which
 * anybody could have put there. A file elsewhere, or one that is not named as a log, is taken
 * from the user, not from a project: a cloned repository could otherwise have lines appended to
 * any file of the user's, to settings that switch its guards on among them.
 */
export function logFile(cwd: string, ctx: Context<Options>): LogFile {
  const { host, options } = ctx
  const root = projectRoot(host, normalPath(host, cwd))
  const named = absolute(options.file, root, ctx)
  const isInside = isWithin(named, root, ignoresCase(host))
  const isAllowed = isInside && LOG_ENDINGS.some((ending) => named.toLowerCase().endsWith(ending))
  const isRefused = !isAllowed && ctx.from?.['file'] === 'project'
  if (isRefused) {
    const why = isInside ? 'which does not end in .jsonl, .ndjson or .log' : 'outside the project'
    ctx.note(`file is not taken: a project's own file can't name ${named}, ${why}`)
  }
  const path = isRefused ? joinPath(root, DEFAULT_FILE) : named
  return {
    path,
    ...(isInside || isRefused ? { within: root } : {}),
    maxBytes: options.maxFileBytes,
    keep: options.keep,
    daily: options.rotateDaily,
    keepDays: options.keepDays,
    gzip: options.gzip,
  }
}

function absolute(file: string, root: string, { host }: Context<Options>): string {
  const isWindows = host.platform === 'win32'
  if (file.startsWith('~/') || file.startsWith('~\\'))
    return resolvePath(host.home() ?? root, file.slice(2), isWindows)
  return isAbsolute(file, isWindows) ? normalPath(host, file) : resolvePath(root, file, isWindows)
}
