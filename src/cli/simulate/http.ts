import type { RunResult } from '../../host/host.ts'
import type { Handler } from '../settings/read.ts'
import { recordOf } from '../settings/value.ts'

/**
 * Posts the event as an http handler of Claude Code does: JSON as the body, headers with the
 * allowed variables put in. 2xx is exit 0 with the body as stdout, anything else a failure.
 */
export async function playHttp(handler: Handler, body: object): Promise<RunResult> {
  const { url, headers, timeout, allowedEnvVars } = handler.fields
  const allowed = Array.isArray(allowedEnvVars) ? allowedEnvVars.map(String) : []
  const put = (text: string) =>
    text.replace(/\$\{?([A-Za-z_]\w*)\}?/g, (_whole, name: string) =>
      allowed.includes(name) ? (process.env[name] ?? '') : '',
    )
  const given = Object.entries(recordOf(headers) ?? {}).map(([name, value]) => [name, put(String(value))])
  return post(String(url), given, body, typeof timeout === 'number' ? timeout * 1000 : 600_000)
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
    const cause = (error as { cause?: { code?: string } }).cause?.code
    return done({ ended: 'failed', code: -1, problem: cause ?? String((error as Error).message) })
  }
}
