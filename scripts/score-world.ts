/**
 * The world in which `npm run score` asks the guards: a home with a repository in it, on
 * disk in a temporary folder, but shown to the guards under the paths of the cases
 * (`/home/dev/app`, `C:/work/app`). Nothing of the machine's own home or /tmp is seen.
 */
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import type { Host } from '../src/host/host.ts'
import { nodeHost } from '../src/host/node.ts'
import { bounded, type Shown, shownHost } from './shown-host.ts'

export interface ScoreWorld {
  /** The guards' host. `env` is added to the variables of the cases' user. */
  host(env?: Readonly<Record<string, string>>): Host
  /** A text of the cases for somebody who sees the disk as it is: with the real path of the home. */
  onDisk(text: string): string
  /** The home, on the disk. */
  readonly home: string
  /** The folders of the cases, each with the real one. */
  readonly shown: Shown
  remove(): void
}

/** Variables of the cases' user; PATH is the machine's. */
export const USER = { HOME: '/home/dev', USER: 'dev' } as const

const FILES: Readonly<Record<string, string>> = {
  '.gitignore': 'node_modules/\nbuild/\ndist/\ntmp/\n__pycache__/\n*.log\n.env\n.env.local\n',
  'package.json': '{ "name": "app", "scripts": { "test": "true" } }\n',
  'README.md': '# app\n',
  'src/index.ts': 'export {}\n',
  'src/parser.ts': 'export {}\n',
  'docs/guide.md': '# guide\n',
  'docs/stories/old.md': 'a story\n',
  '.env.example': 'PAY_KEY=\n',
  'src/a.ts': 'export {}\n',
  'src/top-bar.ts': 'export {}\n',
  'file1.txt': 'one\n',
  'file2.txt': 'two\n',
  '.claude/settings.json': '{ "hooks": {} }\n',
}
const UNTRACKED: Readonly<Record<string, string>> = {
  '.env': 'PAY_KEY=abc\n',
  'node_modules/a/index.js': '',
  'build/half-done-run/a.o': '',
  'dist/index.js': '',
  'docs/stories/new.md': 'untracked\n',
  'gallery/a.png': '',
  'file.txt': 'a\n',
  'package-copy/x': '',
}

/** `parent`: where the world is made. */
export function makeScoreWorld(parent = os.tmpdir()): ScoreWorld {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(parent, 'hookbox-score-')))
  const shown: Shown = [
    ['/home/dev', path.join(root, 'home')],
    ['/tmp', path.join(root, 'tmp')],
    ['C:/work', path.join(root, 'work')],
  ]
  for (const [, real] of shown) fs.mkdirSync(real, { recursive: true })
  for (const folder of ['home/app', 'work/app'])
    makeRepository(path.join(root, folder), path.join(root, 'home'))
  for (const folder of [
    'Desktop',
    'Documents',
    'Downloads',
    '.ssh',
    '.cache/tool',
    'data',
    'services/crawler',
    'city-events',
  ]) {
    fs.mkdirSync(path.join(root, 'home', folder), { recursive: true })
  }
  fs.writeFileSync(path.join(root, 'home/.ssh/config'), 'Host *\n')
  fs.symlinkSync(path.join(root, 'home/app/.env'), path.join(root, 'tmp/notes'))
  fs.symlinkSync(path.join(root, 'home/.ssh'), path.join(root, 'tmp/link'))
  return {
    host: (env = {}) =>
      shownHost({ ...nodeHost, write: () => {} }, shown, {
        ...USER,
        PATH: process.env['PATH'] ?? '',
        ...env,
      }),
    onDisk: (text) => text.replaceAll(new RegExp(bounded('/home/dev'), 'g'), path.join(root, 'home')),
    home: path.join(root, 'home'),
    shown,
    remove: () => fs.rmSync(root, { recursive: true, force: true }),
  }
}

function makeRepository(folder: string, home: string): void {
  const put = (files: Readonly<Record<string, string>>) => {
    for (const [file, text] of Object.entries(files)) {
      fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
      fs.writeFileSync(path.join(folder, file), text)
    }
  }
  const git = (...args: string[]) => {
    const identity = [
      '-c',
      'user.name=dev',
      '-c',
      'user.email=dev@example.invalid',
      '-c',
      'commit.gpgsign=false',
    ]
    const env = { PATH: process.env['PATH'], HOME: home, GIT_CONFIG_NOSYSTEM: '1' }
    const { status, stderr } = spawnSync('git', [...identity, ...args], {
      cwd: folder,
      env,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  }
  put(FILES)
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('commit', '-q', '-m', 'start')
  // A branch that is merged, one that is not, and a tag with a message.
  git('branch', 'old-branch')
  git('branch', 'my-branch')
  git('checkout', '-q', '-b', 'feature')
  git('commit', '-q', '--allow-empty', '-m', 'half a feature')
  git('checkout', '-q', 'main')
  for (const subject of ['second', 'third', 'fourth']) git('commit', '-q', '--allow-empty', '-m', subject)
  git('tag', '-a', 'v1', '-m', 'the first release')
  put(UNTRACKED)
  for (const file of ['src/parser.ts', 'src/a.ts', 'src/top-bar.ts', 'file1.txt', 'file2.txt']) {
    fs.appendFileSync(path.join(folder, file), '// not committed\n')
  }
}
