import type { RunResult } from '../../host/host.ts'
import { objectOf, recordOf } from '../settings/value.ts'
import { post } from './http.ts'

/** A model on this machine that answers for those of the harness. */
export interface Endpoint {
  /** Up to and without `/chat/completions`. */
  readonly url: string
  /** Which model is asked where a handler names none. */
  readonly model: string
}

/** Who answers for prompt, agent and mcp_tool handlers, whose models and servers are not here. */
export interface Answers {
  /** What they all answer. */
  readonly answer: string
  /** Asked for prompt and agent handlers instead. */
  readonly endpoint?: Endpoint
}

export interface Question {
  readonly system: string
  readonly prompt: string
  readonly model?: string | undefined
  readonly maxTokens?: number
  /** The JSON schema of the answer. */
  readonly schema?: object
  readonly timeoutMs: number
}

/**
 * Reads `--model-endpoint`: an address of this machine. Without a path it is `/v1`, as OpenHarness
 * has it. Throws an Error that says what is wrong.
 */
export function endpointOf(given: string, model: string): Endpoint {
  const like = 'give one like http://127.0.0.1:8080/v1'
  if (!URL.canParse(given)) {
    throw new Error(`--model-endpoint: ${JSON.stringify(given)} is no address; ${like}`)
  }
  const url = new URL(given)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new Error(`--model-endpoint: ${given} is not http or https; ${like}`)
  }
  if (!/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname)) {
    throw new Error(
      `--model-endpoint: ${url.hostname} is not this machine; what hooks are asked about goes to 127.0.0.1, ::1 or localhost alone`,
    )
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new Error('--model-endpoint: give the address alone, without a user, ? or #')
  }
  const path = url.pathname.replace(/\/+$/, '').replace(/\/chat\/completions$/, '')
  return { url: `${url.origin}${path || '/v1'}`, model }
}

/**
 * Asks the endpoint once, as an OpenAI-compatible one is asked, without streaming. The answer's
 * text is the result's stdout; `problem` says why there is none.
 */
export async function askModel(endpoint: Endpoint, question: Question): Promise<RunResult> {
  const { system, prompt, model = endpoint.model, maxTokens, schema, timeoutMs } = question
  const body = {
    model,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: prompt },
    ],
    stream: false,
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
    ...(schema === undefined
      ? {}
      : { response_format: { type: 'json_schema', json_schema: { name: 'verdict', schema } } }),
  }
  const url = `${endpoint.url}/chat/completions`
  const got = await post(url, [], body, timeoutMs)
  const lost = (problem: string): RunResult => ({ ...got, ended: 'failed', code: -1, stdout: '', problem })
  if (got.ended === 'timeout') {
    return { ...got, problem: `${url} has not answered within ${timeoutMs / 1000} s` }
  }
  if (got.ended !== 'exited') return lost(`${url} can't be asked: ${got.problem}`)
  if (got.code !== 0) return lost(`${url} answered ${got.status}: ${short(got.stdout)}`)
  const text = contentOf(got.stdout)
  return text === undefined
    ? lost(`the answer of ${url} has no text under choices[0].message.content: ${short(got.stdout)}`)
    : { ...got, stdout: text.replace(/<think>.*?<\/think>/gs, '').trim() }
}

function contentOf(body: string): string | undefined {
  const choices = objectOf(body)?.['choices']
  const content = Array.isArray(choices)
    ? recordOf(recordOf(choices[0])?.['message'])?.['content']
    : undefined
  return typeof content === 'string' ? content : undefined
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 200 ? `${line.slice(0, 197)}...` : line || 'nothing'
}
