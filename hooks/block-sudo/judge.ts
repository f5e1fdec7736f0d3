import type { Event } from '../../src/event.ts'
import type { Context } from '../../src/hook.ts'
import { endedEntries, isAllowedCommand } from '../../src/shell/allowed.ts'
import type { Command, Doubt, Word } from '../../src/shell/command.ts'
import { readEventCommands } from '../../src/shell/event.ts'
import { commandDetail, shownCommand } from '../../src/shell/shown.ts'
import { namesPrograms } from '../../src/shell/starts-programs.ts'
import type { Options } from './index.ts'
import { AS_ANOTHER, PRIVILEGED, PRIVILEGED_FOR_SURE, TELLS } from './names.ts'
import { asAdministrator, asVerb, ofWindows } from './windows.ts'

/** Why a call is denied. */
interface Found {
  readonly reason: string
  /** The ids of all rules that deny it; the reason is about the first. */
  readonly rules: readonly string[]
}

/** Undefined: the call may run. */
export async function judge(event: Event, ctx: Context<Options>): Promise<Found | undefined> {
  const { options } = ctx
  const wrappers = options.wrappers.map((name) => ({ names: [name] }))
  const read = await readEventCommands(event, ctx.host, { wrappers })
  if (!read) return undefined
  const ended = endedEntries(options.allow, ctx.host.now())
  const found: Found[] = []
  for (const command of read.commands) {
    const raised = raises(command)
    const allowed = raised !== undefined && isAllowed(command, ctx)
    const written = shownCommand(command, read.world.cwd)
    ctx.note(`${written}${raised === undefined ? '' : allowed ? ': allowed' : `: ${raised.what}`}`, {
      ...commandDetail(command),
      ...(raised ? { rule: raised.rule, what: raised.what, verdict: allowed ? 'pass' : 'deny' } : {}),
    })
    if (raised && !allowed) found.push(refused(command, raised, ended))
  }
  for (const { what, source } of read.doubts)
    ctx.note(`not read for certain: ${what}: ${source}`, { doubt: what, source })
  if (read.text.shell === 'powershell' && asVerb(read.text.command)) {
    const [command] = read.commands
    if (command)
      found.push(
        refused(command, { rule: 'run-as', what: 'the verb runas starts a program as administrator' }, ended),
      )
  }
  const doubted = fromDoubts(read.commands, read.doubts, read.text.command)
  if (doubted) found.push(doubted)
  const [first] = found
  return first && { reason: first.reason, rules: found.flatMap(({ rules }) => rules) }
}

function refused(command: Command, { rule, what }: Raised, ended: readonly string[]): Found {
  const elsewhere = command.via.some((wrapper) => wrapper.elsewhere)
  const reason = [reasonFor(command, what), ...ended].join(' ')
  return { reason, rules: [elsewhere ? 'elsewhere' : rule] }
}

interface Raised {
  readonly rule: string
  /** In words. */
  readonly what: string
}

/** How a command raises privileges; undefined when it does not. */
function raises(command: Command): Raised | undefined {
  const [first, ...rest] = command.argv
  const written = first?.value
  if (first === undefined || written === undefined) return undefined
  const name = nameOf(written)
  const what = PRIVILEGED.get(name)
  if (what !== undefined) {
    const tells = rest.length > 0 && rest.every((word) => TELLS.has(word.value ?? ''))
    return tells ? undefined : { rule: AS_ANOTHER.has(name) ? 'su' : 'sudo', what: `${name} ${what}` }
  }
  const values = rest.map((word) => word.value ?? '')
  if (name === 'systemd-run' && !values.includes('--user') && values.some((value) => !TELLS.has(value))) {
    return { rule: 'service-manager', what: 'systemd-run starts a service as root' }
  }
  if (name === 'machinectl' && values.includes('shell'))
    return { rule: 'service-manager', what: 'machinectl shell starts a shell as root' }
  const service = ofWindows(name, values)
  if (service !== undefined) return { rule: 'service-manager', what: service }
  if (RENAMES.has(name)) {
    const other = rest.find(standsForOne)
    if (other) return { rule: 'rename', what: `${name} gives ${other.source} another name` }
  }
  if (/^start-process$|^saps$|^start$/i.test(name) && asAdministrator(values)) {
    return { rule: 'run-as', what: `${written} -Verb RunAs runs a program as administrator` }
  }
  const inCode = inOtherCode(command)
  return inCode === undefined ? undefined : { rule: 'inline-code', what: inCode }
}

/** With these a program gets a name that nobody looks for. */
const RENAMES = new Set(['ln', 'cp', 'mv', 'install', 'hash'])

/** The path of one of the programs, also as `$(which sudo)`. */
function standsForOne(word: Word): boolean {
  const [only] = word.parts
  const likely = only?.kind === 'unknown' && word.parts.length === 1 ? (only.maybe ?? []) : []
  const path = word.value?.includes('/') ? [word.value] : likely
  return path.some((one) => PRIVILEGED.has(nameOf(one)))
}

/** Code in another language that starts one of the programs. */
function inOtherCode(command: Command): string | undefined {
  const code = command.code?.text
  if (code === undefined) return undefined
  if (/with administrator privileges/i.test(code)) return 'the script asks for administrator privileges'
  const named = /["'`\s/](sudo|doas|pkexec)["'`\s]/.exec(code)?.[1]
  return named !== undefined && namesPrograms(command.code?.language ?? '', code)
    ? `the ${command.code?.language} code starts ${named}`
    : undefined
}

function nameOf(written: string): string {
  const base = written.slice(Math.max(written.lastIndexOf('/'), written.lastIndexOf('\\')) + 1)
  return base.replace(/\.exe$/i, '').toLowerCase()
}

function isAllowed(command: Command, { options, host }: Context<Options>): boolean {
  const elsewhere = command.via.some((wrapper) => wrapper.elsewhere)
  if (elsewhere && options.elsewhere === 'allow') return true
  return isAllowedCommand(command, options.allow, host.now())
}

function reasonFor(command: Command, what: string): string {
  const elsewhere = command.via.some((wrapper) => wrapper.elsewhere)
  const through = command.via.map(({ name }) => name)
  const path = through.length > 0 ? `, found behind ${through.join(', ')}` : ''
  const section = elsewhere
    ? `"elsewhere": "allow", for other machines and containers`
    : `"allow": [${JSON.stringify(entryFor(command))}], this exact command`
  // `"$@"` says nothing; its words do.
  const [name] = command.argv
  const shows = command.source.includes(nameOf(name?.value ?? ''))
  const written = shows ? short(command.source) : entryFor(command)
  return (
    `block-sudo: \`${written}\` is not run: ${what}${path}. ` +
    'Do it without raised privileges (install into the project or the user folder, use a container), ' +
    'or show the user the command so that they can run it themselves. ' +
    `A person can allow it in the section "block-sudo" of ~/.config/hookbox/hookbox.json: ${section}.`
  )
}

function entryFor(command: Command): string {
  return short(command.argv.map((word) => word.value ?? word.source).join(' '))
}

/** What could not be read, when a name of theirs stands in it. */
function fromDoubts(commands: readonly Command[], doubts: readonly Doubt[], text: string): Found | undefined {
  for (const { kind, what, source } of doubts) {
    if (!PRIVILEGED_FOR_SURE.test(kind === 'unknown-code' ? source : text)) continue
    const where = source === '' ? '' : `: \`${short(source)}\``
    const reason =
      `block-sudo: the command could not be read for certain (${what}${where}) and it names a program that raises privileges. ` +
      'Write it more plainly: one command a line, and long text in a file instead of in the command.'
    return { reason, rules: ['unread'] }
  }
  const unknown = commands.find(({ argv: [name] }) => name?.value === undefined)
  const named = commands.some(
    (command) => isNamed(command.input) || command.argv.some((word) => isNamed(word.value)),
  )
  if (!unknown || !named) return undefined
  const reason =
    `block-sudo: which program \`${short(unknown.source)}\` runs is not known, and a program that raises privileges is named beside it. ` +
    'Write the name of the program itself.'
  return { reason, rules: ['unknown-program'] }
}

function isNamed(value: string | undefined): boolean {
  return value !== undefined && value.length < 40 && PRIVILEGED.has(nameOf(value.trim()))
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 160 ? `${line.slice(0, 157)}...` : line
}
