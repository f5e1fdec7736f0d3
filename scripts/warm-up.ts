import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import module from 'node:module'
import * as os from 'node:os'
import * as path from 'node:path'
import { hookNames } from '../src/names.ts'
import { busyPayload, PASSING, passingPayload, shellPayload, trackerPayload } from './payloads.ts'

/**
 * Runs every hook twice in a throw-away folder and keeps the code that V8 compiled for it
 * beside the bundles, for the launchers (`launcher.ts`). The first run, on a payload that passes,
 * decides what is kept for the hook's bundle; the second adds the parts. Then the same for
 * `hookbox run`, first of all with the hooks that run `together`. Last, a ticket of a tracker is
 * asked for, and read again from the cache: what that takes is added to the parts. Does nothing
 * where Node has a compile cache of its own.
 */
export function warmUp(dist: string, together: readonly string[]): void {
  if ('enableCompileCache' in module) return
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookbox-build-')))
  const cwd = path.join(folder, 'project')
  fs.mkdirSync(path.join(cwd, 'tickets'), { recursive: true })
  fs.writeFileSync(path.join(cwd, 'tickets/PAY-1842.json'), '{"title": "x"}')
  const keep = path.join(folder, 'keep.cjs')
  fs.writeFileSync(keep, KEEP)
  const once = (name: string, argv: readonly string[], payload: object, more = '') => {
    spawnSync(process.execPath, ['--require', keep, path.join(dist, '../bin', name), ...argv], {
      cwd,
      env: { PATH: process.env['PATH'], HOME: folder, ADD_TO: more },
      input: JSON.stringify(payload),
    })
  }
  for (const name of hookNames) {
    once(name, [], passingPayload(name, cwd, folder))
    once(name, [], busyPayload(name, cwd))
  }
  once('hookbox', ['run', ...together], shellPayload(cwd, PASSING))
  once('hookbox', ['run', ...together], shellPayload(cwd, 'sudo rm -rf data && cat .env'))
  for (const name of hookNames) once('hookbox', ['run', name], passingPayload(name, cwd, folder))
  const parts = path.join(dist, 'parts')
  configureTracker(folder)
  for (const session of ['a', 'b']) once('inject-ticket-context', [], trackerPayload(cwd, session), parts)
  fs.rmSync(folder, { recursive: true, force: true })
}

function configureTracker(home: string): void {
  const ticket = { title: 'x', status: 'open', description: 'y\n  z' }
  const providers = [{ type: 'command', run: ['echo', JSON.stringify(ticket)] }]
  const file = path.join(home, '.config/hookbox/hookbox.json')
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, JSON.stringify({ 'inject-ticket-context': { providers } }))
}

/**
 * Loaded by the child: notes every script that is made, and at the end keeps what has no cache
 * yet, or lies in the folder ADD_TO: code that came from the cache is kept with what was added.
 */
const KEEP = `
const fs = require('node:fs'), path = require('node:path'), vm = require('node:vm')
const made = [], Script = vm.Script
vm.Script = class extends Script {
  constructor(source, options) { super(source, options); made.push([this, options.filename]) }
}
process.on('exit', () => {
  for (const [script, file] of made) {
    const cache = file + '.' + process.version + '-' + process.arch + '.cache'
    const grows = process.env.ADD_TO && path.dirname(path.resolve(file)) === process.env.ADD_TO
    if (grows || !fs.existsSync(cache)) fs.writeFileSync(cache, script.createCachedData())
  }
})
`
