import { percentile } from './buckets.ts'
import { COUNTS, type Counts, callCounts } from './counts.ts'
import { MAX_COUNTED, type Slot, type Stats, type ToolStats } from './store.ts'

/** `n` records of one tool in one slot that count alike. */
export interface CountLine {
  readonly slot: number
  readonly tool: string
  readonly counts: number
  readonly n: number
}

/** `n` calls of one tool on one step of the scale of durations. */
export interface DurationLine {
  readonly tool: string
  readonly bucket: number
  readonly n: number
  readonly slowest: number
}

/** Both in one: `n` records that are alike in all of it. */
export interface DirectLine extends CountLine {
  readonly bucket: number | null
  readonly slowest: number | null
}

/** The durations in it. */
export function timed(lines: readonly DirectLine[]): DurationLine[] {
  return lines.flatMap(({ tool, bucket, n, slowest }) =>
    bucket === null || slowest === null ? [] : [{ tool, bucket, n, slowest }],
  )
}

/** True when there may be more than what was counted. */
export function isPartial(lines: readonly CountLine[]): boolean {
  return lines.reduce((sum, { n }) => sum + n, 0) >= MAX_COUNTED
}

class Tally {
  private readonly sums = new Map<Counts, number>()
  add(counts: Counts, n: number): void {
    this.sums.set(counts, this.of(counts) + n)
  }
  of(counts: Counts): number {
    return this.sums.get(counts) ?? 0
  }
  /** `as`: which records stand for the calls. */
  figures(as: readonly Counts[]) {
    const of = (counts: Counts) => this.of(counts)
    return {
      calls: as.reduce<number>((sum, counts) => sum + of(counts), 0),
      failed: of(COUNTS.failure) + of(COUNTS.invalid),
      refused: of(COUNTS.refused),
    }
  }
}

/** The figures of the page, from what a database counted. */
export function statsOf(
  counts: readonly CountLine[],
  durations: readonly DurationLine[],
  rest: Pick<Stats, 'step' | 'sessions' | 'partial'>,
): Stats {
  const slots = new Map<string, { readonly at: number; readonly tool: string; readonly tally: Tally }>()
  const tools = new Map<string, Tally>()
  let records = 0
  for (const line of counts) {
    records += line.n
    if (line.tool === '') continue
    const key = `${line.slot} ${line.tool}`
    const slot = slots.get(key) ?? { at: line.slot, tool: line.tool, tally: new Tally() }
    const tool = tools.get(line.tool) ?? new Tally()
    slot.tally.add(line.counts as Counts, line.n)
    tool.add(line.counts as Counts, line.n)
    slots.set(key, slot)
    tools.set(line.tool, tool)
  }
  const times = timesByTool(durations)
  // Told from all slots together, so that they add up to the whole.
  const as = new Map([...tools].map(([tool, tally]) => [tool, callCounts((counts) => tally.of(counts))]))
  return {
    ...rest,
    records,
    slots: [...slots.values()]
      .map(({ at, tool, tally }): Slot => ({ at, tool, ...tally.figures(as.get(tool) ?? []) }))
      .sort((a, b) => a.at - b.at || compare(a.tool, b.tool)),
    tools: [...tools]
      .map(
        ([tool, tally]): ToolStats => ({
          tool,
          ...tally.figures(as.get(tool) ?? []),
          ...timesOf(times.get(tool) ?? []),
        }),
      )
      .sort((a, b) => b.calls - a.calls || compare(a.tool, b.tool)),
  }
}

function timesByTool(durations: readonly DurationLine[]): ReadonlyMap<string, readonly DurationLine[]> {
  const times = new Map<string, DurationLine[]>()
  for (const line of durations) {
    const own = times.get(line.tool)
    if (own) own.push(line)
    else times.set(line.tool, [line])
  }
  return times
}

function timesOf(durations: readonly DurationLine[]): Pick<ToolStats, 'timed' | 'p50' | 'p95' | 'slowest'> {
  const buckets = new Map<number, number>()
  let timed = 0
  let slowest: number | null = null
  for (const line of durations) {
    timed += line.n
    buckets.set(line.bucket, (buckets.get(line.bucket) ?? 0) + line.n)
    slowest = Math.max(slowest ?? 0, line.slowest)
  }
  return { timed, p50: percentile(buckets, 0.5) ?? null, p95: percentile(buckets, 0.95) ?? null, slowest }
}

/** The same order everywhere, whatever the language of the machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
