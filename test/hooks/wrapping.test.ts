import * as fs from 'node:fs'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { hook as rm } from '../../hooks/block-dangerous-rm/index.ts'
import { hook as git } from '../../hooks/block-destructive-git/index.ts'
import { hook as sudo } from '../../hooks/block-sudo/index.ts'
import { hook as files } from '../../hooks/protect-sensitive-files/index.ts'
import type { Hook } from '../../src/hook.ts'
import { callFunction } from '../support/call.ts'
import { runs } from '../support/property-runs.ts'
import { bashPayload } from '../support/table.ts'
import { worldEnv } from '../support/world.ts'
import { SAYS, WRAPS, type Wrap } from '../support/wrapping.ts'
import { gitWorld } from './block-destructive-git/world.ts'

const world = gitWorld('dirty')
world.put('.env', 'KEY=1\n')
world.put('data/only.csv', 'x\n')
afterAll(() => fs.rmSync(world.root, { recursive: true, force: true }))

async function says(hook: Hook, command: string): Promise<string> {
  const stdin = JSON.stringify({ ...bashPayload(command), cwd: world.project })
  const { exit, stdout, stderr } = await callFunction(hook, {
    stdin,
    env: worldEnv(world),
    cwd: world.project,
  })
  if (/could not judge/.test(stderr)) return stderr
  return exit === 2
    ? 'deny'
    : /"permissionDecision":"ask"/.test(stdout)
      ? 'ask'
      : stdout === ''
        ? 'pass'
        : stdout
}

/** A guard, commands it denies, and the ways to run them that it may let pass. */
interface Guarded {
  readonly hook: Hook
  readonly denied: readonly string[]
  readonly except?: (wrap: Wrap) => boolean
}

const GUARDS: Readonly<Record<string, Guarded>> = {
  'block-dangerous-rm': {
    hook: rm as Hook,
    denied: ['rm -rf /', 'rm -rf "$NOT_SET/"', 'find / -delete'],
    // A new container has files of its own.
    except: ({ name }) =>
      /^(?:docker|podman|nerdctl)(?:-compose)? (?:container |compose )?(?:run|create)$/.test(name),
  },
  'block-sudo': { hook: sudo as Hook, denied: ['sudo ls', 'su - bob', 'doas ls'] },
  'protect-sensitive-files': {
    hook: files as Hook,
    denied: ['cat .env', 'echo x > .env', 'cp a ~/.ssh/id_rsa'],
  },
  'block-destructive-git': {
    hook: git as Hook,
    denied: ['git push -f origin main', 'git reflog expire --expire=now --all', 'git branch -D feature'],
  },
}

describe.each(Object.entries(GUARDS))('%s', (_name, { hook, denied, except }) => {
  const wraps = WRAPS.filter((wrap) => !except?.(wrap))

  test('denies its commands', async () => {
    for (const command of denied) expect([command, await says(hook, command)]).toEqual([command, 'deny'])
  })

  test('behind every program of the table', { timeout: 300_000 }, async () => {
    const passed: string[] = []
    for (const [index, { around }] of wraps.entries()) {
      const text = around(denied[index % denied.length] ?? '')
      const said = await says(hook, text)
      if (said !== 'deny' && said !== 'ask') passed.push(`${text}: ${said}`)
    }
    expect(passed).toEqual([])
  })

  test('behind several of them', { timeout: 3_600_000 }, async () => {
    // `sh -c '- x'` is an option that no shell has.
    const inside = wraps.filter(({ name }) => name !== '-')
    const around = fc.array(fc.constantFrom(...inside), { minLength: 2, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...denied), around, async (command, list) => {
        const text = list.reduce((inner, wrap) => wrap.around(inner), command)
        expect(['deny', 'ask'], text).toContain(await says(hook, text))
      }),
      { numRuns: runs(80) },
    )
  })

  test('lets a text pass that only says them', { timeout: 3_600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...denied),
        fc.array(fc.constantFrom(...WRAPS.filter(({ elsewhere }) => !elsewhere)), { maxLength: 2 }),
        fc.constantFrom(...SAYS),
        async (command, list, say) => {
          const text = say(list.reduce((inner, wrap) => wrap.around(inner), command))
          expect(await says(hook, text), text).toBe('pass')
        },
      ),
      { numRuns: runs(80) },
    )
  })
})
