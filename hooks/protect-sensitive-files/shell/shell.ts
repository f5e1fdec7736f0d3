import type { Context } from '../../../src/hook.ts'
import type { Host } from '../../../src/host/host.ts'
import { projectRoot } from '../../../src/paths/project.ts'
import { isWithin } from '../../../src/paths/written.ts'
import type { Command, Doubt, ShellReading, ShellWorld, Word } from '../../../src/shell/command.ts'
import { shellWorld } from '../../../src/shell/event.ts'
import { commandDetail, shownCommand } from '../../../src/shell/shown.ts'
import { slashed, slashedWord } from '../../../src/shell/slashed.ts'
import type { ShellText } from '../../../src/tool.ts'
import { COMPILED } from '../compiled.generated.ts'
import { foldCase } from '../forms.ts'
import { isModel } from '../judge.ts'
import { bitsOf } from '../keys.ts'
import type { Options } from '../options.ts'
import type { Touch } from '../touch.ts'
import { shownEnvironment } from './environment.ts'
import { filesInCode } from './inline-code.ts'
import { onlyWithout } from './only-when-missing.ts'
import { installs } from './packages.ts'
import { programName } from './program-name.ts'
import { programOf } from './programs.ts'
import { takesSecrets } from './readers.ts'
import { namesPrinted } from './search.ts'
import { type Call, leading, plain, type Use } from './use.ts'
import { type Place, touchesFor } from './use-touches.ts'

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
  const reading = await read(text, ctx.host, {
    ...world,
    script: (path) => {
      const body = isWithin(path, root, false) ? script?.(path) : undefined
      if (body === undefined) return undefined
      scripts.push(path)
      return intoScripts ? body : undefined
    },
  })
  for (const command of reading.commands) ctx.note(shownCommand(command, world.cwd), commandDetail(command))
  const powershell = text.shell === 'powershell'
  const lastInstall = reading.commands.findLastIndex(installs)
  const limits: Doubt[] = []
  const touches = reading.commands.flatMap((written, at) =>
    touchesOf(
      isOfWindows(written, powershell) ? slashed(written) : written,
      reading,
      text,
      ctx,
      at < lastInstall,
      limits,
    ),
  )
  const shown = reading.commands.flatMap((command) => {
    const call = { name: programName(leading(command.argv[0])), args: command.argv.slice(1), command }
    const what = shownEnvironment(call, text.command.slice(command.end))
    return what === undefined ? [] : [{ what, source: command.source }]
  })
  const doubts = [...reading.doubts, ...limits].filter((doubt) => isNearDanger(doubt, text.command))
  return { touches, shown, doubts, scripts }
}

async function read(text: ShellText, host: Host, world: ShellWorld): Promise<ShellReading> {
  if (text.shell === 'powershell') {
    return (await import('../../../src/shell/powershell.ts')).readPowerShell(text.command, world)
  }
  const { readShellOnce } = await import('../../../src/shell/read.ts')
  return readShellOnce(host, text.command, world, { ownScripts: true })
}

/** Whether backslashes part the names in its words. */
function isOfWindows({ via }: Command, powershell: boolean): boolean {
  return powershell || via.some(({ name }) => /^(?:cmd|powershell|pwsh)$/.test(name))
}

/** Code that can't be read matters only where it names something protected and a way to it. */
function isNearDanger({ kind, source }: Doubt, text: string): boolean {
  if (kind === 'unknown-code') return false
  // Beyond a limit it may stand anywhere in the text.
  const code = withoutQuotedBodies(kind === 'limit' ? text : source)
  if (!namesMatch(code)) return false
  return /[<>]|(?:^|[\s;&|(`/])(?:cat|less|more|head|tail|grep|sed|awk|cp|mv|rm|tee|ln|source|\.|base64|curl|vi|vim|nano|dd|chmod|scp|tar)(?=\s)/.test(
    code,
  )
}

/** Words that may name something protected and are looked at; with more of them one does. */
const MAX_NAMES = 500

/** Whether a word of the text is a protected path, wherever it may be relative to. */
function namesMatch(text: string): boolean {
  const words = new Set(foldCase(text.replace(/['"\\]/g, '')).match(/[\w.~/-]+/g))
  const likely = [...words].filter((word) => bitsOf(word) !== 0)
  if (likely.length > MAX_NAMES) return true
  return likely.some((word) => {
    const subject = /^[~/]/.test(word) ? word : `~/x/${word}`
    return COMPILED.some(({ match, except }) => match.test(subject) && except?.test(subject) !== true)
  })
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

function touchesOf(
  command: Command,
  reading: ShellReading,
  text: ShellText,
  ctx: Context<Options>,
  renewed: boolean,
  limits: Doubt[],
): Touch[] {
  const place: Place = { ...placeOf(command, text), ...(renewed ? { renewed } : {}) }
  const call: Call = {
    name: programName(leading(command.argv[0])),
    args: [...command.argv.slice(1), ...handedOn(command, reading)],
    command,
  }
  const missing = onlyWithout(text.command.slice(0, command.start))
  const named = redirected(call, () => copiesModel(call, place, ctx)).concat(
    programOf(call.name)?.(call) ?? [],
  )
  if (named.length > MAX_USES)
    limits.push({ kind: 'limit', what: 'it names more files than are looked at', source: '' })
  const touches = named
    .slice(0, MAX_USES)
    .map((use) => (use.fills && leading(use.word) === missing ? { ...use, ...KEEPS } : use))
    .flatMap((use) => touchesFor(use, place, ctx))
  const inCode = filesInCode(command.code?.text ?? '')
  return [...touches, ...inCode.map(({ path, access }) => ({ ...place, path, access }))]
}

/** Files of one command that are looked at. */
const MAX_USES = 1000

/** A secret that is there already stays as it is. */
const KEEPS = { only: ['control', 'startup'] } as const

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

/** `cat .env.example > .env`: what is written is no secret yet. */
function copiesModel({ args }: Call, place: Place, ctx: Context<Options>): boolean {
  return args.some(
    ({ value }) => value !== undefined && isModel({ ...place, path: value, access: 'read' }, ctx),
  )
}

function redirected(call: Call, fromModel: () => boolean): Use[] {
  return call.command.redirects.flatMap(({ target, writes, reads }): Use[] => {
    if (!target) return []
    if (writes) return [{ word: target, access: 'write', fills: fromModel() }]
    return reads && !takesSecrets(call) ? [{ word: target, access: 'read' }] : []
  })
}

/** `Get-ChildItem .env* | Get-Content`: what the command in front of it lists. */
function listingBefore(command: Command, reading: ShellReading): Word[] | undefined {
  const at = reading.commands.findIndex(({ start, end }) => start === command.start && end === command.end)
  const before = reading.commands[at - 1]
  if (!/^(?:get-childitem|gci|ls|dir|get-item|gi)$/i.test(before?.argv[0]?.value ?? '')) return undefined
  return before?.argv
    .slice(1)
    .map(slashedWord)
    .filter((word) => !/^-[A-Za-z]/.test(leading(word)))
}

/** Wrappers that give the program operands of their own. */
const HANDS_ON = /^(?:g?xargs|parallel|find|fd|fdfind)$/

/** Operands that come at run time, as far as the same text shows where from. */
function handedOn(command: Command, reading: ShellReading): Word[] {
  const last = command.via.at(-1)?.name ?? ''
  // Behind a shell they are its arguments: only what is not known may be one of them.
  const asArguments = command.argv.some(({ value }) => value === undefined)
  const listing = command.moreOperands && last === '' ? listingBefore(command, reading) : undefined
  if (listing) return listing
  if (!HANDS_ON.test(last) && !(asArguments && command.via.some(({ name }) => HANDS_ON.test(name)))) return []
  const printed = reading.commands
    .filter((other) => other !== command)
    .flatMap((other) =>
      namesPrinted({ name: programName(leading(other.argv[0])), args: other.argv.slice(1), command: other }),
    )
    .map((word) => plain(leading(word).replace(/\*+/g, '')))
  const given = (command.input ?? '').split(/\s+/).slice(0, 500).map(plain)
  return [...printed, ...given].filter((word) => word.value !== '')
}
