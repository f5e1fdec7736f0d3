/**
 * A model that says what a test wrote down: as much of the Messages API as Claude Code
 * needs in print mode.
 */
import * as http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ToolUse {
  /** How the test finds the result again. */
  readonly id: string
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
}

/** One answer of the model. */
export interface Turn {
  readonly text?: string
  readonly tools?: readonly ToolUse[]
}

export function bash(id: string, command: string): Turn {
  return { tools: [{ id, name: 'Bash', input: { command, description: 'A command of the test' } }] }
}

export function write(id: string, file_path: string, content: string): Turn {
  return { tools: [{ id, name: 'Write', input: { file_path, content } }] }
}

export function edit(id: string, file_path: string, old_string: string, new_string: string): Turn {
  return { tools: [{ id, name: 'Edit', input: { file_path, old_string, new_string } }] }
}

interface Block {
  readonly type: string
  readonly text?: string
  readonly tool_use_id?: string
  readonly is_error?: boolean
  readonly content?: string | readonly Block[]
}

export interface ModelRequest {
  readonly model: string
  readonly stream?: boolean
  readonly system?: string | readonly Block[]
  readonly tools?: readonly unknown[]
  readonly messages: readonly { readonly role: string; readonly content: string | readonly Block[] }[]
}

export interface ScriptedModel {
  readonly url: string
  /** The requests of the conversation, in order. Titles and the like are not among them. */
  readonly requests: readonly ModelRequest[]
  /** What prompt hooks asked, in order. */
  readonly judged: readonly ModelRequest[]
  close(): Promise<void>
}

/**
 * Serves the turns one after the other, and "done" once they are used up. A request
 * without tools is not part of the conversation and uses up no turn; those of prompt hooks
 * get the verdicts one after the other.
 */
export async function startModel(
  turns: readonly Turn[],
  verdicts: readonly string[] = [],
): Promise<ScriptedModel> {
  const requests: ModelRequest[] = []
  const judged: ModelRequest[] = []
  const answer = (asked: ModelRequest): Turn => {
    if (!asked.tools?.length) {
      if (!/You are evaluating a /.test(textOf(asked.system))) return { text: 'ok' }
      judged.push(asked)
      return { text: verdicts[judged.length - 1] ?? '{"ok": true}' }
    }
    requests.push(asked)
    return turns[requests.length - 1] ?? { text: 'done' }
  }
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString('utf8')
    const { pathname } = new URL(request.url ?? '/', 'http://model')
    if (request.method === 'POST' && pathname === '/v1/messages') {
      const asked = JSON.parse(body) as ModelRequest
      const message = messageOf(answer(asked), asked.model)
      if (asked.stream) stream(message, response)
      else json(response, 200, message)
    } else if (pathname === '/v1/messages/count_tokens') {
      json(response, 200, { input_tokens: 100 })
    } else {
      json(response, 404, { type: 'error', error: { type: 'not_found_error', message: pathname } })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    judged,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function json(response: http.ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

let messages = 0

function messageOf({ text, tools = [] }: Turn, model: string) {
  messages++
  return {
    id: `msg_${messages}`,
    type: 'message',
    role: 'assistant',
    model,
    content: [
      ...(text === undefined && tools.length > 0 ? [] : [{ type: 'text' as const, text: text ?? '' }]),
      ...tools.map((tool) => ({ type: 'tool_use' as const, ...tool })),
    ],
    stop_reason: tools.length > 0 ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 100, output_tokens: 20 },
  }
}

/** The same message as the events of a streamed answer. */
function stream(message: ReturnType<typeof messageOf>, response: http.ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (type: string, data: object) => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
  }
  const { content, stop_reason, stop_sequence, usage } = message
  send('message_start', { message: { ...message, content: [], stop_reason: null } })
  for (const [index, block] of content.entries()) {
    const { start, delta } =
      block.type === 'text'
        ? { start: { ...block, text: '' }, delta: { type: 'text_delta', text: block.text } }
        : {
            start: { ...block, input: {} },
            delta: { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
          }
    send('content_block_start', { index, content_block: start })
    send('content_block_delta', { index, delta })
    send('content_block_stop', { index })
  }
  send('message_delta', { delta: { stop_reason, stop_sequence }, usage })
  send('message_stop', {})
  response.end()
}

export interface ToolResult {
  readonly isError: boolean
  readonly text: string
}

/** What the model was told about a tool call. */
export function toolResults(requests: readonly ModelRequest[]): ReadonlyMap<string, ToolResult> {
  const results = new Map<string, ToolResult>()
  for (const { messages } of requests) {
    for (const { content } of messages) {
      for (const block of typeof content === 'string' ? [] : content) {
        if (block.type !== 'tool_result' || block.tool_use_id === undefined) continue
        results.set(block.tool_use_id, { isError: block.is_error === true, text: textOf(block.content) })
      }
    }
  }
  return results
}

/** Everything in a request that the model reads: the system prompt, prompts, results. */
export function textOf(content: string | readonly Block[] | undefined | ModelRequest['messages']): string {
  if (content === undefined) return ''
  if (typeof content === 'string') return content
  return content
    .map((part) => ('text' in part && part.text !== undefined ? part.text : textOf(part.content)))
    .join('\n')
}
