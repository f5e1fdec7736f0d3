import type { Event } from '../../src/event.ts'
import { gitFolderOf, readHead } from '../../src/git/head.ts'
import { type Context, PASS, report, type Verdict } from '../../src/hook.ts'
import { type Host, HostError } from '../../src/host/host.ts'
import { repositoryRoot } from '../../src/paths/project.ts'
import { compose, type Read, roomFor, type Source } from './answer.ts'
import { readGiven, writeGiven } from './given.ts'
import { findIds } from './ids.ts'
import type { Options } from './index.ts'
import { fieldLines, sourceOf } from './quoted-ticket.ts'
import { type Ticket, TicketError, ticketFromJson } from './ticket.ts'
import { type Refused, type TicketFile, type TicketFolder, ticketFile, ticketText } from './ticket-files.ts'

interface Where {
  readonly prompt: string
  /** Absolute and normalised. */
  readonly cwd: string
  readonly folder: TicketFolder | Refused
}

/** A ticket that a file was found for. */
interface Found {
  readonly id: string
  readonly file: TicketFile | Refused
}

/** The tickets that the prompt, or else the branch, names: as context, or what is wrong with them. */
export async function ticketVerdict(event: Event, where: Where, ctx: Context<Options>): Promise<Verdict> {
  const { host, options } = ctx
  const inPrompt = namedIds(where.prompt, 'the prompt', false, ctx)
  if ('problem' in where.folder) {
    ctx.note(where.folder.problem)
    return inPrompt.length > 0 ? report(`inject-ticket-context: ${where.folder.problem}`) : PASS
  }
  let from: Source = 'prompt'
  let found = withFile(inPrompt, where.folder, ctx)
  if (found.length === 0 && options.branch) {
    from = 'branch'
    found = withFile(branchIds(where.cwd, ctx), where.folder, ctx)
  }
  if (found.length === 0) return PASS
  const given = readGiven(host, event.sessionId)
  const number = Math.min(options.maxTickets, roomFor(options.maxCharacters))
  const answer = compose({ from, ...(await readTickets(found, number, ctx)), given }, ctx)
  if (Object.keys(answer.given).length > 0) {
    writeGiven(host, event.sessionId, { ...given, ...answer.given })
  }
  return answer.verdict
}

function namedIds(text: string, what: string, anyCase: boolean, ctx: Context<Options>): readonly string[] {
  const { ids, ruledOut } = findIds(text, ctx.options, anyCase)
  ctx.note(`ids in ${what}: ${ids.join(', ') || 'none'}`)
  if (ruledOut.length > 0) ctx.note(`not taken for ids: ${ruledOut.join(', ')}`)
  return ids
}

function branchIds(cwd: string, ctx: Context<Options>): readonly string[] {
  const branch = currentBranch(ctx.host, cwd)
  if (branch === undefined) {
    ctx.note('no git branch is checked out here')
    return []
  }
  return namedIds(branch, 'the name of the branch', true, ctx)
}

/** The branch by the files of git: starting git for every prompt would cost more than all else. */
function currentBranch(host: Host, cwd: string): string | undefined {
  const root = repositoryRoot(host, cwd)
  const folder = root === undefined ? undefined : gitFolderOf(host, root)
  const head = folder === undefined ? undefined : readHead(host, folder)
  return head && 'branch' in head ? head.branch : undefined
}

function withFile(ids: readonly string[], folder: TicketFolder, ctx: Context<Options>): Found[] {
  return ids.flatMap((id) => {
    const file = ticketFile(ctx.host, folder, id)
    if (file === undefined) ctx.note(`${id} has no file in ${folder.shown || 'the project root'}`)
    return file === undefined ? [] : [{ id, file }]
  })
}

/** The first `number` tickets that can be used, what was wrong with others before them, and the rest. */
async function readTickets(
  found: readonly Found[],
  number: number,
  ctx: Context<Options>,
): Promise<{ reads: Read[]; over: string[] }> {
  const reads: Read[] = []
  let good = 0
  for (const one of found) {
    if (good === number || reads.length === MAX_READS) break
    const read = await readTicket(one, ctx)
    if ('lines' in read) good++
    reads.push(read)
  }
  return { reads, over: found.slice(reads.length).map(({ id }) => id) }
}

const MAX_READS = 20

async function readTicket({ id, file }: Found, { host, options, note }: Context<Options>): Promise<Read> {
  if ('problem' in file) return { id, problem: file.problem }
  const started = host.now()
  try {
    const ticket = await parse(ticketText(host, file), file)
    const lines = await fieldLines(ticket, options.fields, options.maxDescription)
    note(`${id} from ${sourceOf(file, started)}, read in ${Math.round(host.now() - started)} ms`)
    if (lines.length > 0) return { id, file, lines }
    return { id, problem: `${file.shown} holds none of ${options.fields.join(', ')}` }
  } catch (error) {
    if (error instanceof TicketError) return { id, problem: `${file.shown} ${error.message}` }
    if (error instanceof HostError) return { id, problem: error.message }
    throw error
  }
}

async function parse(text: string, file: TicketFile): Promise<Ticket> {
  if (file.format === 'json') return ticketFromJson(text)
  return (await import('./markdown-ticket.ts')).ticketFromMarkdown(text)
}
