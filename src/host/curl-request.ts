import type { Host, RunResult } from './host.ts'
import type { WebAnswer, WebRequest } from './web.ts'

/**
 * `Host.request` by the program curl, for engines without sockets. Address, headers and body go
 * to it through standard input (`--config -`), never through its arguments, which every user of
 * the machine can read; `.curlrc` and the proxies of the environment count for nothing.
 */
export async function curlRequest(host: Curl, cwd: string, asked: WebRequest): Promise<WebAnswer> {
  if (asked.url.startsWith('tcp://')) return connect(host, cwd, asked)
  const config = requestConfig(asked, host.platform)
  if (config === undefined) return { ended: 'failed', problem: UNUSABLE }
  return answerOf(await curl(host, cwd, config, asked), asked)
}

type Curl = Pick<Host, 'platform' | 'run'>

function curl({ run }: Curl, cwd: string, config: string, asked: WebRequest): Promise<RunResult> {
  return run(['curl', '--disable', '--config', '-'], {
    cwd,
    // curl's own limit comes first, and says what it was waiting for.
    timeoutMs: asked.timeoutMs + 250,
    maxOutputBytes: 2 * (asked.maxBytes + MAX_HEADERS),
    input: config,
  })
}

/** Long enough for most connections. curl stays with a silent server until its time is up. */
const SHORT_MS = 300

/** A connection by curl's telnet, which says how long it took to make one. */
async function connect(host: Curl, cwd: string, asked: WebRequest): Promise<WebAnswer> {
  const address = /^tcp:\/\/((?:\[[0-9a-fA-F:.]+\]|[\w.-]+):\d+)$/.exec(asked.url)?.[1]
  if (address === undefined) return { ended: 'failed', problem: UNUSABLE }
  const tries = asked.timeoutMs > SHORT_MS ? [SHORT_MS, asked.timeoutMs - SHORT_MS] : [asked.timeoutMs]
  let answer: WebAnswer = { ended: 'timeout', problem: SLOW }
  for (const timeoutMs of tries) {
    const limited = { ...asked, timeoutMs }
    const lines = [
      ...common(limited),
      `url = "telnet://${address}"`,
      `upload-file = "${host.platform === 'win32' ? 'NUL' : '/dev/null'}"`,
      'write-out = "\\nconnected %{time_connect}"',
    ]
    answer = connected(await curl(host, cwd, `${lines.join('\n')}\n`, limited))
    if (answer.ended !== 'timeout') return answer
  }
  return answer
}

const SLOW = 'no answer in time'
const UNUSABLE = 'the request could not be made of what is configured'
const MAX_HEADERS = 64 * 1024

function requestConfig(asked: WebRequest, platform: Host['platform']): string | undefined {
  const lines = [
    ...common(asked),
    `url = ${quoted(asked.url)}`,
    'proto = "=http,https"',
    'max-redirs = 0',
    'include',
    // The curl that comes with Windows ends at that word: it can't unpack.
    ...(platform === 'win32' ? [] : ['compressed']),
    // A proxy's own answer to CONNECT is not what was asked for.
    'suppress-connect-headers',
    `max-filesize = ${asked.maxBytes}`,
    ...Object.entries(asked.headers).map(([name, value]) => `header = ${quoted(`${name}: ${value}`)}`),
    // curl would ask the server to wait with longer bodies.
    'header = "Expect:"',
    ...(asked.body === undefined ? [] : [`data-raw = ${quoted(asked.body)}`]),
    ...(asked.ca === undefined ? [] : [`cacert = ${quoted(asked.ca)}`]),
  ]
  const written = [asked.url, asked.ca ?? '', asked.proxy ?? '', ...Object.entries(asked.headers).flat()]
  // A line break would begin a header of its own.
  return written.some((text) => /[\r\n\0]/.test(text)) ? undefined : `${lines.join('\n')}\n`
}

function common({ timeoutMs, proxy }: WebRequest): string[] {
  return [
    'silent',
    'show-error',
    'globoff',
    `max-time = ${Math.max(1, timeoutMs) / 1000}`,
    ...(proxy === undefined ? ['noproxy = "*"'] : [`proxy = ${quoted(proxy)}`, 'noproxy = ""']),
  ]
}

/** A value in curl's configuration, where a backslash and a quote have a meaning. */
function quoted(value: string): string {
  const escaped = value
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\t', '\\t')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
  return `"${escaped}"`
}

function answerOf(result: RunResult, asked: WebRequest): WebAnswer {
  const unfinished = unfinishedOf(result)
  if (unfinished !== undefined) return unfinished
  if (result.code !== 0) return failure(result.code)
  if (result.omitted > 0) return tooLarge(asked)
  return parsed(result.stdout, asked) ?? { ended: 'failed', problem: 'the answer is no HTTP' }
}

/** Whatever curl makes of the silence after it has connected is no matter. */
function connected(result: RunResult): WebAnswer {
  const seconds = Number(/\nconnected ([\d.]+)$/.exec(result.stdout)?.[1] ?? 0)
  if (seconds > 0) return { ended: 'answered', status: 0, headers: {}, body: '' }
  return unfinishedOf(result) ?? failure(result.code)
}

function unfinishedOf({ ended, problem }: RunResult): WebAnswer | undefined {
  if (ended === 'timeout') return { ended: 'timeout', problem: SLOW }
  if (ended === 'missing') {
    return { ended: 'failed', problem: 'curl is needed for it, and was not found in PATH' }
  }
  return ended === 'exited' ? undefined : { ended: 'failed', problem: problem ?? 'curl was ended' }
}

/** Exit codes of curl(1). */
function failure(code: number): WebAnswer {
  switch (code) {
    case 5:
      return { ended: 'failed', problem: "the proxy's name is not known to the DNS" }
    case 6:
      return { ended: 'unreachable', problem: 'the name is not known to the DNS' }
    case 7:
      return { ended: 'unreachable', problem: 'the connection was refused' }
    case 28:
      return { ended: 'timeout', problem: SLOW }
    case 35:
    case 60:
    case 77:
      return { ended: 'failed', problem: `the certificate is not trusted (curl ${code})` }
    case 63:
      return { ended: 'too-large', problem: 'the answer is too long' }
    default:
      return { ended: 'failed', problem: `curl ended with exit code ${code}` }
  }
}

function tooLarge({ maxBytes }: WebRequest): WebAnswer {
  return { ended: 'too-large', problem: `the answer is longer than ${maxBytes >> 10} kB` }
}

/** What `include` prints: interim answers (100) and then the last one, each with its headers. */
function parsed(output: string, asked: WebRequest): WebAnswer | undefined {
  let rest = output
  for (;;) {
    const end = /\r?\n\r?\n/.exec(rest)
    const status = /^HTTP\/[\d.]+ (\d{3})/.exec(rest)?.[1]
    if (status === undefined || end === null) return undefined
    const [, ...lines] = rest.slice(0, end.index).split(/\r?\n/)
    rest = rest.slice(end.index + end[0].length)
    if (status.startsWith('1')) continue
    const headers: Record<string, string> = {}
    for (const line of lines) {
      const at = line.indexOf(':')
      if (at > 0) headers[line.slice(0, at).toLowerCase()] = line.slice(at + 1).trim()
    }
    if (new TextEncoder().encode(rest).length > asked.maxBytes) return tooLarge(asked)
    return { ended: 'answered', status: Number(status), headers, body: rest }
  }
}
