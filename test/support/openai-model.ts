import * as http from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Asked {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
}

/** An OpenAI-compatible model that answers what it is told to, and remembers what it was asked. */
export interface OpenAiModel {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string
  readonly asked: readonly Asked[]
}

export interface Behaviour {
  readonly status?: number
  /** The whole body, in place of a right one. */
  readonly body?: string
  /** Milliseconds before it answers. */
  readonly delay?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** Closed when the test ends. */
export async function openAiModel(answer: string, how: Behaviour = {}): Promise<OpenAiModel> {
  const asked: Asked[] = []
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Asked['body']
    asked.push({ path: request.url ?? '', body })
    if (how.delay !== undefined) await new Promise((resolve) => setTimeout(resolve, how.delay))
    if (body['stream'] === true && how.body === undefined && how.status === undefined) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const chunk = (delta: object, finish_reason: string | null) =>
        response.write(
          `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 0, model: 'm', choices: [{ index: 0, delta, finish_reason }] })}\n\n`,
        )
      chunk({ role: 'assistant', content: answer }, null)
      chunk({}, 'stop')
      response.end('data: [DONE]\n\n')
      return
    }
    const whole = { choices: [{ index: 0, message: { role: 'assistant', content: answer } }] }
    response.writeHead(how.status ?? 200, { 'content-type': 'application/json', ...how.headers })
    response.end(how.body ?? JSON.stringify(whole))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}
