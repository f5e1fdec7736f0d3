import * as fs from 'node:fs'
import * as path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { answerOn, gitWorld } from './world.ts'

const dirty = gitWorld()
const clean = gitWorld('clean')
afterAll(() => {
  for (const { root } of [dirty, clean]) fs.rmSync(root, { recursive: true, force: true })
})

/** With changes about: a.txt (not staged), staged.txt, gone.txt (deleted), notes.txt (untracked). */
const WITH_CHANGES: readonly (readonly ['deny' | 'ask' | 'pass', string])[] = [
  ['deny', 'git reset --hard'],
  ['deny', 'git reset --har'],
  ['deny', 'git reset --hard HEAD'],
  ['deny', 'git reset --hard origin/main'],
  ['deny', 'git reset -q --hard'],
  ['deny', 'git reset --merge'],
  ['pass', 'git reset'],
  ['pass', 'git reset HEAD a.txt'],
  ['pass', 'git reset --soft HEAD~1'],
  ['pass', 'git reset --keep HEAD'],
  ['deny', 'git checkout .'],
  ['deny', 'git checkout -- .'],
  ['deny', 'git checkout -- a.txt'],
  ['deny', 'git checkout a.txt'],
  ['deny', 'git checkout HEAD -- staged.txt'],
  ['deny', 'git checkout merged -- a.txt'],
  ['deny', 'git checkout merged a.txt'],
  ['pass', 'git checkout -- staged.txt'],
  ['pass', 'git checkout -- b.txt src'],
  ['pass', 'git checkout -- gone.txt'],
  ['pass', 'git checkout HEAD -- src/index.ts'],
  ['pass', 'git checkout -- src/*.ts'],
  ['deny', 'git checkout -- *.txt'],
  ['deny', "git checkout -- '*.txt'"],
  ['pass', "git checkout -- '*.ts'"],
  ['deny', "git checkout -- ':/a.txt'"],
  ['deny', 'git checkout -f'],
  ['deny', 'git checkout -f merged'],
  ['deny', 'git checkout --force merged'],
  ['deny', 'git checkout -qf merged'],
  ['pass', 'git checkout merged'],
  ['pass', 'git checkout -'],
  ['pass', 'git checkout -b topic'],
  ['pass', 'git checkout -b topic origin/main'],
  ['pass', 'git checkout --track origin/theirs'],
  ['pass', 'git checkout theirs'],
  ['deny', 'git checkout "$WHAT"'],
  ['deny', 'git checkout -- "$FILE"'],
  ['deny', 'git checkout --${IFS}a.txt'],
  ['deny', 'git checkout -p'],
  ['deny', 'git checkout --pathspec-from-file=list'],
  ['deny', 'git switch -f merged'],
  ['deny', 'git switch --discard-changes merged'],
  ['deny', 'git switch --dis merged'],
  ['pass', 'git switch merged'],
  ['pass', 'git switch -c topic'],
  ['deny', 'git restore .'],
  ['deny', 'git restore a.txt'],
  ['deny', 'git restore --staged --worktree a.txt'],
  ['deny', 'git restore -SW staged.txt'],
  ['deny', 'git restore -s HEAD~1 staged.txt'],
  ['deny', 'git restore --source=HEAD a.txt'],
  ['deny', 'git restore "$X"'],
  ['pass', 'git restore --staged .'],
  ['pass', 'git restore -S staged.txt'],
  ['pass', 'git restore staged.txt'],
  ['pass', 'git restore src'],
  ['deny', 'git clean -f'],
  ['deny', 'git clean -fd'],
  ['deny', 'git clean -xdf'],
  ['deny', 'git clean --force'],
  ['deny', 'git clean -d -f notes.txt'],
  ['deny', 'git clean -fX'],
  ['deny', 'git clean -i'],
  ['deny', 'git -c clean.requireForce=false clean'],
  ['deny', 'git clean -f "$X"'],
  ['pass', 'git clean -n'],
  ['pass', 'git clean -nf'],
  ['pass', 'git clean -fdn'],
  ['pass', 'git clean -d'],
  ['pass', 'git clean -fd src'],
  ['pass', 'git clean -fdx node_modules'],
  ['pass', 'git clean -fd -e notes.txt'],
  ['deny', 'git rm -f a.txt'],
  ['deny', 'git rm -rf .'],
  ['pass', 'git rm -rf src'],
  ['pass', 'git rm -r src'],
  ['pass', 'git rm -rf --cached .'],
  ['deny', 'git mv -f b.txt a.txt'],
  ['deny', 'git mv -f b.txt notes.txt'],
  ['pass', 'git mv b.txt c.txt'],
  ['deny', 'git checkout-index -f -a'],
  ['deny', 'git read-tree --reset -u HEAD'],
  ['pass', 'git read-tree HEAD'],
  // What the state is then.
  ['pass', 'git stash && git reset --hard'],
  ['pass', 'git stash push -m wip && git checkout -- a.txt'],
  ['deny', 'git stash; git reset --hard'],
  ['deny', 'git stash push a.txt && git reset --hard'],
  ['deny', 'git stash && git clean -fd'],
  ['pass', 'git stash -u && git clean -fd'],
  ['deny', 'git stash && git stash drop'],
  ['deny', 'git stash && git stash pop && git checkout .'],
  // Where.
  ['deny', 'cd src && git reset --hard'],
  ['deny', 'cd src && git checkout -- ../a.txt'],
  ['pass', 'cd src && git checkout -- .'],
  ['deny', 'cd / && git -C @PROJECT@ reset --hard'],
  ['deny', 'git -C src -C .. reset --hard'],
  ['deny', 'git --git-dir=.git --work-tree=. reset --hard'],
  ['deny', 'git --git-dir .git checkout -f'],
  ['deny', 'GIT_DIR=.git git reset --hard'],
  ['deny', 'export GIT_DIR=/elsewhere; git reset --hard'],
  ['deny', 'GIT_INDEX_FILE=x git reset --hard'],
  ['deny', 'cd "$X" && git reset --hard'],
  ['deny', 'cd / && git reset --hard'],
  // How it is written.
  ['deny', '/usr/bin/git reset --hard'],
  ['deny', '"C:\\Program Files\\Git\\bin\\git.exe" reset --hard'],
  ['deny', 'git.exe reset --hard'],
  ['deny', 'hub reset --hard'],
  ['deny', '/usr/lib/git-core/git-reset --hard'],
  ['deny', 'git --no-pager -c core.pager=cat reset --hard'],
  ['deny', 'git reset "--hard"'],
  ['deny', 'git re"set" --h\\ard'],
  ['deny', "$'\\x67it' reset --hard"],
  ['deny', 'X=reset; git $X --hard'],
  ['ask', 'git $UNKNOWN_WORD --hard'],
  ['deny', '$(which git) reset --hard'],
  ['deny', 'git wipe'],
  ['deny', 'git nuke'],
  ['deny', 'git -c alias.x="reset --hard" x'],
  ['deny', "git -c 'alias.x=!git reset --hard' x"],
  ['deny', 'git config alias.zap "reset --hard" && git zap'],
  ['pass', 'git lg'],
  ['deny', `${Array.from({ length: 45 }, (_, at) => `git no${at}`).join('; ')}; git wipe`],
  ['pass', 'git config alias.zap "reset --hard"'],
  ['deny', 'xargs git reset --hard'],
  ['deny', 'echo ok | git reset --hard'],
  ['deny', 'find . -name x -exec git checkout -- {} \\;'],
  ['deny', 'ls | xargs git checkout --'],
  ['deny', 'sudo git reset --hard'],
  ['deny', 'timeout 5 env A=1 git reset --hard'],
  ['deny', "python3 -c \"import subprocess; subprocess.run(['git', 'reset', '--hard'])\""],
  ['deny', "node -e \"require('child_process').execSync('git reset --hard')\""],
  ['deny', 'perl -e \'system("git checkout .")\''],
  ['pass', 'python3 -c "print(\'git reset --hard\')"'],
  ['ask', 'ssh host git reset --hard'],
  ['ask', 'ssh host "cd app && git reset --hard origin/main"'],
  ['pass', 'ssh host git status'],
  ['deny', 'git submodule foreach git reset --hard'],
  // Only said.
  ['pass', 'git commit -m "git reset --hard"'],
  ['pass', 'echo git reset --hard'],
  ['pass', 'echo "run $(date): git reset --hard" >> notes.md'],
  ['pass', 'grep -rn "git clean -fd" docs'],
  ['pass', "cat > x.md <<'EOF'\ngit reset --hard\nEOF"],
  ['pass', 'policy-check --cmd "git reset --hard HEAD~3"'],
  ['pass', 'git log --grep="git push --force"'],
  ['pass', 'man git-reset'],
  // The way out, and everyday work.
  ['pass', 'git rebase --abort'],
  ['pass', 'git merge --abort'],
  ['pass', 'git cherry-pick --abort'],
  ['pass', 'git am --abort'],
  ['pass', 'git commit --amend --no-edit'],
  ['pass', 'git rebase -i HEAD~3'],
  ['pass', 'git add -A && git commit -m x && git push'],
  ['pass', 'git fetch --prune && git pull --rebase'],
  ['pass', 'for f in *.txt; do git log -1 -- "$f"; done'],
]

describe('with changes about', () => {
  test.each(WITH_CHANGES)('%s: %s', async (wanted, command) => {
    const { kind, reason } = await answerOn(dirty, command.replaceAll('@PROJECT@', dirty.project))
    expect(kind, reason).toBe(wanted)
  })
})

/** Without changes: commits and references. */
const CLEAN: readonly (readonly ['deny' | 'ask' | 'pass', string])[] = [
  ['pass', 'git reset --hard'],
  ['pass', 'git reset --hard HEAD'],
  ['pass', 'git reset --hard HEAD~1'],
  ['pass', 'git fetch origin && git reset --hard origin/main'],
  ['deny', 'git reset --hard nowhere'],
  ['deny', 'git reset --hard "$COMMIT"'],
  ['pass', 'git checkout .'],
  ['pass', 'git checkout "$BRANCH"'],
  ['pass', 'git restore .'],
  ['pass', 'git clean -fdx'],
  ['pass', 'git clean -fd "$X"'],
  ['pass', 'git rm -rf .'],
  ['deny', 'git checkout feature && git reset --hard HEAD~1'],
  ['pass', 'git checkout merged && git reset --hard origin/main'],
  ['deny', 'git switch feature && git reset --hard origin/main'],
  ['deny', 'git commit -am x && git reset --hard HEAD~1'],
  ['deny', 'git reset --soft HEAD~1 && git reset --hard'],
  ['deny', 'git reset HEAD~1 && git checkout .'],
  ['deny', 'git stash pop && git checkout .'],
  ['deny', 'mv ../x . && git clean -fd'],
  ['pass', 'npm run build && git checkout -- a.txt'],
  // Branches.
  ['pass', 'git branch -D merged'],
  ['pass', 'git branch -D squashed'],
  ['pass', 'git branch -D pushed'],
  ['deny', 'git branch -D feature'],
  ['deny', 'git branch -D merged feature'],
  ['deny', 'git branch --delete --force feature'],
  ['deny', 'git branch -df feature'],
  ['deny', 'git branch --del --for feature'],
  ['deny', 'git branch -D "$B"'],
  ['deny', 'git branch | xargs git branch -D'],
  ['deny', 'git checkout main && git branch -D feature'],
  ['deny', 'git commit -am x && git checkout main && git branch -D merged'],
  ['pass', 'git branch -d feature'],
  ['pass', 'git branch -D nowhere'],
  ['pass', 'git branch -dr origin/theirs'],
  ['deny', 'git branch -f feature main'],
  ['pass', 'git branch -f merged main'],
  ['pass', 'git branch -f merged'],
  ['deny', 'git branch -M merged feature'],
  ['pass', 'git branch -M feature feature2'],
  ['deny', 'git branch -C main feature'],
  ['deny', 'git checkout -B feature'],
  ['deny', 'git checkout -B feature main'],
  ['pass', 'git checkout -B merged main'],
  ['deny', 'git switch -C feature main'],
  ['deny', 'git switch --force-create feature'],
  ['deny', 'git worktree add -B feature ../w main'],
  ['pass', 'git worktree add ../w merged'],
  ['deny', 'git fetch origin +main:feature'],
  ['deny', 'git fetch -f origin main:feature'],
  ['pass', 'git fetch origin main:feature'],
  ['pass', "git fetch origin '+refs/heads/*:refs/remotes/origin/*'"],
  ['deny', 'git update-ref -d refs/heads/feature'],
  ['deny', 'git update-ref refs/heads/feature main'],
  ['pass', 'git update-ref -d refs/heads/merged'],
  ['deny', 'git update-ref -d refs/tags/lonely'],
  ['deny', 'git update-ref -d refs/stash'],
  ['ask', 'git update-ref --stdin'],
  ['pass', 'git symbolic-ref HEAD refs/heads/feature'],
  ['deny', 'git symbolic-ref -d HEAD'],
  // Tags.
  ['pass', 'git tag -d light'],
  ['deny', 'git tag -d v1'],
  ['deny', 'git tag --delete lonely'],
  ['deny', 'git tag -f v1'],
  ['pass', 'git tag -f light'],
  ['pass', 'git tag -a v2 -m "git tag -d v1"'],
  // Stashes, records, objects.
  ['pass', 'git stash drop'],
  ['pass', 'git stash clear'],
  ['pass', 'git stash pop'],
  ['deny', 'git reflog expire --expire=now --all'],
  ['deny', 'git reflog delete HEAD@{0}'],
  ['pass', 'git reflog expire -n --all'],
  ['pass', 'git reflog'],
  ['deny', 'git gc --prune=now'],
  ['deny', 'git gc --aggressive --prune=all'],
  ['deny', 'git -c gc.reflogExpire=now gc'],
  ['deny', 'git prune'],
  ['pass', 'git prune -n'],
  ['pass', 'git gc'],
  ['pass', 'git gc --prune=2.weeks.ago'],
  ['deny', 'git filter-branch --tree-filter "rm -f x" HEAD'],
  ['deny', 'git filter-repo --path src'],
  ['deny', 'git-filter-repo --path src'],
  ['pass', 'git filter-repo --analyze'],
  // Pushes.
  ['deny', 'git push --force'],
  ['deny', 'git push -f origin main'],
  ['deny', 'git push -fu origin main'],
  ['deny', 'git push origin +main'],
  ['deny', 'git push origin +HEAD:main'],
  ['deny', 'git push origin +feature:refs/heads/master'],
  ['deny', 'git push --forc origin release/1.2'],
  ['deny', 'git push -f origin stable'],
  ['deny', 'git push -f origin "$BRANCH"'],
  ['deny', 'git push -f --all'],
  ['deny', 'git push --mirror'],
  ['deny', 'git push --prune origin'],
  ['deny', 'git push origin --delete main'],
  ['deny', 'git push origin :main'],
  ['deny', 'git push origin --delete theirs && git branch -D feature'],
  ['pass', 'git push origin --delete pushed'],
  ['pass', 'git push origin :pushed'],
  ['ask', 'git push origin --delete nowhere'],
  ['pass', 'git push origin :refs/tags/light'],
  ['ask', 'git push origin :refs/tags/nowhere'],
  ['ask', 'git push --force origin feature'],
  ['ask', 'git checkout feature && git push -f'],
  ['ask', 'git push origin +feature'],
  ['ask', 'git push -f --tags'],
  ['pass', 'git push --force-with-lease origin feature'],
  ['pass', 'git push --force-with-lease --force-if-includes origin feature'],
  ['pass', 'git push --force-with-lease origin main'],
  ['deny', 'git push --force-with-lease origin main~1:main'],
  ['deny', 'git push --force-with-lease --force origin main'],
  ['pass', 'git push -n -f origin main'],
  ['pass', 'git push --dry-run --mirror'],
  ['pass', 'git push'],
  ['pass', 'git push -u origin feature'],
  ['pass', 'git push origin HEAD:main'],
  ['pass', 'git push --tags'],
  ['pass', 'git push "$REMOTE" main'],
  // The server.
  ['deny', 'gh repo delete a/b --yes'],
  ['deny', 'gh api -X DELETE repos/a/b'],
  ['ask', 'gh api --method DELETE repos/a/b/git/refs/heads/x'],
  ['ask', 'gh repo sync --force'],
  ['ask', 'gh pr checkout 1 --force'],
  ['pass', 'gh pr close 1 --delete-branch'],
  ['pass', 'gh pr create --title "git push --force"'],
  ['pass', 'gh api repos/a/b'],
]

describe('without changes', () => {
  test.each(CLEAN)('%s: %s', async (wanted, command) => {
    const { kind, reason } = await answerOn(clean, command)
    expect(kind, reason).toBe(wanted)
  })
})

describe('other states', () => {
  test('commits that only this branch holds', async () => {
    const world = gitWorld('clean')
    world.git('checkout', '-q', 'feature')
    const { kind, reason } = await answerOn(world, 'git reset --hard main')
    expect(kind).toBe('deny')
    expect(reason).toMatch(/would lose 2 commits \(\w+ more of it, \w+ half a feature\) that no other branch/)
    world.git('branch', 'backup')
    expect((await answerOn(world, 'git reset --hard main')).kind).toBe('pass')
  })

  test('stashes', async () => {
    const world = gitWorld()
    world.git('stash')
    expect((await answerOn(world, 'git stash drop')).kind).toBe('deny')
    expect((await answerOn(world, 'git stash clear')).reason).toContain('would lose the stash')
    expect((await answerOn(world, 'git stash pop')).kind).toBe('pass')
    expect((await answerOn(world, 'git reset --hard')).kind).toBe('pass')
  })

  test('untracked and ignored files that a commit would be written over', async () => {
    const world = gitWorld('clean')
    world.put('new.txt', 'mine\n')
    expect((await answerOn(world, 'git reset --hard feature')).reason).toContain('new.txt')
    expect((await answerOn(world, 'git checkout feature -- .')).kind).toBe('deny')
    expect((await answerOn(world, 'git checkout -f feature')).kind).toBe('deny')
    expect((await answerOn(world, 'git checkout feature -- new2.txt')).kind).toBe('pass')
    expect((await answerOn(world, 'git checkout feature')).kind).toBe('pass')
  })

  test('worktrees', async () => {
    const world = gitWorld('clean')
    world.git('worktree', 'add', '-q', '../tree', 'feature')
    const remove = 'git worktree remove --force ../tree'
    expect((await answerOn(world, remove)).kind).toBe('pass')
    const tree = path.join(world.project, '../tree')
    fs.writeFileSync(path.join(tree, 'work.txt'), 'x')
    expect((await answerOn(world, remove)).reason).toContain('work.txt')
    expect((await answerOn(world, 'git worktree remove -f ../nowhere')).kind).toBe('deny')
    expect((await answerOn(world, 'git worktree remove ../tree')).kind).toBe('pass')
    expect((await answerOn(world, 'git reset --hard', { cwd: tree })).kind).toBe('pass')
    expect((await answerOn(world, 'git clean -fd', { cwd: tree })).kind).toBe('deny')
  })

  test('submodules', async () => {
    const world = gitWorld('clean')
    world.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', `${world.root}/remote.git`, 'sub')
    world.git('commit', '-qm', 'sub')
    for (const command of ['git submodule deinit -f sub', 'git submodule update --init --force']) {
      expect((await answerOn(world, command)).kind, command).toBe('pass')
    }
    world.put('sub/a.txt', 'changed\n')
    for (const command of [
      'git submodule deinit -f sub',
      'git submodule deinit --all --force',
      'git submodule update --init --force',
      'git reset --hard --recurse-submodules',
    ]) {
      expect((await answerOn(world, command)).kind, command).toBe('deny')
    }
  })

  test('taking a side in a conflict', async () => {
    const world = gitWorld('clean')
    world.git('checkout', '-q', '-b', 'one')
    world.put('a.txt', 'mine\n')
    world.git('commit', '-qam', 'mine')
    world.git('checkout', '-q', 'main')
    world.put('a.txt', 'theirs\n')
    world.git('commit', '-qam', 'theirs')
    expect(() => world.git('merge', 'one')).toThrow()
    expect((await answerOn(world, 'git checkout --theirs a.txt')).kind).toBe('pass')
    expect((await answerOn(world, 'git checkout --ours -- .')).kind).toBe('pass')
    expect((await answerOn(world, 'git merge --abort')).kind).toBe('pass')
    expect((await answerOn(world, 'git reset --hard')).kind).toBe('deny')
  })

  test('the repository that variables around the call name, as the shell will see them', async () => {
    const [world, elsewhere] = [gitWorld(), gitWorld('clean')]
    const env = { GIT_DIR: path.join(world.project, '.git'), GIT_WORK_TREE: world.project }
    const answer = (command: string, more: Record<string, string>) =>
      answerOn(elsewhere, command, { env: more })
    expect((await answer('git reset --hard', {})).kind).toBe('pass')
    expect((await answer('git reset --hard', env)).kind).toBe('deny')
    expect((await answer('git reset --hard', { ...env, GIT_COMMON_DIR: '/x' })).reason).toContain(
      'GIT_COMMON_DIR is set',
    )
    const own = path.join(elsewhere.project, '.git')
    const named = `GIT_DIR=${own} GIT_WORK_TREE=${elsewhere.project} git reset --hard`
    expect((await answer(named, env)).kind).toBe('pass')
  })

  test('no repository, a filter of the repository', async () => {
    const world = gitWorld('clean')
    const { kind, reason } = await answerOn(world, 'git reset --hard', { cwd: world.tmp })
    expect(kind).toBe('deny')
    expect(reason).toContain('there is no git repository to look at')
    world.put('.gitattributes', '*.txt filter=evil\n')
    world.git('config', 'filter.evil.clean', `touch ${world.root}/ran; cat`)
    world.put('a.txt', 'changed\n')
    expect((await answerOn(world, 'git checkout .')).kind).toBe('deny')
    expect(fs.existsSync(path.join(world.root, 'ran'))).toBe(false)
  })
})
