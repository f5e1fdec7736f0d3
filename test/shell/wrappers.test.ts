import { describe, expect, test } from 'vitest'
import { plainCommands, read } from './render.ts'

/** Ways to run `rm x` through another program, and how the command is then shown. */
const here: readonly string[] = [
  'sudo rm x',
  'sudo -u bob -n rm x',
  'sudo -ubob -- rm x',
  'sudo --user=bob FOO=1 rm x',
  'sudo -E env FOO=1 rm x',
  '/usr/bin/sudo rm x',
  'doas -u root rm x',
  'run0 --user=bob rm x',
  'pkexec --user root rm x',
  "su -c 'rm x'",
  "su - bob -c 'rm x'",
  "su bob --command='rm x'",
  "runuser bob -c 'rm x'",
  'runuser -u bob -- rm x',
  "sg staff -c 'rm x'",
  'gosu bob rm x',
  'setpriv --reuid=1000 rm x',
  'env rm x',
  'env -i A=1 B=2 rm x',
  'env -u A rm x',
  "env -S 'rm x'",
  'env -Srm x',
  'env -a y rm x',
  'env --argv0=y rm x',
  'env --argv0 y rm x',
  'env --ignore-signal rm x',
  'env --block-signal=PIPE rm x',
  'command rm x',
  'command -p rm x',
  'exec rm x',
  'exec -a y rm x',
  'nohup rm x &',
  'nice rm x',
  'nice -n 5 rm x',
  'nice -5 rm x',
  'ionice -c2 -n7 rm x',
  'chrt -f 10 rm x',
  'taskset 0x1 rm x',
  'timeout 5 rm x',
  'timeout -k 5s -s KILL 10 rm x',
  'time rm x',
  '/usr/bin/time -f %e rm x',
  'stdbuf -oL rm x',
  'setsid -w rm x',
  'watch -n 5 rm x',
  "watch 'rm x'",
  'flock /tmp/l rm x',
  "flock -w 5 /tmp/l -c 'rm x'",
  'strace -f -o out rm x',
  'unshare -r rm x',
  'systemd-run --user rm x',
  'busybox rm x',
  'script -q -c "rm x" /dev/null',
  'xvfb-run -a rm x',
  'caffeinate -i rm x',
  'npx rm x',
  'npx --yes -p pkg rm x',
  'npm exec -- rm x',
  "npx -c 'rm x'",
  'pnpm exec rm x',
  'yarn exec rm x',
  'uv run rm x',
  'uv run --with requests -- rm x',
  'poetry run rm x',
  'pipenv run rm x',
  'bundle exec rm x',
  'conda run -n env rm x',
  'mise exec node@20 -- rm x',
  'direnv exec . rm x',
  'rustup run stable rm x',
  'op run --env-file=.env -- rm x',
  'doppler run -- rm x',
  'aws-vault exec prod -- rm x',
  'dotenv -- rm x',
  'cross-env A=1 rm x',
  "nix-shell -p git --run 'rm x'",
  'concurrently "rm x"',
  "hyperfine -w 3 'rm x'",
  "nodemon --exec 'rm x'",
  "tmux new-session -d 'rm x'",
  'git bisect run rm x',
  "git submodule foreach 'rm x'",
  "git -C sub rebase -x 'rm x' main",
  'bash -c "rm x"',
  'bash -lc "rm x"',
  'bash -o pipefail -c "rm x"',
  'bash --norc -ec "rm x"',
  '/bin/sh -c "rm x"',
  'zsh -c "rm x"',
  'fish --command "rm x"',
  'eval rm x',
  "eval 'rm' 'x'",
  './with-log.sh -q rm x',
  '- rm x',
  'repeat 3 rm x',
  '=rm x',
  'sudo bash -c "timeout 5 nice env A=1 rm x"',
  'bash -c "sh -c \'rm x\'"',
  'if true; then { (sudo rm x); }; fi',
]

const elsewhere: readonly string[] = [
  'ssh host rm x',
  "ssh -p 22 -i key user@host 'rm x'",
  'ssh -t host -- rm x',
  'docker exec c rm x',
  'docker exec -it -e A=1 -u root c rm x',
  'docker run --rm -v /a:/b -w /b alpine rm x',
  'docker run --network host --name=n alpine rm x',
  "docker compose -f c.yml exec -T web sh -c 'rm x'",
  'docker-compose run --rm web rm x',
  'podman exec c rm x',
  'kubectl exec pod -- rm x',
  'kubectl -n ns exec -it pod -c main -- rm x',
  'kubectl exec pod rm x',
  'chroot /mnt rm x',
  'nsenter -t 1 -m rm x',
  'adb shell rm x',
  'wsl rm x',
  'wsl -d Ubuntu rm x',
  'lxc exec c -- rm x',
  "vagrant ssh -c 'rm x'",
  "gcloud compute ssh vm --zone z --command 'rm x'",
  "fly ssh console -C 'rm x'",
  'heroku run rm x',
]

const withMore: readonly (readonly [string, string])[] = [
  ['xargs rm -f x', 'xargs: rm -f x +'],
  ['ls | xargs -0 -n 1 rm x', 'xargs: rm x +'],
  ['find . -exec rm {} +', 'find: rm <...> +'],
  ['find . -exec rm {} \\;', 'find: rm <!> +'],
  ["find . -execdir sh -c 'rm $1' _ {} ';'", 'find>sh: rm <...> in <?>'],
  ['find . -ok rm {} \\; -o -exec echo {} \\;', 'find: rm <!> +'],
  ['fd -e log -x rm', 'fd: rm +'],
  ['ls | xargs -I{} rm a/{}', 'xargs: rm a/<!>'],
  ['echo a b | xargs rm', 'xargs: rm a b'],
  ["printf '%s\\n' a b | xargs -I F rm F.o", 'xargs: rm a.o'],
  ['parallel rm {} ::: a b', 'parallel: rm <...>'],
  ['parallel -j 4 rm ::: a b', 'parallel: rm <...>'],
]

describe('the command behind a wrapper is found', () => {
  test.each(here)('%s', (text) => {
    const found = plainCommands(read(text)).map((one) => one.replace(/^.*?: | in <\?>$/g, ''))
    expect(found).toContain('rm x')
  })

  test.each(elsewhere)('%s', (text) => {
    const command = read(text).commands.find(({ argv }) => argv[0]?.value === 'rm')
    expect(command?.argv.map((word) => word.value)).toEqual(['rm', 'x'])
    expect(command?.cwd).toBe(undefined)
    expect(command?.via.some((wrapper) => wrapper.elsewhere)).toBe(true)
  })

  test.each(withMore)('%s', (text, shown) => {
    expect(plainCommands(read(text))).toContain(shown)
  })

  test('the wrapper itself stands before it, as it was typed', () => {
    const { commands } = read('sudo -u bob rm x')
    expect(commands.map(({ argv, wraps }) => [argv.map((word) => word.value).join(' '), wraps])).toEqual([
      ['sudo -u bob rm x', true],
      ['rm x', false],
    ])
    expect(commands[1]?.via[0]?.words.map((word) => word.value)).toEqual(['sudo', '-u', 'bob'])
  })

  test('a person can add wrappers', () => {
    expect(plainCommands(read('rtk git reset --hard'))).toEqual(['rtk git reset --hard'])
    const wrappers = [{ names: ['rtk'], short: 'x' }]
    expect(plainCommands(read('rtk -x 1 git reset --hard', undefined, { wrappers }))).toEqual([
      'rtk: git reset --hard',
    ])
  })
})

describe('where and with what a wrapper runs it', () => {
  test.each([
    ['sudo -i rm x', 'sudo: rm x in <?>'],
    ['sudo -D /y rm x', 'sudo: rm x in /y'],
    ["su - bob -c 'rm x'", 'su: rm x in <?>'],
    ["su bob -c 'rm x'", 'su: rm x'],
    ['pnpm -r exec rm x', 'pnpm: rm x in <?>'],
    ["git submodule foreach 'rm x'", 'git: rm x in <?>'],
    ["export D=/d; bash -c 'rm $D/x'", 'bash: rm /d/x'],
    ["D=/d; bash -c 'rm $D/x'", 'bash: rm <...>/x'],
    ["export D=/d; sudo bash -c 'rm $D/x'", 'sudo>bash: rm <...>/x'],
    ["export D=/d; sudo -E bash -c 'rm $D/x'", 'sudo>bash: rm /d/x'],
    ["env -i bash -c 'rm $HOME/x'", 'env>bash: rm <...>/x'],
    ["HOME=/; bash -c 'rm $HOME'", 'bash: rm /'],
    ["x=a; x=/ eval 'rm $x'", 'eval: rm /'],
  ])('%s', (text, shown) => {
    expect(plainCommands(read(text))).toContain(shown)
  })
})

describe('what runs nothing', () => {
  test.each([
    'command -v rm',
    'sudo -l',
    'sudo -v',
    'bash --version',
    'env A=1',
    'docker ps',
    'docker build -t rm .',
    'kubectl get pods',
    'uv pip install rm',
    'git rebase main',
    'find . -name rm -print',
    'which rm',
    'man rm',
    'su bob',
    'apt install sudo',
  ])('%s', (text) => {
    expect(read(text).commands).toHaveLength(1)
  })
})
