import { plainLine } from '../../src/text/plain.ts'
import { ask } from '../../src/web/client.ts'
import type { Work } from './work.ts'

/** A service that is asked whether it is there. */
export type Service =
  | { readonly title: string; readonly url: string; readonly allowHttp?: boolean; readonly ca?: string }
  | { readonly title: string; readonly port: number; readonly host?: string }

const MAX_MS = 1500

/** One line: whether it answers, and how fast. */
export async function healthLine(service: Service, work: Work): Promise<string> {
  const title = `Service ${plainLine(service.title, 60)}`
  const started = work.host.now()
  const timeoutMs = Math.min(MAX_MS, work.left())
  const took = () => `${Math.round(work.host.now() - started)} ms`
  if ('port' in service) {
    const where = `${service.host ?? 'localhost'}:${service.port}`
    const answer = await work.host.request({ url: `tcp://${where}`, headers: {}, timeoutMs, maxBytes: 1024 })
    if (answer.ended === 'answered') return `${title}: something listens on ${where} (${took()})`
    return `${title}: nothing listens on ${where}: ${plainLine(answer.problem, 120)}`
  }
  const { host } = work
  const client = { host, deadline: started + timeoutMs, secrets: [], ...service }
  const { status } = await ask({ url: service.url, headers: { accept: '*/*' } }, client)
  const up = status >= 200 && status < 400
  return `${title}: ${up ? 'up' : 'not well'}, status ${status} (${took()})`
}
