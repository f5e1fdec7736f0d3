import type { Event } from '../../src/event.ts'
import { ask, type Context, deny, PASS, ruledBy, type Verdict } from '../../src/hook.ts'
import type { Host } from '../../src/host/host.ts'
import { endedEntries, isAllowedCommand } from '../../src/shell/allowed.ts'
import type { Command, ShellReading, ShellWorld } from '../../src/shell/command.ts'
import { readEventCommands } from '../../src/shell/event.ts'
import { shownCommand } from '../../src/shell/shown.ts'
import { type AliasBook, aliasOf, MAX_DEPTH, noteSetting, readAlias } from './aliases.ts'
import { decision, type Finding, type GitCall, Unreadable } from './call.ts'
import { commandsInCode } from './code.ts'
import { afterCall, afterOther } from './earlier.ts'
import { judgeHosting } from './hosting.ts'
import { judgeCall, mayJudge } from './judge.ts'
import { namesLoss } from './names.ts'
import type { Options } from './options.ts'
import { changesSettings, exportsFolder, readCall } from './read-call.ts'
import { reasonFor, short } from './reason.ts'
import { limitedHost, repositories } from './repository.ts'
import { ruleFor } from './rules.ts'
import { type Earlier, NOTHING_EARLIER, type Scene } from './scene.ts'

/** Reads the command of a shell tool's call and judges every git command in it. */
export async function decide(event: Event, ctx: Context<Options>): Promise<Verdict> {
  const wrappers = ctx.options.wrappers.map((name) => ({ names: [name] }))
  const read = await readEventCommands(event, ctx.host, { wrappers })
  if (!read) return PASS
  const run = new Run(ctx, read.world, read.text.command)
  run.count(read)
  await run.all(read, 0, true)
  run.doubts(read)
  return run.verdict()
}

/** Calls of one text whose repository is looked at; a person does not write more of them. */
const MAX_LOOKED = 30
/** Git commands of one text that may need a look. */
const MAX_CALLS = 100
const TOO_MANY = `one call has more than ${MAX_LOOKED} git commands whose outcome depends on the repository, and no more are looked at`

interface Refused {
  readonly command: Command
  readonly finding: Finding
  readonly rule: string
}

/** One judging: what earlier commands change is known to the later ones. */
class Run {
  private readonly ctx: Context<Options>
  private readonly world: ShellWorld
  private readonly text: string
  /** A variable leads all git commands elsewhere. */
  private readonly led: boolean
  /** A variable gives all git commands another configuration. */
  private readonly resettled: boolean
  private readonly host: Host
  private readonly open: Scene['open']
  /** Calls whose repository was asked for. */
  private looked = 0
  /** Settings that the text has set before. */
  private readonly known = new Map<string, string>()
  private readonly book: AliasBook = new Map()
  private readonly refused: Refused[] = []
  private readonly asked: string[] = []
  private earlier: Earlier = NOTHING_EARLIER

  constructor(ctx: Context<Options>, world: ShellWorld, text: string) {
    this.ctx = ctx
    this.world = world
    this.text = text
    this.led = exportsFolder(text)
    this.resettled = changesSettings(text)
    this.host = limitedHost(ctx.host)
    const opened = repositories(this.host)
    this.open = (call) => {
      if (++this.looked > MAX_LOOKED) throw new Unreadable(TOO_MANY)
      return opened(call)
    }
  }

  /** Where there are too many of them, none is looked at: it would only take time. */
  count({ commands }: ShellReading): void {
    const calls = commands.filter((command) => mayJudge(readCall(command, false)?.sub))
    if (calls.length > MAX_CALLS) this.looked = MAX_LOOKED
  }

  /** `outer`: the offsets of the commands are those of the call's text. */
  async all(reading: ShellReading, depth: number, outer: boolean): Promise<void> {
    for (const [index, command] of reading.commands.entries()) {
      const next = reading.commands[index + 1]
      const between = next && outer ? this.text.slice(command.end, next.start) : ''
      await this.one(command, depth, /^\s*&&\s*$/.test(between))
    }
    for (const { what, source } of reading.doubts)
      this.ctx.note(`not read for certain: ${what}${source === '' ? '' : `: ${short(source)}`}`)
  }

  private async one(command: Command, depth: number, certain: boolean): Promise<void> {
    const windows = this.world.windows === true || /^[A-Za-z]:[\\/]/.test(command.cwd ?? '')
    const call = readCall(command, windows, this.led, this.host)
    const code = command.code?.text
    if (code !== undefined && depth < MAX_DEPTH) {
      for (const text of commandsInCode(code, command.code?.language))
        await this.all(await this.read(text, command.cwd), depth + 1, false)
    }
    if (!call) {
      this.earlier = afterOther(command, this.earlier)
      const finding = judgeHosting(command)
      return this.take(command, finding, undefined)
    }
    noteSetting(call, this.known)
    const strange = this.resettled || this.earlier.settings
    const alias = await aliasOf(call, this.host, this.known, this.book, strange)
    if (alias?.kind === 'unknown') {
      const why = `whether git ${call.sub} is an alias, and for what, could not be found out`
      this.take(command, decision(why, 'Write the git command out.'), call)
      return
    }
    if (alias) return this.followed(call, alias, depth)
    const hosted = judgeHosting(command)
    const scene = { options: this.ctx.options, open: this.open, earlier: this.earlier }
    const settings = this.known.size === 0 ? call.settings : new Map([...this.known, ...call.settings])
    const finding = hosted ?? (await judgeCall({ ...call, settings }, scene))
    this.take(command, finding, hosted ? undefined : call)
    this.earlier = afterCall(call, this.earlier, certain && !command.wraps && command.via.length === 0)
  }

  private async followed(
    call: GitCall,
    alias: NonNullable<Awaited<ReturnType<typeof aliasOf>>>,
    depth: number,
  ): Promise<void> {
    this.ctx.note(`${this.shown(call.command)}: an alias for ${short(alias.text)}`)
    if (depth >= MAX_DEPTH) return
    const top = call.dir === undefined ? undefined : this.world.repository?.(call.dir)
    const found = await readAlias(alias, call, (text, cwd) => this.read(text, cwd), top)
    await this.all(found, depth + 1, false)
  }

  /** The reader is a part of its own, which other guards use too. */
  private async read(text: string, cwd: string | undefined): Promise<ShellReading> {
    const { readShell } = await import('../../src/shell/read.ts')
    const wrappers = this.ctx.options.wrappers.map((name) => ({ names: [name] }))
    return readShell(text, { ...this.world, cwd: cwd ?? this.world.cwd }, { wrappers })
  }

  private take(command: Command, finding: Finding | undefined, call: GitCall | undefined): void {
    if (!finding) {
      this.ctx.note(this.shown(command))
      return
    }
    const allowed = finding.verdict !== 'pass' && this.isAllowed(command)
    this.ctx.note(`${this.shown(command)}: ${allowed ? 'allowed' : `${finding.verdict}, ${finding.why}`}`)
    if (finding.verdict !== 'pass' && !allowed) this.refused.push({ command, finding, rule: ruleFor(call) })
  }

  private isAllowed(command: Command): boolean {
    return isAllowedCommand(command, this.ctx.options.allow, this.host.now())
  }

  private shown(command: Command): string {
    return shownCommand(command, this.world.cwd)
  }

  /** What could not be read, when a command that loses work stands in it. */
  doubts({ commands, doubts }: ShellReading): void {
    for (const { kind, what, source } of doubts) {
      const near = { limit: this.text, unreadable: rest(this.text, commands), 'unknown-code': source }[kind]
      if (!namesLoss(near)) continue
      const where = source === '' ? '' : `: \`${short(source)}\``
      this.asked.push(
        `the command could not be read for certain (${what}${where}) and it names a git command that can lose work. Write it in a simpler way, one command per call, or show it to the user.`,
      )
      return
    }
  }

  verdict(): Verdict {
    const worst = this.refused.find(({ finding }) => finding.verdict === 'deny') ?? this.refused[0]
    const [doubt] = this.asked
    const ids = [...(worst ? [worst] : []), ...this.refused].map(({ rule }) => rule)
    const by = ruledBy(doubt === undefined ? ids : [...ids, 'unread'])
    if (worst) {
      const ended = endedEntries(this.ctx.options.allow, this.host.now())
      const said = [reasonFor(worst.command, worst.finding), ...ended].join(' ')
      const reason = `block-destructive-git: ${said}`
      return worst.finding.verdict === 'deny' ? deny(reason, by) : ask(reason, by)
    }
    return doubt === undefined ? PASS : ask(`block-destructive-git: ${doubt}`, by)
  }
}

/** The text without the commands that were read: each of them has been judged. */
function rest(text: string, commands: readonly Command[]): string {
  let left = text
  for (const { source } of commands) {
    const at = source === '' ? -1 : left.indexOf(source)
    if (at >= 0) left = `${left.slice(0, at)} ; ${left.slice(at + source.length)}`
  }
  return left
}
