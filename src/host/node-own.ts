import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'

/** `Host.startOwn`: the launcher of `hookbox` lies beside that of the hook that runs. */
export function startOwn(words: readonly string[]): boolean {
  try {
    const launcher = path.join(path.dirname(fs.realpathSync(process.argv[1] ?? '')), 'hookbox')
    return fs.existsSync(launcher) && startApart([process.execPath, launcher, ...words])
  } catch {
    return false
  }
}

/** Starts a program, given by its path, that outlives this one; false when it could not be. */
export function startApart([program = '', ...words]: readonly string[]): boolean {
  try {
    const child = spawn(program, words, {
      // A folder that always stays: the sender must not hold a project's, and needs none.
      cwd: path.parse(program).root,
      stdio: 'ignore',
      detached: true,
      windowsHide: true,
    })
    child.on('error', () => {}) // whoever comes next tries again
    child.unref()
    return child.pid !== undefined
  } catch {
    return false
  }
}
