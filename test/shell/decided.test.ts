import { describe, expect, test } from 'vitest'
import { paperWorld, plainCommands, read } from './render.ts'

const decides = { ...paperWorld(), decides: true }

describe('conditions whose words are known, where the world asks for it', () => {
  test.each<[string, readonly string[]]>([
    ['set -- up; case "$1" in up) a;; down) b;; *) c;; esac', ['set -- up', 'a']],
    ['set -- up; case ${1:-} in u*) a;; *) c;; esac', ['set -- up', 'a']],
    ['set --; case ${1:-none} in up|down) a;; none) b;; esac', ['set --', 'b']],
    ['set -- x; case $1 in up) a;; esac; z', ['set -- x', 'z']],
    ['set -- x; case $1 in y|x) a;; esac; z', ['set -- x', 'a', 'z']],
    // What can't be told keeps every branch.
    ['case "$UNSET_X" in up) a;; *) c;; esac', ['a', 'c']],
    ['set -- up; case $1 in [a-z]*) a;; *) c;; esac', ['set -- up', 'a', 'c']],
    ['set -- up; case $1 in up) a;& down) b;; *) c;; esac', ['set -- up', 'a', 'b', 'c']],
    ['set -- up; case $1 in "$X") a;; *) c;; esac', ['set -- up', 'a', 'c']],
    ['set -- a b c; while [ $# -gt 0 ]; do case $1 in b) x;; c) y;; esac; shift; done', ['x', 'y']],
    ['set -- a; for i in 1 2; do case $i in 2) x;; 3) y;; esac; done', ['x']],
    ['f() { case $1 in a) x;; b) y;; esac; }; f b', ['y']],
    ['set -- up; if [ "$1" = down ]; then a; else b; fi', ['b']],
    ['set -- up; if [[ $1 == u* ]]; then a; else b; fi', ['a']],
    ['set -- up; if [[ $1 != up ]]; then a; elif test -n "$1"; then b; else c; fi', ['b']],
    ['set --; if [ $# -eq 0 ]; then a; fi; b', ['a', 'b']],
    ['set -- x; if [ ! -z "$1" ]; then a; else b; fi', ['a']],
    ['set -- x; if [ -f "$1" ]; then a; else b; fi', ['a', 'b']],
    ['set -- x; if [[ $1 == a || $1 == x ]]; then a; else b; fi', ['a', 'b']],
  ])('%s', (text, commands) => {
    const run = plainCommands(read(text, decides)).filter((one) => !/^(?:"\["|test|shift)/.test(one))
    const setAside = commands.some((one) => one.startsWith('set '))
    expect(run.filter((one) => setAside || !one.startsWith('set '))).toEqual(commands)
  })

  test('without it every branch is read', () => {
    const text = 'set -- up; case "$1" in up) a;; down) b;; esac; if [ "$1" = down ]; then c; fi'
    expect(plainCommands(read(text, paperWorld()))).toEqual(expect.arrayContaining(['a', 'b', 'c']))
  })
})
