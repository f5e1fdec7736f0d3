import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import * as path from 'node:path'
import type { Answer } from '../http/answer.ts'
import type { Route } from '../http/routes.ts'

/** The built page: its script and its style (scripts/build.ts). */
export interface PageFiles {
  readonly script: string
  readonly style: string
}

/** Reads them from the folder `page` of the build. Throws when they are not there. */
export function readPage(folder: string, script: 'page.js' | 'report.js'): PageFiles {
  const read = (name: string) => fs.readFileSync(path.join(folder, name), 'utf8')
  return { script: read(script), style: read('page.css') }
}

/**
 * Only what comes from here runs or is asked. No text of a record can become a script: the page
 * makes none (Trusted Types without a policy), and nothing inline would run.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#2f6f4f"/><path d="M10 7v18M22 7v18M10 16h12" stroke="#fff" stroke-width="3.4" stroke-linecap="round" fill="none"/></svg>'

/** The page itself. It holds no record and is open to all: what it asks for is not. */
export function pageRoutes({ script, style }: PageFiles): Route[] {
  const tag = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)
  const html = documentOf(
    `<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/page.css?${tag(style)}">
<script src="/page.js?${tag(script)}" defer></script>`,
    '',
  )
  const file = (address: string, body: string, type: string, headers: Answer['headers'] = {}): Route => ({
    method: 'GET',
    path: address,
    needs: 'nobody',
    answer: () => ({ status: 200, body, type, headers }),
  })
  const kept = { 'cache-control': 'public, max-age=31536000, immutable' }
  return [
    file('/', html, 'text/html; charset=utf-8', { 'content-security-policy': POLICY }),
    file('/page.js', script, 'text/javascript; charset=utf-8', kept),
    file('/page.css', style, 'text/css; charset=utf-8', kept),
    file('/icon.svg', ICON, 'image/svg+xml', kept),
  ]
}

/** The frame of the page and of a report. */
export function documentOf(head: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>hookbox audit</title>
${head}
</head>
<body>
<div id="app"><noscript>This page needs JavaScript.</noscript></div>
${body}</body>
</html>
`
}
