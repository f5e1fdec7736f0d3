import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import { hook as audit } from '../../hooks/audit-tool-call/index.ts'
import { hook as git } from '../../hooks/block-destructive-git/index.ts'
import { hook as sudo } from '../../hooks/block-sudo/index.ts'
import { hook as deploy } from '../../hooks/check-deploy-env/index.ts'
import { hook as files } from '../../hooks/protect-sensitive-files/index.ts'
import { registry } from '../../hooks/registry.ts'
import type { Hook, MergeRule } from '../../src/hook.ts'
import { callFunction } from '../support/call.ts'
import { bashPayload } from '../support/table.ts'
import { makeWorld, worldEnv } from '../support/world.ts'

/** What a cloned repository's hookbox.json may say (docs/decisions/0017-exceptions.md). */

const section = (hook: { readonly name: string }, options: object | undefined, file: string) =>
  options === undefined ? {} : { [file]: JSON.stringify({ [hook.name]: options }) }

interface Files {
  readonly user?: object
  readonly project?: object
}

async function said(hook: Hook<never>, command: string, { user, project }: Files) {
  const world = makeWorld({
    git: true,
    files: { 'a.txt': 'x', ...section(hook, project, 'hookbox.json') },
    homeFiles: section(hook, user, '.config/hookbox/hookbox.json'),
  })
  world.put('a.txt', 'changed\n')
  return callFunction(hook as Hook, {
    stdin: JSON.stringify(bashPayload(command)).replaceAll('@PROJECT@', world.project),
    env: worldEnv(world),
    cwd: world.project,
  })
}

const CASES: readonly (readonly [Hook<never>, string, object])[] = [
  [sudo as Hook<never>, 'sudo ls', { allow: ['sudo *'] }],
  [git as Hook<never>, 'git reset --hard', { allow: ['git *'] }],
  [deploy as Hook<never>, 'kubectl apply -f a.yml --context prod', { unprotected: ['*'] }],
  [deploy as Hook<never>, 'vercel --prod', { readOnly: ['vercel *'] }],
  [
    deploy as Hook<never>,
    'kubectl apply -f a.yml --context prod',
    { environments: { production: { match: ['nothing'], tests: false, synced: false } } },
  ],
]

describe.each(CASES)('%o: %s', (hook, command, exceptions) => {
  test("a project's exceptions don't count, and the reason says so", async () => {
    const { exit, stderr } = await said(hook, command, { project: exceptions })
    expect([exit, stderr]).toEqual([2, expect.any(String)])
    if ('environments' in exceptions) return
    const [key = ''] = Object.keys(exceptions)
    expect(stderr).toContain(`${key} is not taken, since the user's own file does not set projectExceptions`)
  })

  test("the user's count, and the project's where the user wants it", async () => {
    if ('environments' in exceptions) return
    expect((await said(hook, command, { user: exceptions })).exit).toBe(0)
    const both = { user: { projectExceptions: true }, project: exceptions }
    expect((await said(hook, command, both)).exit).toBe(0)
    const itself = { project: { ...exceptions, projectExceptions: true } }
    expect((await said(hook, command, itself)).exit).toBe(2)
  })
})

test("no list of exceptions of a guard or gate is the first comer's, but those argued", async () => {
  const found: string[] = []
  for (const load of Object.values(registry)) {
    const hook: Hook = await load()
    const merge = hook.options.merge as Readonly<Record<string, MergeRule>>
    for (const [key, rule] of Object.entries(merge)) {
      if (/^(?:guard|gate|observer)$/.test(hook.kind) && rule === 'fixed') found.push(`${hook.name}.${key}`)
    }
  }
  // Inside the project only (rm, files), the project's own workflow (deploy, tests), its own log.
  expect(found.sort()).toEqual([
    'audit-tool-call.file',
    'block-dangerous-rm.allow',
    'block-dangerous-rm.disposable',
    'check-deploy-env.environments',
    'protect-sensitive-files.allow',
    'verify-before-stop.commands',
    'verify-before-stop.ignore',
    'verify-before-stop.maxBlocks',
    'verify-before-stop.retries',
    'verify-before-stop.timeoutMs',
    'verify-before-stop.totalTimeoutMs',
  ])
})

describe('allow entries with an end and a reason', () => {
  const entry = (until: string) => ({ allow: [{ command: 'sudo ls *', until, reason: 'for a test' }] })

  test('one that holds', async () => {
    expect((await said(sudo as Hook<never>, 'sudo ls /x', { user: entry('2999-01-01') })).exit).toBe(0)
  })

  test('one that has ended: the reason says so', async () => {
    const { exit, stderr } = await said(sudo as Hook<never>, 'sudo ls /x', { user: entry('2020-01-01') })
    expect(exit).toBe(2)
    expect(stderr).toContain('The allow entry "sudo ls *" ended on 2020-01-01.')
    const lost = { allow: [{ command: 'git reset --hard', until: '2020-01-01' }] }
    const answer = await said(git as Hook<never>, 'git reset --hard', { user: lost })
    expect(answer.stderr).toContain('The allow entry "git reset --hard" ended on 2020-01-01.')
  })

  test.each(['2027-02-30', '2027-13-01', 'tomorrow', '2027-1-1'])('%s is no date', async (until) => {
    for (const [hook, options] of [
      [sudo, entry(until)],
      [files, { allow: [{ path: 'x', until }] }],
    ] as const) {
      const { exit, stderr } = await said(hook as Hook<never>, 'ls', { user: options })
      expect([exit, stderr]).toEqual([2, expect.stringContaining('has to be a date like 2027-01-31')])
    }
  })
})

test('a rule that does not exist is a mistake', async () => {
  const { exit, stderr } = await said(files as Hook<never>, 'ls', { user: { ask: ['env-fil'] } })
  expect([exit, stderr]).toEqual([
    2,
    expect.stringContaining('there is no rule "env-fil"; did you mean "env-file"?'),
  ])
})

test("a project's file can't cut the records short", async () => {
  const world = makeWorld({
    git: true,
    files: { 'hookbox.json': JSON.stringify({ [audit.name]: { maxValueBytes: 256 } }) },
  })
  const command = `echo ${'x'.repeat(2000)}`
  await callFunction(audit as Hook<never> as Hook, {
    stdin: JSON.stringify(bashPayload(command)).replaceAll('@PROJECT@', world.project),
    env: worldEnv(world),
    cwd: world.project,
  })
  expect(world.read('logs/tool-audit.jsonl')).toContain(command)
})

describe('an agent that has left its project', () => {
  const strict = JSON.stringify({
    'block-sudo': { elsewhere: 'deny' },
    'block-destructive-git': { protectedBranches: ['stable'] },
  })

  async function pushed(elsewhere: Readonly<Record<string, string>> = {}, declared = true) {
    const world = makeWorld({ git: true, files: { 'hookbox.json': strict } })
    const cwd = path.join(world.tmp, 'elsewhere')
    for (const [file, text] of Object.entries({ 'a.txt': 'x', ...elsewhere }))
      world.put(path.relative(world.project, path.join(cwd, file)), text)
    return callFunction(git as Hook<never> as Hook, {
      stdin: JSON.stringify(bashPayload(`git -C ${world.project} push -f origin stable`, { cwd })),
      env: worldEnv(world, declared ? { CLAUDE_PROJECT_DIR: world.project } : {}),
      cwd,
    })
  }

  test("keeps the project's tightening", async () => {
    expect((await pushed()).stderr).toMatch(/stable is protected/)
    // Where no project is declared nothing says which one it has left.
    expect((await pushed({}, false)).stdout).toMatch(/"permissionDecision":"ask"/)
  })

  test('also where the other place has a file of its own', async () => {
    const other = JSON.stringify({ 'block-destructive-git': { mode: 'observe', protectedBranches: ['x'] } })
    expect((await pushed({ 'hookbox.json': other })).stderr).toMatch(/stable is protected/)
  })
})
