import { describe, expect, test } from 'vitest'
import { type Handler, json, startTracker } from '../../support/tracker.ts'
import { quotedIn, saidTo, TOKEN, withProviders } from './setting.ts'

/** Shapes of Linear's GraphQL API. */

const ISSUE = {
  identifier: 'ENG-12',
  title: 'Retry',
  description: 'Retries `once`.\n\n* a\n',
  url: 'https://linear.app/acme/issue/ENG-12/retry',
  updatedAt: '2020-01-02T03:04:05.000Z',
  dueDate: '2026-12-01',
  priorityLabel: 'High',
  state: { name: 'In Progress' },
  assignee: { displayName: 'mia' },
  creator: { displayName: 'tom' },
  labels: { nodes: [{ name: 'Bug' }, { name: 'Payments' }] },
  project: { name: 'Checkout' },
  cycle: { name: null, number: 7 },
  parent: null,
  comments: {
    nodes: [
      { body: 'second', createdAt: '2026-11-30T', user: { displayName: 'tom' } },
      { body: 'first', createdAt: '2026-11-29T', user: null },
    ],
  },
}

const answers =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Handler =>
  (_request, response) =>
    json(response, body, status, headers)

const linear = (url: string) => ({ type: 'linear', url, token: { env: 'T' } })
const failure = (message: string, code: string, more: object = {}) => ({
  data: null,
  errors: [{ message, path: ['issue'], extensions: { type: 'x', code, ...more } }],
})

describe('Linear', () => {
  test('an issue', async () => {
    const tracker = await startTracker(answers({ data: { issue: ISSUE } }))
    const world = withProviders([linear(tracker.url)], {
      fields: ['title', 'status', 'priority', 'owner', 'labels', 'project', 'cycle', 'due', 'description'],
      comments: 2,
    })
    const { context } = await saidTo(world, 'Fix ENG-12')
    expect(context).toContain('\nENG-12: https://linear.app/acme/issue/ENG-12, read less than a minute ago')
    expect(quotedIn(context)).toEqual([
      'Title: Retry',
      'Status: In Progress',
      'Priority: High',
      'Owner: mia',
      'Labels: Bug, Payments',
      'Project: Checkout',
      'Cycle: 7',
      'Due: 2026-12-01',
      'Description:',
      '  Retries `once`.',
      '',
      '  * a',
      'Last 2 comments, newest last:',
      '  somebody, 2026-11-29:',
      '    first',
      '  tom, 2026-11-30:',
      '    second',
    ])
    const [request] = tracker.requests
    expect(request).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json' } })
    expect(JSON.parse(request?.body ?? '')).toMatchObject({ variables: { id: 'ENG-12', comments: 2 } })
  })

  test.each([
    ['lin_api_abc', 'lin_api_abc'],
    ['oauth', 'Bearer oauth'],
  ])('a key of the kind %s', async (token, header) => {
    const tracker = await startTracker(answers({ data: { issue: ISSUE } }))
    await saidTo(withProviders([{ type: 'linear', url: tracker.url }]), 'ENG-12', {
      env: { LINEAR_API_KEY: token },
    })
    expect(tracker.requests[0]?.headers.authorization).toBe(header)
  })

  test('an address in an answer that is none is not shown', async () => {
    const tracker = await startTracker(answers({ data: { issue: { ...ISSUE, url: 'javascript:alert(1)' } } }))
    const { context } = await saidTo(withProviders([linear(tracker.url)]), 'ENG-12')
    expect(context).toMatch(/\nENG-12: Linear at 127\.0\.0\.1:\d+, read/)
  })

  test.each<[string, Handler, RegExp | undefined]>([
    ['no such issue', answers(failure('Entity not found: Issue', 'INPUT_ERROR')), undefined],
    ['null', answers({ data: { issue: null } }), undefined],
    [
      'a wrong key',
      answers(failure('Authentication required, not authenticated', 'AUTHENTICATION_ERROR'), 401),
      /Linear at .*: it does not accept the token \(401\): "Authentication required, not authenticated"$/,
    ],
    [
      'a rate limit, which comes as 400',
      answers(failure('Rate limit exceeded', 'RATELIMITED'), 400, {
        'x-ratelimit-requests-reset': String(Date.now() + 90_000),
      }),
      /it asks to be left alone for (?:90|8\d) s \(429\)$/,
    ],
    [
      'a query that it does not like',
      answers(failure('Field x', 'GRAPHQL_VALIDATION_FAILED'), 400),
      /it answered with status 400: "Field x"$/,
    ],
    ['an error with data', answers(failure('Boom', 'INTERNAL')), /it answered with an error: "Boom"$/],
    [
      'a gateway',
      (_request, response) => {
        response.writeHead(502).end('<html>Bad gateway')
      },
      /it answered with status 502$/,
    ],
  ])('%s', async (_what, handler, message) => {
    const tracker = await startTracker(handler)
    const said = await saidTo(withProviders([linear(tracker.url)]), 'ENG-12')
    if (message === undefined) expect(said).toEqual({})
    else expect(said).toEqual({ message: expect.stringMatching(message) })
  })

  test('without a key it is not asked', async () => {
    const tracker = await startTracker(answers({ data: { issue: ISSUE } }))
    expect(await saidTo(withProviders([{ type: 'linear', url: tracker.url }]), 'ENG-12')).toEqual({
      message: expect.stringMatching(/there is no token: the variable LINEAR_API_KEY is not set$/),
    })
    expect(tracker.requests).toEqual([])
  })
})

describe('a command', () => {
  const world = (run: string | string[]) => withProviders([{ type: 'command', run }])

  test('that prints JSON, with the id as an argument', async () => {
    const run = [
      'printf',
      '{"summary":"About %s","assignee":{"displayName":"Mia"},"body":"<p>x</p>"}',
      '{id}',
    ]
    const { context } = await saidTo(world(run), 'Fix PAY-1')
    expect(quotedIn(context)).toEqual(['Title: About PAY-1', 'Owner: Mia', 'Description:', '  x'])
    expect(context).toContain('\nPAY-1: the command printf, read less than a minute ago')
  })

  test('that prints text, with the id in a variable', async () => {
    const { context } = await saidTo(world('echo "$HOOKBOX_TICKET is here"'), 'Fix PAY-1 and acme/shop#7')
    expect(quotedIn(context)).toEqual([
      'Description:',
      '  PAY-1 is here',
      'Description:',
      '  acme/shop#7 is here',
    ])
  })

  test.each([
    ['prints nothing: no such ticket', 'true', undefined],
    ['fails', 'echo no access >&2; exit 3', /the command echo no access.*: exit code 3, saying "no access"$/],
    ['prints half of JSON', `echo '{"a":'`, /what it gave is not JSON/],
    ['is not there', ['no-such-program'], /no-such-program was not found in PATH$/],
  ])('that %s', async (_what, run, message) => {
    const said = await saidTo(world(run), 'PAY-1')
    if (message === undefined) expect(said).toEqual({})
    else expect(said).toEqual({ message: expect.stringMatching(message) })
  })
})

describe('an address', () => {
  test('with the id in it and the token in a header of its own', async () => {
    const tracker = await startTracker(({ path }, response) =>
      path === '/t/PAY-1.json'
        ? json(response, { title: 'One', updated: '2020-01-02' })
        : json(response, {}, 404),
    )
    const url = `${tracker.url}/t/{id}.json`
    const world = withProviders([{ type: 'url', url, token: { env: 'T' }, header: 'X-Token: t {token}' }])
    const { context } = await saidTo(world, 'PAY-1 PAY-2')
    expect(quotedIn(context)).toEqual(['Title: One'])
    expect(context).toMatch(/last changed \d+ days ago \(2020-01-02 00:00 UTC\)/)
    expect(tracker.requests.map(({ headers }) => headers['x-token'])).toEqual([`t ${TOKEN}`, `t ${TOKEN}`])
  })

  test('an answer that repeats the token does not hand it to the model', async () => {
    const tracker = await startTracker(({ headers }, response) =>
      json(response, { title: headers.authorization }),
    )
    const world = withProviders([{ type: 'url', url: `${tracker.url}/{id}`, token: { env: 'T' } }])
    expect(quotedIn((await saidTo(world, 'PAY-1')).context)).toEqual(['Title: Bearer [token]'])
  })
})
