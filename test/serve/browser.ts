import * as fs from 'node:fs'
import * as path from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { onTestFinished } from 'vitest'

/** The real browser of the tests: Debian's chromium, or the one that CHROMIUM names. */

/** What was seen is kept for people to look at. */
const PICTURES = path.resolve(import.meta.dirname, '../../.cache/screenshots')

export async function startBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
  if (!fs.existsSync(executablePath))
    throw new Error(`there is no ${executablePath}: apt-get install chromium, or name one in CHROMIUM`)
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
}

export interface Opened {
  readonly page: Page
  /** Whatever the page said that it should not have: errors, and what its policy forbade. */
  readonly problems: readonly string[]
  picture(name: string): Promise<void>
}

export const DESKTOP = { viewport: { width: 1360, height: 900 } } as const
export const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true } as const

export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = DESKTOP,
): Promise<Opened> {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC', ...options })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || /Content Security Policy/i.test(message.text()))
      problems.push(message.text())
  })
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  // Nothing but the server itself, or the file itself, may be asked.
  const origin = url.startsWith('http') ? new URL(url).origin : 'file://'
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:'))
      problems.push(`asked ${request.url()}`)
  })
  await page.goto(url)
  return {
    page,
    problems,
    picture: async (name) => {
      fs.mkdirSync(PICTURES, { recursive: true })
      await page.screenshot({ path: path.join(PICTURES, `${name}.png`) })
    },
  }
}

/** Waits until an expression holds in the page. Not by `waitForFunction`, which the page's policy forbids. */
export async function until(page: Page, expression: string): Promise<void> {
  const end = Date.now() + 20_000
  while (!(await page.evaluate<boolean>(expression))) {
    if (Date.now() > end) throw new Error(`never so: ${expression}`)
    await page.waitForTimeout(50)
  }
}
