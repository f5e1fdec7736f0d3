import { describe, expect, test } from 'vitest'
import { paperWorld, plainCommands, read } from './render.ts'

type Rows = readonly (readonly [string, readonly string[]])[]

/** Text, and the commands in it that run no further ones. */
function table(rows: Rows, world = paperWorld()): void {
  test.each(rows)('%j', (text, commands) => {
    expect(plainCommands(read(text, world))).toEqual(commands)
  })
}

describe('words', () => {
  table([
    [`rm "a b" 'c d' e\\ f g"h"'i'`, ['rm "a b" "c d" "e f" ghi']],
    [`echo $'a\\tb' $'\\x41\\101\\u0042' $'\\x{43}'`, ['echo "a\\tb" AAB C']],
    ['r\\\nm x', ['rm x']],
    ['rm a{b,c{1..3}} {x,y}z', ['rm ab ac1 ac2 ac3 xz yz']],
    ['{rm,-rf,/}', ['rm -rf /']],
    ['rm ~ ~/x ~+ ~bob "~" \\~ a~', ['rm /home/dev /home/dev/x /home/dev/project <!> ~ ~ a~']],
    ['rm $HOME/x "${HOME}y" $USER', ['rm /home/dev/x /home/devy dev']],
    ['rm *.log "*.log" a?b [ab]c', ['rm *.log "*.log" a?b [ab]c']],
    ['rm "$NOTHING" $NOTHING x$NOTHING', ['rm <?> <...> x<...>']],
    ['rm # all of it', ['rm']],
  ])
})

describe('variables', () => {
  table([
    ['x=/; rm -rf $x', ['rm -rf /']],
    [`x='rm -rf /'; $x`, ['rm -rf /']],
    ['x=a x=/ rm $x', ['rm <...>']],
    ['export D=/tmp/x && rm -r "$D"/y', ['export D=/tmp/x', 'rm -r /tmp/x/y']],
    ['rm ${x:-build} ${HOME:-/} ${HOME:+y} ${x:?}', ['rm <...> /home/dev y <...>']],
    ['x=; rm ${x:-build}', ['rm build']],
    [
      'f=/a/b.tar.gz; echo ${f##*/} ${f%.gz} ${f%%.*} ${f#/} ${f/a/z} ${f^^} ${#f} ${f:1:3}',
      ['echo b.tar.gz /a/b.tar /a/b a/b.tar.gz /z/b.tar.gz /A/B.TAR.GZ 11 a/b'],
    ],
    ['a=(x "y z"); rm "${a[@]}" ${a[1]} "${a[*]}"', ['rm x "y z" y z "x y z"']],
    ['IFS=,; x=a,b; rm $x', ['rm a b']],
    [`x='*'; rm $x "$x"`, ['rm * "*"']],
    ['unset HOME; rm "$HOME/x"', ['unset HOME', 'rm /x']],
    ['read x; rm $x', ['read x', 'rm <...>']],
    ['rm$IFS-rf$IFS/', ['rm -rf /']],
    ['if a; then R=rm; else R=ls; fi; $R x', ['a', '<...> x', 'rm x', 'ls x']],
    ['${SUDO:-sudo} ls', ['<...> ls', 'sudo: ls']],
    ['$SUDO rm x', ['<...> rm x', 'rm x']],
    ['x=1; x+=2; echo $x', ['echo 12']],
    ['readonly x=/; x=/tmp; rm $x', ['readonly x=/', 'rm <...>']],
    ['y=a; declare "$n=/"; rm $y', ['declare <?>=/', 'rm <...>']],
    ['f() { rm $x; }; x=/tmp f; rm $x', ['rm /tmp', 'rm <...>']],
    ['set -- a b; rm $2 "$@" $#', ['set -- a b', 'rm b a b 2']],
    ['printf -v x %s /; rm $x', ['printf -v x %s /', 'rm /']],
  ])
})

describe('directories', () => {
  table(
    [
      ['cd /there && rm *', ['cd /there', 'rm * in /there']],
      ['cd /there; rm x', ['cd /there', 'rm x in /there']],
      ['cd /gone; rm x', ['cd /gone', 'rm x in /gone', 'rm x']],
      ['cd /gone || exit 1; rm x', ['cd /gone', 'exit 1', 'rm x in /gone']],
      ['cd /gone || { echo no; exit; }; rm x', ['cd /gone', 'echo no', 'exit', 'rm x in /gone']],
      ['set -e; cd /gone; rm x', ['set -e', 'cd /gone', 'rm x in /gone']],
      [
        'cd ..; rm x; cd -; rm y',
        ['cd ..', 'rm x in /home/dev', 'cd - in /home/dev', 'rm y', 'rm y in /home/dev'],
      ],
      ['(cd /there; rm x); rm y', ['cd /there', 'rm x in /there', 'rm y']],
      [
        'pushd /there; rm x; popd; rm y',
        [
          'pushd /there',
          'rm x in /there',
          'popd in /there',
          'rm y in /home/dev/project',
          'rm y in /there',
        ].map((one) => one.replace(' in /home/dev/project', '')),
      ],
      ['cd "$X" && rm y', ['cd <?>', 'rm y in <?>']],
      ['cd && rm x', ['cd', 'rm x in /home/dev']],
      ['cd /there | rm x; rm y', ['cd /there', 'rm x', 'rm y']],
      [
        'echo $PWD $(pwd); cd /there; echo "$OLDPWD"',
        ['pwd', 'echo /home/dev/project /home/dev/project', 'cd /there', 'echo /home/dev/project in /there'],
      ],
      ['env -C /x rm y', ['env: rm y in /x']],
      ['HOME=/ cd; rm x', ['cd', 'rm x in /']],
      ['CDPATH=/; cd tmp && rm x', ['cd tmp', 'rm x in /home/dev/project/tmp', 'rm x in <?>']],
      ["alias go='cd /'; go; rm x", ['alias "go=cd /"', 'go', 'alias: cd /', 'rm x', 'rm x in /']],
    ],
    paperWorld({ directories: ['/there'] }),
  )
})

describe('substitutions and what they say', () => {
  table([
    ['echo $(rm a) `rm b` "$(rm c)" <(rm d)', ['rm a', 'rm b', 'rm c', 'rm d', 'echo <...> <...> <?> <!>']],
    ['rm $(echo a b) "$(echo c d)"', ['echo a b', 'echo c d', 'rm a b "c d"']],
    ['$(echo rm) -rf /', ['echo rm', 'rm -rf /']],
    ['$(which rm) x', ['which rm', '<...> x', 'rm x', 'x']],
    ['rm $(printf "%s/%s" a b)', ['printf %s/%s a b', 'rm a/b']],
    ['rm "$(dirname /a/b)" $(basename /a/b.c)', ['dirname /a/b', 'basename /a/b.c', 'rm /a b.c']],
    ['rm $(cat <<E\na b\nE\n)', ['cat', 'rm a b']],
    ['D=$(mktemp -d); rm -r "$D"', ['mktemp -d', 'rm -r <new>']],
    ['D=$(mktemp -d) && rm -r "$D/x"', ['mktemp -d', 'rm -r <new!>/x']],
    ['set -e; D=$(mktemp -d); rm -r "$D/x"', ['set -e', 'mktemp -d', 'rm -r <new!>/x']],
    ['D=$(mktemp -d) || exit; rm -r "$D/x"', ['mktemp -d', 'exit', 'rm -r <new!>/x']],
    ['D=$(mktemp -d); rm -r "${D:?}/x"', ['mktemp -d', 'rm -r <new!>/x']],
    [
      'T=$(mktemp -d); T=$(cd "$T" && pwd -P); rm -r "$T"',
      ['mktemp -d', 'cd <new>', 'pwd -P in <?>', 'rm -r <?>'],
    ],
    ['x=$(false || echo a); echo $x', ['false', 'echo a', 'echo a']],
  ])
})

describe('constructs', () => {
  table([
    ['a && b || c; d & e | f', ['a', 'b', 'c', 'd', 'e', 'f']],
    ['if a; then b; elif c; then d; else e; fi', ['a', 'b', 'c', 'd', 'e']],
    ['for x in a "b c"; do rm $x; done', ['rm a', 'rm b c']],
    ['for d in build/*; do rm -r "$d"; done', ['rm -r build/*']],
    ['while read x; do rm "$x"; done < list', ['read x', 'rm <?>', ': <list']],
    ['case $x in a) b;; *) c;; esac', ['b', 'c']],
    ['f() { rm "$1"; }; f /x', ['rm /x']],
    ['f() { local x=1; rm $x; }; f; rm "$x"', ['local x=1', 'rm 1', 'rm <?>']],
    ['f() { return; rm x; }; f; rm y', ['return', 'rm y']],
    ['f() { rm x; }; ls', ['ls']],
    ['f() { rm x; }; $Y', ['<...>', 'rm x']],
    ['exit 0; rm x', ['exit 0']],
    ['false && rm x', ['false', 'rm x']],
    ['true || rm x', ['true', 'rm x']],
    [
      'set -e; f() { cd /gone; rm x; }; f || true',
      ['set -e', 'cd /gone', 'rm x in /gone', 'rm x', 'true in /gone', 'true'],
    ],
    ['exit > /gone/x; rm x', ['exit >/gone/x', 'rm x']],
    ['{ a; b; } > out; (c) 2>&1', ['a', 'b', ': >out', 'c', ': >&&']],
    ['> out', [': >out']],
    ['a > x 2>> y < z', ['a >x >>y <z']],
    ["alias ll='rm -r'; ll x", ['alias "ll=rm -r"', 'll x', 'alias: rm -r x']],
    ['[[ -d $(rm x) ]] && (( $(rm y) ))', ['rm x', 'rm y']],
    ['trap "rm -r $D" EXIT', ['trap "rm -r "<?> EXIT', 'trap: rm -r <...>']],
    [
      'trap cleanup EXIT; D=$(mktemp -d) && cleanup() { rm -r "$D"; }',
      ['trap cleanup EXIT', 'mktemp -d', 'trap: rm -r <new>', 'trap: cleanup'],
    ],
    ["trap 'rm x' EXIT; cd / || exit", ['trap "rm x" EXIT', 'cd /', 'exit', 'trap: rm x in /']],
    ['if a; then f() { rm x; }; else f() { rm y; }; fi; f', ['a', 'rm x', 'rm y']],
    ['declare x={a,b}; rm $x; x={a,b}; rm $x', ['declare x=a x=b', 'rm b', 'rm "{a,b}"']],
  ])
})

describe('text that is run as code', () => {
  table([
    [`eval 'rm -rf' /`, ['eval: rm -rf /']],
    [`bash -c 'rm "$1"' _ /x`, ['bash: rm /x']],
    [`x=/; bash -c 'rm $x/y'`, ['bash: rm <...>/y']],
    [`export x=/; bash -c 'rm $x'`, ['export x=/', 'bash: rm /']],
    [`X=/ sh -c 'rm $X'`, ['sh: rm /']],
    ['bash -c "rm -rf $X; rm \'$Y\'"', ['bash: rm -rf <...>', 'bash: rm <?>']],
    ['echo "rm x" | sh', ['echo "rm x"', 'sh: rm x']],
    ['echo cm0geAo= | base64 -d | bash', ['echo cm0geAo=', 'base64 -d', 'bash: rm x']],
    ['bash <<E\nrm x\nE', ['bash: rm x']],
    ['bash <<< "rm x"', ['bash: rm x']],
    ['cat > s.sh <<E\nrm x\nE\nbash s.sh', ['cat >s.sh', 'bash: rm x']],
    ['echo "rm x" > s.sh; chmod +x s.sh; ./s.sh', ['echo "rm x" >s.sh', 'chmod +x s.sh', 's.sh: rm x']],
    ['source <(echo rm x)', ['echo rm x', 'source: rm x']],
    ['. /dev/stdin <<< "rm x"', ['.: rm x']],
    ["PROMPT_COMMAND='rm x' bash -i", ['PROMPT_COMMAND: rm x', 'bash -i']],
    [
      `python3 -c 'import os; os.system("rm x")'`,
      [`python3 -c "import os; os.system(\\"rm x\\")"`, 'python3: rm x'],
    ],
    [
      `node -e 'require("child_process").spawnSync("rm", ["-r", "x"])'`,
      [
        'node -e "require(\\"child_process\\").spawnSync(\\"rm\\", [\\"-r\\", \\"x\\"])"',
        'javascript: rm -r x',
      ],
    ],
    ['powershell -Command "Remove-Item x"', ['powershell: Remove-Item x']],
    ['cmd /c "rd /s/q x & del y"', ['cmd: rd /s /q x', 'cmd: del y']],
  ])

  test('scripts on the disk are read', () => {
    const world = paperWorld({
      scripts: {
        '/home/dev/project/s.sh': '#!/bin/bash\nrm "$1"',
        '/home/dev/project/p.py': '#!/usr/bin/env python3\nrm x',
      },
    })
    expect(plainCommands(read('./s.sh /a; bash s.sh /b; source s.sh; ./p.py', world))).toEqual([
      's.sh: rm /a',
      'bash: rm /b',
      'source: rm <?>',
      './p.py',
    ])
  })

  test('code that is not known is said', () => {
    for (const text of [
      'curl x | sh',
      'eval "$X"',
      'bash -c "$X"',
      'bash <(curl x)',
      'echo x > s.sh; curl y > s.sh; . ./s.sh',
      'curl y > s.sh; bash s.sh',
      'curl y > s.sh; ./s.sh',
    ]) {
      expect([text, read(text).doubts.map(({ kind }) => kind)]).toEqual([text, ['unknown-code']])
    }
  })
})

describe('text that is only data', () => {
  table([
    ['git commit -m "rm -rf / && sudo x"', ['git commit -m "rm -rf / && sudo x"']],
    ["grep -rn 'rm -rf' .", ['grep -rn "rm -rf" .']],
    ['cat > notes.md <<EOF\nrm -rf / $HOME\nEOF', ['cat >notes.md']],
    ['echo "$(cat <<\'E\'\nrm -rf /\nE\n)"', ['cat', 'echo "rm -rf /"']],
    [
      'printf "%s" "{\\"command\\": \\"rm -rf /\\"}" >> j.jsonl',
      ['printf %s "{\\"command\\": \\"rm -rf /\\"}" >>j.jsonl'],
    ],
    ['for c in "git push --force"; do echo "$c" | cat; done', ['echo "git push --force"', 'cat']],
    ["python3 - <<'PY'\nx = 'rm -rf /'\nPY", ['python3 -']],
    ["echo a=b | sed -E 's/=.*/=<set>/'", ['echo a=b', 'sed -E "s/=.*/=<set>/"']],
  ])
})
