import type { Options } from '../../src/audit/options.ts'
import { recordOf } from '../../src/audit/record.ts'
import { isWanted, redactorOf, writeRecords } from '../../src/audit/write.ts'
import type { Context } from '../../src/hook.ts'
import { dialectFromEnvironment } from '../../src/payload.ts'
import { utf8Length } from '../../src/text/utf8.ts'

/** What is kept of a payload that can't be used. */
const KEPT = 64 * 1024

/** A record of a payload that never became an event. What goes wrong comes back in words. */
export async function recordUnreadable(
  text: string,
  problem: string,
  ctx: Context<Options>,
): Promise<string | undefined> {
  const { host } = ctx
  const cwd = host.cwd() ?? '/'
  const event = {
    name: 'other',
    dialect: dialectFromEnvironment(host),
    harnessEvent: '',
    cwd,
    payload: {},
  } as const
  try {
    const record = recordOf('unreadable', event, host, { error: problem, payload: startOf(text, ctx) })
    if (isWanted(record, ctx.options)) await writeRecords([record], cwd, ctx)
    return undefined
  } catch (error) {
    return `and no record of it was written: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** The start of the text without secrets: a little more is read, for one that stands across the cut. */
function startOf(text: string, ctx: Context<Options>): string {
  if (text.length <= KEPT) return text
  const start = redactorOf(ctx)
    .text(text.slice(0, KEPT + 2048))
    .slice(0, KEPT)
  return `${start}[CUT: ${utf8Length(text)} bytes]`
}
