import * as fs from 'node:fs'
import * as path from 'node:path'
import chalk from 'chalk'
import { nodeHost } from '../../host/node.ts'
import { deadLetterFiles, readDeadLetters } from '../../send/dead-letters.ts'
import { Segments } from '../../send/segments.ts'
import { SENDER_OPTIONS, send } from '../../send/sender.ts'
import { readSinks } from '../../send/sinks.ts'
import { CURRENT, PROBLEM, SENDER_LOCK, SENDER_STALE_MS, spoolFolder } from '../../spool/folder.ts'
import { ageOf } from '../../text/age.ts'
import { plainLine } from '../../text/plain.ts'
import { bytesShown } from './columns.ts'
import { auditOptions, type SourceOptions } from './source.ts'

interface SpoolOptions extends SourceOptions {
  readonly spool?: string
}

async function folderOf(given: SpoolOptions): Promise<string> {
  if (given.spool !== undefined) return path.resolve(given.spool)
  return spoolFolder(nodeHost, (await auditOptions(given)).options.spool)
}

interface SendOptions extends SpoolOptions {
  readonly watch?: boolean
  readonly idleMs?: string
  readonly patienceMs?: string
  readonly waitMs?: string
}

/** `hookbox audit send`. Exit codes: 0 all was delivered, 1 something is left. */
export async function sendNow(given: SendOptions): Promise<number> {
  const { idleMs, patienceMs, waitMs } = SENDER_OPTIONS
  return send(await folderOf(given), {
    idleMs: Number(given.idleMs ?? idleMs),
    patienceMs: Number(given.patienceMs ?? patienceMs),
    waitMs: Number(given.waitMs ?? waitMs),
    watch: given.watch === true,
  })
}

interface ShowOptions extends SpoolOptions {
  readonly json?: boolean
  readonly retry?: boolean
  readonly discard?: boolean
}

/** `hookbox audit spool`: what waits, and what was refused. Exit codes: 0 all is well, 1 it is not. */
export async function showSpool(given: ShowOptions): Promise<number> {
  const folder = await folderOf(given)
  if (given.retry || given.discard) return settleDead(folder, given.retry === true)
  const state = stateOf(folder)
  process.stdout.write(given.json ? `${JSON.stringify(state, null, 2)}\n` : shown(state))
  return state.problem === undefined && state.sinks.every(({ refused }) => refused === 0) ? 0 : 1
}

type State = ReturnType<typeof stateOf>

function stateOf(folder: string) {
  const lock = nodeHost.lstat(path.join(folder, SENDER_LOCK))
  const dead = nodeHost.stat(folder) ? deadLetterFiles(folder).flatMap(readDeadLetters) : []
  const sinks = readSinks(folder).sinks
  const segments = sinks.length === 0 ? undefined : new Segments(folder)
  return {
    folder,
    isSending: lock !== undefined && Date.now() - lock.modified < SENDER_STALE_MS,
    problem: problemIn(folder),
    sinks: sinks.map(({ key, sink }) => ({
      key,
      url: sink.url,
      waitingBytes: segments?.waitingBytes(key) ?? 0,
      delivered: segments?.state.sent[key]?.records ?? 0,
      lastDelivery: segments?.state.sent[key]?.time,
      refused: dead.filter((letter) => letter.sink === key).length,
    })),
  }
}

function problemIn(folder: string): string | undefined {
  try {
    return (JSON.parse(fs.readFileSync(path.join(folder, PROBLEM), 'utf8')) as { message: string }).message
  } catch {
    return undefined
  }
}

function shown({ folder, isSending, problem, sinks }: State): string {
  if (sinks.length === 0) return `nothing is delivered anywhere: there are no sinks in ${folder}\n`
  const rows = sinks.map(({ key, url, waitingBytes, delivered, lastDelivery, refused }) => {
    const last = lastDelivery === undefined ? 'never' : ageOf(Date.now() - Date.parse(lastDelivery))
    const waits = waitingBytes === 0 ? 'nothing waits' : chalk.yellow(`${bytesShown(waitingBytes)} wait`)
    const parts = [`${delivered} delivered`, `last ${last}`, waits]
    if (refused > 0) parts.push(chalk.red(`${refused} refused`))
    return `${chalk.bold(key)}  ${plainLine(url, 200)}\n    ${parts.join(', ')}\n`
  })
  const sender = isSending ? 'a sender is at work' : 'no sender is at work; the next hook starts one'
  const trouble = problem === undefined ? '' : `${chalk.red('problem')}  ${plainLine(problem, 1000)}\n`
  return `${rows.join('')}${sender}\n${trouble}${chalk.dim(folder)}\n`
}

/** Refused records are put into the spool again, for all sinks, or thrown away. */
function settleDead(folder: string, again: boolean): number {
  let count = 0
  for (const file of deadLetterFiles(folder)) {
    const letters = readDeadLetters(file)
    if (again && letters.length > 0) {
      const text = letters.map(({ line }) => `${line}\n`).join('')
      nodeHost.append(path.join(folder, CURRENT), text, 0o600)
    }
    fs.rmSync(file)
    count += letters.length
  }
  fs.rmSync(path.join(folder, PROBLEM), { force: true })
  const done = again ? 'put into the spool again; hookbox audit send delivers them' : 'thrown away'
  process.stdout.write(`${count === 1 ? '1 refused record' : `${count} refused records`} ${done}\n`)
  return 0
}
