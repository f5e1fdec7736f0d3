import { userConfigPath } from '../../src/config/find.ts'
import type { Event } from '../../src/event.ts'
import { ask, type Context, deny, PASS, ruledBy, type Verdict } from '../../src/hook.ts'
import type { Host } from '../../src/host/host.ts'
import type { Surroundings } from '../../src/paths/place.ts'
import { surroundingsOf } from '../../src/paths/surroundings.ts'
import { joinPath, resolvePath } from '../../src/paths/written.ts'
import type { ShellReading } from '../../src/shell/command.ts'
import { shellWorld } from '../../src/shell/event.ts'
import { commandDetail, shownCommand } from '../../src/shell/shown.ts'
import type { ShellText } from '../../src/tool.ts'
import { allowList } from './allow.ts'
import { codeIn, deletionsIn } from './carried.ts'
import type { Deletion, Scene } from './deletion.ts'
import { inDoubt } from './doubt.ts'
import type { Finding, Judge, Judged } from './finding.ts'
import { judgeDeletions } from './judge.ts'
import type { Options } from './options.ts'
import { reasonFor } from './reason.ts'
import { remoteCode } from './remote-code.ts'

/** Reads the command, finds what it would delete and judges it. */
export async function decide(shell: ShellText, event: Event, ctx: Context<Options>): Promise<Verdict> {
  const { host } = ctx
  const powershell = shell.shell === 'powershell'
  const windows =
    host.platform === 'win32' ||
    /^[A-Za-z]:[\\/]/.test(shell.cwd) ||
    (powershell && /(?<!\w)[A-Za-z]:[\\/]/.test(shell.command))
  const cwd = resolvePath(host.cwd() ?? '/', shell.cwd, windows)
  const read = await readerFor(ctx, cwd, windows)
  const reading = powershell ? await readPower(shell.command, ctx, cwd, windows) : read(shell.command, cwd)
  for (const command of reading.commands) ctx.note(shownCommand(command, cwd), commandDetail(command))
  for (const doubt of reading.doubts)
    ctx.note(`in doubt: ${doubt.what}`, { doubt: doubt.what, source: doubt.source })
  const scene = sceneFor(host, { reading, text: shell.command, windows, powershell, read })
  return verdictOn(await deletionsIn(scene, host), { shell, event, ctx, reading, windows, cwd })
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
  const read = await readerFor(ctx, cwd, windows)
  const scene = sceneFor(host, { reading: NO_READING, text: '', windows, powershell: false, read })
  const source = event.tool?.name ?? ''
  const deletions =
    'code' in what ? await codeIn(what.language, what.code, { cwd, source }, scene, host) : what
  const shell: ShellText = { command: '', cwd: event.cwd, shell: 'posix' }
  return verdictOn(deletions, { shell, event, ctx, reading: NO_READING, windows, cwd })
}

/** The reader is a part of its own, and so are its readings, which other guards share. */
async function readerFor(ctx: Context<Options>, cwd: string, windows: boolean): Promise<Scene['read']> {
  const { readShellOnce } = await import('../../src/shell/read.ts')
  const world = { ...shellWorld(ctx.host, cwd), windows }
  return (text, base) => readShellOnce(ctx.host, text, { ...world, cwd: base ?? cwd }, wrappersOf(ctx))
}

async function readPower(
  text: string,
  ctx: Context<Options>,
  cwd: string,
  windows: boolean,
): Promise<ShellReading> {
  const { readPowerShell } = await import('../../src/shell/powershell.ts')
  const { readShell } = await import('../../src/shell/read.ts')
  const world = { ...shellWorld(ctx.host, cwd), cwd, windows }
  return readPowerShell(text, world, { posix: readShell, ...wrappersOf(ctx) })
}

function wrappersOf(ctx: Context<Options>) {
  return { wrappers: ctx.options.wrappers.map((name) => ({ names: [name] })) }
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
        const { written, path, verdict, why, rule } = one
        ctx.note(`${deletion.how} ${written}${to}: ${verdict}, ${why}`, {
          target: written,
          how: deletion.how,
          path: path ?? null,
          verdict,
          why,
          ...(rule === undefined ? {} : { rule }),
        })
      }
    }
    notes.push(...expired)
  }
  const findings = judged.flatMap((one) => one.findings)
  const verdicts = new Set(findings.map((one) => one.verdict))
  const doubt = inDoubt(reading, shell.command)
  const remote = remoteCode(reading, shell.command)
  const unread = [doubt ?? '', remote === undefined ? '' : fromNetwork(remote)].filter((part) => part !== '')
  if (unread.length === 0 && !verdicts.has('deny') && !verdicts.has('ask')) return PASS
  const reason =
    verdicts.has('deny') || verdicts.has('ask') ? reasonFor(judged, configPlaces(call), notes) : ''
  const by = ruledBy(
    rulesOf(findings, [
      ...(doubt === undefined ? [] : ['unread']),
      ...(remote === undefined ? [] : ['remote-code']),
    ]),
  )
  // A denial is no question; the doubt only counts where its rules let the rest go.
  if (verdicts.has('deny')) return deny(`block-dangerous-rm: ${reason}`, by)
  return ask(`block-dangerous-rm: ${[...unread, reason].filter((part) => part !== '').join('\n')}`, by)
}

function fromNetwork(source: string): string {
  const line = source.replace(/\s+/g, ' ')
  const shown = line.length > 160 ? `${line.slice(0, 157)}...` : line
  return `\`${shown}\` runs code from the network that nobody has read, so what it deletes is not known: a person has to decide. Instead: download it to a file, read the file, and say what it does.`
}

/** The rules that refuse, those that deny first. */
function rulesOf(findings: readonly Finding[], unread: readonly string[]): readonly string[] {
  const of = (verdict: Finding['verdict']) =>
    findings.flatMap((one) => (one.verdict === verdict && one.rule !== undefined ? [one.rule] : []))
  return [...of('deny'), ...unread, ...of('ask')]
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
