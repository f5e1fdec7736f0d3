/**
 * Durations are counted on a logarithmic scale, two steps to a doubling: a percentile read from
 * it is right within a fifth, and costs the same for a hundred calls as for a million.
 */
const LAST = 60

/** The step of a duration in milliseconds. */
export function bucketOf(ms: number): number {
  return ms <= 1 ? 0 : Math.min(LAST, Math.round(2 * Math.log2(ms)))
}

/** The duration that a step stands for. */
function middleOf(bucket: number): number {
  return 2 ** (bucket / 2)
}

/** The duration below which a share (0 to 1) of the counted ones are; undefined when there are none. */
export function percentile(counts: ReadonlyMap<number, number>, share: number): number | undefined {
  let total = 0
  for (const count of counts.values()) total += count
  if (total === 0) return undefined
  let before = 0
  for (const bucket of [...counts.keys()].sort((a, b) => a - b)) {
    before += counts.get(bucket) ?? 0
    if (before >= share * total) return Math.round(middleOf(bucket))
  }
  return undefined
}
