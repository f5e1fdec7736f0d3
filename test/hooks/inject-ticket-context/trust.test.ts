import * as fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { CA, json, startProxy, startTracker } from '../../support/tracker.ts'
import { makeWorld } from '../../support/world.ts'
import { quotedIn, saidTo, submit, TOKEN, withProviders } from './setting.ts'

/** Who may say where a token goes, and what is said about mistakes. */

const jira = (url: string) => ({ type: 'jira', url, token: { env: 'T' } })
const inProject = (section: object) => ({
  'hookbox.json': JSON.stringify({ 'inject-ticket-context': section }),
})

describe("a project's own file", () => {
  test('sends no token anywhere and runs no program', async () => {
    const tracker = await startTracker((_request, response) => json(response, {}))
    const providers = [jira(tracker.url), { type: 'command', run: 'touch ran; echo x' }]
    const world = makeWorld({ files: inProject({ providers, projectProviders: true }) })
    expect(await saidTo(world, 'PAY-1')).toEqual({})
    expect(tracker.requests).toEqual([])
    expect(world.exists('ran')).toBe(false)
  })

  test('does where the user trusts every repository', async () => {
    const tracker = await startTracker((_request, response) =>
      json(response, { key: 'PAY-1', fields: { summary: 'One' } }),
    )
    const world = withProviders(
      [],
      { projectProviders: true },
      { files: inProject({ providers: [jira(tracker.url)] }) },
    )
    expect(quotedIn((await saidTo(world, 'PAY-1')).context)).toEqual(['Title: One'])
  })

  test('may say which keys are its own', async () => {
    const tracker = await startTracker((_request, response) => json(response, {}, 404))
    const world = withProviders([jira(tracker.url)], {}, { files: inProject({ projects: ['WEB'] }) })
    await saidTo(world, 'PAY-1 WEB-2')
    expect(tracker.requests.map(({ path }) => path.split('?')[0])).toEqual(['/rest/api/2/issue/WEB-2'])
  })
})

describe('which tracker is asked', () => {
  test('by the keys of its projects, in whatever case; the first that has it', async () => {
    const [one, two] = await Promise.all(
      ['one', 'two'].map((name) =>
        startTracker(({ path }, response) =>
          path.includes('PAY-7') && name === 'one'
            ? json(response, {}, 404)
            : json(response, { fields: { summary: name } }),
        ),
      ),
    )
    const world = withProviders(
      [{ ...jira(one?.url ?? ''), projects: ['PAY', 'DNS'] }, jira(two?.url ?? '')],
      { fields: ['title'], maxTickets: 10 },
    )
    const { context } = await saidTo(world, 'pay-1 DNS-2 WEB-3 UTF-8 PAY-7')
    expect(context?.match(/^[A-Z]+-\d+|(?<=Title: ).*/gm)).toEqual([
      'PAY-1',
      'one',
      'DNS-2',
      'one',
      'WEB-3',
      'two',
      'PAY-7',
      'two',
    ])
  })

  test('a file of the project comes first', async () => {
    const tracker = await startTracker((_request, response) =>
      json(response, { fields: { summary: 'there' } }),
    )
    const world = withProviders(
      [jira(tracker.url)],
      {},
      { files: { 'tickets/PAY-1.json': '{"title":"here"}' } },
    )
    expect(quotedIn((await saidTo(world, 'PAY-1')).context)).toEqual(['Title: here'])
    expect(tracker.requests).toEqual([])
    const both = await saidTo(world, 'PAY-1 PAY-2', { sessionId: 'b' })
    expect(both.context).toMatch(/from files of the project, Jira at 127/)
  })

  test('one that fails is passed over for one that has it', async () => {
    const down = await startTracker((_request, response) => json(response, {}, 500))
    const up = await startTracker((_request, response) => json(response, { fields: { summary: 'there' } }))
    expect(quotedIn((await saidTo(withProviders([jira(down.url), jira(up.url)]), 'PAY-1')).context)).toEqual([
      'Title: there',
    ])
  })
})

test('beside a good ticket the user is told of the other, not the model', async () => {
  const tracker = await startTracker(({ path }, response) =>
    path.includes('PAY-1') ? json(response, { fields: { summary: 'One' } }) : json(response, {}, 500),
  )
  const said = await saidTo(withProviders([jira(tracker.url)]), 'PAY-1 PAY-2')
  expect(quotedIn(said.context)).toEqual(['Title: One'])
  expect(said.context).not.toMatch(/PAY-2|500/)
  expect(said.message).toMatch(/^inject-ticket-context: Jira at .*: it answered with status 500$/)
})

test('a list of names that nobody knows is not asked for to its end', async () => {
  const tracker = await startTracker((_request, response) => json(response, {}, 404))
  const prompt = Array.from({ length: 30 }, (_, at) => `ABC-${at + 1}`).join(' ')
  expect(await saidTo(withProviders([jira(tracker.url)]), prompt)).toEqual({})
  expect(tracker.requests).toHaveLength(9)
})

test('Jira Cloud without a user is not asked, and asked at once when that is put right', async () => {
  const entry = { type: 'jira', url: 'https://acme.atlassian.net', token: { env: 'T' } }
  const { message } = await saidTo(withProviders([entry]), 'PAY-1')
  expect(message).toMatch(/: Jira Cloud needs "user" besides the token: the e-mail address of its owner$/)
  const world = withProviders([{ ...jira('http://127.0.0.1:1'), token: { env: 'NONE' } }])
  expect((await saidTo(world, 'PAY-1')).message).toMatch(/NONE is not set$/)
  expect((await saidTo(world, 'PAY-1', { env: { NONE: 'tok_123456789' } })).message).toMatch(/refused$/)
})

test('certificates of a company, from the home', async () => {
  const tracker = await startTracker(
    (_request, response) => json(response, { fields: { summary: 'One' } }),
    true,
  )
  const { message } = await saidTo(withProviders([jira(tracker.url)]), 'PAY-1')
  expect(message).toMatch(
    /the certificate is not trusted \([A-Z_]+\); "ca" names a file of certificates to trust$/,
  )
  const entry = { ...jira(tracker.url), ca: '~/ca.pem' }
  const world = withProviders([entry], {}, { homeFiles: { 'ca.pem': fs.readFileSync(CA, 'utf8') } })
  expect(quotedIn((await saidTo(world, 'PAY-1', { executable: true })).context)).toEqual(['Title: One'])
})

test('through the proxy of the environment, the token only inside of the tunnel', async () => {
  const tracker = await startTracker(
    (_request, response) => json(response, { fields: { summary: 'One' } }),
    true,
  )
  const proxy = await startProxy(tracker.port)
  const entry = { ...jira('https://tracker.test'), ca: CA }
  const env = { HTTPS_PROXY: proxy.url }
  const { context } = await saidTo(withProviders([entry]), 'PAY-1', { executable: true, env })
  expect(quotedIn(context)).toEqual(['Title: One'])
  expect(proxy.targets).toEqual(['tracker.test:443'])
  expect(tracker.requests[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`)
})

test('OpenHarness: the text on stdout, what is wrong on stderr', async () => {
  const tracker = await startTracker((_request, response) => json(response, {}, 401))
  const world = withProviders([jira(tracker.url)], {}, { files: { 'tickets/PAY-2.json': '{"title":"Two"}' } })
  const answer = await submit(world, '', {
    executable: true,
    argv: [JSON.stringify({ event: 'user_prompt_submit', prompt: 'PAY-1 PAY-2' })],
  })
  expect(answer.exit).toBe(0)
  expect(answer.stdout).toMatch(/^Ticket facts/)
  expect(answer.stderr).toMatch(/^inject-ticket-context: Jira at .*: it does not accept the token \(401\)\n$/)
})

describe('the name of the session', () => {
  const ticket = { files: { 'tickets/PAY-1.json': '{"title":"Retry\\u001b[31m it"}' } }

  test('is that of the ticket when asked for, and when it has none', async () => {
    const world = withProviders([], { sessionTitle: true }, ticket)
    expect((await saidTo(world, 'PAY-1')).title).toBe('PAY-1: Retry it')
    const named = { payload: { session_title: 'Mine' }, sessionId: 'b' }
    expect(await saidTo(world, 'PAY-1', named)).not.toHaveProperty('title')
    expect(await saidTo(makeWorld(ticket), 'PAY-1')).not.toHaveProperty('title')
  })
})

describe('mistakes in the configuration', () => {
  const message = async (provider: object) => {
    const { stdout } = await submit(withProviders([provider]), 'PAY-1', { executable: true })
    return (JSON.parse(stdout) as { systemMessage: string }).systemMessage
  }

  test.each([
    [
      { type: 'jira', url: 'https://a.example', token: TOKEN },
      /token: a token never stands in the file itself: write \{"env": "NAME"\}/,
    ],
    [{ type: 'jirra' }, /providers\.0\.type: it has to be one of jira, github, gitlab, linear, command, url/],
    [{ type: 'jira', url: 'a.example' }, /url: is an address that begins with https:/],
    [{ type: 'jira', url: 'https://me:pw@a.example' }, /url: is an address that begins with https:/],
    [{ type: 'url', url: 'https://{id}.example/x' }, /url: is an address with \{id\} behind the host/],
    [{ type: 'github', repository: 'shop' }, /repository: a repository is "owner\/name"/],
  ])('%j', async (provider, expected) => {
    const said = await message(provider)
    expect(said).toMatch(expected)
    expect(said).not.toContain(TOKEN)
  })
})
