import * as fs from 'node:fs'
import * as path from 'node:path'
import { describe, expect, test } from 'vitest'
import { isEssential, type Place, placeOf, projectOf, type Surroundings } from '../../src/paths/place.ts'
import { surroundingsOf } from '../../src/paths/surroundings.ts'
import { testHost } from '../support/call.ts'
import { makeWorld, type World, worldEnv } from '../support/world.ts'

const LINUX: Surroundings = {
  windows: false,
  ignoreCase: false,
  homes: ['/home/dev'],
  projects: ['/home/dev/Documents/work/app'],
  tempRoots: ['/tmp', '/var/tmp', '/home/dev/.scratch'],
}
const MAC: Surroundings = {
  windows: false,
  ignoreCase: true,
  homes: ['/Users/dev'],
  projects: ['/Users/dev/app'],
  tempRoots: ['/tmp', '/private/tmp'],
}
const WINDOWS: Surroundings = {
  windows: true,
  ignoreCase: true,
  homes: ['C:/Users/dev'],
  projects: ['D:/work/app'],
  tempRoots: ['C:/Windows/Temp'],
}

const rows = (around: Surroundings, places: Readonly<Record<string, Place>>) =>
  Object.entries(places).map(([file, place]) => [file, place, around] as const)

describe('what a path is', () => {
  test.each([
    ...rows(LINUX, {
      '/': 'root',
      '/etc': 'system',
      '/etc/nginx/conf.d': 'system',
      '/usr': 'system',
      '/usr/local': 'system',
      '/usr/local/bin': 'system',
      '/usr/local/lib/x/y': 'outside',
      '/var/lib': 'system',
      '/var/lib/app/data': 'outside',
      '/srv': 'system',
      '/srv/data': 'outside',
      '/anything': 'system',
      '/opt/app': 'outside',
      '/mnt/x': 'system',
      '/mnt/x/Vault': 'outside',
      '/mnt/c/Users/dev': 'home',
      '/mnt/c/Windows/System32': 'system',
      '/home': 'home',
      '/home/dev': 'home',
      '/home/other': 'home',
      '/home/other/x': 'outside',
      '/root': 'home',
      '/home/dev/Documents': 'above-project',
      '/home/dev/Documents/work': 'above-project',
      '/home/dev/Downloads': 'home-known',
      '/home/dev/.ssh': 'home-known',
      '/home/dev/.ssh/id_ed25519': 'home-known',
      '/home/dev/.config': 'home-known',
      '/home/dev/.config/app': 'outside',
      '/home/dev/other': 'outside',
      '/home/dev/other/.git': 'git-internals',
      '/home/dev/.scratch': 'temp-root',
      '/home/dev/.scratch/x': 'temp',
      '/home/dev/Documents/work/app': 'project-root',
      '/home/dev/Documents/work/app2': 'outside',
      '/home/dev/Documents/work/app/src': 'project',
      '/home/dev/Documents/work/app/.git': 'git-internals',
      '/home/dev/Documents/work/app/.git/hooks/x': 'git-internals',
      '/home/dev/Documents/work/app/vendor/lib/.git': 'git-internals',
      '/home/dev/Documents/work/app/.github': 'project',
      '/tmp': 'temp-root',
      '/tmp/x': 'temp',
      '/tmp/clone/.git': 'temp',
      '/private/var/folders/ab/cd/T/x': 'temp',
      '/var/folders/ab/cd/T': 'outside',
    }),
    ...rows(MAC, {
      '/users/DEV': 'home',
      '/Users/dev/LIBRARY': 'home-known',
      '/Users/dev/Library/Caches': 'home-known',
      '/Users/dev/App': 'project-root',
      '/Users/dev/app/.GIT/x': 'git-internals',
      '/System/Library': 'system',
      '/Volumes/Disk': 'system',
      '/private/tmp/x': 'temp',
      '/private': 'temp-root',
    }),
    ...rows(WINDOWS, {
      'C:/': 'root',
      'D:/': 'root',
      '//server/share': 'root',
      'C:/Windows/System32': 'system',
      'C:/Program Files/x': 'system',
      'C:/Users': 'home',
      'C:/Users/other': 'home',
      'c:/users/dev/documents': 'home-known',
      'C:/Users/dev/AppData/Local': 'home-known',
      'C:/Users/dev/AppData/Local/Temp/x': 'temp',
      'D:/work': 'above-project',
      'D:/work/app/dist': 'project',
      'D:/data': 'outside',
    }),
  ])('%s: %s', (file, place, around) => {
    expect(placeOf(file, around)).toBe(place)
  })

  test('a project in a temporary folder is a project', () => {
    const around = { ...LINUX, projects: ['/tmp/app'] }
    expect(placeOf('/tmp/app', around)).toBe('project-root')
    expect(placeOf('/tmp/app/build', around)).toBe('project')
    expect(placeOf('/tmp/other', around)).toBe('temp')
  })

  test('the innermost project counts', () => {
    const around = { ...LINUX, projects: ['/home/dev/a', '/home/dev/a/b'] }
    expect(projectOf('/home/dev/a/b/c', around)).toBe('/home/dev/a/b')
    expect(projectOf('/home/dev/c', around)).toBeUndefined()
  })

  test('single files that must stay', () => {
    expect(isEssential('/etc/passwd')).toBe(true)
    expect(isEssential('/usr/bin/ls')).toBe(true)
    expect(isEssential('/etc/nginx/sites-enabled/default')).toBe(false)
  })
})

describe('surroundings', () => {
  const around = (world: World, cwd: string, env: Readonly<Record<string, string>> = {}, more: object = {}) =>
    surroundingsOf(testHost({ env: worldEnv(world, env), cwd }), { cwd, ...more })

  test('the repository of the working directory', () => {
    const world = makeWorld({ git: true, files: { 'a/b.txt': 'x' } })
    expect(around(world, path.join(world.project, 'a')).projects).toEqual([world.project])
  })

  test('a bare working directory', () => {
    const world = makeWorld()
    expect(around(world, world.project).projects).toEqual([world.project])
  })

  test('a home or a temporary folder is no project', () => {
    const world = makeWorld()
    expect(around(world, world.home).projects).toEqual([])
    expect(around(world, '/').projects).toEqual([])
    expect(around(world, '/tmp').projects).toEqual([])
    expect(around(world, '/etc').projects).toEqual([])
  })

  test('the declared project, and another one that the agent went to', () => {
    const world = makeWorld({ git: true })
    const other = path.join(world.home, 'other')
    fs.mkdirSync(other)
    const env = { CLAUDE_PROJECT_DIR: world.project }
    expect(around(world, world.project, env).projects).toEqual([world.project])
    expect(around(world, other, env).projects).toEqual([world.project, other])
    expect(around(world, path.join(world.tmp), env).projects).toEqual([world.project])
  })

  test('a folder of the tool call', () => {
    const world = makeWorld({ git: true })
    const toolCwd = path.join(world.home, 'other')
    fs.mkdirSync(toolCwd)
    expect(around(world, world.project, {}, { toolCwd }).projects).toEqual([world.project, toolCwd])
    const inside = path.join(world.project, 'src')
    expect(around(world, world.project, {}, { toolCwd: inside }).projects).toEqual([world.project])
  })

  test('links are seen through', () => {
    const world = makeWorld()
    const link = path.join(world.root, 'link')
    fs.symlinkSync(world.project, link)
    expect(around(world, link).projects).toEqual([link, world.project])
  })

  test('TMPDIR counts unless it names the home, the project or the system', () => {
    const world = makeWorld()
    const roots = (value: string) => around(world, world.project, { TMPDIR: value }).tempRoots
    expect(roots(world.tmp)).toContain(world.tmp)
    for (const value of ['/', '/etc', world.home, world.project, path.dirname(world.home), 'tmp', '']) {
      expect(roots(value), value).not.toContain(value)
    }
  })

  test('the scratch folder of the harness', () => {
    const world = makeWorld()
    const scratchpad = path.join(world.home, 'pad')
    const here = around(world, world.project, {}, { scratchpad })
    expect(placeOf(path.join(scratchpad, 'x'), here)).toBe('temp')
  })
})
