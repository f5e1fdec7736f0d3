import type { RunResult } from '../../host/host.ts'
import type { Handler } from '../settings/read.ts'
import { objectOf, recordOf } from '../settings/value.ts'

/**
 * Posts the event as an http handler of Claude Code does: JSON as the body, headers with the
 * allowed variables put in. 2xx with a JSON object or nothing is exit 0 with the body as stdout;
 * anything else is a failure whose body counts for nothing, also where it would refuse
 * (test/e2e/claude-code/simulate.test.ts).
 */
export async function playHttp(handler: Handler, body: object): Promise<RunResult> {
  const { url, headers, timeout, allowedEnvVars } = handler.fields
  const allowed = Array.isArray(allowedEnvVars) ? allowedEnvVars.map(String) : []
  const put = (text: string) =>
    text.replace(/\$\{?([A-Za-z_]\w*)\}?/g, (_whole, name: string) =>
      allowed.includes(name) ? (process.env[name] ?? '') : '',
    )
  const given = Object.entries(recordOf(headers) ?? {}).map(([name, value]) => [name, put(String(value))])
  const timeoutMs = typeof timeout === 'number' ? timeout * 1000 : 600_000
  const { status, ...result } = await post(String(url), given, body, timeoutMs)
  if (result.ended === 'timeout') return result
  const why = failureOf(String(url), status, result)
  return why === undefined ? result : { ...result, ended: 'exited', code: 1, stdout: '', stderr: why }
}

/** Why an answer is a failure, in the client's words where it has some. */
function failureOf(url: string, status: number | undefined, { code, stdout, problem }: RunResult) {
  if (status === undefined) return problem ?? 'no answer came'
  if (code !== 0) return `HTTP ${status} from ${url}`
  if (stdout.trim() === '' || objectOf(stdout) !== undefined) return undefined
  return stdout.trim().startsWith('{')
    ? 'HTTP hook must return valid JSON, but parsing failed'
    : `HTTP hook must return JSON, but got non-JSON response body: ${stdout}`
}

/** `timeoutMs`: for the whole answer. Never throws: what went wrong is in the result. */
export async function post(
  url: string,
  headers: readonly (readonly string[])[],
  body: object,
  timeoutMs: number,
): Promise<RunResult & { readonly status?: number }> {
  const started = Date.now()
  const done = (result: Partial<RunResult>): RunResult => ({
    ended: 'exited',
    code: 0,
    stdout: '',
    stderr: '',
    omitted: 0,
    durationMs: Date.now() - started,
    ...result,
  })
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...Object.fromEntries(headers), 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await response.text()
    const { status } = response
    return status >= 200 && status < 300
      ? { ...done({ stdout: text }), status }
      : { ...done({ code: 1, stdout: text, stderr: `the server answered ${status}` }), status }
  } catch (error) {
    if ((error as Error).name === 'TimeoutError') return done({ ended: 'timeout', code: -1 })
    const { cause, message } = error as { cause?: { code?: string; message?: string }; message?: string }
    return done({ ended: 'failed', code: -1, problem: cause?.code ?? cause?.message ?? String(message) })
  }
}
