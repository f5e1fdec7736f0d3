import { parentPort, workerData } from 'node:worker_threads'
import type { Hook } from '../hook.ts'
import { decidePosted } from './policy/decide.ts'
import type { AskedThread } from './policy/pool.ts'

type Role =
  | { readonly role: 'sqlite'; readonly file: string; readonly isReader: boolean }
  | { readonly role: 'policy'; readonly hooks: readonly string[]; readonly config?: string }

/** What a thread of the server does: keep the records, or run hooks. */
export async function startThread(registry: Readonly<Record<string, () => Promise<Hook>>>): Promise<void> {
  const port = parentPort
  if (!port) throw new Error('this file is a thread of hookbox serve, not a program')
  const data = workerData as Role
  if (data.role === 'sqlite') {
    const { answerQuestions } = await import('./store/sqlite-thread.ts')
    answerQuestions(port, data.file, data.isReader)
    return
  }
  const hooks = new Map<string, Hook>()
  for (const name of data.hooks) {
    const load = registry[name]
    if (load) hooks.set(name, await load())
  }
  port.on('message', async ({ hooks: names, body, caller }: AskedThread) => {
    const asked = names.flatMap((name) => hooks.get(name) ?? [])
    port.postMessage(await decidePosted(asked, body, caller, data.config))
  })
  port.postMessage('ready')
}
