import * as path from 'node:path'
import { build } from 'esbuild'

/**
 * The audit page: one script and one style, and the script of a report, which has its records
 * with it. Written for browsers of the last two years.
 */
export async function buildPage(root: string, out: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: ['page', 'report'].map((name) => `src/server/page/browser/${name}.ts`),
    outdir: out,
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: ['chrome120', 'firefox121', 'safari17'],
    minify: true,
    legalComments: 'none',
    charset: 'utf8',
    logLevel: 'error',
  })
  await build({
    absWorkingDir: root,
    entryPoints: [path.join('src/server/page/browser', 'page.css')],
    outdir: out,
    bundle: true,
    minify: true,
    charset: 'utf8',
    logLevel: 'error',
  })
}
