import { expect, test } from 'vitest'
import { notAPerson } from '../../src/command/person.ts'
import { HostError } from '../../src/host/host.ts'
import { testHost } from '../support/call.ts'

/** The look at the processes above, where /proc says what an agent may have made it say. */

const stat = (pid: number, name: string, parent: number) => `${pid} (${name}) S ${parent} 1 1 0`

function seen(processes: Readonly<Record<string, string>>, platform: 'linux' | 'darwin' = 'linux') {
  return notAPerson({
    ...testHost({ env: {}, cwd: '/' }),
    platform,
    stdinIsTerminal: () => true,
    isTerminal: () => true,
    readFile: (path) => {
      const text = processes[path.split('/')[2] ?? '']
      if (text === undefined) throw new HostError('ENOENT', 'no such process')
      return new TextEncoder().encode(text)
    },
  })
}

test('shells up to the first process', () => {
  expect(seen({ self: stat(9, 'hookbox', 5), 5: stat(5, 'bash', 1) })).toBeUndefined()
})

test.each(['claude', 'codex', 'cursor-agent'])('below %s', (name) => {
  const processes = { self: stat(9, 'hookbox', 7), 7: stat(7, 'a ) S 1 (b', 5), 5: stat(5, name, 1) }
  expect(seen(processes)).toBe(`it runs below ${name}, an agent's harness`)
})

test('a process of another user may be hidden, its own may not', () => {
  expect(seen({ self: stat(9, 'hookbox', 5) })).toBeUndefined()
  expect(seen({})).toBe('it runs below processes that /proc does not show')
  expect(seen({}, 'darwin')).toBeUndefined()
})

test('processes in a circle', () => {
  expect(seen({ self: stat(9, 'hookbox', 5), 5: stat(5, 'bash', 5) })).toContain('more processes than')
})
