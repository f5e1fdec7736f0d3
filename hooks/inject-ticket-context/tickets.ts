import type { Event } from '../../src/event.ts'
import { type Context, PASS, report, type Verdict } from '../../src/hook.ts'
import type { Refused, TicketFolder } from '../../src/tickets/files.ts'
import { linesOf } from '../../src/tickets/lines.ts'
import type { Options } from '../../src/tickets/options.ts'
import { type Failed, readCandidate } from '../../src/tickets/read.ts'
import {
  type Candidate,
  candidatesOf,
  openConfigured,
  referencesIn,
  referencesOfBranch,
  type Scene,
} from '../../src/tickets/sources.ts'
import { compose, type Good, type Source } from './answer.ts'
import { readGiven, writeGiven } from './given.ts'
import { withoutCodeBlocks } from './prompt-kind.ts'
import { roomFor } from './words.ts'

interface Where {
  readonly prompt: string
  /** Absolute and normalised. */
  readonly cwd: string
  readonly folder: TicketFolder | Refused | undefined
}

/** The tickets that the prompt, or else the branch, names: as context, or what is wrong with them. */
export async function ticketVerdict(event: Event, where: Where, ctx: Context<Options>): Promise<Verdict> {
  const { host, options } = ctx
  const refused = where.folder !== undefined && 'problem' in where.folder ? where.folder : undefined
  const folder = where.folder !== undefined && !('problem' in where.folder) ? where.folder : undefined
  const naming = { host, options, cwd: where.cwd, note: ctx.note }
  const prompt = options.codeBlocks ? where.prompt : withoutCodeBlocks(where.prompt)
  const inPrompt = referencesIn(prompt, 'the prompt', naming)
  if (refused !== undefined) {
    ctx.note(refused.problem)
    if (options.providers.length === 0) {
      return inPrompt.length > 0 ? report(`inject-ticket-context: ${refused.problem}`) : PASS
    }
  }
  const ofBranch = () => (options.branch ? referencesOfBranch(naming) : [])
  const first = inPrompt.length > 0 ? inPrompt : ofBranch()
  // Most prompts name none: for them no tracker is loaded.
  if (first.length === 0) return PASS
  const providers = await openConfigured(host, options, where.cwd)
  const scene: Scene = { ...naming, folder, providers, deadline: host.now() + options.deadlineMs }
  let from: Source = inPrompt.length > 0 ? 'prompt' : 'branch'
  let reads = await readAll(candidatesOf(first, scene), scene)
  if (reads.reads.length === 0 && from === 'prompt') {
    from = 'branch'
    reads = await readAll(candidatesOf(ofBranch(), scene), scene)
  }
  if (reads.reads.length === 0) return PASS
  const given = readGiven(host, event.sessionId)
  const named = typeof event.payload['session_title'] === 'string'
  const answer = compose({ from, ...reads, given, named }, ctx)
  if (Object.keys(answer.given).length > 0) {
    writeGiven(host, event.sessionId, { ...given, ...answer.given })
  }
  return answer.verdict
}

interface Reads {
  readonly reads: readonly (Good | Failed)[]
  readonly over: readonly string[]
}

/** Tickets that are asked for in vain, or can't be used, before the rest is left alone. */
const MAX_READS = 20
/** The same for those that a tracker is asked for, to each that is wanted: a prompt may hold a list of names. */
const MAX_ASKED = 3

/**
 * The first tickets that can be used, as many as are wanted, those before them that can't, and the
 * ids of the rest. As many as are still wanted are asked for at the same time.
 */
async function readAll(candidates: readonly Candidate[], scene: Scene): Promise<Reads> {
  const { maxTickets, maxCharacters } = scene.options
  const wanted = Math.min(maxTickets, roomFor(maxCharacters))
  const reads: (Good | Failed)[] = []
  let good = 0
  let at = 0
  const asked = () => candidates.slice(0, at).filter(({ file }) => file === undefined).length
  while (good < wanted && at < Math.min(candidates.length, MAX_READS) && asked() < MAX_ASKED * wanted) {
    const batch = candidates.slice(at, Math.min(at + wanted - good, MAX_READS))
    at += batch.length
    const answers = await Promise.all(batch.map((candidate) => readOne(candidate, scene)))
    for (const answer of answers) {
      if (answer === undefined) continue
      if ('lines' in answer) good++
      reads.push(answer)
    }
  }
  // Where a tracker has to be asked it is not known whether there is one.
  const over = candidates.slice(at).filter(({ file }) => file !== undefined)
  return { reads, over: over.map(({ id }) => id) }
}

async function readOne(candidate: Candidate, scene: Scene): Promise<Good | Failed | undefined> {
  const read = await readCandidate(candidate, scene)
  if (read === undefined || 'problem' in read) return read
  const lines = await linesOf(read, scene.options)
  if (lines.length > 0) return { ...read, lines }
  const what = candidate.file !== undefined && 'shown' in candidate.file ? candidate.file.shown : read.id
  return { id: read.id, problem: `${what} holds none of ${scene.options.fields.join(', ')}` }
}
