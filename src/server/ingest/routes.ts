import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { AuditRecord } from '../../audit/record.ts'
import { type Answer, busy, HttpError, json, text } from '../http/answer.ts'
import type { Bodies, Body } from '../http/body.ts'
import type { Asked, Route } from '../http/routes.ts'
import { type Log, wordsOf } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Caller } from '../policy/posted.ts'
import type { Row } from '../store/row.ts'
import type { Inserted } from '../store/store.ts'
import { rowsOfEvent } from './events.ts'
import type { Queue } from './queue.ts'
import { type Making, type Rejected, rowOfRecord, rowsOf } from './rows.ts'

interface IngestParts {
  readonly bodies: Bodies
  readonly queue: Queue
  readonly making: Making
  /** Batches have to be signed with it. */
  readonly secret: string | undefined
  readonly metrics: Metrics
  readonly log: Log
  caller(asked: Asked): Caller
}

/** Takes records in, whichever way they come. */
export class Ingest {
  private readonly parts: IngestParts
  private readonly count: (labels: Readonly<Record<string, string>>, by: number) => void

  /** What nobody waits for who has asked. */
  private readonly unwaited = new Set<Promise<unknown>>()

  constructor(parts: IngestParts) {
    this.parts = parts
    this.count = parts.metrics.counter('hookbox_records_total', 'Records that came, by what became of them.')
  }

  /** `POST /v1/records`: batches of our own spool. `POST /v1/events`: a harness's event as it is. */
  routes(): Route[] {
    return [
      { method: 'POST', path: '/v1/records', needs: 'write', answer: (asked) => this.batch(asked) },
      {
        method: 'POST',
        path: '/v1/events',
        needs: 'write',
        answer: (asked) => this.parts.bodies.use(asked.request, (body) => this.event(body, asked)),
      },
    ]
  }

  private batch(asked: Asked): Promise<Answer> {
    return this.parts.bodies.use(asked.request, async (body) => {
      checkSignature(asked.request, body, this.parts.secret)
      const answer = { accepted: 0, duplicate: 0, rejected: [] as Rejected[] }
      for await (const part of rowsOf(body.bytes, asked.token?.name, this.parts.making)) {
        const { added, duplicates } = await this.store(part.rows)
        this.count({ result: 'duplicate' }, duplicates)
        this.count({ result: 'rejected' }, part.rejected.length)
        answer.accepted += added.length
        answer.duplicate += duplicates
        answer.rejected.push(...part.rejected)
      }
      return json(answer)
    })
  }

  /** Keeps an event. What it says back is nothing to any harness: an observer has no opinion. */
  async event(body: Body, asked: Asked): Promise<Answer> {
    const { making, caller } = this.parts
    const { rows, problem } = await rowsOfEvent(body.bytes, caller(asked), asked.token?.name, making)
    await this.store(rows)
    return problem === undefined ? json({}) : text(problem, 400)
  }

  /** Keeps an event besides; whoever posted it does not wait. A failure is in the log. */
  alsoEvent(body: Body, asked: Asked): void {
    this.later(this.event(body, asked))
  }

  /** Keeps records that may hold secrets; nobody waits. A failure is in the log. */
  alsoRecords(records: readonly AuditRecord[], { token }: Asked): void {
    const making = records.map((record) => rowOfRecord(randomUUID(), record, token?.name, this.parts.making))
    this.later(Promise.all(making).then((rows) => this.store(rows)))
  }

  private later(work: Promise<unknown>): void {
    const done = work
      .catch((error: unknown) => {
        // What the store said stands in the log already.
        if (!(error instanceof HttpError)) this.parts.log('not kept', { error: wordsOf(error) })
      })
      .finally(() => this.unwaited.delete(done))
    this.unwaited.add(done)
  }

  /** Resolves when nothing is on its way into the store any more. */
  async settled(): Promise<void> {
    while (this.unwaited.size > 0) await Promise.all(this.unwaited)
    await this.parts.queue.drained()
  }

  /** Puts rows into the store. One that can't take them now is asked again by the sender: 503. */
  async store(rows: readonly Row[]): Promise<Inserted> {
    try {
      const inserted = await this.parts.queue.put(rows)
      this.count({ result: 'added' }, inserted.added.length)
      return inserted
    } catch (error) {
      this.parts.log('not stored', { records: rows.length, error: wordsOf(error) })
      throw busy('the records could not be stored now')
    }
  }
}

function checkSignature(request: IncomingMessage, { sent }: Body, secret: string | undefined): void {
  if (secret === undefined) return
  const given = /^sha256=([0-9a-f]{64})$/i.exec(String(request.headers['x-hookbox-signature'] ?? ''))?.[1]
  const right = createHmac('sha256', secret).update(sent).digest()
  if (given === undefined || !timingSafeEqual(Buffer.from(given, 'hex'), right)) {
    throw new HttpError(401, 'X-Hookbox-Signature has to be sha256= and the HMAC of the body as sent, in hex')
  }
}
