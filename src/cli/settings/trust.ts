import * as path from 'node:path'
import { homeFolder } from './places.ts'
import { tryText } from './read.ts'
import { objectOf, recordOf } from './value.ts'

/**
 * Whether somebody has accepted the trust dialog of Claude Code in this folder. That of a folder
 * above does not count (docs/contracts/claude-code.md section 18).
 */
export function isTrusted(project: string, env: NodeJS.ProcessEnv = process.env): boolean {
  const folder = env['CLAUDE_CONFIG_DIR'] || homeFolder(env)
  if (folder === undefined) return false
  const projects = recordOf(objectOf(tryText(path.join(folder, '.claude.json')).text ?? '')?.['projects'])
  return recordOf(projects?.[project])?.['hasTrustDialogAccepted'] === true
}
