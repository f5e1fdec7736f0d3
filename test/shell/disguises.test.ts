import * as fs from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { shellWorld } from '../../src/shell/event.ts'
import { filtered } from '../../src/shell/filters.ts'
import { plainWords } from '../../src/shell/plain.ts'
import { testHost } from '../support/call.ts'
import { makeWorld } from '../support/world.ts'
import { plainCommands, read } from './render.ts'

const found = (text: string) => plainCommands(read(text)).map((one) => one.replace(/^[^ ]*: | in \S+$/g, ''))

describe('a name in pieces, or one that comes from elsewhere', () => {
  test.each([
    // With something in it that is likely nothing.
    'r$@m -rf /x',
    'r${y}m -rf /x',
    'r`true`m -rf /x',
    '$DIR/rm -rf /x',
    '"${DIR:-/bin}"/rm -rf /x',
    // Variables, arrays, references.
    'declare -l c=RM; $c -rf /x',
    'declare -u c=x; declare -l c=RM; $c -rf /x',
    'a[0]=rm; a[1]=-rf; "${a[@]}" /x',
    'a=(rm -f); a[1]=-rf; "${a[@]}" /x',
    'declare -A a=([y]=rm); ${a[y]} -rf /x',
    // Input.
    'read c <<< rm; $c -rf /x',
    "read -r c o <<< 'rm -rf'; $c $o /x",
    "IFS=, read c o <<< 'rm,-rf'; $c $o /x",
    'read -a a <<< \'rm -rf /x\'; "${a[@]}"',
    'mapfile -t a <<< $\'rm\\n-rf\\n/x\'; "${a[@]}"',
    'echo rm | { read c; $c -rf /x; }',
    'while read c; do $c -rf /x; done <<< rm',
    // What filters make of known text.
    '$(echo mr | rev) -rf /x',
    '$(tr a-z n-za-m <<< ez) -rf /x',
    '$(echo RM | tr A-Z a-z) -rf /x',
    'echo 726d202d7266202f78 | xxd -r -p | sh',
    'echo cm0gLXJmIC94 | openssl base64 -d | sh',
    'echo cm0gLXJmIC94 | openssl enc -d -base64 -A | sh',
    'echo OJWSALLSMYQC66A= | base32 -d | sh',
    "echo 'x/ fr- mr' | rev | sh",
    "echo 'xrm -rf /x' | cut -c2- | sh",
    "echo 'rXm -rf /x' | tr -d X | sh",
    "echo 'rXm -rf /x' | sed s/X// | sh",
    "printf 'ls\\nrm -rf /x\\n' | tail -1 | sh",
    "printf 'rm -rf /x\\nls\\n' | head -n 1 | sh",
    "printf '%b' '\\0162\\0155 -rf /x' | sh",
    "echo -e '\\0162m -rf /x' | sh",
    // Shells by another way.
    "$BASH -c 'rm -rf /x'",
    '"$SHELL" -c \'rm -rf /x\'',
    "$0 -c 'rm -rf /x'",
    "/proc/self/exe -c 'rm -rf /x'",
    "/proc/$$/exe -c 'rm -rf /x'",
    "bash -c '$0 -rf /x' rm",
    'bash -c \'"$0" "$@"\' rm -rf /x',
    "csh -c 'rm -rf /x'",
    "nu -c 'rm -rf /x'",
    // Descriptors.
    "bash /dev/fd/3 3<<< 'rm -rf /x'",
    "exec 3<<< 'rm -rf /x'; bash <&3",
    '. /dev/fd/4 4<<E\nrm -rf /x\nE',
    '. /dev/fd/3 3< <(echo rm -rf /x)',
    // Other names for a program.
    'ln -s /bin/rm y; ./y -rf /x',
    'cp "$(which rm)" /tmp/y && /tmp/y -rf /x',
    // Text that runs where one would not think so.
    'y=\'$(rm -rf /x)\'; echo "${y@P}"',
    'echo "rm -rf /x" >> old.sh; sh old.sh',
    'y=<(true) rm -rf /x',
    'y=a<(true)b z=<(true) rm -rf /x',
    // Programs that run others.
    'prlimit --nofile=1 rm -rf /x',
    'xterm -e rm -rf /x',
    'gnome-terminal -- rm -rf /x',
    'faketime yesterday rm -rf /x',
    'ip netns exec n rm -rf /x',
    'start-stop-daemon --start --exec /bin/rm -- -rf /x',
    'tini -- rm -rf /x',
  ])('%s', (text) => {
    const commands = found(text).map((one) => one.replace(/^\S*\/rm /, 'rm '))
    expect(commands).toContain('rm -rf /x')
    expect(plainWords(text)).toBe(undefined)
  })
})

describe('what is not known for sure stays so', () => {
  test.each([
    ['read a <<< x; read b; rm $b', 'rm <...>'],
    ["{ read a; read b; } <<< $'x\\ny'; rm $b", 'rm <...>'],
    ["while read a; do rm $a; done <<< $'x\\ny'", 'rm <...>'],
    ['read a < list; rm $a', 'rm <...>'],
    ["read -d, a <<< 'x,y'; rm $a", 'rm <...>'],
    ["read a <<< 'x\\ y'; rm $a", 'rm <...>'],
    ['a[2]=x; rm ${a[2]}', 'rm <...>'],
    ['a=(x y); a[$i]=z; rm ${a[1]}', 'rm <...>'],
  ])('%s', (text, shown) => {
    expect(found(text)).toContain(shown)
  })

  test('a function takes its redirections along', () => {
    expect(found('f() { ls; }; f > y')).toEqual(['>y', 'ls'])
  })
})

describe('filters of known text', () => {
  test.each([
    ['tr', ['a-c', 'x'], 'abcd', 'xxxd'],
    ['tr', ['[:upper:]', '[:lower:]'], 'RM', 'rm'],
    ['tr', ['\\n', ' '], 'a\nb', 'a b'],
    ['tr', ['-s', 'a'], 'aa', undefined],
    ['tr', ['-c', 'a', 'b'], 'aa', undefined],
    ['cut', ['-d', ',', '-f', '2'], 'a,b,c\nd', 'b\nd'],
    ['cut', ['-c', '2-3'], 'abcd', 'bc'],
    ['cut', ['-f1,3'], 'a\tb', undefined],
    ['sed', ['s/a.c/x/'], 'abc', undefined],
    ['sed', ['s,a,b,g'], 'aa', 'bb'],
    ['sed', ['-n', 's/a/b/p'], 'a', undefined],
    ['head', ['-c', '3'], 'abcd', undefined],
    ['head', [], 'a\nb\n', 'a\nb\n'],
    ['tac', [], 'a\nb\n', 'b\na\n'],
    ['xxd', ['-p'], 'ab', undefined],
    ['xxd', ['-r', '-p'], 'zz', undefined],
    ['openssl', ['enc', '-aes-256-cbc', '-d', '-a'], 'YQ==', undefined],
    ['base32', ['-d'], 'ME======', 'a'],
    ['cat', [], 'a', undefined],
  ])('%s %j', (name, args, input, output) => {
    expect(filtered(name, args, input)).toBe(output)
  })
})

describe('globs in a name are looked up on the disk', () => {
  const world = makeWorld({ files: { 'bin/rm': '', 'bin/rmdir': '', 'bin/sh': '' } })
  afterAll(() => fs.rmSync(world.root, { recursive: true, force: true }))
  const around = shellWorld(testHost({ env: {}, cwd: world.project }), world.project)
  const names = (text: string) =>
    read(text, around).commands.map(({ argv }) => argv.map(({ value }) => value ?? '?').join(' '))

  test.each([
    ['bin/r? x', 'bin/rm x'],
    ['bin/[r]m x', 'bin/rm x'],
    ['bin/r* x', 'bin/rm bin/rmdir x'],
    ['b*/sh -c "rm y"', 'rm y'],
    ['nowhere/*/rm x', 'nowhere/*/rm x'],
  ])('%s', (text, command) => {
    expect(names(text)).toContain(command)
  })
})

describe('what may be empty', () => {
  test.each([
    ['rm "${y:+x}"', 'rm <?>'],
    ['rm "${y+x}"', 'rm <?>'],
    ['rm "${y-x}"', 'rm <?>'],
    ['rm "${y:-x}"', 'rm <!>'],
    // The line end goes with what may be nothing behind it.
    ['rm "$(echo c; d)"', 'rm c<?>'],
  ])('%s', (text, shown) => {
    expect(found(text)).toContain(shown)
  })
})
