import type { Context } from '../../../src/hook.ts'
import { followed } from '../../../src/paths/followed.ts'
import { normalPath, projectRoot } from '../../../src/paths/project.ts'
import { baseName, isWithin, joinPath } from '../../../src/paths/written.ts'
import type { Command, Doubt, ShellReading, ShellWorld, Word } from '../../../src/shell/command.ts'
import { shellWorld } from '../../../src/shell/event.ts'
import { readShell } from '../../../src/shell/read.ts'
import type { ShellText } from '../../../src/tool.ts'
import { FOLDER } from '../compiled.generated.ts'
import { expandTilde, foldCase, formsOf } from '../forms.ts'
import { isSecret } from '../judge.ts'
import type { Options } from '../options.ts'
import type { Touch } from '../touch.ts'
import { shownEnvironment } from './environment.ts'
import { filesInCode } from './inline-code.ts'
import { namesProtected } from './mention.ts'
import { programName, programOf } from './programs.ts'
import { takesSecrets } from './readers.ts'
import { namesPrinted } from './search.ts'
import { type Call, leading, plain, type Use } from './use.ts'
import { pathsOf } from './words.ts'

export interface ShellTouches {
  readonly touches: readonly Touch[]
  /** Parts that could not be read and that name something protected. */
  readonly doubts: readonly Doubt[]
  /** What of the environment it would show, with the command that does. */
  readonly shown: readonly { readonly what: string; readonly source: string }[]
  /** Files of the project that the text runs as shell scripts. */
  readonly scripts: readonly string[]
}

/**
 * The files that shell text would touch. With `intoScripts` those count that scripts of the
 * project touch which the text runs, else those that it touches itself.
 */
export async function touchesInShell(
  text: ShellText,
  ctx: Context<Options>,
  intoScripts: boolean,
): Promise<ShellTouches> {
  const { script, ...world } = shellWorld(ctx.host, text.cwd)
  const root = projectRoot(ctx.host, world.cwd)
  const scripts: string[] = []
  const reading = await read(text, {
    ...world,
    script: (path) => {
      if (!isWithin(path, root, false)) return undefined
      scripts.push(path)
      return intoScripts ? script?.(path) : undefined
    },
  })
  const touches = reading.commands.flatMap((command) => touchesOf(command, reading, text, ctx))
  const shown = reading.commands.flatMap((command) => {
    const call = { name: programName(leading(command.argv[0])), args: command.argv.slice(1), command }
    const what = shownEnvironment(call, text.command.slice(command.end))
    return what === undefined ? [] : [{ what, source: command.source }]
  })
  return { touches, shown, doubts: reading.doubts.filter(isNearDanger), scripts }
}

async function read(text: ShellText, world: ShellWorld): Promise<ShellReading> {
  if (text.shell === 'powershell') {
    return (await import('../../../src/shell/powershell.ts')).readPowerShell(text.command, world)
  }
  return readShell(text.command, world)
}

/** Code that can't be read matters only where it names something protected and a way to it. */
function isNearDanger({ kind, source }: Doubt): boolean {
  if (kind === 'unknown-code') return false
  const code = withoutQuotedBodies(source)
  if (!namesProtected(code)) return false
  return /[<>]|(?:^|[\s;&|(`/])(?:cat|less|more|head|tail|grep|sed|awk|cp|mv|rm|tee|ln|source|\.|base64|curl|vi|vim|nano|dd|chmod|scp|tar)(?=\s)/.test(
    code,
  )
}

/** Text without the bodies of quoted heredocs, which are data. */
function withoutQuotedBodies(source: string): string {
  const kept: string[] = []
  let end: string | undefined
  for (const line of source.split('\n')) {
    if (end !== undefined) {
      if (line.replace(/^\t+/, '') === end) end = undefined
      continue
    }
    kept.push(line)
    end = /<<-?\s*(?:'([^']+)'|"([^"]+)"|\\(\w+))/
      .exec(line)
      ?.slice(1)
      .find((one) => one !== undefined)
  }
  return kept.join('\n')
}

function touchesOf(command: Command, reading: ShellReading, text: ShellText, ctx: Context<Options>): Touch[] {
  const place = placeOf(command, text)
  const call: Call = {
    name: programName(leading(command.argv[0])),
    args: [...command.argv.slice(1), ...handedOn(command, reading)],
    command,
  }
  const named = redirected(call).concat(programOf(call.name)?.(call) ?? [])
  const touches = named.flatMap((use) => touchesFor(use, place, ctx))
  const inCode = filesInCode(command.code?.text ?? '')
  return [...touches, ...inCode.map(({ path, access }) => ({ ...place, path, access }))]
}

type Place = Pick<Touch, 'base' | 'by' | 'elsewhere' | 'blind'>

/** A folder that nobody has, for relative paths of which the folder is not known. */
const SOMEWHERE = '/somewhere'

function placeOf(command: Command, text: ShellText): Place {
  const elsewhere = command.via.some((wrapper) => wrapper.elsewhere)
  const source = command.source.replace(/\s+/g, ' ')
  return {
    base: command.cwd ?? (elsewhere ? SOMEWHERE : text.cwd),
    by: `"${source.length > 80 ? `${source.slice(0, 77)}...` : source}"`,
    ...(elsewhere ? { elsewhere } : {}),
    ...(command.cwd === undefined ? { blind: true } : {}),
  }
}

function redirected(call: Call): Use[] {
  return call.command.redirects.flatMap(({ target, writes, reads }): Use[] => {
    if (!target) return []
    if (writes) return [{ word: target, access: 'write' }]
    return reads && !takesSecrets(call) ? [{ word: target, access: 'read' }] : []
  })
}

/** Wrappers that give the program operands of their own. */
const HANDS_ON = /^(?:g?xargs|parallel|find|fd|fdfind)$/

/** Operands that come at run time, as far as the same text shows where from. */
function handedOn(command: Command, reading: ShellReading): Word[] {
  if (!command.via.some(({ name }) => HANDS_ON.test(name))) return []
  const printed = reading.commands
    .filter((other) => other !== command)
    .flatMap((other) =>
      namesPrinted({ name: programName(leading(other.argv[0])), args: other.argv.slice(1), command: other }),
    )
    .map((word) => plain(leading(word).replace(/\*+/g, '')))
  const given = (command.input ?? '').split(/\s+/).slice(0, 500).map(plain)
  return [...printed, ...given].filter((word) => word.value !== '')
}

function touchesFor(use: Use, place: Place, ctx: Context<Options>): Touch[] {
  const { host } = ctx
  const elsewhere = use.elsewhere === true || place.elsewhere === true
  const cwd = place.blind === true || elsewhere ? undefined : place.base
  const more = {
    ...place,
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
    .flatMap((path) => (use.deep && cwd !== undefined ? [path, ...contents(path, cwd, ctx)] : [path]))
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
