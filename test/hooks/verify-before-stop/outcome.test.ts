import { expect, test } from 'vitest'
import { runSuite } from '../../../hooks/verify-before-stop/outcome.ts'
import type { RunResult } from '../../../src/host/host.ts'
import { nodeHost } from '../../../src/host/node.ts'

/** What cmd, which configured commands go to on Windows, says of a program that is not there. */
const MISSING =
  "'npm' is not recognized as an internal or external command,\r\noperable program or batch file.\r\n"

const kind = async (code: number, stderr: string, stdout = '') => {
  const result: RunResult = { ended: 'exited', code, stdout, stderr, omitted: 0, durationMs: 1 }
  const suite = { argv: ['cmd', '/d', '/s', '/c', 'npm test'], folder: 'C:/x', name: 'npm test' }
  return (await runSuite({ ...nodeHost, run: async () => result }, suite, 1000)).kind
}

test('a program that is missing on Windows is no red test', async () => {
  expect(await kind(1, MISSING)).toBe('stuck')
  expect(await kind(9009, MISSING)).toBe('stuck')
})

test('red tests that print the same are red', async () => {
  expect(await kind(1, MISSING, '1 of 20 failed')).toBe('red')
  expect(await kind(1, `${MISSING}not ok 1`)).toBe('red')
  expect(await kind(1, '')).toBe('red')
})
