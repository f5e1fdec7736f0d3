import { failsClosed } from '../hook.ts'
import type { Registry } from './registry.ts'

export interface Style {
  bold(text: string): string
  dim(text: string): string
}

/** `hookbox hooks`. */
export async function hookList(registry: Registry, json: boolean, { bold, dim }: Style): Promise<string> {
  const hooks = await Promise.all(Object.values(registry).map((load) => load()))
  const rows = hooks.map(({ name, kind, events, tools, summary }) => ({
    name,
    kind,
    events,
    tools: tools ?? 'all',
    fails: failsClosed({ kind }) ? 'closed' : 'open',
    summary,
  }))
  if (json) return `${JSON.stringify(rows, null, 2)}\n`
  const width = Math.max(...rows.map(({ name }) => name.length))
  return rows
    .map(
      ({ name, kind, fails, summary }) =>
        `${bold(name.padEnd(width))}  ${dim(`${kind}, fails ${fails}`.padEnd(24))} ${summary}\n`,
    )
    .join('')
}
