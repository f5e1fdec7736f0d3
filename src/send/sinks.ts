import * as fs from 'node:fs'
import * as path from 'node:path'
import type { Sink } from '../audit/sinks/sinks.ts'
import { SINKS } from '../spool/folder.ts'
import { httpAdapter } from './http.ts'
import type { Adapter } from './outcome.ts'

/** A sink with the name by which its place in the spool is kept. */
export interface NamedSink {
  readonly key: string
  readonly sink: Sink
}

/** The sinks of a spool as the newest call left them, and the text that they stand in. */
export function readSinks(folder: string): { readonly text: string; readonly sinks: readonly NamedSink[] } {
  let text = ''
  try {
    text = fs.readFileSync(path.join(folder, SINKS), 'utf8')
    return { text, sinks: named(JSON.parse(text) as readonly Sink[]) }
  } catch {
    return { text, sinks: [] }
  }
}

function named(sinks: readonly Sink[]): readonly NamedSink[] {
  const counts = new Map<string, number>()
  return sinks.map((sink) => {
    const count = (counts.get(sink.type) ?? 0) + 1
    counts.set(sink.type, count)
    return { key: sink.name ?? `${sink.type}-${count}`, sink }
  })
}

export async function adapterOf(sink: Sink): Promise<Adapter> {
  if (sink.type === 'http') return httpAdapter(sink)
  if (sink.type === 'otlp') return (await import('./otlp.ts')).otlpAdapter(sink)
  return (await import('./syslog.ts')).syslogAdapter(sink)
}
