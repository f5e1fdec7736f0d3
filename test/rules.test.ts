import { describe, expect, test } from 'vitest'
import { hook as rm } from '../hooks/block-dangerous-rm/index.ts'
import { hook as sudo } from '../hooks/block-sudo/index.ts'
import { registry } from '../hooks/registry.ts'
import { allCases } from '../scripts/score-cases.ts'
import { makeScoreWorld } from '../scripts/score-world.ts'
import { mergeRules, type RuleLayer } from '../src/config/rules.ts'
import { detectDialect, harnessOf } from '../src/harness/index.ts'
import { failsClosed, type Ruled } from '../src/hook.ts'
import { contextOf, serves } from '../src/judge.ts'
import { rulesOf } from '../src/settle.ts'
import { callFunction } from './support/call.ts'
import { bashPayload } from './support/table.ts'
import { makeWorld, worldEnv } from './support/world.ts'

type Section = Readonly<Record<string, unknown>>

interface Files {
  readonly user?: Section
  readonly project?: Section
  readonly argv?: readonly string[]
}

async function ask(hook: typeof sudo | typeof rm, command: string, { user, project, argv = [] }: Files = {}) {
  const file = (section: Section | undefined, name: string) =>
    section === undefined ? {} : { [name]: JSON.stringify({ [hook.name]: section }) }
  const world = makeWorld({
    git: true,
    files: file(project, 'hookbox.json'),
    homeFiles: file(user, '.config/hookbox/hookbox.json'),
  })
  const call = {
    stdin: JSON.stringify(bashPayload(command)).replaceAll('@PROJECT@', world.project),
    env: worldEnv(world),
    cwd: world.project,
    argv,
  }
  const answer = await callFunction(hook as typeof sudo, call)
  const said = /"permissionDecision":"(\w+)"/.exec(answer.stdout)?.[1]
  const told = answer.stdout.includes('only observes') ? 'observed' : 'pass'
  return { ...answer, verdict: said ?? (answer.exit === 2 ? 'deny' : told) }
}

describe('the mode of a rule', () => {
  test.each([
    ['none set', 'sudo ls', {}, 'deny'],
    ['by the user', 'sudo ls', { user: { rules: { sudo: 'ask' } } }, 'ask'],
    ['by the user, to observe', 'sudo ls', { user: { rules: { sudo: 'observe' } } }, 'observed'],
    ['of another rule', 'su -c ls', { user: { rules: { sudo: 'observe' } } }, 'deny'],
    ['the strictest of several', 'sudo ls; su -c ls', { user: { rules: { sudo: 'observe' } } }, 'deny'],
    [
      'the strictest, in another order',
      'su -c ls; sudo ls',
      { user: { rules: { sudo: 'observe' } } },
      'deny',
    ],
    ['all of them loose', 'sudo ls; su -c ls', { user: { rules: { sudo: 'observe', su: 'ask' } } }, 'ask'],
    ['stricter than the hook', 'sudo ls', { user: { mode: 'observe', rules: { sudo: 'enforce' } } }, 'deny'],
    ['a project can not loosen', 'sudo ls', { project: { rules: { sudo: 'observe' } } }, 'deny'],
    [
      'a project can tighten',
      'sudo ls',
      { user: { mode: 'observe' }, project: { rules: { sudo: 'ask' } } },
      'ask',
    ],
    [
      'a project can not loosen a rule',
      'sudo ls',
      { user: { mode: 'observe', rules: { sudo: 'ask' } }, project: { rules: { sudo: 'observe' } } },
      'ask',
    ],
    ['by the command line', 'sudo ls', { argv: ['--set', 'rules={"sudo":"ask"}'] }, 'ask'],
    [
      'not against the user, by the command line',
      'sudo ls',
      { user: { rules: { sudo: 'enforce' } }, argv: ['--set', 'rules={"sudo":"ask"}'] },
      'deny',
    ],
  ] as const)('%s', async (_title, command, files, verdict) => {
    expect((await ask(sudo, command, files)).verdict).toBe(verdict)
  })

  test('that did not count is named', async () => {
    const { stderr } = await ask(sudo, 'sudo ls', { project: { rules: { sudo: 'observe' } } })
    expect(stderr).toMatch(
      /\(rule sudo\)\n\(.*hookbox\.json: rules\.sudo is not taken, since it would loosen "enforce"\.\)/,
    )
  })

  test.each([
    [
      { rules: { suddo: 'ask' } },
      /hookbox\.json:1:\d+: "suddo" is not an option of block-sudo\.rules; did you mean "sudo"\?/,
    ],
    [{ rules: { sudo: 'off' } }, /block-sudo\.rules\.sudo has to be one of "enforce", "ask", "observe"/],
    [{ rules: ['sudo'] }, /block-sudo\.rules has to be an object/],
    [{ rulez: {} }, /"rulez" is not an option of block-sudo; did you mean "rules"\?/],
  ])('written wrong (%o) is a mistake with its place', async (user, stderr) => {
    const answer = await ask(sudo, 'sudo ls', { user })
    expect([answer.exit, answer.stderr]).toEqual([2, expect.stringMatching(stderr)])
  })
})

describe('a critical rule', () => {
  test.each([
    ['is not loosened below ask by its mode', { user: { rules: { root: 'observe' } } }, 'ask'],
    ['nor by the mode of the hook in a file', { user: { mode: 'observe' } }, 'ask'],
    ['nor by both', { user: { mode: 'observe', rules: { root: 'observe' } } }, 'ask'],
    ['may ask', { user: { rules: { root: 'ask' } } }, 'ask'],
    ['only tells in a trial on the command line', { argv: ['--mode', 'observe'] }, 'observed'],
    ['not by a rule on the command line', { argv: ['--set', 'rules={"root":"observe"}'] }, 'ask'],
  ] as const)('%s', async (_title, files, verdict) => {
    const answer = await ask(rm, 'rm -rf /', files)
    expect(answer.verdict).toBe(verdict)
    if (verdict === 'ask' && JSON.stringify(files).includes('observe'))
      expect(answer.stdout).toContain('no file makes it less than a question')
  })

  test('beside one that observes is still asked about', async () => {
    const files = { user: { rules: { project: 'observe' } } }
    expect((await ask(rm, 'rm -rf src', files)).verdict).toBe('observed')
    expect((await ask(rm, 'rm -rf src .git', files)).verdict).toBe('deny')
  })
})

test('layers: what a more trusted source says stands', () => {
  const layer = (trust: RuleLayer['trust'], more: Partial<RuleLayer>): RuleLayer => ({
    from: trust,
    trust,
    rules: {},
    ...more,
  })
  expect(
    mergeRules([layer('managed', { mode: 'enforce' }), layer('user', { rules: { a: 'ask' } })], 'enforce')
      .rules,
  ).toEqual({})
  expect(
    mergeRules(
      [layer('managed', { rules: { a: 'ask' } }), layer('user', { rules: { a: 'enforce', b: 'observe' } })],
      'enforce',
    ).rules,
  ).toEqual({ a: 'enforce', b: 'observe' })
})

test('every refusal names rules that its hook has', { timeout: 120_000 }, async () => {
  const world = makeScoreWorld()
  const hooks = (await Promise.all(Object.values(registry).map((load) => load()))).filter(failsClosed)
  const wrong: string[] = []
  const seen = new Set<string>()
  try {
    for (const hook of hooks) {
      if (!hook.rules) continue
      const known = (await rulesOf(hook)).map(({ id }) => id)
      expect(new Set(known).size, hook.name).toBe(known.length)
      for (const one of allCases()) {
        for (const payload of one.payloads) {
          const event = harnessOf(detectDialect(payload)).read(payload, { cwd: '/home/dev/app' })
          if (!serves(hook, event)) continue
          const verdict = await Promise.resolve(
            hook.check(event, contextOf(hook.options.defaults, world.host(one.env))),
          ).catch(() => undefined)
          if (verdict?.kind !== 'deny' && verdict?.kind !== 'ask') continue
          const { rule, also = [] }: Ruled = verdict
          for (const id of [rule, ...also]) {
            if (id === undefined || !known.includes(id)) wrong.push(`${hook.name}: ${id}: ${one.text}`)
            else seen.add(`${hook.name}: ${id}`)
          }
        }
      }
    }
  } finally {
    world.remove()
  }
  expect(wrong).toEqual([])
  expect(seen.size).toBeGreaterThan(20)
})
