import * as fs from 'node:fs'
import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import { nodeHost } from '../../src/host/node.ts'
import { makeWorld } from '../support/world.ts'

describe('makeDirectory', () => {
  test('makes what is missing, for the user alone, and takes what is there', () => {
    const { tmp } = makeWorld()
    const folder = path.join(tmp, 'a/b/c')
    nodeHost.makeDirectory(folder, 0o700)
    nodeHost.makeDirectory(folder, 0o700)
    for (const one of ['a', 'a/b', 'a/b/c']) {
      expect(fs.statSync(path.join(tmp, one)).mode & 0o777).toBe(0o700)
    }
  })

  test('refuses where it can not', () => {
    const { tmp } = makeWorld()
    fs.writeFileSync(path.join(tmp, 'file'), '')
    fs.symlinkSync(path.join(tmp, 'nothing'), path.join(tmp, 'link'))
    for (const name of ['file', 'file/a', 'file/a/b', 'link', 'link/a', 'link/a/b']) {
      expect(() => nodeHost.makeDirectory(path.join(tmp, name), 0o700), name).toThrow(
        /could not make the folder/,
      )
    }
    expect(fs.existsSync(path.join(tmp, 'nothing'))).toBe(false)
  })

  // Node's own recursive mkdir never comes back from there.
  test('ends where a folder that is there says it is not', () => {
    expect(() => nodeHost.makeDirectory('/proc/logs/x', 0o700)).toThrow(/could not make the folder/)
  })
})
