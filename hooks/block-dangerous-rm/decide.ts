import { userConfigPath } from '../../src/config/find.ts'
import type { Event } from '../../src/event.ts'
import { ask, type Context, deny, PASS, type Verdict } from '../../src/hook.ts'
import type { Host } from '../../src/host/host.ts'
import { type Surroundings, surroundingsOf } from '../../src/paths/place.ts'
import { joinPath, resolvePath } from '../../src/paths/written.ts'
import type { Command, ShellReading, ShellWorld, Word } from '../../src/shell/command.ts'
import { shellWorld } from '../../src/shell/event.ts'
import { readShell } from '../../src/shell/read.ts'
import type { ShellText } from '../../src/tool.ts'
import { allowList } from './allow.ts'
import { type Deletion, programName, type Scene, unknownWord } from './deletion.ts'
import { inDoubt } from './doubt.ts'
import type { Judge, Judged } from './finding.ts'
import { deletionsOf } from './forms/index.ts'
import { judgeDeletions } from './judge.ts'
import type { Options } from './options.ts'
import { reasonFor } from './reason.ts'
import { relocate } from './where.ts'
import { splitOptions } from './words.ts'

/** Reads the command, finds what it would delete and judges it. */
export async function decide(shell: ShellText, event: Event, ctx: Context<Options>): Promise<Verdict> {
  const { host } = ctx
  const powershell = shell.shell === 'powershell'
  const windows =
    host.platform === 'win32' ||
    /^[A-Za-z]:[\\/]/.test(shell.cwd) ||
    (powershell && /(?<![\w])[A-Za-z]:[\\/]/.test(shell.command))
  const cwd = resolvePath(host.cwd() ?? '/', shell.cwd, windows)
  const reading = await read(shell, cwd, host, windows)
  const scene = sceneFor(host, { reading, text: shell.command, windows, powershell })
  for (const command of reading.commands) ctx.note(describe(command))
  for (const doubt of reading.doubts) ctx.note(`in doubt: ${doubt.what}`)
  const deletions: Deletion[] = fromMethods(scene)
  for (const command of reading.commands) {
    const found = [
      ...deletionsOf(command, scene),
      ...(await fromCode(command, scene, host)),
      ...fromInput(command, scene, host),
    ]
    for (const one of found) deletions.push(...relocate(one, command))
  }
  return verdictOn(deletions, { shell, event, ctx, reading, windows, cwd })
}

const NO_READING: ShellReading = { commands: [], doubts: [] }

/** Judges deletions that no shell text holds: of a tool with a path, or in code. */
export async function decideOn(
  what: readonly Deletion[] | { readonly language: string; readonly code: string },
  event: Event,
  ctx: Context<Options>,
): Promise<Verdict> {
  const { host } = ctx
  const windows = host.platform === 'win32' || /^[A-Za-z]:[\\/]/.test(event.cwd)
  const cwd = resolvePath(host.cwd() ?? '/', event.cwd, windows)
  const scene = sceneFor(host, { reading: NO_READING, text: '', windows, powershell: false })
  const source = event.tool?.name ?? ''
  const deletions =
    'code' in what ? await codeIn(what.language, what.code, { cwd, source }, scene, host) : what
  const shell: ShellText = { command: '', cwd: event.cwd, shell: 'posix' }
  return verdictOn(deletions, { shell, event, ctx, reading: NO_READING, windows, cwd })
}

function sceneFor(host: Host, about: Omit<Scene, 'isFolder'>): Scene {
  return {
    ...about,
    isFolder: (base, written) =>
      base !== undefined && host.stat(resolvePath(base, written, about.windows))?.kind === 'directory',
  }
}

interface Call {
  readonly shell: ShellText
  readonly event: Event
  readonly ctx: Context<Options>
  readonly reading: ShellReading
  readonly windows: boolean
  readonly cwd: string
}

async function verdictOn(deletions: readonly Deletion[], call: Call): Promise<Verdict> {
  const { ctx, reading, shell } = call
  const judged: Judged[] = []
  const notes: string[] = []
  if (deletions.length > 0) {
    const { judge, expired } = judgeFor(call)
    judged.push(...(await judgeDeletions(deletions, judge)))
    for (const { deletion, findings } of judged) {
      for (const one of findings) {
        const to = one.path === undefined ? '' : ` -> ${one.path}`
        ctx.note(`${deletion.how} ${one.written}${to}: ${one.verdict}, ${one.why}`)
      }
    }
    notes.push(...expired)
  }
  const verdicts = new Set(judged.flatMap(({ findings }) => findings.map((one) => one.verdict)))
  const places = configPlaces(call)
  if (verdicts.has('deny')) return deny(reasonFor(judged, places, notes))
  const doubt = inDoubt(reading, shell.command)
  if (doubt !== undefined)
    return ask([doubt, ...(verdicts.has('ask') ? [reasonFor(judged, places, notes)] : [])].join('\n'))
  return verdicts.has('ask') ? ask(reasonFor(judged, places, notes)) : PASS
}

function judgeFor(call: Call): { readonly judge: Judge; readonly expired: readonly string[] } {
  const { ctx, event, shell, windows } = call
  const { host, options } = ctx
  const scratchpad = event.payload['scratchpad_dir']
  const around = surroundingsOf(host, {
    cwd: event.cwd,
    toolCwd: shell.cwd,
    windows,
    ...(typeof scratchpad === 'string' ? { scratchpad } : {}),
  })
  const list = allowList(options, host, around, projectFor(around, call), ctx.from?.['allow'] === 'project')
  return {
    judge: {
      host,
      around,
      strict: options.preset === 'strict',
      disposable: options.disposable,
      allowed: list.covers,
    },
    expired: list.expired.map((one) => `The allow entry ${JSON.stringify(one.path)} ended on ${one.until}.`),
  }
}

/** Where relative allow entries start. */
function projectFor(around: Surroundings, call: Call): string {
  return around.projects.at(-1) ?? call.cwd
}

function configPlaces(call: Call): { readonly project: string; readonly user: string } {
  const { host } = call.ctx
  const around = surroundingsOf(host, { cwd: call.event.cwd, toolCwd: call.shell.cwd, windows: call.windows })
  return {
    project: joinPath(around.projects[0] ?? call.cwd, 'hookbox.json'),
    user: userConfigPath(host) ?? '~/.config/hookbox/hookbox.json',
  }
}

async function read(shell: ShellText, cwd: string, host: Host, windows: boolean): Promise<ShellReading> {
  if (shell.shell === 'powershell') {
    const { readPowerShell } = await import('../../src/shell/powershell.ts')
    return readPowerShell(shell.command, worldOf(host, cwd, windows), { posix: readShell })
  }
  return readShell(shell.command, worldOf(host, cwd, windows))
}

function worldOf(host: Host, cwd: string, windows: boolean): ShellWorld {
  return { ...shellWorld(host, cwd), cwd, windows }
}

/** Deletions in code of another language that the command carries. */
async function fromCode(command: Command, scene: Scene, host: Host): Promise<readonly Deletion[]> {
  if (command.code?.text === undefined) return []
  return codeIn(
    command.code.language,
    command.code.text,
    { cwd: command.cwd, source: command.source },
    scene,
    host,
  )
}

/** What code deletes, itself and through the commands it runs. */
export async function codeIn(
  language: string,
  code: string,
  where: { readonly cwd: string | undefined; readonly source: string },
  scene: Scene,
  host: Host,
): Promise<readonly Deletion[]> {
  const { codeDeletions } = await import('./code/index.ts')
  const base = where.cwd ?? '/'
  return codeDeletions(language, code, {
    ...where,
    host,
    shell: (text) => {
      const reading = readShell(text, worldOf(host, base, scene.windows))
      return reading.commands.flatMap((one) => deletionsOf(one, { ...scene, reading, text }))
    },
    command: (argv) => deletionsOf(bareCommand(argv, where), scene),
  })
}

/** Text on the input of programs that have it run: at, batch, crontab, a remote shell. */
function fromInput(command: Command, scene: Scene, host: Host): readonly Deletion[] {
  const program = programName(command.argv[0], scene.windows)
  if (command.input === undefined || !/^(?:at|batch|crontab|ssh)$/.test(program ?? '')) return []
  if (program === 'ssh' && !startsRemoteShell(command)) return []
  // The times in front of a crontab's commands are words that run nothing.
  const times = /^(?:[\d*,/-]+\s+){5}|^@\w+\s+/gm
  const text = program === 'crontab' ? command.input.replace(times, '') : command.input
  const reading = readShell(text, worldOf(host, command.cwd ?? '/', scene.windows))
  const found = reading.commands.flatMap((one) => deletionsOf(one, { ...scene, reading, text }))
  return program === 'ssh' ? found.map((one) => ({ ...one, elsewhere: 'on another machine (ssh)' })) : found
}

/** `ssh host`, `ssh host bash -s`: the remote side reads its commands from the input. */
function startsRemoteShell(command: Command): boolean {
  const { operands } = splitOptions(command.argv.slice(1), { valued: [...'bcDEeFIiJLlmOopQRSWw'] })
  const [, first] = operands
  return first === undefined || /^(?:\S*\/)?(?:ba|z|da|k|a)?sh(?:\s|$)/.test(first.value ?? '')
}

/** `(Get-Item x).Delete($true)`: what the bracket gives is not known. */
function fromMethods(scene: Scene): Deletion[] {
  if (!scene.powershell) return []
  const calls = scene.text.match(/\)\.Delete\(\s*(?:\$true|1)\s*\)/gi) ?? []
  return calls.map((source) => ({
    how: '.Delete',
    effect: 'tree',
    targets: [{ word: unknownWord('what the bracket gives', source), cwd: undefined }],
    source,
  }))
}

function bareCommand(
  argv: readonly Word[],
  where: { readonly cwd: string | undefined; readonly source: string },
): Command {
  return {
    argv,
    cwd: where.cwd,
    redirects: [],
    environment: {},
    via: [],
    moreOperands: false,
    wraps: false,
    source: where.source,
    start: 0,
    end: 0,
  }
}

function describe(command: Command): string {
  const words = command.argv.map((word) => word.value ?? word.source).join(' ')
  const via = command.via.map((one) => one.name).join(' > ')
  return `${via === '' ? '' : `${via} > `}${words.length > 200 ? `${words.slice(0, 197)}...` : words}`
}
