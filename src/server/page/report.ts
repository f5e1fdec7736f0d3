import { createHash } from 'node:crypto'
import { VERSION } from '../../version.ts'
import type { Row } from '../store/row.ts'
import { documentOf, type PageFiles } from './routes.ts'

/**
 * The page with its records in it, as one file that asks nothing of anybody. Its policy names its
 * own script and style by their hashes: whatever a record holds, no other script would run. The
 * records stand in an element that browsers do not run, with every `<` written as an escape, so
 * that none can end it.
 */
export function reportDocument(rows: readonly Row[], title: string, { script, style }: PageFiles): string {
  const kept = rows.map(({ words: _words, ...row }) => row)
  const data = JSON.stringify({ version: VERSION, store: title, rows: kept })
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
  return documentOf(
    `<meta http-equiv="Content-Security-Policy" content="${policy}">\n<style>${style}</style>`,
    `<script type="application/json" id="records">${data}</script>\n<script>${script}</script>\n`,
  )
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`
}
