import * as fs from 'node:fs'
import * as net from 'node:net'
import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Handler, json, listen, startTracker, type Tracker } from '../../support/tracker.ts'
import type { World } from '../../support/world.ts'
import { quotedIn, saidTo, submit, TOKEN, withProviders } from './setting.ts'

const issue = (title: string) => ({ key: 'PAY-1', fields: { summary: title } })

interface Jira extends Tracker {
  /** How it answers from now on. */
  answer: Handler
}

async function startJira(): Promise<Jira> {
  const jira: { answer: Handler } = { answer: (_request, response) => json(response, issue('One')) }
  const tracker = await startTracker((request, response) => jira.answer(request, response))
  return Object.assign(jira, tracker)
}

function settings(tracker: Tracker, more: object = {}): World {
  const jira = { type: 'jira', url: tracker.url, user: 'mia@example.com', token: { env: 'T' } }
  return withProviders([jira], { fields: ['title'], deadlineMs: 1500, ...more })
}

const folder = (world: World) => path.join(world.home, '.cache/hookbox/tickets')

/** Makes everything in the cache older. */
function age(world: World, ms: number): void {
  for (const name of fs.readdirSync(folder(world))) {
    const file = path.join(folder(world), name)
    const entry = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, number>
    for (const key of ['at', 'until']) if (entry[key] !== undefined) entry[key] -= ms
    fs.writeFileSync(file, JSON.stringify(entry))
  }
}

const MINUTE = 60_000
const DAY = 86_400_000
const fails: Handler = (_request, response) => json(response, {}, 500)

test('a fresh answer is asked for once, in whatever session', async () => {
  const jira = await startJira()
  const world = settings(jira)
  for (const sessionId of ['a', 'b']) {
    expect(quotedIn((await saidTo(world, 'PAY-1', { sessionId })).context)).toEqual(['Title: One'])
  }
  expect(jira.requests).toHaveLength(1)
})

test('an old one is asked for again', async () => {
  const jira = await startJira()
  const world = settings(jira)
  await saidTo(world, 'PAY-1', { sessionId: 'a' })
  jira.answer = (_request, response) => json(response, issue('Two'))
  age(world, 4 * MINUTE)
  expect(quotedIn((await saidTo(world, 'PAY-1', { sessionId: 'b' })).context)).toEqual(['Title: One'])
  age(world, 2 * MINUTE)
  expect(quotedIn((await saidTo(world, 'PAY-1', { sessionId: 'b' })).context)).toEqual(['Title: Two'])
  expect(jira.requests).toHaveLength(2)
})

test('when the tracker does not answer the old one is given, with its age; the user is told once', async () => {
  const jira = await startJira()
  const world = settings(jira)
  await saidTo(world, 'PAY-1', { sessionId: 'a' })
  age(world, 3 * 60 * MINUTE)
  jira.answer = fails
  const said = await saidTo(world, 'PAY-1', { sessionId: 'b' })
  expect(said.context).toMatch(
    /\nPAY-1: http:\S+, read 3 hours ago \(\d{4}-\d\d-\d\d \d\d:\d\d UTC\) and not since, as the tracker could not be asked\n/,
  )
  expect(quotedIn(said.context)).toEqual(['Title: One'])
  expect(said.message).toMatch(
    /^inject-ticket-context: PAY-1 may be out of date: Jira at .*: it answered with status 500$/,
  )
  const again = await saidTo(world, 'PAY-1', { sessionId: 'b' })
  expect(again.message).toBeUndefined()
  expect(again.context).toMatch(
    /PAY-1: as given before in this session; .*, read 3 hours ago .* could not be asked\.$/,
  )
  age(world, 40 * DAY)
  expect((await saidTo(world, 'PAY-1', { sessionId: 'c' })).message).toMatch(/no ticket was added/)
})

test('what is not there is remembered for five minutes', async () => {
  const jira = await startJira()
  jira.answer = (_request, response) => json(response, {}, 404)
  const world = settings(jira, { cacheMinutes: 60 })
  expect(await saidTo(world, 'PAY-1')).toEqual({})
  expect(await saidTo(world, 'PAY-1')).toEqual({})
  expect(jira.requests).toHaveLength(1)
  age(world, 6 * MINUTE)
  jira.answer = (_request, response) => json(response, issue('Made since'))
  expect(quotedIn((await saidTo(world, 'PAY-1')).context)).toEqual(['Title: Made since'])
})

test('a tracker that asks for it is left alone, and asked again then', async () => {
  const jira = await startJira()
  jira.answer = (_request, response) => json(response, {}, 429, { 'retry-after': '600' })
  const world = settings(jira)
  await saidTo(world, 'PAY-1')
  await saidTo(world, 'PAY-2')
  expect(jira.requests).toHaveLength(1)
  age(world, 9 * MINUTE)
  await saidTo(world, 'PAY-1')
  expect(jira.requests).toHaveLength(1)
  age(world, 2 * MINUTE)
  jira.answer = (_request, response) => json(response, issue('One'))
  expect((await saidTo(world, 'PAY-1')).context).toContain('One')
})

test('a slow tracker costs the deadline once, then nothing for half a minute', async () => {
  const jira = await startJira()
  jira.answer = () => {}
  const world = settings(jira, { deadlineMs: 400 })
  const timed = async () => {
    const started = performance.now()
    await submit(world, 'PAY-1')
    return performance.now() - started
  }
  const first = await timed()
  expect(first).toBeGreaterThan(380)
  expect(first).toBeLessThan(2000)
  expect(await timed()).toBeLessThan(300)
})

test('a server that never ends its handshake: the process ends with the deadline', async () => {
  const port = await listen(net.createServer(() => {}))
  const jira = { type: 'jira', url: `https://127.0.0.1:${port}`, token: { env: 'T' } }
  const world = withProviders([jira], { deadlineMs: 500 })
  const started = performance.now()
  const { message } = await saidTo(world, 'PAY-1', { executable: true })
  expect(message).toMatch(/no answer in time$/)
  expect(performance.now() - started).toBeLessThan(2500)
})

test('cacheMinutes 0: asked every time, and still there when it fails', async () => {
  const jira = await startJira()
  const world = settings(jira, { cacheMinutes: 0 })
  for (const sessionId of ['a', 'b']) await saidTo(world, 'PAY-1', { sessionId })
  expect(jira.requests).toHaveLength(2)
  jira.answer = fails
  expect((await saidTo(world, 'PAY-1', { sessionId: 'c' })).context).toContain('One')
})

test('several tickets at once', async () => {
  const jira = await startJira()
  jira.answer = ({ path }, response) => {
    setTimeout(() => json(response, { fields: { summary: path.slice(0, 30) } }), 300)
  }
  const world = settings(jira)
  const started = performance.now()
  const { context } = await saidTo(world, 'PAY-1 PAY-2 PAY-3 PAY-4')
  expect(performance.now() - started).toBeLessThan(850)
  expect(quotedIn(context)).toHaveLength(3)
})

test('two processes at once ask once', async () => {
  const jira = await startJira()
  jira.answer = (_request, response) => {
    setTimeout(() => json(response, issue('One')), 400)
  }
  const world = settings(jira, { deadlineMs: 3000 })
  const both = await Promise.all(
    ['a', 'b'].map((sessionId) => saidTo(world, 'PAY-1', { sessionId, executable: true })),
  )
  for (const { context } of both) expect(quotedIn(context)).toEqual(['Title: One'])
  expect(jira.requests).toHaveLength(1)
})

describe('the files of the cache', () => {
  test('are for the user alone, and hold nothing of the token', async () => {
    const jira = await startJira()
    const world = settings(jira)
    await saidTo(world, 'PAY-1')
    jira.answer = ({ headers }, response) =>
      json(response, { errorMessages: [String(headers.authorization)] }, 403)
    await saidTo(world, 'PAY-2')
    const files = fs.readdirSync(path.join(world.home, '.cache'), { recursive: true, encoding: 'utf8' })
    const basic = Buffer.from(`mia@example.com:${TOKEN}`).toString('base64')
    let read = 0
    for (const name of files) {
      const file = path.join(world.home, '.cache', name)
      const info = fs.statSync(file)
      expect(info.mode & 0o077, name).toBe(0)
      if (!info.isFile()) continue
      read++
      const text = fs.readFileSync(file, 'utf8')
      for (const secret of [TOKEN, basic]) expect(text, name).not.toContain(secret)
    }
    expect(read).toBeGreaterThanOrEqual(2)
  })

  test.each(['', '{', '[]', '{"v":1}', '{"v":1,"key":"other","at":1,"ticket":null}'])(
    'that hold %j are no answer',
    async (text) => {
      const jira = await startJira()
      const world = settings(jira)
      await saidTo(world, 'PAY-1', { sessionId: 'a' })
      for (const name of fs.readdirSync(folder(world))) fs.writeFileSync(path.join(folder(world), name), text)
      expect(quotedIn((await saidTo(world, 'PAY-1', { sessionId: 'b' })).context)).toEqual(['Title: One'])
      expect(jira.requests).toHaveLength(2)
    },
  )

  test('that somebody damaged inside break nothing', async () => {
    const jira = await startJira()
    const world = settings(jira)
    await saidTo(world, 'PAY-1', { sessionId: 'a' })
    const [name = ''] = fs.readdirSync(folder(world))
    const file = path.join(folder(world), name)
    const entry = JSON.parse(fs.readFileSync(file, 'utf8')) as object
    fs.writeFileSync(file, JSON.stringify({ ...entry, ticket: { fields: [], comments: [{ text: 1 }] } }))
    expect((await saidTo(world, 'PAY-1', { sessionId: 'b' })).context).toContain('One')
  })

  test('from the future, after the clock was put back, do not count', async () => {
    const jira = await startJira()
    const world = settings(jira)
    await saidTo(world, 'PAY-1', { sessionId: 'a' })
    age(world, -DAY)
    await saidTo(world, 'PAY-1', { sessionId: 'b' })
    expect(jira.requests).toHaveLength(2)
  })

  test('can not be written: the ticket is given all the same', async () => {
    const jira = await startJira()
    const world = settings(jira)
    fs.writeFileSync(path.join(world.home, '.cache'), 'no folder')
    expect((await saidTo(world, 'PAY-1')).context).toContain('One')
  })
})
