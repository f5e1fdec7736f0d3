import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import { expect, test } from 'vitest'
import { BEARER_CASES, type BearerCase, filesOf } from '../../support/bearer-cases.ts'
import { makeWorld, worldEnv } from '../../support/world.ts'
import { HOME, type Hooks, runClaude } from './client.ts'
import { bash, type Turn } from './model.ts'

const use = (id: string, name: string, input: Readonly<Record<string, unknown>>): Turn => ({
  tools: [{ id, name, input }],
})

/** A mark of its own in the log says which call was next. */
const mark = (name: string) => bash(name, `echo == ${name} >> ${HOME}/log`)

/** What is played, and how simulate is told of it. */
const PHASES = [
  ['before', []],
  ['skill', ['--skill', 'SKILL']],
  ['agent', ['--skill', 'SKILL', '--agent', 'AGENT']],
  ['after', ['--skill', 'SKILL']],
] as const

/** `hookbox simulate` starts what the real client starts, wherever hooks come from. */
test.each(BEARER_CASES)('$name', { timeout: 60_000 }, async (one) => {
  const { skill = 'sk', agent = 'ag' } = one
  const hasAgent = Object.keys(one.files).some((file) => /agents\/.*ag\.md$/.test(file))
  const real = await played(one, skill, agent, hasAgent)
  expect(simulated(one, skill, agent, hasAgent)).toEqual(real)
})

/** What each hook left, by the call it ran for, as the client started them. */
async function played(one: BearerCase, skill: string, agent: string, hasAgent: boolean) {
  const session = await runClaude({
    hooks: placed(one.hooks ?? {}, HOME),
    settings: one.settings ?? {},
    files: Object.fromEntries(Object.entries(filesOf(one, HOME)).map(([file, text]) => [`../${file}`, text])),
    argv: (one.pluginDirs ?? []).flatMap((folder) => ['--plugin-dir', `${HOME}/${folder}`]),
    turns: [
      mark('before'),
      use('use', 'Skill', { skill }),
      mark('skill'),
      ...(hasAgent
        ? [
            use('start', 'Agent', {
              description: 'A part of it',
              prompt: 'Do it.',
              subagent_type: agent,
              run_in_background: false,
            }),
            mark('agent'),
            { text: 'The agent is done.' },
            mark('after'),
          ]
        : []),
      { text: 'All done.' },
    ],
  })
  return byPhase(session.exists('../log') ? session.text('../log') : '')
}

function placed(hooks: Hooks, home: string): Hooks {
  return JSON.parse(JSON.stringify(hooks).replaceAll('HOME', home)) as Hooks
}

/** The lines before each mark belong to its call; those behind the last one to the end of the turn. */
function byPhase(log: string): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  let lines: string[] = []
  const close = (name: string) => {
    found[name] = lines.sort()
    lines = []
  }
  for (const line of log.split('\n').filter((text) => text !== '')) {
    const name = /^== (\w+)$/.exec(line)?.[1]
    if (name === undefined) lines.push(line)
    else close(name)
  }
  close('end')
  return found
}

function simulated(one: BearerCase, skill: string, agent: string, hasAgent: boolean) {
  const world = makeWorld()
  for (const [file, text] of Object.entries(filesOf(one, world.home))) world.put(`../${file}`, text)
  const settings = { ...one.settings, hooks: placed(one.hooks ?? {}, world.home) }
  world.put('../.claude/settings.json', JSON.stringify(settings))
  const log = path.join(world.home, 'log')
  const play = (argv: readonly string[]): string[] => {
    fs.rmSync(log, { force: true })
    const folders = (one.pluginDirs ?? []).flatMap((folder) => [
      '--plugin-dir',
      path.join(world.home, folder),
    ])
    const hookbox = path.resolve(import.meta.dirname, '../../../bin/hookbox')
    const { status, stderr } = spawnSync(process.execPath, [hookbox, 'simulate', ...argv, ...folders], {
      cwd: world.project,
      env: worldEnv(world),
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, ''])
    const text = fs.existsSync(log) ? fs.readFileSync(log, 'utf8').replaceAll(world.home, HOME) : ''
    return text
      .split('\n')
      .filter((line) => line !== '')
      .sort()
  }
  const named = (argv: readonly string[]) =>
    argv.map((word) => word.replace('SKILL', skill).replace('AGENT', agent))
  const found: Record<string, string[]> = {}
  for (const [phase, argv] of PHASES) {
    if (!hasAgent && (phase === 'agent' || phase === 'after')) continue
    found[phase] = play(['PreToolUse', '--command', 'true', ...named(argv)])
  }
  // The subagent starts before its call, and stops before the next one of the main agent.
  if (hasAgent) {
    const start = play(['SubagentStart', '--skill', skill, '--agent', agent])
    found['agent'] = [...(found['agent'] ?? []), ...start].sort()
    const stop = play(['SubagentStop', '--skill', skill, '--agent', agent])
    found['after'] = [...(found['after'] ?? []), ...stop].sort()
  }
  return { ...found, end: play(['Stop', '--skill', skill]) }
}
