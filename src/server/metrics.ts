type Labels = Readonly<Record<string, string>>

/** Upper bounds of the buckets of durations, in seconds. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Histogram {
  readonly labels: Labels
  readonly counts: number[]
  sum: number
  count: number
}

/** Figures for Prometheus, in its text format (version 0.0.4). */
export class Metrics {
  private readonly help = new Map<string, readonly [type: string, help: string]>()
  private readonly counters = new Map<string, Map<string, { readonly labels: Labels; value: number }>>()
  private readonly histograms = new Map<string, Map<string, Histogram>>()
  private readonly gauges = new Map<string, () => number>()

  counter(name: string, help: string): (labels?: Labels, by?: number) => void {
    this.help.set(name, ['counter', help])
    const lines = new Map<string, { readonly labels: Labels; value: number }>()
    this.counters.set(name, lines)
    return (labels = {}, by = 1) => {
      const key = written(labels)
      const line = lines.get(key)
      if (line) line.value += by
      else lines.set(key, { labels, value: by })
    }
  }

  gauge(name: string, help: string, read: () => number): void {
    this.help.set(name, ['gauge', help])
    this.gauges.set(name, read)
  }

  /** Counts durations in milliseconds. */
  histogram(name: string, help: string): (ms: number, labels?: Labels) => void {
    this.help.set(name, ['histogram', help])
    const lines = new Map<string, Histogram>()
    this.histograms.set(name, lines)
    return (ms, labels = {}) => {
      const key = written(labels)
      const line = lines.get(key) ?? { labels, counts: BOUNDS.map(() => 0), sum: 0, count: 0 }
      lines.set(key, line)
      const seconds = ms / 1000
      for (const [index, bound] of BOUNDS.entries()) {
        if (seconds <= bound) line.counts[index] = (line.counts[index] ?? 0) + 1
      }
      line.sum += seconds
      line.count++
    }
  }

  text(): string {
    const lines: string[] = []
    for (const [name, [type, help]] of this.help) {
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`)
      for (const { labels, value } of this.counters.get(name)?.values() ?? []) {
        lines.push(`${name}${written(labels)} ${value}`)
      }
      const gauge = this.gauges.get(name)
      if (gauge) lines.push(`${name} ${gauge()}`)
      for (const { labels, counts, sum, count } of this.histograms.get(name)?.values() ?? []) {
        for (const [index, bound] of BOUNDS.entries()) {
          lines.push(`${name}_bucket${written({ ...labels, le: String(bound) })} ${counts[index]}`)
        }
        lines.push(`${name}_bucket${written({ ...labels, le: '+Inf' })} ${count}`)
        lines.push(`${name}_sum${written(labels)} ${sum}`, `${name}_count${written(labels)} ${count}`)
      }
    }
    return `${lines.join('\n')}\n`
  }
}

function written(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => {
    const escaped = value.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')
    return `${name}="${escaped}"`
  })
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}
