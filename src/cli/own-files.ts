import * as fs from 'node:fs'
import * as path from 'node:path'

/**
 * The folder of the bundles, beside that of the launcher that runs. The bundles themselves can't
 * say where they are: one of the ways in which they are loaded knows no file
 * (src/host/node-cached.ts).
 */
export function distFolder(): string {
  const launcher = fs.realpathSync(process.argv[1] ?? '')
  return path.join(path.dirname(path.dirname(launcher)), 'dist')
}
