import * as path from 'node:path'
import { onTestFinished } from 'vitest'
import { registry } from '../../hooks/registry.ts'
import { options } from '../../src/audit/options.ts'
import { readTokens } from '../../src/server/http/tokens.ts'
import { readPage } from '../../src/server/page/routes.ts'
import { type Parts, serve } from '../../src/server/serve.ts'
import { LIMITS, type Limits, type Settings } from '../../src/server/settings.ts'
import { MemoryStore } from '../../src/server/store/memory.ts'
import type { Store } from '../../src/server/store/store.ts'

const dist = path.resolve(import.meta.dirname, '../../dist')
export const workerFile = path.join(dist, 'server-worker.cjs')

export interface Started {
  readonly url: string
  readonly store: Store
  readonly log: readonly string[]
  stop(): Promise<boolean>
  post(path: string, body: string | Uint8Array, headers?: Readonly<Record<string, string>>): Promise<Answered>
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answered>
}

export interface Answered {
  readonly status: number
  readonly text: string
  readonly headers: Headers
  json<Value>(): Value
}

export interface How extends Partial<Omit<Settings, 'limits' | 'tokens'>> {
  readonly limits?: Partial<Limits>
  /** Lines of a token file. */
  readonly tokens?: string
  readonly parts?: Partial<Parts>
}

/** A server of this process on a free port, with its records in memory unless told otherwise. */
export async function startServer(how: How = {}): Promise<Started> {
  const { limits, tokens, parts, ...settings } = how
  const store = parts?.store ?? new MemoryStore()
  const names = how.hooks ?? ['audit-tool-call', 'block-sudo', 'block-dangerous-rm']
  const hooks = await Promise.all(names.flatMap((name) => registry[name] ?? []).map((load) => load()))
  const log: string[] = []
  const serving = await serve(
    {
      host: '127.0.0.1',
      port: 0,
      store: 'memory',
      names: [],
      hooks: names,
      audit: options.defaults,
      ...settings,
      tokens: tokens === undefined ? [] : readTokens(tokens, 'tokens'),
      limits: { ...LIMITS, threads: 1, ...limits },
    },
    {
      store,
      hooks,
      page: readPage(path.join(dist, 'page'), 'page.js'),
      workerFile,
      log: (what, more) => log.push(`${what} ${JSON.stringify(more ?? {})}`),
      now: Date.now,
      ...parts,
    },
  )
  let stopped: Promise<boolean> | undefined
  const stop = () => {
    stopped ??= serving.stop()
    return stopped
  }
  onTestFinished(async () => void (await stop()))
  const ask = async (address: string, init: RequestInit): Promise<Answered> => {
    const response = await fetch(`${serving.url}${address}`, init)
    const text = await response.text()
    const json = <Value>() => JSON.parse(text) as Value
    return { status: response.status, text, headers: response.headers, json }
  }
  return {
    url: serving.url,
    store,
    log,
    stop,
    post: (address, body, headers = {}) => ask(address, { method: 'POST', body, headers }),
    get: (address, headers = {}) => ask(address, { headers }),
  }
}

/** A record as the spool sends it. */
export function sentRecord(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    timestamp: new Date().toISOString(),
    stage: 'attempt',
    session_id: 'session-1',
    tool_use_id: 'call-1',
    tool_name: 'Bash',
    tool_input: { command: 'npm test' },
    harness: 'claude-code',
    event: 'PreToolUse',
    cwd: '/home/dev/project',
    user: 'dev',
    v: 1,
    id: '01930000-0000-7000-8000-000000000001',
    ...changes,
  }
}

/** Records as the body of a batch. */
export function batch(...records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('')
}
