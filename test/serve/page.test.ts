import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { madeRecords } from '../../scripts/made-records.ts'
import { batch, type How, type Started, sentRecord, startServer } from '../server/start.ts'
import { callExecutable } from '../support/call.ts'
import { makeWorld, worldEnv } from '../support/world.ts'
import { DESKTOP, openPage, PHONE, startBrowser, until } from './browser.ts'
import { newDatabase, openDatabase } from './databases.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

/** A server with a week of a team's records in SQLite. */
async function filled(how: How = {}): Promise<Started> {
  const store = await openDatabase(await newDatabase('sqlite'))
  const server = await startServer({ ...how, parts: { store } })
  const authorization = how.tokens === undefined ? {} : { authorization: 'Bearer all-token-0123456789' }
  const records = [...madeRecords(4000, Date.now() - 5000, 6)]
  await server.post('/v1/records', batch(...records), authorization)
  return server
}

const at = (server: Started, hash: string) => `${server.url}/${hash}`

describe('views', () => {
  test('overview: figures, charts with a tooltip, tools, trouble', async () => {
    const server = await filled()
    const { page, problems, picture } = await openPage(browser, at(server, '#/overview?range=7d'))
    await page.waitForSelector('.plot')
    const stats = await server.store.stats({}, 86_400_000)
    const calls = stats.tools.reduce((sum, tool) => sum + tool.calls, 0)
    expect(await page.textContent('.figure b')).toBe(calls.toLocaleString('en-US'))
    expect(await page.locator('.legend .key').first().textContent()).toMatch(/^Bash/)
    await page.hover('.plot svg', { position: { x: 300, y: 90 } })
    expect(await page.textContent('.tip')).toMatch(/in all/)
    expect(await page.locator('.panel-latest-trouble .record').count()).toBeGreaterThan(3)
    await picture('overview-light')
    // Sorted by another column.
    await page.click('th button:has-text("slowest")')
    expect(await page.locator('tbody tr').first().textContent()).toMatch(/^Agent/)
    // A tool of the legend becomes a filter.
    await page.click('.legend .key:has-text("Read")')
    await until(page, `document.querySelectorAll('tbody tr').length === 1`)
    expect(page.url()).toContain('tool=Read')
    expect(problems).toEqual([])
  })

  test('sessions, one session with its timeline, a refused call with its details', async () => {
    const server = await filled()
    const { page, problems, picture } = await openPage(
      browser,
      at(server, '#/sessions?range=7d&trouble=refused'),
    )
    await page.waitForSelector('.session')
    await picture('sessions-light')
    await page.locator('.session').first().click()
    await page.waitForSelector('.timeline .call')
    await picture('session-light')
    const refused = page.locator('.call.is-refused').first()
    expect(await refused.locator('.why').textContent()).toMatch(/^[a-z-]+ \/ [a-z-]+: /)
    await refused.click()
    await page.waitForSelector('.detail:not([hidden]) .reason')
    expect(await page.locator('.tabs .chip').allTextContents()).toEqual(['attempt', 'deny', 'refused'])
    await picture('detail-light')
    await page.click('.detail .toggle')
    expect(JSON.parse((await page.textContent('.detail .json')) ?? '')).toMatchObject({ stage: 'verdict' })
    await picture('detail-json-light')
    await page.click('text=Only trouble')
    expect(await page.locator('.call.is-ok').count()).toBe(0)
    expect(problems).toEqual([])
  })

  test('records: search, filters, more pages, the address holds it all', async () => {
    const server = await filled()
    const { page, problems, picture } = await openPage(browser, at(server, '#/records?range=7d'))
    await page.waitForSelector('.record')
    expect(await page.locator('.record').count()).toBe(100)
    await page.click('.more-place .more')
    await until(page, `document.querySelectorAll('.record').length === 200`)
    await page.fill('#search', 'sudo systemctl')
    await until(page, `document.querySelectorAll('.record').length < 100`)
    const found = await page.locator('.record .summary').allTextContents()
    expect(found.length).toBeGreaterThan(0)
    for (const one of found) expect(one).toMatch(/sudo systemctl|systemctl as root/)
    await picture('search-light')
    await page.selectOption('select[aria-label="All stages"]', 'verdict')
    await until(
      page,
      `[...document.querySelectorAll('.record .chip')].every((chip) => chip.textContent === 'deny')`,
    )
    const again = await openPage(browser, page.url())
    await again.page.waitForSelector('.record')
    expect(await again.page.inputValue('#search')).toBe('sudo systemctl')
    expect(await again.page.locator('.record').count()).toBe(await page.locator('.record').count())
    await page.fill('#search', '%')
    await page.waitForSelector('.empty')
    expect(problems).toEqual([])
  })

  test('an empty server says how to begin', async () => {
    const server = await startServer()
    const { page, problems, picture } = await openPage(browser, server.url)
    await page.waitForSelector('.welcome')
    const settings = JSON.parse((await page.textContent('.snippet pre')) ?? '') as { hooks: object }
    expect(Object.keys(settings.hooks)).toContain('PreToolUse')
    await picture('welcome-light')
    expect(problems).toEqual([])
  })

  test('a server that has gone is said so, and one that is back is found', async () => {
    const server = await filled()
    const { page } = await openPage(browser, at(server, '#/overview'))
    await page.waitForSelector('.live.is-on')
    await server.stop()
    await page.waitForSelector('.live.is-off')
    const again = await startServer({ port: Number(new URL(server.url).port) })
    await again.post('/v1/records', batch(sentRecord()))
    await page.waitForSelector('.live.is-on')
    await until(page, `document.querySelector('.figure b')?.textContent === '1'`)
  })
})

describe('live', () => {
  test('a call appears in its session as it happens, and its result after it', async () => {
    const server = await startServer()
    await server.post('/v1/records', batch(sentRecord()))
    const { page, problems, picture } = await openPage(browser, at(server, '#/session/session-1'))
    await page.waitForSelector('.live.is-on')
    await page.waitForSelector('.call.is-open, .call')
    const call = { tool_use_id: 'call-2', tool_input: { command: 'make deploy' } }
    await server.post('/v1/records', batch(sentRecord({ id: 'two', ...call })))
    await page.waitForSelector('.call:has-text("make deploy")')
    expect(await page.locator('.call:has-text("make deploy") .sign').getAttribute('aria-label')).toBe(
      'no result recorded',
    )
    await server.post(
      '/v1/records',
      batch(sentRecord({ id: 'three', ...call, stage: 'failure', error: 'Exit code 2', duration_ms: 4200 })),
    )
    await page.waitForSelector('.call.is-failed:has-text("make deploy")')
    expect(await page.locator('.call.is-failed .took').textContent()).toBe('4.2 s')
    await until(page, `document.querySelector('.facts')?.textContent?.includes('1 failed')`)
    await picture('live-light')
    expect(problems).toEqual([])
  })

  test('the list of records offers new ones, the overview counts them', async () => {
    const server = await startServer()
    await server.post('/v1/records', batch(sentRecord()))
    const list = await openPage(browser, at(server, '#/records'))
    const overview = await openPage(browser, at(server, '#/overview?range=24h'))
    await list.page.waitForSelector('.record')
    await overview.page.waitForSelector('.figure')
    for (const { page } of [list, overview]) await page.waitForSelector('.live.is-on')
    await server.post(
      '/v1/records',
      batch(sentRecord({ id: 'two', tool_use_id: 'call-2', tool_name: 'Read' })),
    )
    await list.page.waitForSelector('.news:has-text("1 new")')
    await list.page.click('.news')
    await until(list.page, `document.querySelectorAll('.record').length === 2`)
    await until(overview.page, `document.querySelector('.figure b')?.textContent === '2'`)
    expect([...list.problems, ...overview.problems]).toEqual([])
  })
})

describe('what records hold never becomes markup', () => {
  const evil = '<img src=x onerror=alert(1)><script>alert(2)</script>'
  const hostile = sentRecord({
    session_id: evil,
    tool_use_id: `${evil}2`,
    tool_name: evil,
    tool_input: { command: evil, [evil]: [evil, { [evil]: evil }], url: 'javascript:alert(3)' },
    user: evil,
    cwd: `/${evil}`,
    stage: 'verdict',
    hook: evil,
    rule: evil,
    verdict: 'deny',
    reason: `${evil}\n</script><!--`,
  })

  test('in no view', async () => {
    const server = await startServer()
    await server.post('/v1/records', batch(hostile, sentRecord({ id: 'two' })))
    for (const view of [
      '#/overview?range=1h',
      '#/sessions',
      '#/records',
      `#/session/${encodeURIComponent(evil)}`,
    ]) {
      const { page, problems, picture } = await openPage(browser, at(server, view))
      await page.waitForSelector('.record, .session, .call')
      expect(await page.evaluate(`document.querySelectorAll('#app img, #app script').length`)).toBe(0)
      expect(await page.textContent('#app')).toContain('onerror=alert(1)')
      if (view === '#/records') {
        await page.locator('.record').last().click()
        await page.waitForSelector('.detail .reason')
        await page.click('.detail .toggle')
        await page.waitForSelector('.detail .json')
        await picture('hostile-light')
      }
      expect(problems, view).toEqual([])
    }
  })

  test('and turns no direction of writing: a command reads as it runs', async () => {
    const server = await startServer()
    const command = 'echo \u202emoc.elpmaxe\u202c | sh\r\nls\u001b[2K'
    await server.post('/v1/records', batch(sentRecord({ tool_input: { command } })))
    const { page, problems } = await openPage(browser, at(server, '#/records'))
    await page.locator('.record').first().click()
    await page.waitForSelector('.detail .body')
    const text = (await page.textContent('#app')) ?? ''
    expect(text).toContain('echo \\u202emoc.elpmaxe\\u202c | sh')
    expect(text).toContain('ls\\u001b[2K')
    expect(text).not.toMatch(/[\u202a-\u202e\u001b\r]/)
    expect(problems).toEqual([])
  })

  test('in no report', async () => {
    const world = makeWorld({ files: { 'logs/tool-audit.jsonl': batch(hostile, sentRecord({ id: 'two' })) } })
    const answer = await callExecutable('hookbox', {
      argv: ['audit', 'report', '--out', 'report.html'],
      env: worldEnv(world),
      cwd: world.project,
    })
    expect(answer).toMatchObject({ exit: 0, stderr: 'report.html: 2 records\n' })
    const { page, problems, picture } = await openPage(
      browser,
      `file://${path.join(world.project, 'report.html')}#/records`,
    )
    await page.waitForSelector('.record')
    expect(await page.evaluate(`document.querySelectorAll('#app img, #app script').length`)).toBe(0)
    expect(await page.textContent('#app')).toContain('onerror=alert(1)')
    await picture('report-light')
    expect(problems).toEqual([])
  })
})

test('a report has every view, filters and search, with no server', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hookbox-report-'))
  const log = path.join(folder, 'log.jsonl')
  fs.writeFileSync(log, batch(...madeRecords(2000, Date.now(), 3)))
  const world = makeWorld()
  const out = path.join(folder, 'report.html')
  const answer = await callExecutable('hookbox', {
    argv: ['audit', 'report', '--file', log, '--out', out],
    env: worldEnv(world),
    cwd: world.project,
  })
  expect(answer.exit, answer.stderr).toBe(0)
  expect(fs.statSync(out).mode & 0o777).toBe(0o600)
  const { page, problems } = await openPage(browser, `file://${out}`)
  await page.waitForSelector('.plot')
  await page.click('nav a:has-text("Sessions")')
  await page.locator('.session').first().click()
  await page.waitForSelector('.timeline .call')
  await page.fill('#search', 'sudo')
  await page.waitForSelector('.record')
  await page.locator('.record').first().click()
  await page.waitForSelector('.detail .body')
  expect(problems).toEqual([])
  fs.rmSync(folder, { recursive: true })
})

test('from the keyboard alone', async () => {
  const server = await filled()
  const { page, problems } = await openPage(browser, at(server, '#/overview?range=7d'))
  await page.waitForSelector('.plot')
  await page.keyboard.press('2')
  await page.waitForSelector('.session')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.timeline .call')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.detail:not([hidden])')
  const first = await page.getAttribute('[data-item].is-open', 'data-id')
  await page.keyboard.press('j')
  await until(
    page,
    `document.querySelector('[data-item].is-open')?.getAttribute('data-id') !== ${JSON.stringify(first)}`,
  )
  await page.keyboard.press('Escape')
  await page.waitForSelector('.detail', { state: 'hidden' })
  await page.keyboard.press('?')
  await page.waitForSelector('dialog[open]')
  await page.keyboard.press('Escape')
  await page.waitForSelector('dialog', { state: 'detached' })
  await page.keyboard.press('/')
  await page.keyboard.type('vitest')
  await page.waitForSelector('.record')
  expect(page.url()).toContain('text=vitest')
  expect(problems).toEqual([])
})

test('light and dark, as the system has it and as chosen', async () => {
  const server = await filled()
  const { page, problems, picture } = await openPage(browser, at(server, '#/overview?range=7d'), {
    ...DESKTOP,
    colorScheme: 'dark',
  })
  await page.waitForSelector('.plot')
  const back = () => page.evaluate(`getComputedStyle(document.body).backgroundColor`)
  const dark = await back()
  await picture('overview-dark')
  await page.keyboard.press('t')
  const light = await back()
  expect(light).not.toBe(dark)
  await page.reload()
  await page.waitForSelector('.plot')
  expect(await back()).toBe(light)
  await page.keyboard.press('t')
  expect(await back()).toBe(dark)
  for (const view of ['sessions', 'records']) {
    await page.goto(at(server, `#/${view}?range=7d`))
    await page.waitForSelector('.session, .record')
    await picture(`${view}-dark`)
  }
  await page.goto(at(server, '#/sessions?range=7d&trouble=refused'))
  await page.locator('.session').first().click()
  await page.locator('.call.is-refused').first().click()
  await page.waitForSelector('.detail .reason')
  await picture('detail-dark')
  expect(problems).toEqual([])
})

test('on a phone nothing is wider than the screen', async () => {
  const server = await filled()
  const { page, problems, picture } = await openPage(browser, at(server, '#/overview?range=7d'), PHONE)
  for (const view of ['overview', 'sessions', 'records']) {
    await page.goto(at(server, `#/${view}?range=7d`))
    await page.waitForSelector('.plot, .session, .record')
    expect(await page.evaluate(`document.documentElement.scrollWidth`), view).toBeLessThanOrEqual(390)
    await picture(`${view}-phone`)
  }
  await page.goto(at(server, '#/sessions?range=7d&trouble=refused'))
  await page.locator('.session').first().click()
  await page.waitForSelector('.timeline')
  expect(await page.evaluate(`document.documentElement.scrollWidth`)).toBeLessThanOrEqual(390)
  await picture('session-phone')
  await page.locator('.call.is-refused').first().click()
  await page.waitForSelector('.detail .reason')
  await picture('detail-phone')
  expect(problems).toEqual([])
})

test('with tokens the page asks for one, and forgets it with the tab', async () => {
  const server = await filled({ tokens: 'ada all all-token-0123456789\nken write write-token-0123456789' })
  const { page, picture } = await openPage(browser, at(server, '#/overview?range=7d'))
  await page.waitForSelector('.login')
  await picture('login-light')
  await page.fill('#token', 'write-token-0123456789')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.login:has-text("may not look at records")')
  await page.fill('#token', 'all-token-0123456789')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.plot')
  expect(page.url()).not.toContain('token')
  await page.waitForSelector('.live.is-on')
  const other = await openPage(browser, at(server, '#/overview'))
  await other.page.waitForSelector('.login')
})
