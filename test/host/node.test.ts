import fs from 'node:fs'
import * as os from 'node:os'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { nodeHost } from '../../src/host/node.ts'

/** Node's side of the Host interface, where it has to decide something. */

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

describe.runIf(process.platform !== 'win32')('the home directory', () => {
  test('as the environment says', () => {
    vi.stubEnv('HOME', '/somewhere/else')
    expect(nodeHost.home()).toBe('/somewhere/else')
  })

  test.each(['', '.', 'home', './home'])(
    'as the system says, when the environment says %j, which would be a folder of the project',
    (home) => {
      vi.stubEnv('HOME', home)
      expect(nodeHost.home()).toBe(os.userInfo().homedir)
    },
  )
})

test('a folder that can not be made on a read-only disk, of which Node says ENOENT', () => {
  const failing = (code: string) => () => {
    throw Object.assign(new Error(code), { code })
  }
  vi.spyOn(fs, 'mkdirSync').mockImplementation(failing('ENOENT'))
  vi.spyOn(fs, 'accessSync').mockImplementation(failing('EROFS'))
  expect(() => nodeHost.makeDirectory('/ro/logs', 0o700)).toThrow(
    'could not make the folder /ro/logs: the disk is read-only',
  )
})
