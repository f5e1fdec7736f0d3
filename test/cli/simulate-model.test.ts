import { describe, expect, test } from 'vitest'
import { callExecutable } from '../support/call.ts'
import { type Behaviour, openAiModel } from '../support/openai-model.ts'
import { makeWorld, worldEnv } from '../support/world.ts'

const PROMPT = { type: 'prompt', prompt: 'May this run? $ARGUMENTS', timeout: 2 }

/** `hookbox simulate` with one handler, and a model that answers. */
async function simulate(argv: readonly string[], handler: object = PROMPT, event = 'PreToolUse') {
  const settings = JSON.stringify({ hooks: { [event]: [{ hooks: [handler] }] } })
  const world = makeWorld({ files: { '.claude/settings.json': settings } })
  const call = {
    argv: ['simulate', event, '--command', 'ls', ...argv],
    env: { ...worldEnv(world), NO_COLOR: '1' },
    cwd: world.project,
  }
  return callExecutable('hookbox', call)
}

async function asking(answer: string, how?: Behaviour, handler?: object, event?: string) {
  const model = await openAiModel(answer, how)
  const done = await simulate(['--model-endpoint', model.url, '--model', 'small'], handler, event)
  return { ...done, asked: model.asked }
}

describe('--model-endpoint', () => {
  test('the model gets prompt and payload, and its no refuses the call', async () => {
    const { exit, stdout, asked } = await asking('{"ok": false, "reason": "not today"}')
    expect(exit).toBe(1)
    expect(stdout).toContain(
      'model PreToolUse:Bash hook error: [May this run? $ARGUMENTS]: not today\nnote  the turn ends (continueOnBlock is not true)',
    )
    const [{ path, body } = { path: '', body: {} }] = asked
    const messages = body['messages'] as { role: string; content: string }[]
    expect([path, body['model'], asked.length]).toEqual(['/v1/chat/completions', 'small', 1])
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user'])
    expect(messages[1]?.content).toMatch(/^May this run\? \{"session_id":.*"tool_input":\{"command":"ls"\}/)
  })

  test('its yes lets the call pass; a handler names its own model', async () => {
    const { exit, asked } = await asking('{"ok": true}', {}, { ...PROMPT, model: 'mine' })
    expect([exit, asked[0]?.body['model']]).toEqual([0, 'mine'])
  })

  test('without a place for the payload it stands behind the prompt', async () => {
    const { asked } = await asking('{"ok": true}', {}, { type: 'agent', prompt: 'Look at it.' })
    const messages = asked[0]?.body['messages'] as { content: string }[]
    expect(messages[1]?.content).toMatch(/^Look at it\.\n\nARGUMENTS: \{"session_id":/)
  })

  test('what does not start with the payload of a Stop keeps the agent going', async () => {
    const { exit, stdout } = await asking('{"ok": false, "reason": "no tests"}', {}, PROMPT, 'Stop')
    expect(exit).toBe(0)
    expect(stdout).toContain('the agent goes on instead of stopping')
    expect(stdout).toContain('Stop hook feedback:\n      [May this run? $ARGUMENTS]: no tests')
  })

  test('what the model is told names the prompt where a command has its line', async () => {
    const handler = { ...PROMPT, continueOnBlock: true }
    const { stdout } = await asking('{"ok": false, "reason": "no"}', {}, handler, 'PostToolUse')
    const prompt = 'May this run? $ARGUMENTS'
    expect(stdout).toContain(`hook blocking error from command: "${prompt}": [${prompt}]: no`)
  })

  test.each<[name: string, how: Behaviour, said: string]>([
    ['an error', { status: 500, body: 'out of memory' }, '/v1/chat/completions answered 500: out of memory'],
    ['no JSON', { body: '<html>' }, 'has no text under choices[0].message.content: <html>'],
    ['no choices', { body: '{"choices": []}' }, 'has no text under choices[0].message.content'],
    [
      'a way elsewhere',
      { status: 302, body: 'moved', headers: { location: 'http://example.invalid/' } },
      '/v1/chat/completions answered 302: moved',
    ],
    ['too late', { delay: 4000 }, 'has not answered within 2 s'],
  ])('%s: it goes on, and it is said', async (_name, how, said) => {
    const { exit, stdout } = await asking('{"ok": false}', how)
    expect(exit).toBe(0)
    expect(stdout).toContain('failed (')
    expect(stdout).toContain(said)
  })

  test('nobody listens', async () => {
    const { exit, stdout } = await simulate(['--model-endpoint', 'http://127.0.0.1:9'])
    expect(exit).toBe(0)
    expect(stdout).toContain("http://127.0.0.1:9/v1/chat/completions can't be asked: ")
  })

  test.each([
    ['127.0.0.1:8080', 'is no address; give one like http://127.0.0.1:8080/v1'],
    ['localhost:8080', 'localhost:8080 is not http or https; give one like http://127.0.0.1:8080/v1'],
    ['model', 'is no address; give one like http://127.0.0.1:8080/v1'],
    ['ftp://127.0.0.1/', 'is not http or https'],
    ['https://api.example.invalid/v1', 'api.example.invalid is not this machine'],
    ['http://127.0.0.1.example.invalid/', 'is not this machine'],
    ['http://0.0.0.0:8080', '0.0.0.0 is not this machine'],
    ['http://10.0.0.1/', '10.0.0.1 is not this machine'],
    ['http://me:secret@127.0.0.1/', 'give the address alone'],
    ['http://127.0.0.1/v1?key=1', 'give the address alone'],
  ])('%s is refused before anything runs', async (url, said) => {
    const handler = { type: 'command', command: 'touch ran' }
    const { exit, stdout, stderr } = await simulate(['--model-endpoint', url], handler)
    expect([exit, stdout]).toEqual([64, ''])
    expect(stderr).toContain(said)
    expect(stderr).not.toContain('secret')
  })

  test.each([
    ['/v1/', '/v1/chat/completions'],
    ['/openai', '/openai/chat/completions'],
    ['/v1/chat/completions', '/v1/chat/completions'],
    ['', '/v1/chat/completions'],
  ])('the path %s', async (given, path) => {
    const model = await openAiModel('{"ok": true}')
    await simulate(['--model-endpoint', `${model.url}${given}`])
    expect(model.asked.map((one) => one.path)).toEqual([path])
  })
})

test('without a model --answer is read as one', async () => {
  const { exit, stdout } = await simulate(['--answer', '{"ok": false, "reason": "stubbed"}'])
  expect(exit).toBe(1)
  expect(stdout).toContain('[May this run? $ARGUMENTS]: stubbed')
  expect(stdout).toContain('prompt is answered by a stub here (--answer, or --model-endpoint for a model)')
})

test.each(['prompt', 'agent', 'http'])('%s handlers do not run on SessionStart', async (type) => {
  const handler = { type, prompt: 'x', url: 'http://127.0.0.1:9/' }
  const { stdout } = await simulate([], handler, 'SessionStart')
  expect(stdout).toContain(`not run, ${type} handlers do not run on SessionStart`)
})
