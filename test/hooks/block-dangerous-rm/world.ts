import * as fs from 'node:fs'
import * as path from 'node:path'
import { makeWorld, type World } from '../../support/world.ts'

/** A project with tracked files, ignored artefacts, links, a nested repository. */
export function projectWorld(): World {
  const world = makeWorld({
    git: true,
    files: {
      '.gitignore': 'node_modules/\nbuild/\ndist/\n/out/\nfixtures/tmp/\n*.log\n.env\n~/\ncache/\nlocal.db\n',
      'package.json': '{}\n',
      'README.md': '# x\n',
      'src/index.ts': 'export {}\n',
      'src/old/a.ts': 'export {}\n',
      'docs/a.md': 'a\n',
      'vendor/lib/a.js': 'a\n',
      'target/keep.txt': 'tracked\n',
      'site-packages/coverage/index.html': 'tracked\n',
    },
  })
  world.put('node_modules/a/index.js', 'x')
  world.put('build/a.o', 'x')
  world.put('build/half-done-run/a.o', 'x')
  world.put('dist/index.js', 'x')
  world.put('packages/a/dist/index.js', 'x')
  world.put('bin/tool', 'x')
  world.put('data/only-copy.csv', 'x')
  world.put('notes.txt', 'untracked\n')
  world.put('app.log', 'x\n')
  world.put('local.db', 'x\n')
  world.put('.env', 'A=b\n')
  world.put('cache/nested/a', 'x')
  world.put('dist/repo/.git/HEAD', 'ref: refs/heads/main\n')
  fs.mkdirSync(path.join(world.home, 'Downloads'))
  fs.mkdirSync(path.join(world.home, 'Documents'))
  fs.writeFileSync(path.join(world.home, 'Downloads/a.md'), 'x')
  fs.mkdirSync(path.join(world.home, 'other/node_modules'), { recursive: true })
  fs.symlinkSync(path.join(world.home, 'Documents'), path.join(world.project, 'documents-link'))
  fs.symlinkSync(path.join(world.home, 'Documents'), path.join(world.project, 'build/out-link'))
  fs.mkdirSync(path.join(world.tmp, 'run-1'))
  fs.mkdirSync(path.join(world.project, 'sub/deep'), { recursive: true })
  return world
}
