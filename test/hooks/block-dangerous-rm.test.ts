// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text
import * as fs from 'node:fs'
import * as path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { hook } from '../../hooks/block-dangerous-rm/index.ts'
import { callFunction } from '../support/call.ts'
import { bashPayload, hookTable, payloadLike, type Row } from '../support/table.ts'
import { makeWorld, type World, worldEnv } from '../support/world.ts'

/** A project with tracked files, ignored artefacts, links, a nested repository. */
function projectWorld(): World {
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

const world = projectWorld()
afterAll(() => fs.rmSync(world.root, { recursive: true, force: true }))

async function verdict(
  command: string,
  more: { cwd?: string; env?: Record<string, string>; argv?: string[] } = {},
) {
  const fill = (text: string) =>
    text
      .replaceAll('@PROJECT@', world.project)
      .replaceAll('@HOME@', world.home)
      .replaceAll('@TMP@', world.tmp)
  const cwd = more.cwd === undefined ? world.project : fill(more.cwd)
  const payload = bashPayload(fill(command), { cwd })
  const answer = await callFunction(hook, {
    stdin: JSON.stringify(payload),
    argv: more.argv ?? [],
    env: worldEnv(world, more.env),
    cwd,
  })
  if (answer.exit === 2) return `deny: ${answer.stderr}`
  return answer.stdout === '' ? 'pass' : `ask: ${answer.stdout}`
}

const DENIED: readonly (string | [string, { cwd?: string; env?: Record<string, string> }])[] = [
  // spellings of rm
  'rm -rf ./data',
  'rm -r ./data',
  'rm -R data',
  'rm --recursive data',
  'rm --recu data',
  'rm -vfr /',
  'rm --recursive --force -- /',
  'rm -rf / --no-preserve-root',
  'rm data -rf',
  'rm -rf tmp /',
  '/bin/rm -rf data',
  '\\rm -rf data',
  "r''m -rf /",
  "$'\\x72\\x6d' -rf /",
  '{rm,-rf,/}',
  'rm -r""f @HOME@',
  'x=/; rm -rf $x',
  'R=rm; $R -rf ./data',
  'DEL=rm; $DEL -rf .',
  '$(echo rm) -rf ~',
  'rm$IFS-rf$IFS/',
  'FOO=1 rm -rf /',
  'LC_ALL=C rm -rf /',
  // wrappers
  'sudo rm -rf data',
  'env rm -rf data',
  'env -i PATH=/bin rm -rf data',
  'timeout 5 rm -rf ~',
  'nohup rm -rf data &',
  'command rm -rf data',
  'bash -c "rm -rf data"',
  "sh -c 'cd / && rm -rf *'",
  'eval "rm -rf ~"',
  'watch rm -rf ~',
  'bash <<< "rm -rf ~"',
  "bash <<'EOF'\nrm -rf ~/data\nEOF",
  'xargs rm -rf < list',
  'xargs rm -rf',
  'echo cm0gLXJmIH4= | base64 -d | bash',
  "echo 'rm -rf ~' > s.sh && chmod +x s.sh && ./s.sh",
  './scripts/with-log.sh rm -rf ~',
  'f() { rm -rf "$1"; }; f data',
  'trap "rm -rf data" EXIT',
  'echo $(rm -rf /srv/data)',
  'case "$1" in all) rm -rf "$HOME";; esac',
  '{ rm -rf data; }',
  'true && (rm -rf data)',
  'cd /tmp\nrm -rf ~/projects',
  'if true; then rm -rf data; fi',
  // places
  'rm -rf /',
  'rm -rf /*',
  'rm -rf //',
  'rm -rf /etc',
  'rm -rf /usr/local/bin',
  'rm -rf /root',
  'rm -rf /home/somebody',
  'rm -rf /tmp',
  'rm -rf /tmp/',
  'rm -rf /tmp/*',
  'rm -rf /var/tmp/*',
  'rm -rf @TMP@',
  'rm -rf ~',
  'rm -rf ~/',
  'rm -rf "$HOME"',
  'rm -rf ${HOME}',
  'rm -rf ~/*',
  'rm -rf ~/.ssh',
  'rm -rf ~/Desktop',
  'rm -rf ~/.cache/tool',
  'rm -rf @HOME@/other',
  'rm -rf @HOME@/other/node_modules',
  'rm -rf .',
  'rm -rf ..',
  'rm -rf ./*',
  'rm -rf *',
  'rm -rf ../project',
  'rm -rf ../../../../../../../../',
  'rm -rf .git',
  'rm -rf .git/hooks',
  'rm -rf src',
  'rm -rf src/old',
  'rm -rf spec/ node_modules ~/',
  ['rm -rf *', { cwd: '@HOME@' }],
  ['rm -rf other', { cwd: '@HOME@' }],
  ['rm -rf ../../src', { cwd: '@PROJECT@/sub/deep' }],
  'cd .. && rm -rf project',
  'cd ~ && rm -rf *',
  'cd / && rm -rf *',
  'cd sub; cd ..; rm -rf data',
  // unknown targets
  'rm -rf "$UNSET/"',
  'rm -rf $UNSET/*',
  'rm -rf "$DATA/sub"',
  'rm -\\rf "$DATA/sub"',
  'rm -rf "${X:-/}"',
  'rm -rf $(cat list.txt)',
  'cd "$X" && rm -rf build',
  'T=$(mktemp -d); T=$(cd "$T" && pwd -P); rm -rf "$T"',
  'D=$(mktemp -d); rm -rf "$D/work"',
  'D=$(mktemp -d); rm -rf "$D"/*',
  'rm -f "$DIR"/*',
  // proofs that fail
  'rm -rf target',
  'rm -rf bin',
  'rm -rf coverage src',
  'rm -rf site-packages/coverage',
  'rm -rf vendor',
  'rm -rf documents-link/',
  'rm -rf documents-link/*',
  'rm -rf build/out-link/',
  'rm -rf dist/repo',
  // searches
  'find . -delete',
  'find / -delete',
  'find ~ -delete',
  "find ~ -name '*.tmp' -exec rm -rf {} \\;",
  'find . -exec rm -rf {} +',
  "find . -name '*.log' -exec rm -rf {} \\;",
  "true; find . -name '*.log' -exec rm -rf {} \\;",
  "find .. -name '*.bak' | xargs rm -rf",
  'find . | xargs rm -rf',
  'find / -type f | xargs -I% unlink %',
  'find . -type f | xargs rm -f',
  "find . -name '*.ts' -o -name '*.pyc' -delete -o -delete",
  "find . ! -name '*.pyc' -delete",
  'find ~ -type d -empty -delete',
  'find . -type d -name data -exec rm -rf {} +',
  'find . -name .env -delete',
  'fd -e csv -x rm',
  'fd . -X rm -rf',
  // other programs
  'rsync -a --delete empty/ ~/',
  'rsync -av --delete src/ ./data/',
  'npx rimraf data',
  'rimraf "data/**"',
  'npx del-cli src',
  'npx shx rm -rf data',
  'mv src /dev/null',
  'mv ~ /tmp/x',
  'mv .git /tmp/',
  'mv @HOME@/Documents /tmp/',
  'git rm -rf .',
  'tar czf a.tgz --remove-files data',
  'zip -rm a.zip data',
  'truncate -s 0 notes.txt',
  '> notes.txt',
  ': > notes.txt',
  'cat /dev/null > local.db',
  'cp /dev/null notes.txt',
  'echo -n > .env',
  '> /etc/passwd',
  'echo x > /etc/passwd',
  'dd if=/dev/zero of=/dev/sda',
  'mkfs.ext4 /dev/sda1',
  'cat x > /dev/sda',
  'rmdir /s /q d:\\',
  'cmd /c "rd /s /q C:\\src"',
  'rm -f ~/Downloads/*.md',
  'rm -f ~/Documents/*',
  'rm .git',
  'rm /bin/ls',
  'rm /etc/passwd',
  // code
  'python3 -c "import shutil; shutil.rmtree(\'@HOME@/.cache/tool\')"',
  'python3 -c "from shutil import rmtree; from pathlib import Path; rmtree(Path.home() / \'x\')"',
  'python3 -c "import shutil,sys; shutil.rmtree(sys.argv[1])" x',
  "python3 - <<'PY'\nimport os, shutil\nbase = os.path.expanduser('~/work')\nfor name in ['a', 'b']:\n    shutil.rmtree(os.path.join(base, name))\nPY",
  'python3 -c \'import os; os.system("rm -rf /")\'',
  'python3 -c \'import subprocess; subprocess.run(["rm", "-rf", "/"])\'',
  'python3 -c "import os; d = 1; os.system(f\'rm -rf {d}\')"',
  "node -e \"require('fs').rmSync('@HOME@', {recursive: true, force: true})\"",
  "node -e \"require('child_process').execSync('rm -rf /')\"",
  "node -e \"const fs = require('fs'); fs.rmSync(process.env.HOME + '/x', { recursive: true })\"",
  "node --input-type=module -e \"import { rm } from 'fs/promises'; await rm('data', { recursive: true })\"",
  'perl -e \'use File::Path; rmtree("/srv/data")\'',
  'perl -MFile::Path -e \'remove_tree "data"\'',
  'perl -e \'system("rm -rf ~")\'',
  'ruby -rfileutils -e \'FileUtils.rm_rf("data")\'',
  "ruby -e '`rm -rf ~`'",
  'php -r \'shell_exec("rm -rf /");\'',
  // elsewhere
  'ssh host "rm -rf /"',
  'ssh ops@10.0.0.5 "SNAP=/srv/snap/7; rm -rf $SNAP/*"',
  'docker run --rm -v /srv/git:/data alpine sh -c "rm -rf /data/repositories/*"',
  'docker run --rm -v "$PWD":/app -w /app node:20 rm -rf src',
  'docker run -v /:/host alpine rm -rf /host/etc',
  'docker exec db rm -rf /var/lib',
]

const ASKED: readonly string[] = [
  'ssh host "rm -rf /data/old"',
  'gcloud storage rm -r gs://bucket-a/out',
  'aws s3 rb s3://my-bucket --force',
  'aws s3 rm s3://my-bucket/x --recursive',
  'shred -u notes.txt',
  'docker exec app rm -rf /srv/uploads/old',
  'find ~/.x/sessions -mmin +120 -type f -delete',
  'rm -rf / "$(',
]

const PASSED: readonly (string | [string, { cwd?: string; env?: Record<string, string> }])[] = [
  // text is not a command
  'git commit -m "rm -rf /"',
  'echo "rm -rf /"',
  'echo "never run rm -rf / on this box"',
  'grep -rn "rm -rf" docs/',
  "git commit -F - <<'EOF'\nBlock rm -rf ~ in the hook\n\nThe hook now denies rm -rf / too.\nEOF",
  "cat > test/guard.test.ts <<'EOF'\nit('denies', () => check('rm -rf /'));\nEOF",
  'cat <<EOF > notes.md\nnever run rm -rf ~\nEOF',
  'printf \'%s\' \'{"tool_name":"Bash","tool_input":{"command":"rm -rf ~"}}\' | node dist/block-dangerous-rm.js',
  "block-dangerous-rm --explain 'rm -rf /'",
  "hookbox block-dangerous-rm --explain 'rm -rf /'",
  'gh pr comment --body "please do not rm -rf / here"',
  '# rm -rf /',
  'ls # rm -rf /',
  'python3 -c \'print("shutil.rmtree(x)")\'',
  'man rm',
  'which rm',
  'type rm',
  'docker run --rm -it node:20 npm test',
  'docker rm -f web',
  'npm rm left-pad',
  'git rm --cached notes.txt',
  'rm --help',
  // proven disposable
  'rm -rf node_modules',
  'rm -rf ./node_modules/',
  'rm -rf @PROJECT@/node_modules && npm ci',
  'rm -rf node_modules/.cache',
  'rm -rf packages/a/node_modules',
  'rm -rf build',
  'rm -rf ./build dist/index.js',
  'rm -rf build/*',
  'rm -f a.log && rm -r build/half-done-run',
  'rm -rf packages/a/dist',
  'cd build && rm -rf *',
  'cd sub/deep && rm -rf ../../build',
  'rm -rf __pycache__ .pytest_cache .venv',
  'rm -rf *.egg-info',
  'rm -rf ./~',
  'rm -rf coverage',
  'rm -rf documents-link',
  'rm -rf build/out-link',
  'rm -rf notes.txt',
  'rm -rf "$PWD/build"',
  'rm -rf "$(pwd)/build"',
  'for d in build dist/x; do rm -rf "$d"; done',
  'for d in a b; do rm -rf "packages/$d/node_modules"; done',
  'for d in packages/*/node_modules; do rm -rf "$d"; done',
  'cmd=rm; $cmd -rf /tmp/example',
  // temporary
  'rm -rf /tmp/x',
  'rm -r /tmp/foo',
  'rm -rf /tmp/foo-*',
  'rm -rf /private/tmp/agent-501/scratchpad/run1',
  'rm -rf /var/folders/ab/cd/T/tmp.123',
  'rm -rf "$TMPDIR/build"',
  'rm -rf ${TMPDIR:-/tmp}/x',
  'rm -rf "/tmp/x-$$"',
  'rm -rf "/tmp/x-$(date +%s)"',
  'rm -rf @TMP@/run-1',
  'D=$(mktemp -d); rm -rf "$D"',
  'D=$(mktemp -d) && cd "$D" && rm -rf "$D/work"',
  'D=$(mktemp -d); rm -rf "${D:?}/work"',
  'D=$(mktemp -d); trap \'rm -rf "$D"\' EXIT',
  'W=$(mktemp -d); echo x > "$W/o.log"',
  // plain files
  'rm a.log',
  'rm -f notes.txt',
  'rm src/index.ts',
  'rm *.log',
  'rm -f "$f"',
  'rm /Users/me/soft-hold-enrollment/a.rb',
  'rm -f .git/index.lock',
  'unlink notes.txt',
  'rmdir sub/deep',
  // searches
  "find . -name '*.pyc' -delete",
  "find . -name '*.py[co]' -delete",
  "find . -type f -name '*.log' -delete",
  'find . -name __pycache__ -type d -exec rm -rf {} +',
  "find . -name 'node_modules' -type d -prune -exec rm -rf '{}' +",
  'find . -name dist -type d -exec rm -rf {} +',
  "find . \\( -name '*.pyc' -o -name '.DS_Store' \\) -delete",
  'find . -type d -empty -delete',
  "find . -name '*.pyc' | xargs rm -f",
  "find . -name '*.pyc' -print0 | xargs -0 rm -f",
  'find build -type f -delete',
  'find build -mindepth 1 -delete',
  "find /tmp -name 'foo*' -delete",
  'find /tmp/x -delete',
  "find docs -name '*.md' -delete",
  "find . -name '*.ts'",
  'find . -exec echo {} \\;',
  // other programs
  'npx rimraf dist/index.js build',
  'rsync -a src/ ./data/',
  'rsync -an --delete src/ ./data/',
  'rsync -a --delete src/ build/x/',
  'mv src/old src/older',
  'mv notes.txt /tmp/',
  'mv .git .git.bak',
  'git rm -r src/old',
  'git rm -rf src/old',
  'tar czf a.tgz data',
  'truncate -s 0 app.log',
  '> app.log',
  '> new-file.txt',
  ': > src/index.ts',
  'echo hi > notes.txt',
  'ls > /dev/null 2>&1',
  'echo done > /dev/null',
  'dd if=/dev/zero of=disk.img bs=1M count=100',
  'cat > .env.example < /dev/null',
  'tee conf/app.ini < README.md',
  // code
  'python3 -c \'import shutil; shutil.rmtree("build")\'',
  'python3 -c \'import os; os.remove("notes.txt")\'',
  "python3 -c 'xs = [1]; xs.remove(1); print(xs)'",
  "python3 -c 'import tempfile, shutil; d = tempfile.mkdtemp(); shutil.rmtree(d)'",
  "node -e \"require('fs').rmSync('build', { recursive: true })\"",
  "node -e \"require('fs').unlinkSync('notes.txt')\"",
  'node -e "new Set([1]).delete(1)"',
  // elsewhere
  'ssh host "rm -rf /tmp/x"',
  'docker run --rm alpine rm -rf /data',
  'docker run --rm -v "$PWD":/app -w /app node:20 rm -rf node_modules',
  'docker exec app rm -rf /app/node_modules',
  // doubts without danger
  'eval "$(/opt/homebrew/bin/brew shellenv)"',
  "echo 'unterminated",
  'cat <(unclosed',
  'BIN=/bin/echo; "$BIN" --help',
  'git status && ls | head',
]

function cases(list: readonly (string | [string, { cwd?: string; env?: Record<string, string> }])[]) {
  return list.map((one) => (typeof one === 'string' ? ([one, {}] as const) : one))
}

describe('block-dangerous-rm on commands', () => {
  test.each(cases(DENIED))('denies %s', async (command, more) => {
    expect(await verdict(command, more)).toMatch(/^deny/)
  })
  test.each(ASKED.map((one) => [one]))('asks about %s', async (command) => {
    expect(await verdict(command)).toMatch(/^(?:ask|deny)/)
  })
  test.each(cases(PASSED))('passes %s', async (command, more) => {
    expect(await verdict(command, more)).toBe('pass')
  })
})

const openharness = (command: string, more: object = {}) =>
  payloadLike('openharness/pre_tool_use.bash.json', {
    tool_name: 'bash',
    tool_input: { command, ...more },
  })

const ROWS: readonly Row[] = [
  {
    title: 'the shortest payload, in a bare folder',
    payload: { tool_name: 'Bash', tool_input: { command: 'sudo rm -rf ./build' } },
    exit: 2,
    stderr: /rm -r of \.\/build \(.*\/project\/build\) is refused: .*no repository says that it is ignored/,
  },
]

hookTable(hook, ROWS)
void openharness
