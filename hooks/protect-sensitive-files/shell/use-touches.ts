import type { Context } from '../../../src/hook.ts'
import { followed } from '../../../src/paths/followed.ts'
import { normalPath, projectRoot } from '../../../src/paths/project.ts'
import { baseName, isWithin, joinPath } from '../../../src/paths/written.ts'
import type { Word } from '../../../src/shell/command.ts'
import { FOLDER } from '../compiled.generated.ts'
import { expandTilde, foldCase, formsOf } from '../forms.ts'
import { isSecret } from '../judge.ts'
import type { Options } from '../options.ts'
import type { Touch } from '../touch.ts'
import { leading, plain, type Use } from './use.ts'
import { pathsOf } from './words.ts'

/** Where a command runs, and how it is called in a reason. */
export interface Place extends Pick<Touch, 'base' | 'by' | 'elsewhere' | 'blind'> {
  /** A later command of the text puts `node_modules` back. */
  readonly renewed?: boolean
}

/** The files that one word of a command stands for. */
export function touchesFor(use: Use, place: Place, ctx: Context<Options>): Touch[] {
  const { host } = ctx
  const elsewhere = use.elsewhere === true || place.elsewhere === true
  const cwd = place.blind === true || elsewhere ? undefined : place.base
  const { renewed, ...where } = place
  const more = {
    ...where,
    access: use.access,
    ...(elsewhere ? { elsewhere } : {}),
    ...(use.only ? { only: use.only } : {}),
    ...(use.fills ? { fills: true } : {}),
    ...(use.word.parts.some((part) => part.kind === 'unknown') ? { shown: use.word.source } : {}),
  }
  const paths = pathsOf(use.word, cwd, host).flatMap((path) =>
    use.named ? inside(path, use.named, cwd, ctx) : [path],
  )
  return paths
    .flatMap((path) =>
      use.deep && cwd !== undefined
        ? [path, ...contents(path, cwd, ctx), ...ownPlaces(path, use, cwd, renewed, ctx)]
        : [path],
    )
    .map((path) => ({ ...more, path }))
    .filter(
      (touch) =>
        !(use.ifThere && !isThere(touch, ctx)) && !(use.into && staysSecret(touch, use.into, cwd, ctx)),
    )
}

function isThere(touch: Touch, ctx: Context<Options>): boolean {
  return formsOf(ctx.host, touch).some(({ path }) => ctx.host.lstat(path) !== undefined)
}

/** Where a file of this name ends up: the path itself, or inside it when it is a folder. */
function inside(path: string, named: Word, cwd: string | undefined, ctx: Context<Options>): string[] {
  const name = baseName(leading(named).replace(/\/+$/, ''))
  const inFolder = name === '' ? [] : [`${path.replace(/\/+$/, '')}/${name}`]
  if (path.endsWith('/')) return inFolder
  if (cwd === undefined) return [path]
  const isFolder = ctx.host.stat(absolute(path, cwd, ctx))?.kind === 'directory'
  return isFolder ? [path, ...inFolder] : [path]
}

function absolute(path: string, cwd: string, { host }: Context<Options>): string {
  return followed(host, normalPath(host, cwd), expandTilde(host, path), host.platform === 'win32')
}

/** A copy in the project under a name that is protected as a secret too. */
function staysSecret(touch: Touch, into: Word, cwd: string | undefined, ctx: Context<Options>): boolean {
  if (cwd === undefined) return false
  const targets = pathsOf(into, cwd, ctx.host).flatMap((path) =>
    inside(path, plain(touch.path), cwd, ctx).slice(-1),
  )
  const root = projectRoot(ctx.host, normalPath(ctx.host, cwd))
  const stays = (path: string) =>
    isWithin(absolute(path, cwd, ctx), root, false) && isSecret({ ...touch, path }, ctx)
  return targets.length > 0 && targets.every(stays)
}

const MAX_CONTENTS = 200

/** What lies in a folder known to hold protected files, when it is taken as a whole. */
function contents(path: string, cwd: string, ctx: Context<Options>): string[] {
  const folder = absolute(path, cwd, ctx)
  if (!FOLDER.test(foldCase(folder))) return []
  return (ctx.host.list(folder) ?? []).slice(0, MAX_CONTENTS).map((name) => joinPath(folder, name))
}

/** Folders that may have a folder of these hooks in them. */
const HOLDERS = /\/(?:node_modules|\.cache|\.config)$/

/**
 * The folder of these hooks in one that is changed as a whole. `node_modules` may go when the
 * same text installs it again.
 */
function ownPlaces(
  path: string,
  { access }: Use,
  cwd: string,
  renewed: boolean | undefined,
  ctx: Context<Options>,
): string[] {
  if (access !== 'write') return []
  const folder = absolute(path, cwd, ctx)
  if (!HOLDERS.test(folder) || (renewed && folder.endsWith('/node_modules'))) return []
  const own = joinPath(folder, 'hookbox')
  return ctx.host.lstat(own) === undefined ? [] : [own]
}
