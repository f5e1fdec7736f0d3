import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { type World, worldEnv } from './world.ts'

/** A Python that a version manager starts asks for the manager's own folder. */
const pythonHome: Record<string, string> =
  process.env['PYENV_ROOT'] === undefined && fs.existsSync(`${process.env['HOME']}/.pyenv`)
    ? { PYENV_ROOT: `${process.env['HOME']}/.pyenv` }
    : {}

export interface Typed {
  /** Behind the question `[y/N]`. */
  readonly answer: string
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
}

/** Runs a program in a terminal made by Python's pty module; `shown` is what that showed. */
export function inTerminal(world: World, argv: readonly string[], { answer, env, cwd }: Typed) {
  const { status, stdout, stderr } = spawnSync(
    'python3',
    [path.resolve(import.meta.dirname, 'in-terminal.py'), answer, ...argv],
    {
      cwd: cwd ?? world.project,
      env: worldEnv(world, { ...pythonHome, NO_COLOR: '1', ...env }),
      encoding: 'utf8',
    },
  )
  return { exit: status, shown: `${stdout}${stderr}`.replaceAll('\r\n', '\n') }
}
