import * as fs from 'node:fs'
import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { World } from '../../support/world.ts'
import { answerOn } from './ask.ts'
import { projectWorld } from './world.ts'

function withConfig(options: object, trust: 'user' | 'project' = 'user'): World {
  const world = projectWorld()
  const file =
    trust === 'user'
      ? path.join(world.home, '.config/hookbox/hookbox.json')
      : path.join(world.project, 'hookbox.json')
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, JSON.stringify({ 'block-dangerous-rm': options }))
  return world
}

const kind = async (world: World, command: string) => (await answerOn(world, command)).kind

describe('allow', () => {
  test('a name, a path, a glob', async () => {
    const world = withConfig({ allow: ['data', './src/old', '~/other/**'] })
    expect(await kind(world, 'rm -rf data')).toBe('pass')
    expect(await kind(world, 'rm -rf sub/data')).toBe('pass')
    expect(await kind(world, 'rm -rf data/deep/er')).toBe('pass')
    expect(await kind(world, 'rm -rf src/old')).toBe('pass')
    expect(await kind(world, 'rm -rf src')).toBe('deny')
    expect(await kind(world, 'rm -rf ~/other/node_modules')).toBe('pass')
    expect(await kind(world, 'rm -rf ~/another')).toBe('deny')
  })

  test('never what must stay', async () => {
    const world = withConfig({ allow: ['**', '/**', '~/**', '.', '..', '~', '/'] })
    for (const target of ['/', '~', '.', '..', '.git', '/etc', '~/Documents', '/tmp']) {
      expect(await kind(world, `rm -rf ${target}`), target).toBe('deny')
    }
    expect(await kind(world, 'rm -rf data')).toBe('pass')
  })

  test('an entry ends with its day, and the reason says so', async () => {
    const world = withConfig({ allow: [{ path: 'data', reason: 'a test', until: '2020-01-31' }] })
    const { kind: said, reason } = await answerOn(world, 'rm -rf data')
    expect(said).toBe('deny')
    expect(reason).toContain('The allow entry "data" ended on 2020-01-31.')
    const later = withConfig({ allow: [{ path: 'data', until: '2999-12-31' }] })
    expect(await kind(later, 'rm -rf data')).toBe('pass')
  })

  test('what a project file allows holds inside the project only', async () => {
    const world = withConfig({ allow: ['data', '~/other', '/**'] }, 'project')
    expect(await kind(world, 'rm -rf data')).toBe('pass')
    expect(await kind(world, 'rm -rf ~/other')).toBe('deny')
    expect(await kind(world, 'rm -rf /srv/data/x')).toBe('deny')
  })

  test('a link out of an allowed folder is judged by where it leads', async () => {
    const world = withConfig({ allow: ['./data/**'] })
    fs.symlinkSync(path.join(world.home, 'other'), path.join(world.project, 'data/link'))
    expect(await kind(world, 'rm -rf data/link/')).toBe('deny')
    expect(await kind(world, 'rm -rf data/link')).toBe('pass')
  })

  test('the line that the reason offers works', async () => {
    for (const command of ['rm -rf data', 'rm -rf "odd [name]"', 'rm -rf ~/other']) {
      const before = projectWorld()
      const { reason } = await answerOn(before, command)
      const line = /adds ("block-dangerous-rm": \{.*\}) to (\S+)\. \(rule/.exec(reason)
      expect(line, reason).not.toBeNull()
      const config = JSON.parse(`{${line?.[1]}}`) as Record<string, object>
      const inProject = line?.[2]?.includes('/project/hookbox.json')
      const text = JSON.stringify(config['block-dangerous-rm']).replaceAll(before.root, '@ROOT@')
      const after = projectWorld()
      const file = inProject ? `${after.project}/hookbox.json` : `${after.home}/.config/hookbox/hookbox.json`
      fs.mkdirSync(path.dirname(file), { recursive: true })
      fs.writeFileSync(file, `{"block-dangerous-rm":${text.replaceAll('@ROOT@', after.root)}}`)
      expect(await kind(after, command), command).toBe('pass')
    }
  })
})

describe('other options', () => {
  test('strict refuses every recursive delete but what is allowed', async () => {
    const world = withConfig({ preset: 'strict', allow: ['dist'] })
    for (const command of [
      'rm -rf node_modules',
      'rm -r /tmp/x',
      'rm -rf build',
      'find . -name "*.pyc" -delete',
    ]) {
      expect(await kind(world, command), command).toBe('deny')
    }
    expect(await kind(world, 'rm -rf dist')).toBe('pass')
    expect(await kind(world, 'rm a.log')).toBe('pass')
    expect(await kind(world, 'echo "rm -rf x"')).toBe('pass')
  })

  test('disposable names', async () => {
    const world = withConfig({ disposable: ['data', 'scratch-*'] })
    expect(await kind(world, 'rm -rf data')).toBe('pass')
    expect(await kind(world, 'rm -rf sub/scratch-1')).toBe('pass')
    expect(await kind(world, 'rm -rf ~/data')).toBe('deny')
    world.git('add', '-f', 'data')
    expect(await kind(world, 'rm -rf data')).toBe('deny')
  })

  test('programs of your own that run a command', async () => {
    expect(await kind(projectWorld(), 'mywrap -v rm -rf data')).toBe('pass')
    const world = withConfig({ wrappers: ['mywrap'] })
    expect(await kind(world, 'mywrap -v rm -rf data')).toBe('deny')
    expect(await kind(world, 'mywrap rm -rf build')).toBe('pass')
  })

  test('modes', async () => {
    const world = projectWorld()
    expect((await answerOn(world, 'rm -rf data', { argv: ['--mode', 'ask'] })).kind).toBe('ask')
    const observed = await answerOn(world, 'rm -rf data', { argv: ['--mode', 'observe'] })
    expect(observed.kind).toBe('report')
    expect(observed.reason).toContain('only observes')
  })

  test('a project file can tighten and not loosen', async () => {
    const world = withConfig({ preset: 'strict', allow: [], mode: 'enforce' })
    fs.writeFileSync(
      path.join(world.project, 'hookbox.json'),
      '{"block-dangerous-rm":{"preset":"balanced","allow":["**"],"mode":"observe"}}',
    )
    expect(await kind(world, 'rm -rf node_modules')).toBe('deny')
  })

  test('a mistake in the options denies and says where', async () => {
    for (const options of [
      { alow: [] },
      { preset: 'lax' },
      { allow: [{ until: '2027-01-01' }] },
      { allow: [{ path: 'x', until: 'soon' }] },
    ]) {
      const { kind: said, reason } = await answerOn(withConfig(options), 'rm -rf node_modules')
      expect(said).toBe('deny')
      expect(reason).toMatch(/hookbox\.json:1:\d+/)
    }
  })
})
