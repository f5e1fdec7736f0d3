import { describe, expect, test } from 'vitest'
import { curlRequest } from '../../src/host/curl-request.ts'
import type { Host, RunOptions, RunResult } from '../../src/host/host.ts'
import type { WebRequest } from '../../src/host/web.ts'

/** What curl is told, and what is made of what it says. test/e2e/network runs the real one. */

const done: RunResult = { ended: 'exited', code: 0, stdout: '', stderr: '', omitted: 0, durationMs: 1 }

async function asked(
  more: Partial<WebRequest> = {},
  result: Partial<RunResult> = {},
  platform: Host['platform'] = 'linux',
) {
  const calls: { argv: readonly string[]; how: RunOptions }[] = []
  const answer = await curlRequest(
    {
      platform,
      run: async (argv, how) => {
        calls.push({ argv, how })
        return { ...done, ...result }
      },
    },
    '/somewhere',
    { url: 'https://a.example/x?y', headers: {}, timeoutMs: 1500, maxBytes: 100, ...more },
  )
  return { answer, calls, config: calls[0]?.how.input ?? '' }
}

test("the words that Windows' own curl does not know are not said there", async () => {
  const lines = async (platform: Host['platform'], url?: string) =>
    (await asked(url === undefined ? {} : { url }, {}, platform)).config.split('\n')
  expect(await lines('linux')).toContain('compressed')
  expect(await lines('win32')).not.toContain('compressed')
  expect(await lines('win32', 'tcp://a.example:1')).toContain('upload-file = "NUL"')
})

test('nothing that is secret stands in its arguments', async () => {
  const headers = { authorization: 'Bearer "tok\\en"' }
  const { calls, config } = await asked({
    headers,
    body: '{"a":"b\\n"}',
    proxy: 'http://u:p@proxy:1',
    ca: '/ca.pem',
  })
  expect(calls).toMatchObject([{ argv: ['curl', '--disable', '--config', '-'], how: { cwd: '/somewhere' } }])
  expect(config.split('\n')).toEqual(
    expect.arrayContaining([
      'url = "https://a.example/x?y"',
      'header = "authorization: Bearer \\"tok\\\\en\\""',
      'data-raw = "{\\"a\\":\\"b\\\\n\\"}"',
      'proxy = "http://u:p@proxy:1"',
      'cacert = "/ca.pem"',
      'max-time = 1.5',
      'max-redirs = 0',
      'proto = "=http,https"',
    ]),
  )
})

test("the environment's proxy does not count", async () => {
  expect((await asked()).config).toContain('noproxy = "*"\n')
})

test.each([
  [{ headers: { a: 'b\r\nurl = "file:///etc/passwd"' } }],
  [{ headers: { 'a\nb': 'c' } }],
  [{ url: 'https://a.example/\noutput = "x"' }],
  [{ ca: 'a\nb' }],
  [{ url: 'tcp://a.example:1\noutput = "x"' }],
  [{ url: 'tcp://a.example' }],
])('what would be another line of its configuration is not given to it: %j', async (more) => {
  const { answer, calls } = await asked(more)
  expect(answer).toMatchObject({ ended: 'failed' })
  expect(calls).toEqual([])
})

describe('what it says', () => {
  test.each<[string, Partial<RunResult>, object]>([
    [
      'an answer, behind interim ones',
      {
        stdout:
          'HTTP/1.1 100 Continue\r\n\r\nHTTP/2 404 \r\nX-A: b: c\r\nRetry-After: 3\r\n\r\n{"a"\r\n\r\n:1}',
      },
      {
        ended: 'answered',
        status: 404,
        headers: { 'x-a': 'b: c', 'retry-after': '3' },
        body: '{"a"\r\n\r\n:1}',
      },
    ],
    [
      'an empty one',
      { stdout: 'HTTP/1.1 204 No Content\r\n\r\n' },
      { ended: 'answered', status: 204, body: '' },
    ],
    ['one that is too long', { stdout: `HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(101)}` }, { ended: 'too-large' }],
    ['one that was cut', { stdout: 'HTTP/1.1 200 OK\r\n\r\nx', omitted: 5 }, { ended: 'too-large' }],
    ['no HTTP', { stdout: 'SSH-2.0' }, { ended: 'failed', problem: 'the answer is no HTTP' }],
    ['no name', { code: 6 }, { ended: 'unreachable' }],
    ['refused', { code: 7 }, { ended: 'unreachable' }],
    ['too slow', { code: 28 }, { ended: 'timeout' }],
    ['a certificate', { code: 60 }, { ended: 'failed', problem: 'the certificate is not trusted (curl 60)' }],
    ['too long by its header', { code: 63 }, { ended: 'too-large' }],
    ['something else', { code: 92 }, { ended: 'failed', problem: 'curl ended with exit code 92' }],
    [
      'no curl',
      { ended: 'missing' },
      { ended: 'failed', problem: expect.stringContaining('curl is needed') },
    ],
    ['hanging', { ended: 'timeout' }, { ended: 'timeout' }],
  ])('%s', async (_what, result, expected) => {
    expect((await asked({}, result)).answer).toMatchObject(expected)
  })

  test('a port', async () => {
    const tcp = { url: 'tcp://127.0.0.1:5432' }
    expect((await asked(tcp)).config).toContain('url = "telnet://127.0.0.1:5432"')
    const stdout = 'SSH-2.0\r\n\nconnected 0.000123'
    for (const code of [0, 28]) {
      expect((await asked(tcp, { code, stdout })).answer).toMatchObject({ ended: 'answered', status: 0 })
    }
    const silent = await asked(tcp, { code: 28, stdout: '\nconnected 0.000000' })
    expect(silent.answer).toMatchObject({ ended: 'timeout' })
    expect(silent.calls).toHaveLength(2)
    expect((await asked(tcp, { code: 7 })).answer).toMatchObject({ ended: 'unreachable' })
  })
})
