import type { Event } from '../../src/event.ts'
import { ask, type Context, deny, PASS, ruledBy, type Verdict } from '../../src/hook.ts'
import type { Host } from '../../src/host/host.ts'
import type { Command, ShellReading, ShellWorld } from '../../src/shell/command.ts'
import { readEventCommands } from '../../src/shell/event.ts'
import { aliasOf, MAX_DEPTH, noteAlias, readAlias } from './aliases.ts'
import { decision, type Finding, type GitCall } from './call.ts'
import { commandsInCode } from './code.ts'
import { afterCall, afterOther } from './earlier.ts'
import { judgeHosting } from './hosting.ts'
import { judgeCall } from './judge.ts'
import { namesLoss } from './names.ts'
import type { Options } from './options.ts'
import { exportsFolder, readCall } from './read-call.ts'
import { isAllowed, reasonFor, short, shown } from './reason.ts'
import { limitedHost, repositories } from './repository.ts'
import { ruleFor } from './rules.ts'
import { type Earlier, NOTHING_EARLIER, type Scene } from './scene.ts'

/** Reads the command of a shell tool's call and judges every git command in it. */
export async function decide(event: Event, ctx: Context<Options>): Promise<Verdict> {
  const wrappers = ctx.options.wrappers.map((name) => ({ names: [name] }))
  const read = await readEventCommands(event, ctx.host, { wrappers })
  if (!read) return PASS
  const run = new Run(ctx, read.world, read.text.command)
  await run.all(read, 0, true)
  run.doubts(read)
  return run.verdict()
}

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
  private readonly host: Host
  private readonly open: Scene['open']
  private readonly aliases = new Map<string, string>()
  private readonly refused: Refused[] = []
  private readonly asked: string[] = []
  private earlier: Earlier = NOTHING_EARLIER

  constructor(ctx: Context<Options>, world: ShellWorld, text: string) {
    this.ctx = ctx
    this.world = world
    this.text = text
    this.led = exportsFolder(text)
    this.host = limitedHost(ctx.host)
    this.open = repositories(this.host)
  }

  /** `outer`: the offsets of the commands are those of the call's text. */
  async all(reading: ShellReading, depth: number, outer: boolean): Promise<void> {
    for (const [index, command] of reading.commands.entries()) {
      const next = reading.commands[index + 1]
      const between = next && outer ? this.text.slice(command.end, next.start) : ''
      await this.one(command, depth, /^\s*&&\s*$/.test(between))
    }
    for (const { what, source } of reading.doubts)
      this.ctx.note(`not read for certain: ${what}: ${short(source)}`)
  }

  private async one(command: Command, depth: number, certain: boolean): Promise<void> {
    const windows = this.world.windows === true || /^[A-Za-z]:[\\/]/.test(command.cwd ?? '')
    const call = readCall(command, windows, this.led)
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
    noteAlias(call, this.aliases)
    const alias = await aliasOf(call, this.host, this.aliases)
    if (alias?.kind === 'unknown') {
      const why = `whether git ${call.sub} is an alias, and for what, could not be found out`
      this.take(command, decision(why, 'Write the git command out.'), call)
      return
    }
    if (alias) return this.followed(call, alias, depth)
    const hosted = judgeHosting(command)
    const finding =
      hosted ?? (await judgeCall(call, { options: this.ctx.options, open: this.open, earlier: this.earlier }))
    this.take(command, finding, hosted ? undefined : call)
    this.earlier = afterCall(call, this.earlier, certain && !command.wraps && command.via.length === 0)
  }

  private async followed(
    call: GitCall,
    alias: NonNullable<Awaited<ReturnType<typeof aliasOf>>>,
    depth: number,
  ): Promise<void> {
    this.ctx.note(`${shown(call.command)}: an alias for ${short(alias.text)}`)
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
      this.ctx.note(shown(command))
      return
    }
    const allowed = finding.verdict !== 'pass' && isAllowed(command, this.ctx.options)
    this.ctx.note(`${shown(command)}: ${allowed ? 'allowed' : `${finding.verdict}, ${finding.why}`}`)
    if (finding.verdict !== 'pass' && !allowed) this.refused.push({ command, finding, rule: ruleFor(call) })
  }

  /** What could not be read, when a command that loses work stands in it. */
  doubts({ commands, doubts }: ShellReading): void {
    for (const { kind, what, source } of doubts) {
      const near = kind === 'unknown-code' ? source : rest(this.text, commands)
      if (!namesLoss(near)) continue
      this.asked.push(
        `the command could not be read for certain (${what}: \`${short(source)}\`) and it names a git command that can lose work. Write it in a simpler way, one command per call, or show it to the user.`,
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
      const reason = `block-destructive-git: ${reasonFor(worst.command, worst.finding)}`
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
