import { describe, expect, test } from 'vitest'
import { parseRemote } from '../../../src/git/remote.ts'
import { findIssues, issueOfBranch } from '../../../src/tickets/reference.ts'
import { type Handler, json, startTracker } from '../../support/tracker.ts'
import type { World } from '../../support/world.ts'
import { quotedIn, saidTo, TOKEN, withProviders } from './setting.ts'

/** Shapes of the REST APIs of GitHub (2022-11-28) and GitLab (version 4). */

const ISSUE = {
  url: 'https://api.github.com/repos/acme/shop/issues/12',
  html_url: 'https://github.com/acme/shop/issues/12',
  number: 12,
  title: 'Refunds are booked twice',
  state: 'open',
  state_reason: null,
  user: { login: 'tom', id: 1 },
  assignee: { login: 'mia' },
  assignees: [{ login: 'mia' }, { login: 'ines' }],
  labels: [{ id: 1, name: 'bug', color: 'f29513' }, { name: 'p1' }],
  milestone: { title: 'v2', number: 1 },
  comments: 3,
  created_at: '2026-11-01T10:00:00Z',
  updated_at: '2020-01-02T03:04:05Z',
  body: 'A retry books it again.\r\n\r\n<!-- steps -->\r\n![shot](https://x.example/a.png)',
}

const comment = (number: number) => ({
  user: { login: `user${number}` },
  created_at: `2026-11-${String((number % 28) + 1).padStart(2, '0')}T10:00:00Z`,
  body: `comment ${number}`,
})

const github =
  (issue: object, comments: readonly object[] = []): Handler =>
  ({ path }, response) => {
    if (path === '/api/v3/repos/acme/shop/issues/12') return json(response, issue)
    const page = /^\/api\/v3\/repos\/acme\/shop\/issues\/12\/comments\?per_page=(\d+)&page=(\d+)$/.exec(path)
    if (page) {
      const [size, number] = [Number(page[1]), Number(page[2])]
      return json(response, comments.slice((number - 1) * size, number * size))
    }
    json(
      response,
      { message: 'Not Found', documentation_url: 'https://docs.github.com/rest', status: '404' },
      404,
    )
  }

const settings = (url: string, more: object = {}) => ({ type: 'github', url, token: { env: 'T' }, ...more })

function originOf(world: World, url: string): void {
  world.git('remote', 'add', 'origin', url)
}

describe('GitHub', () => {
  test('an issue by its whole name', async () => {
    const tracker = await startTracker(github(ISSUE))
    const { context } = await saidTo(withProviders([settings(tracker.url)]), 'Fix acme/shop#12 please')
    expect(context).toMatch(
      new RegExp(
        `\nacme/shop#12: ${tracker.url}/acme/shop/issues/12, read less than a minute ago; last changed`,
      ),
    )
    expect(context).toContain('\n--- begin ticket acme-shop-12 ---\n')
    expect(quotedIn(context)).toEqual([
      'Title: Refunds are booked twice',
      'Type: issue',
      'Status: open',
      'Owner: mia, ines',
      'Labels: bug, p1',
      'Description:',
      '  A retry books it again.',
      '',
      '  [image: shot]',
    ])
    expect(tracker.requests).toMatchObject([
      {
        headers: {
          authorization: `Bearer ${TOKEN}`,
          accept: 'application/vnd.github+json',
          'x-github-api-version': '2022-11-28',
          'user-agent': 'hookbox',
        },
      },
    ])
  })

  test.each([
    ['a number alone means the project', 'Fix #12'],
    ['an address', 'Fix @URL@/acme/shop/issues/12#issuecomment-5'],
    ['the address of a pull request', 'Look at @URL@/acme/shop/pull/12/files'],
  ])('%s', async (_what, prompt) => {
    const tracker = await startTracker(github(ISSUE))
    const world = withProviders([settings(tracker.url, { repository: 'acme/shop' })])
    const { context } = await saidTo(world, prompt.replace('@URL@', tracker.url))
    expect(context).toContain('\nacme/shop#12: ')
  })

  test('the project is the remote, when it is at the same host', async () => {
    const tracker = await startTracker(github(ISSUE))
    const world = withProviders([settings(tracker.url)], {}, { git: true })
    expect(await saidTo(world, 'Fix #12')).toEqual({})
    originOf(world, 'git@127.0.0.1:acme/shop.git')
    expect((await saidTo(world, 'Fix #12')).context).toContain('acme/shop#12')
    world.git('checkout', '-q', '-b', '12-refunds')
    expect((await saidTo(world, 'go on', { sessionId: 'b' })).context).toMatch(/current git branch/)
    const linked = `${world.root}/linked`
    world.git('worktree', 'add', '-q', linked, '-b', 'topic')
    const inside = { sessionId: 'w', payload: { cwd: linked } }
    expect((await saidTo(world, 'Fix #12', inside)).context).toContain('acme/shop#12')
    world.git('remote', 'set-url', 'origin', 'https://elsewhere.example/acme/shop')
    expect(await saidTo(world, 'Fix #12', { sessionId: 'c' })).toEqual({})
  })

  test.each([
    [{ state: 'closed', state_reason: 'not_planned' }, 'closed (not planned)', 'issue'],
    [{ pull_request: { merged_at: '2026-01-01T00:00:00Z' }, state: 'closed' }, 'merged', 'pull request'],
    [{ pull_request: { merged_at: null }, draft: true }, 'draft', 'pull request'],
  ])('%j', async (changes, status, type) => {
    const tracker = await startTracker(github({ ...ISSUE, ...changes }))
    const { context } = await saidTo(withProviders([settings(tracker.url)]), 'acme/shop#12')
    expect(quotedIn(context)).toEqual(expect.arrayContaining([`Status: ${status}`, `Type: ${type}`]))
    if (type === 'pull request') expect(context).toContain('/acme/shop/pull/12, read')
  })

  test('the last comments, which may be on two pages', async () => {
    const comments = Array.from({ length: 101 }, (_, index) => comment(index + 1))
    const tracker = await startTracker(github({ ...ISSUE, comments: 101 }, comments))
    const world = withProviders([settings(tracker.url)], { comments: 2, fields: ['title'] })
    expect(quotedIn((await saidTo(world, 'acme/shop#12')).context)).toEqual([
      'Title: Refunds are booked twice',
      'Last 2 comments, newest last:',
      '  user100, 2026-11-17:',
      '    comment 100',
      '  user101, 2026-11-18:',
      '    comment 101',
    ])
    expect(tracker.requests).toHaveLength(3)
  })

  test('without a token what is public is asked for', async () => {
    const tracker = await startTracker(github(ISSUE))
    const { context } = await saidTo(withProviders([{ type: 'github', url: tracker.url }]), 'acme/shop#12')
    expect(context).toContain('Refunds')
    expect(tracker.requests[0]?.headers.authorization).toBeUndefined()
  })

  test("the token of github.com does not go to a company's own server", async () => {
    const tracker = await startTracker(github(ISSUE))
    const env = { GITHUB_TOKEN: 'of-github-com', GH_ENTERPRISE_TOKEN: 'of-the-company' }
    await saidTo(withProviders([{ type: 'github', url: tracker.url }]), 'acme/shop#12', { env })
    expect(tracker.requests[0]?.headers.authorization).toBe('Bearer of-the-company')
  })

  test('a repository that was renamed is found', async () => {
    const tracker = await startTracker(({ path }, response) =>
      path.endsWith('/issues/12')
        ? json(response, { message: 'Moved Permanently' }, 301, { location: '/api/v3/repositories/7' })
        : json(response, ISSUE),
    )
    const { context } = await saidTo(withProviders([settings(tracker.url)]), 'acme/shop#12')
    expect(context).toContain('Refunds')
  })

  test.each<[string, number, object, Record<string, string>, RegExp | undefined]>([
    ['none', 404, { message: 'Not Found' }, {}, undefined],
    ['deleted', 410, { message: 'This issue was deleted' }, {}, undefined],
    [
      'a wrong token',
      401,
      { message: 'Bad credentials' },
      {},
      /GitHub at .*: it does not accept the token \(401\): "Bad credentials"$/,
    ],
    [
      'the limit of an hour is used up',
      403,
      { message: 'API rate limit exceeded' },
      { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 600) },
      /it asks to be left alone for (?:60\d|59\d) s \(403\)$/,
    ],
    [
      'a second limit',
      403,
      { message: 'secondary rate limit' },
      { 'retry-after': '60' },
      /left alone for 60 s/,
    ],
    [
      'not allowed',
      403,
      { message: 'Resource not accessible' },
      {},
      /may not read it \(403\): "Resource not accessible"$/,
    ],
  ])('%s', async (_what, status, body, headers, message) => {
    const tracker = await startTracker((_request, response) => json(response, body, status, headers))
    const said = await saidTo(withProviders([settings(tracker.url)]), 'acme/shop#12')
    if (message === undefined) expect(said).toEqual({})
    else expect(said).toEqual({ message: expect.stringMatching(message) })
  })

  test.each(['acme/..#12', '../acme#12', 'acme/shop/more#12', './x#1'])(
    '%s is asked of nobody',
    async (id) => {
      const tracker = await startTracker(github(ISSUE))
      expect(await saidTo(withProviders([settings(tracker.url)]), `Fix ${id}`)).toEqual({})
      expect(tracker.requests).toEqual([])
    },
  )
})

describe('GitLab', () => {
  const MERGE_REQUEST = {
    iid: 3,
    title: 'Draft: Retry',
    state: 'opened',
    draft: true,
    author: { name: 'Tom', username: 'tom' },
    assignees: [{ name: 'Mia', username: 'mia' }],
    labels: ['bug'],
    milestone: null,
    description: 'Retries **once**.',
    updated_at: '2020-01-02T03:04:05.000Z',
  }
  const gitlab: Handler = ({ path }, response) => {
    if (path === '/api/v4/projects/acme%2Fpayments%2Fshop/merge_requests/3')
      return json(response, MERGE_REQUEST)
    if (path === '/api/v4/projects/acme%2Fpayments%2Fshop/issues/3')
      return json(response, { ...MERGE_REQUEST, draft: undefined, due_date: '2026-12-01' })
    const page = Number(/\/notes\?sort=desc&order_by=created_at&per_page=50&page=(\d)$/.exec(path)?.[1])
    if (page === 1) {
      const notes = [{ system: true, body: 'changed the label', author: { name: 'x' } }]
      return json(
        response,
        [{ system: false, body: 'newest', author: { name: 'Mia' }, created_at: '2026-11-30T' }, ...notes],
        200,
        { 'x-next-page': '2' },
      )
    }
    if (page === 2)
      return json(response, [{ body: 'older', author: { name: 'Tom' }, created_at: '2026-11-29T' }], 200, {
        'x-next-page': '',
      })
    json(response, { message: '404 Project Not Found' }, 404)
  }
  const entry = (url: string, more: object = {}) => ({ type: 'gitlab', url, token: { env: 'T' }, ...more })

  test('a merge request, in groups', async () => {
    const tracker = await startTracker(gitlab)
    const { context } = await saidTo(withProviders([entry(tracker.url)]), 'Review acme/payments/shop!3')
    expect(context).toContain(
      `\nacme/payments/shop!3: ${tracker.url}/acme/payments/shop/-/merge_requests/3, read`,
    )
    expect(quotedIn(context)).toEqual([
      'Title: Draft: Retry',
      'Type: merge request',
      'Status: draft',
      'Owner: Mia',
      'Labels: bug',
      'Description:',
      '  Retries **once**.',
    ])
    expect(tracker.requests[0]?.headers['private-token']).toBe(TOKEN)
  })

  test('!3 and #3 of the project, and addresses', async () => {
    const tracker = await startTracker(gitlab)
    const world = withProviders([entry(tracker.url, { repository: 'acme/payments/shop' })], {
      fields: ['status', 'due'],
    })
    const { context } = await saidTo(world, `!3, then #3 and ${tracker.url}/acme/payments/shop/-/issues/3`)
    expect(quotedIn(context)).toEqual(['Status: draft', 'Status: open', 'Due: 2026-12-01'])
  })

  test('comments, past what GitLab notes by itself and over pages', async () => {
    const tracker = await startTracker(gitlab)
    const world = withProviders([entry(tracker.url)], { comments: 2, fields: ['title'] })
    expect(quotedIn((await saidTo(world, 'acme/payments/shop!3')).context)).toEqual([
      'Title: Draft: Retry',
      'Last 2 comments, newest last:',
      '  Tom, 2026-11-29:',
      '    older',
      '  Mia, 2026-11-30:',
      '    newest',
    ])
  })

  test('a wrong token, and no such project', async () => {
    const tracker = await startTracker((_request, response) =>
      json(response, { message: '401 Unauthorized' }, 401),
    )
    expect((await saidTo(withProviders([entry(tracker.url)]), 'acme/shop#3')).message).toMatch(
      /GitLab at .*: it does not accept the token \(401\): "401 Unauthorized"$/,
    )
    const other = await startTracker(gitlab)
    expect(await saidTo(withProviders([entry(other.url)]), 'acme/shop#3')).toEqual({})
  })
})

describe('which words name an issue', () => {
  test.each([
    ['Fix #12, (#13) and "#14".', ['#12', '#13', '#14']],
    ['acme/shop#1 and group/sub/project!2', ['acme/shop#1', 'group/sub/project!2']],
    ['#1a #fff #12345678 &#39; a#1 x/#1 page#3 #0 ##4 #1.5', []],
    [
      'https://github.com/acme/shop/issues/5 https://gitlab.example.com:8443/a/b/c/-/merge_requests/6/diffs',
      ['acme/shop#5', 'a/b/c!6'],
    ],
    ['https://github.com/acme/shop/issues/5 and acme/shop#5', ['acme/shop#5']],
    ['Wow! 3 of them!3', []],
  ])('%s', (text, ids) => {
    expect(findIssues(text).map(({ id }) => id)).toEqual(ids)
  })

  test.each([
    ['12-fix-refunds', '#12'],
    ['feature/12-fix', '#12'],
    ['fix/gh-12', '#12'],
    ['issue-12', '#12'],
    ['mia/issue/12_x', '#12'],
    ['release-2', undefined],
    ['v2', undefined],
    ['main', undefined],
  ])('branch %s', (branch, id) => {
    expect(issueOfBranch(branch)[0]?.id).toBe(id)
  })

  test('a long text takes no time to speak of', () => {
    for (const unit of ['a/', 'a', '#', 'https://a/', '#1 ', 'a/b#1', 'a.']) {
      const started = performance.now()
      findIssues(unit.repeat(200_000))
      expect(performance.now() - started, unit).toBeLessThan(2000)
    }
  })
})

test.each([
  ['git@github.com:acme/shop.git', 'github.com', 'acme/shop'],
  ['https://mia:secret@GitHub.com/acme/shop', 'github.com', 'acme/shop'],
  ['ssh://git@gitlab.example.com:2222/a/b/c.git', 'gitlab.example.com', 'a/b/c'],
  ['https://gitlab.com/a/b/', 'gitlab.com', 'a/b'],
  ['/srv/git/shop.git', undefined, undefined],
  ['../shop', undefined, undefined],
  ['C:/git/shop', undefined, undefined],
  ['https://github.com/acme/..', undefined, undefined],
])('the remote %s', (url, host, path) => {
  expect(parseRemote(url)).toEqual(host === undefined ? undefined : { host, path })
})
