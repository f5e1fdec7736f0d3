import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import type { TestProject } from 'vitest/node'
import { PLATFORMS } from '../../scripts/native/compiler.ts'
import { makeNative, makeTool, named } from '../../scripts/native/native.ts'
import { emulator } from '../support/engine.ts'
import { type Made, temporary, wineEnv, wineProgram, wineServer } from './programs.ts'

/** What these tests can't show, said at the end of every run. */
const every = Number(process.env['HOOKBOX_EVERY_ROW'] ?? 1)
const NOT_RUN = [
  ...(every > 1
    ? [`arm64: ${every - 1} of ${every} rows of the black-box tables (npm run test:platforms -- --every 1)`]
    : []),
  'macOS: no emulator runs its programs; they are built only (npm run binaries -- --all)',
  'Windows itself: Wine stands for it. No UNC path, no drive but Z:, no real path of a long one, no console, no git and no curl there',
  'Windows: appends of several processes at once, which Wine does not do in one step',
  'Windows: the black-box tables; a choice of calls of every hook is compared with Node instead',
  'arm64: locks between processes, since QEMU makes up /proc/self/stat',
]

/** Makes the programs and Wine's folder, once for all tests. */
export default async function prepare(project: TestProject): Promise<() => void> {
  emulator('aarch64')
  const wine = wineProgram()
  if (wine === undefined) throw new Error('wine64 was not found: install wine64')
  const made: Made = { folder: temporary('hookbox-platforms-'), wine }
  for (const name of ['wine-home', 'wine']) fs.mkdirSync(path.join(made.folder, name))
  wineServer(made, '-p')
  const { status } = spawnSync(wine, ['wineboot', '--init'], { env: wineEnv(made), stdio: 'ignore' })
  if (status !== 0) throw new Error(`wine could not make ${path.join(made.folder, 'wine')} (${status})`)
  const probe = path.join(import.meta.dirname, 'host-probe.ts')
  await makeNative(named(PLATFORMS, 'linux-arm64'), probe, path.join(made.folder, 'linux-arm64/hookbox'))
  await makeNative(named(PLATFORMS, 'win32-x64'), probe, path.join(made.folder, 'win32-x64/hookbox.exe'))
  const tool = path.join(made.folder, 'windows-tool.exe')
  makeTool(path.join(import.meta.dirname, 'windows-tool.c'), tool, named(PLATFORMS, 'win32-x64'))
  project.provide('made', made)
  return () => {
    wineServer(made, '-k')
    fs.rmSync(made.folder, { recursive: true, force: true, maxRetries: 5 })
    process.stdout.write(`not run:\n${NOT_RUN.map((line) => `  ${line}\n`).join('')}`)
  }
}
