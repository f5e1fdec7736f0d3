import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as path from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainRepository } from '../../src/git/plain-repository.ts'
import type { Host } from '../../src/host/host.ts'
import { nodeHost } from '../../src/host/node.ts'
import { makeWorld, type World } from '../support/world.ts'

/** What git says; undefined where it finds no work tree or no HEAD. */
function asked(cwd: string, env: Readonly<Record<string, string>> = {}) {
  const git = (...args: string[]) =>
    spawnSync('git', args, { cwd, env: { PATH: process.env['PATH'] ?? '', ...env }, encoding: 'utf8' })
  const top = git('rev-parse', '--show-toplevel')
  const head = git('symbolic-ref', '-q', 'HEAD')
  const isKnown = top.status === 0 && (head.status === 0 || (head.status === 1 && head.stderr === ''))
  return isKnown ? { top: top.stdout.trim(), head: head.stdout.trim() || undefined } : undefined
}

function read(cwd: string, names: readonly string[] = []) {
  const host: Host = { ...nodeHost, envNames: () => names }
  const found = plainRepository(host, cwd)
  return found && { top: found.top, head: found.head }
}

const head = (text: string) => (world: World) => void world.put('.git/HEAD', text)
const settings = (text: string) => (world: World) =>
  fs.appendFileSync(path.join(world.project, '.git/config'), text)
const folder = (name: string) => (world: World) => {
  fs.mkdirSync(path.join(world.project, name), { recursive: true })
  return path.join(world.project, name)
}

/** A change to a repository; what it gives back is the folder that is asked about. */
type Change = (world: World) => unknown

const READ: readonly (readonly [string, Change])[] = [
  ['as it is', () => undefined],
  ['a folder below', folder('src/deep')],
  ['behind a link', (world) => linked(world, world.project)],
  ['a link to a folder in it', (world) => linked(world, folder('src')(world))],
  ['detached', (world) => world.git('checkout', '-q', '--detach')],
  ['before the first commit', (world) => world.git('checkout', '-q', '--orphan', 'new')],
  ['a branch with parts', (world) => world.git('checkout', '-q', '-b', 'team/a.b/JIRA-1_x+#@')],
  ['a branch that a tag has the name of', (world) => world.git('tag', 'main')],
  ['a tag of that name among the packed ones', (world) => world.git('pack-refs', '--all')],
  ['remotes and branches in its configuration', settings('[remote "o"]\n\turl = x\n[branch "main"]\n')],
  ['upstream and pushing set up', settings('[push]\n\tdefault = current\n[user]\n\tname = x\n')],
]

const LEFT: readonly (readonly [string, Change])[] = [
  ['no repository', (world) => world.root],
  ['its git folder', (world) => path.join(world.project, '.git')],
  ['a folder in its git folder', (world) => path.join(world.project, '.git/refs')],
  ['a folder that is not there', (world) => path.join(world.project, 'gone')],
  ['a bare repository', (world) => bare(world, 'bare.git')],
  ['a bare repository inside of it', (world) => bare(world, 'home/dev/project/inner')],
  ['a worktree', (world) => worktree(world)],
  ['a submodule', (world) => submodule(world)],
  ['.git is a link', (world) => moved(world, true)],
  ['.git is a file', (world) => moved(world, false)],
  ['HEAD is a link', (world) => headLink(world)],
  ['a folder .git that is none', (world) => path.dirname(folder('src/.git')(world))],
  ['another work tree', settings('[core]\n\tworktree = /\n')],
  ['another work tree, in other letters', settings('[CORE]\nWorkTree=/\n')],
  ['bare by its configuration', settings('[core]\n\tbare = true\n')],
  ['bare without a value', settings('[core]\n\tbare\n')],
  ['bare, and a line later not', settings('[core]\n\tbare = true\n\tbare = false\n')],
  ['another format', settings('[core]\n\trepositoryformatversion = 1\n[extensions]\n\tnoop\n')],
  ['a format that git does not know', settings('[core]\n\trepositoryformatversion = 99\n')],
  ['configuration for each worktree', (world) => world.git('config', 'extensions.worktreeConfig', 'true')],
  ['other files', settings('[include]\n\tpath = other\n')],
  ['other files on a condition', settings('[includeIf "gitdir:/"]\n\tpath = other\n')],
  ['a configuration too long to read', settings(`[x]\n${'\ty = z\n'.repeat(12_000)}`)],
  ['the same with a letter of two bytes', settings(`# \u00fc\n[x]\n${'\ty = z\n'.repeat(12_000)}`)],
  ['no configuration', (world) => fs.rmSync(path.join(world.project, '.git/config'))],
  ['HEAD of no branch', head('ref: refs/remotes/o/main\n')],
  ['HEAD of another reference', head('ref: refs/main\n')],
  ['a branch that leads to another', symbolic((file) => fs.writeFileSync(file, 'ref: refs/heads/main\n'))],
  ['a branch that is a link to another', symbolic((file) => fs.symlinkSync('main', file))],
  ['a branch that is a folder', symbolic((file) => fs.mkdirSync(file))],
  ['a branch that is no commit', symbolic((file) => fs.writeFileSync(file, 'x\n'))],
  ['a byte order mark in HEAD', head('\ufeffref: refs/heads/main\n')],
  ['a link to a folder that is no UTF-8, beside one of that name', (world) => twins(world)],
  ['HEAD without a line break', head('ref: refs/heads/main')],
  ['HEAD with a space more', head('ref: refs/heads/main \n')],
  ['HEAD with two lines', head('ref: refs/heads/main\nx\n')],
  ['HEAD with a carriage return', head('ref: refs/heads/main\r\n')],
  ['HEAD out of the folder', head('ref: refs/heads/../../x\n')],
  ['HEAD of a locked name', head('ref: refs/heads/x.lock\n')],
  ['HEAD as reftable has it', head('ref: refs/heads/.invalid\n')],
  ['HEAD of letters beyond ASCII', head('ref: refs/heads/größe\n')],
  ['an empty HEAD', head('')],
]

function symbolic(make: (file: string) => void): Change {
  return (world) => {
    make(path.join(world.project, '.git/refs/heads/alias'))
    world.put('.git/HEAD', 'ref: refs/heads/alias\n')
  }
}
function twins(world: World): string {
  const odd = Buffer.from(`${world.root}/\u0000`)
  odd[odd.length - 1] = 0xff
  fs.mkdirSync(odd)
  fs.cpSync(world.project, path.join(world.root, '\ufffd'), { recursive: true })
  const link = path.join(world.root, 'odd')
  fs.symlinkSync(odd, link)
  return link
}
const linked = (world: World, to: string) => {
  const link = path.join(world.root, 'link')
  fs.symlinkSync(to, link)
  return link
}
const bare = (world: World, name: string) => {
  const made = path.join(world.root, name)
  world.git('init', '-q', '--bare', made)
  return made
}
const worktree = (world: World) => {
  const made = path.join(world.root, 'tree')
  world.git('worktree', 'add', '-q', made)
  return made
}
const submodule = (world: World) => {
  const inner = worktree(world)
  world.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'sub')
  return path.join(world.project, 'sub')
}
function moved(world: World, isLink: boolean): void {
  const [from, to] = [path.join(world.project, '.git'), path.join(world.root, 'elsewhere')]
  fs.renameSync(from, to)
  if (isLink) fs.symlinkSync(to, from)
  else fs.writeFileSync(from, `gitdir: ${to}\n`)
}
function headLink(world: World): void {
  fs.rmSync(path.join(world.project, '.git/HEAD'))
  fs.symlinkSync('refs/heads/main', path.join(world.project, '.git/HEAD'))
}

describe.skipIf(process.platform === 'win32')('a repository that is read without git', () => {
  const at = (change: Change) => {
    const world = makeWorld({ git: true, files: { 'a.txt': 'a' } })
    const given = change(world)
    return typeof given === 'string' && given.startsWith('/') ? given : world.project
  }

  test.each(READ)('is what git says: %s', (_title, change) => {
    const cwd = at(change)
    expect(read(cwd)).toEqual(asked(cwd))
    expect(read(cwd)).toBeDefined()
  })

  test.each(LEFT)('is left to git: %s', (_title, change) => {
    expect(read(at(change))).toBeUndefined()
  })

  test('of a branch that leads to another git says the other one', () => {
    const cwd = at(symbolic((file) => fs.writeFileSync(file, 'ref: refs/heads/main\n')))
    expect(asked(cwd)?.head).toBe('refs/heads/main')
  })

  test('is not taken for one where git may not look into it', () => {
    const world = makeWorld({ git: true, files: { 'a.txt': 'a' } })
    const inner = folder('inner')(world)
    world.git('init', '-q', inner)
    fs.chmodSync(path.join(inner, '.git/objects'), 0o600)
    // Root may look into everything.
    expect([undefined, asked(inner)]).toContainEqual(read(inner))
  })

  test('is left to git where a variable may change what git finds', () => {
    const { project } = makeWorld({ git: true, files: { 'src/a.txt': 'a' } })
    const below = path.join(project, 'src')
    expect(asked(below, { GIT_CEILING_DIRECTORIES: project })).toBeUndefined()
    for (const name of [
      'GIT_CEILING_DIRECTORIES',
      'GIT_CONFIG_GLOBAL',
      'GIT_NAMESPACE',
      'GIT_ANYTHING_NEW',
    ]) {
      expect(read(below, [name]), name).toBeUndefined()
    }
    for (const name of ['PATH', 'GIT_EDITOR', 'GIT_AUTHOR_NAME', 'GIT_DIR', 'MY_GIT_CONFIG']) {
      expect(read(below, [name]), name).toEqual({ top: project, head: 'refs/heads/main' })
    }
  })

  test('whatever HEAD and the configuration hold, it says what git says or nothing', {
    timeout: 120_000,
  }, () => {
    const world = makeWorld({ git: true, files: { 'a.txt': 'a' } })
    const config = fs.readFileSync(path.join(world.project, '.git/config'), 'utf8')
    const heads = fc.oneof(
      fc
        .array(
          fc.constantFrom('ref:', ' ', 'refs/', 'heads/', 'main', '/', '.', '..', '@', '{', '-', '\n', '\t'),
        )
        .map((parts) => parts.join('')),
      fc
        .array(fc.constantFrom('a', 'b', 'main', 'c/d', '/', '.', '.lock', '@', '@{', '-', '#', '~'), {
          minLength: 1,
        })
        .map((parts) => `ref: refs/heads/${parts.join('')}\n`),
    )
    const lines = fc.array(
      fc.constantFrom(
        '[core]',
        '[Core "x"]',
        '[a]',
        'bare = false',
        'bare = "false"',
        'bare = tr\\\nue',
        'bare = false # x',
        'repositoryformatversion = 0',
        'repositoryformatversion = 1',
        'worktree = ..',
        'x = "a\\\nbare = true"',
        'y = z',
        '[extensions]',
        '[include]',
      ),
      { maxLength: 3 },
    )
    const main = fc.constant('ref: refs/heads/main\n')
    const none = fc.constant<string[]>([])
    let known = 0
    fc.assert(
      fc.property(fc.oneof(fc.tuple(heads, none), fc.tuple(main, lines)), ([written, more]) => {
        world.put('.git/HEAD', written)
        world.put('.git/config', `${config}${more.join('\n')}\n`)
        const found = read(world.project)
        if (found === undefined) return
        known++
        expect(found).toEqual(asked(world.project))
      }),
      { numRuns: 400 },
    )
    expect(known).toBeGreaterThan(25)
  })
})
