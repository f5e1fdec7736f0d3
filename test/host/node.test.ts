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

test("a folder that can not be made, since its parent can not: the reason is the parent's", () => {
  vi.spyOn(fs, 'mkdirSync').mockImplementation((folder) => {
    const code = folder === '/ro/logs' ? 'EROFS' : 'ENOENT'
    throw Object.assign(new Error(code), { code })
  })
  expect(() => nodeHost.makeDirectory('/ro/logs/a', 0o700)).toThrow(
    'could not make the folder /ro/logs/a: the disk is read-only',
  )
})
