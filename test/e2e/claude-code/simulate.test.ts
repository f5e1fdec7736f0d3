import * as http from 'node:http'
import type { AddressInfo } from 'node:net'
import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import { claudeOutcome } from '../../../src/cli/play/claude-outcome.ts'
import { type Played, playClaude } from '../../../src/cli/play/handler-run.ts'
import { samplePayload } from '../../../src/cli/play/sample.ts'
import type { Handler } from '../../../src/cli/settings/read.ts'
import { claudeReads } from '../../../src/cli/simulate/claude-reads.ts'
import { HTTP_ANSWERS } from '../../support/http-cases.ts'
import { PRE_TOOL_USE } from '../../support/play-cases.ts'
import { makeWorld } from '../../support/world.ts'
import { HOME, runClaude } from './client.ts'
import { bash } from './model.ts'

/** One script for all cases: the number in the command says which is meant. */
const script = `#!/bin/sh
input=$(cat)
case "$input" in
${PRE_TOOL_USE.map(({ script: body }, index) => `*'touch case-${index}.txt'*)\n${body}\n;;`).join('\n')}
esac
`

const fileOf = (index: number) => `case-${index}.txt`
const commandOf = (index: number) => `touch ${fileOf(index)}`

/**
 * `hookbox simulate` reads an answer as the real client does: the same calls run, and the model
 * is told the same.
 */
describe.each([undefined, 'block'] as const)('onFailure %s', (onFailure) => {
  test('agrees with the client on every way to answer PreToolUse', { timeout: 180_000 }, async () => {
    const hook = `${HOME}/project/hook.sh`
    const fields = {
      type: 'command',
      command: hook,
      args: [],
      timeout: 1,
      ...(onFailure ? { onFailure } : {}),
    }
    const session = await runClaude({
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [fields] }] },
      scripts: { 'hook.sh': script },
      turns: PRE_TOOL_USE.map((_one, index) => bash(`call-${index}`, commandOf(index))),
    })
    const world = makeWorld({ files: { 'hook.sh': script } })
    const found: unknown[] = []
    const wanted: unknown[] = []
    for (const [index, { name }] of PRE_TOOL_USE.entries()) {
      const { outcome, told } = await simulated(
        path.join(world.project, 'hook.sh'),
        fields,
        world.project,
        index,
      )
      const stopped = outcome.effect === 'blocks' || outcome.effect === 'asks'
      found.push([name, session.exists(fileOf(index)) ? 'ran' : 'stopped'])
      wanted.push([name, stopped ? 'stopped' : 'ran'])
      if (!stopped) continue
      // The client's own words about JSON that it does not take are many; how they begin counts.
      const whole = (text: string) =>
        /\n(?:printed|hookEventName is) /.test(told) ? (text.split('\n')[0] ?? '') : text
      found.push([name, whole(session.result(`call-${index}`).text.replaceAll(hook, 'HOOK'))])
      wanted.push([name, outcome.effect === 'asks' ? (outcome.text ?? '') : whole(told)])
    }
    expect(found).toEqual(wanted)
  })
})

test.each([undefined, 'block'] as const)(
  'agrees with the client on answers over HTTP, onFailure %s',
  { timeout: 120_000 },
  async (onFailure) => {
    const server = http.createServer((request, response) => {
      request.resume().on('end', () => {
        const { status = 404, body = '' } = HTTP_ANSWERS[Number(request.url?.slice(1))] ?? {}
        response.writeHead(status, status === 307 ? { location: '/0' } : {}).end(body)
      })
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    for (const [index, answer] of HTTP_ANSWERS.entries()) {
      const fields = {
        type: 'http',
        url: `http://127.0.0.1:${port}/${index}`,
        timeout: 5,
        ...(onFailure ? { onFailure } : {}),
      }
      const session = await runClaude({
        hooks: { PreToolUse: [{ hooks: [fields] }] },
        turns: [bash('call', 'touch made.txt')],
      })
      const runs = onFailure === 'block' ? answer.runsWhenClosed : answer.runs
      expect([answer.name, session.exists('made.txt')]).toEqual([answer.name, runs])
    }
    server.close()
  },
)

async function simulated(hook: string, fields: object, cwd: string, index: number) {
  const handler: Handler = {
    place: { harness: 'claude-code', scope: 'user', path: '' },
    event: 'PreToolUse',
    matcher: 'Bash',
    fields: { ...fields, command: '/bin/sh', args: [hook] },
    path: [],
  }
  const payload = samplePayload('claude-code', 'PreToolUse', { cwd, input: { command: commandOf(index) } })
  const played: Played = { ...(await playClaude(handler, payload, { cwd, project: cwd })), line: 'HOOK' }
  const outcome = claudeOutcome('PreToolUse', handler.fields['onFailure'], played)
  const [told = ''] = claudeReads('PreToolUse', payload, outcome, [])
  return { outcome, told }
}
