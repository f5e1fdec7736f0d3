import { describe, expect, test } from 'vitest'
import { plainWords } from '../../src/shell/plain.ts'
import { runsTasks } from '../../src/shell/plain-marks.ts'
import { sedCommands } from '../../src/shell/sed.ts'
import { paperWorld, plainCommands, read } from './render.ts'

/** Programs that run text from their words, their input or their environment: each runs `rm x`. */
const runs: readonly string[] = [
  // Settings, aliases, filters and helpers of git.
  "git -c alias.y='!rm x' y",
  "git -c alias.y='!rm' y x",
  'git -c core.pager="rm x" log',
  "git -c credential.helper='!rm x' fetch",
  "git -c filter.lfs.clean='rm x' add .",
  "git config alias.y '!rm x'",
  "git config --global core.editor 'rm x'",
  "git clone -c core.sshCommand='rm x' a b",
  "git filter-branch --tree-filter 'rm x' HEAD",
  "git difftool --extcmd='rm x'",
  "git difftool -x 'rm x'",
  "git grep -O'rm x' word",
  "git fetch --upload-pack 'rm x' .",
  "git clone -u 'rm x' a b",
  "git push --receive-pack='rm x' a",
  "git archive --exec='rm x' --remote=. HEAD",
  "git clone 'ext::rm x' y",
  "git clone 'ext::sh -c rm% x' y",
  "git rebase --exec='rm x' main",
  'git bisect run rm x',
  "git submodule foreach 'rm x'",
  // Variables.
  "GIT_SSH_COMMAND='rm x;' git fetch",
  "PAGER='rm x' man ls",
  "export MANPAGER='rm x'; man ls",
  "env PAGER='rm x' man ls",
  "LESSOPEN='|rm x' less y",
  "KUBE_EDITOR='rm x;' kubectl edit pod p",
  'BASH_ENV=<(echo rm x) bash -c ls',
  // Options.
  "tar xf y.tar --to-command='rm x'",
  "tar cf y.tar z --checkpoint=1 --checkpoint-action=exec='rm x'",
  "tar --use-compress-program='rm x' -xf y.tar",
  "tar -I 'rm x' -xf y.tar",
  "rsync -ave 'rm x' a b:c",
  "rsync --rsh='rm x' a b:c",
  "ssh -o ProxyCommand='rm x' host",
  "ssh -oProxyCommand='rm x' host ls",
  "ssh -o 'LocalCommand rm x' host",
  "scp -o ProxyCommand='rm x' a b:c",
  "sftp -S 'rm x' host",
  "rg --pre 'rm x' word",
  "sort --compress-program='rm x' y",
  "split --filter='rm x' y",
  "man -P 'rm x' ls",
  "nc -e 'rm x' host 1",
  "fzf --preview='rm x'",
  "fzf --bind 'enter:execute(rm x'",
  "hg --config 'alias.y=!rm x' y",
  "socat - EXEC:'rm x'",
  "cargo watch -s 'rm x'",
  "psql -c '\\! rm x'",
  "pnpm -c exec 'rm x'",
  "pnpm exec --shell-mode 'rm x'",
  "bun exec 'rm x'",
  "watchexec -e ts 'rm x'",
  "ls | entr -s 'rm x'",
  // Editors.
  "vim -c ':!rm x' -c q",
  "vim '+!rm x' +q",
  "vim -es -c 'silent !rm x' -c q",
  "nvim --cmd 'terminal rm x'",
  `vim -c 'call system("rm x")'`,
  "ex -sc '!rm x' -cq",
  'ex <<< "!rm x"',
  'ed <<< "!rm x"',
  `emacs --batch --eval '(shell-command "rm x")'`,
  `emacs -batch -eval '(call-process "rm" nil nil nil "x")'`,
  `emacs --batch --eval '(delete-file "x")'`,
  // Interpreters.
  "sed '1e rm x' y",
  "sed -n 's/.*/rm x/e' y",
  "echo 'rm x' | sed 's/^//e'",
  `awk 'BEGIN{system("rm x")}'`,
  `awk 'BEGIN{"rm x" | getline}'`,
  `awk 'BEGIN{c="rm x"; system(c)}'`,
  `awk 'BEGIN{print "rm x" | "sh"}'`,
  `osascript -e 'do shell script "rm x"'`,
  "expect -c 'spawn rm x'",
  'expect <<E\nspawn rm x\nE',
  `expect -c 'send "rm x\\r"'`,
  "tclsh <<< 'exec rm x'",
  `deno eval 'new Deno.Command("rm", { args: ["x"] })'`,
  "bun -e 'await Bun.$`rm x`'",
  `node -e 'const c = require("child_process"); c.exec("rm x")'`,
  `ruby -e 'IO.popen("rm x")'`,
  // Input that a program runs.
  'at now <<< "rm x"',
  'batch <<E\nrm x\nE',
  "echo '0 3 * * * rm x' | crontab -",
  "(crontab -l; echo '@reboot rm x') | crontab",
  'sudo -s <<< "rm x"',
  'su bob <<< "rm x"',
  'echo "rm x" | parallel',
  "parallel ::: 'rm x'",
  // Files of tasks.
  "make -f - <<< $'all:\\n\\trm x'",
  "make -f <(printf 'all:\\n\\trm x\\n')",
  "printf 'y:\\n\\t@-rm x\\n' > Makefile; make y",
  "make --eval='y:;rm x' y",
  "printf 'v := $(shell rm x)\\n' > Makefile; make",
  'make wipe',
  'make -C sub wipe',
  'just wipe',
  'task wipe',
  'npm run wipe',
  'npm --prefix sub run wipe',
  'yarn wipe',
  'pnpm run wipe',
  'bun wipe',
  'node --run wipe',
  'run-s wipe',
  'npm test',
  'npm ci',
  'composer wipe',
  'deno task wipe',
]

const elsewhere: readonly string[] = [
  'ssh host <<E\nrm x\nE',
  'ssh host bash -s <<E\nrm x\nE',
  "ssh -o RemoteCommand='rm x' host",
  "rsync --rsync-path='rm x;' a b:c",
  "docker run --rm -v /:/h --entrypoint sh alpine -c 'rm x'",
  'docker run --entrypoint=rm alpine x',
]

const scripts = '{"scripts": {"wipe": "rm x", "pretest": "rm x", "test": "y", "postinstall": "rm x"}}'
const project = '/home/dev/project'
const world = paperWorld({
  scripts: {
    [`${project}/package.json`]: scripts,
    [`${project}/sub/package.json`]: scripts,
    [`${project}/composer.json`]: scripts,
    [`${project}/deno.json`]: '{"tasks": {"wipe": "rm x"}}',
    [`${project}/Makefile`]: 'T = x\nall: a.o\n\nwipe: prepare\n\trm $(T)\n\nprepare:\n\tcd /tmp\n',
    [`${project}/sub/Makefile`]: 'wipe:\n\trm x\n',
    [`${project}/justfile`]: 'wipe:\n    rm x\n',
    [`${project}/Taskfile.yml`]: 'tasks:\n  wipe:\n    cmds:\n      - rm x\n',
  },
})
const found = (text: string) =>
  plainCommands(read(text, world)).map((one) => one.replace(/^[^ ]*: | in \S+$/g, ''))

describe('what a program carries to a shell is read', () => {
  test.each(runs)('%s', (text) => {
    expect(found(text)).toContain('rm x')
  })

  test.each(elsewhere)('%s', (text) => {
    const command = read(text).commands.find(({ argv }) => argv[0]?.value === 'rm')
    expect(command?.argv.map((word) => word.value)).toEqual(['rm', 'x'])
    expect(command?.via.some((wrapper) => wrapper.elsewhere)).toBe(true)
  })

  test.each([...runs, ...elsewhere])('no quick answer for %s', (text) => {
    const plain = plainWords(text)
    expect(plain?.some(([name = '', next]) => runsTasks(name, next)) ?? true).toBe(true)
  })
})

describe('where and with what', () => {
  test.each([
    ["cd sub; git -c alias.y='!rm x' y", 'git: rm x in /home/dev/project/sub'],
    ['cd sub && make wipe', 'make: rm x in /home/dev/project/sub'],
    ["printf 'y:\\n\\tcd a\\n\\trm x\\n' > Makefile; make y", 'make: rm x'],
    ["EDITOR='rm x' git commit", 'EDITOR: rm x <...>'],
    ["LESSOPEN='|rm %s' less y", 'LESSOPEN: rm %s'],
    [`awk '{system("rm x" $1)}' list`, 'awk: rm x<...>'],
    [`python3 -c 'import os; os.system("rm x" + y)'`, 'python3: rm x<...>'],
    ['npm run wipe -- "a b"', 'npm: rm x "a b"'],
    ["sed 's/x/rm &/e' y", 'sed: rm <...>'],
  ])('%s', (text, shown) => {
    expect(plainCommands(read(text, world)).map((one) => one.replaceAll('"%s"', '%s'))).toContain(shown)
  })
})

describe('what only looks like it runs nothing', () => {
  test.each([
    "git -c user.name='rm x' log",
    "git -c alias.y='!rm x' --version",
    "git config --get alias.y '!rm x'",
    "git config user.name '!rm x'",
    "git commit -m '!rm x'",
    "vim -c ':set nu' x",
    "sed 's/x/rm x/' y",
    "sed 's/e/rm x/g' y",
    "sed -n '/e rm x/p' y",
    "sed 'a\\\nrm x' y",
    "sed '$a rm x' y",
    "sed 'y/e/r/' y",
    "sed -i 's/the/rm x/w out' y",
    `awk 'BEGIN{print "rm x"}'`,
    `awk '$1 == "rm x" || /e/' y`,
    `node -e 'const m = /(r)m/.exec("rm x")'`,
    `node -e 'const re = /x/; re.exec("rm x")'`,
    `node -e 'pattern.exec("rm x")'`,
    `emacs --batch --eval '(message "rm x")'`,
    `osascript -e 'display dialog "rm x"'`,
    'at -l <<< "rm x"',
    'crontab -l <<< "* * * * * rm x"',
    "echo '# 1 2 3 4 5 rm x' | crontab -",
    'psql -c "select 1" <<< "rm x"',
    "printf 'y:\\n\\trm x\\n' > Makefile; make -n y",
    "printf 'y:\\n\\trm x\\nz:\\n\\techo\\n' > Makefile; make z",
    'npm ls',
    'npm run other',
    'npm run',
    "parallel echo ::: 'rm x'",
    "tar xf y.tar --checkpoint-action='echo=rm x'",
    "ssh -o User='rm x' host",
  ])('%s', (text) => {
    expect(found(text).filter((one) => /^rm\b/.test(one))).toEqual([])
  })
})

describe('the commands in a program for sed', () => {
  test.each([
    ['1e ls', ['ls']],
    ['1,$e ls', ['ls']],
    ['/a/,/b/{e ls\n}', ['ls']],
    ['\\,a,e ls', ['ls']],
    ['0~3 e ls', ['ls']],
    ['e', ['']],
    ['p;e ls', ['ls']],
    ['s/a/b/;s|x|ls /|ge', ['ls /', '']],
    ['s/[/]/ls/e', ['ls', '']],
    ['s/a/b/2we out', []],
    ['r e\np', []],
    [':e;te;be', []],
    ['s/a/\\\ne ls/', []],
    ['i\\\ne ls', []],
    ['/e ls/d', []],
  ])('%j', (program, commands) => {
    expect(sedCommands(program)).toEqual(commands)
  })
})
