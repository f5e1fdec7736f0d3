import { rule, sub, type WrapperRule, words } from './wrapper-rule.ts'

const SU: Omit<WrapperRule, 'names'> = {
  short: 'gGsTw',
  long: words('--group --supp-group --shell --whitelist-environment'),
  runs: 'option',
  code: words('c --command --session-command'),
  anywhere: words('- l --login'),
  clean: words('- l --login'),
  permutes: true,
}

/** Programs that raise or change privileges. */
export const PRIVILEGES: readonly WrapperRule[] = [
  rule('sudo', {
    short: 'CDghpRrTtUu',
    long: words(
      '--close-from --chdir --group --host --prompt --chroot --role --command-timeout --type --other-user --user',
    ),
    assignments: true,
    directory: words('D --chdir'),
    anywhere: words('i --login'),
    clean: true,
    keeps: words('E --preserve-env'),
    quiet: words('l v V e --list --validate --version --edit'),
  }),
  rule('doas', { short: 'uCa', clean: true, quiet: words('C L') }),
  rule('run0', {
    short: 'ugDp',
    long: words(
      '--user --group --chdir --property --description --slice --nice --setenv --background --machine --unit',
    ),
    directory: words('D --chdir'),
    anywhere: true,
    clean: true,
  }),
  rule('pkexec', { long: words('--user'), anywhere: true, clean: true }),
  rule('gsudo', { short: 'ui', long: words('--user --integrity --loglevel') }),
  rule('su', SU),
  rule('runuser', { ...SU, short: 'gGsTwu', long: [...(SU.long ?? []), '--user'], runs: 'words' }),
  rule('sg', { ...SU, short: '' }),
  rule('gosu su-exec setuidgid', { operands: 1 }),
  rule('chpst', { short: 'uUbenmopdfctr/' }),
  rule('setpriv', {
    long: words(
      '--reuid --regid --ruid --euid --rgid --egid --groups --inh-caps --ambient-caps --bounding-set --securebits --pdeathsig --selinux-label --apparmor-profile --landlock-access --landlock-rule --seccomp-filter',
    ),
  }),
]

/** Programs that run a command under other conditions. */
export const CONDITIONS: readonly WrapperRule[] = [
  rule('env genv', {
    short: 'uCa',
    long: words('--unset --chdir --argv0'),
    assignments: true,
    code: words('S --split-string'),
    directory: words('C --chdir'),
    clean: words('- i --ignore-environment u --unset'),
  }),
  rule('cross-env cross-env-shell envchain', { assignments: true }),
  rule('command builtin', { quiet: words('v V') }),
  // Zsh.
  rule('-'),
  rule('repeat', { operands: 1 }),
  rule('exec', { short: 'a' }),
  rule(
    'nohup setsid noglob nocorrect proxychains proxychains4 torsocks tsocks unbuffer chronic dbus-run-session linux32 linux64 rlwrap valgrind firejail busybox toybox catchsegv capsh eatmydata',
  ),
  rule('caffeinate', { short: 'tw' }),
  rule('fakeroot', { short: 'lsib' }),
  rule('xvfb-run', {
    short: 'nsefpw',
    long: words('--server-num --server-args --auth-file --error-file --xauth-protocol --wait'),
  }),
  rule('ssh-agent', { short: 'atEOP' }),
  rule('systemd-inhibit', { long: words('--what --who --why --mode') }),
  rule('setarch envdir', { operands: 1 }),
  rule('dotenv env-cmd', { short: 'efv', long: words('--file --environments') }),
  rule('nice', { short: 'n', long: words('--adjustment') }),
  rule('ionice', { short: 'cnpPu', long: words('--class --classdata --pid') }),
  rule('chrt taskset', { short: 'TPD', operands: 1 }),
  rule('numactl', {
    short: 'ipmNlC',
    long: words('--interleave --preferred --membind --cpunodebind --physcpubind'),
  }),
  rule('timeout gtimeout', { short: 'ks', long: words('--kill-after --signal'), operands: 1 }),
  rule('time gtime', { short: 'fo', long: words('--format --output') }),
  rule('stdbuf gstdbuf', { short: 'ioe', long: words('--input --output --error') }),
  rule('strace ltrace', { short: 'aeEIoOpPsSuUX', long: words('--output --trace --user --attach') }),
  rule('flock', {
    short: 'wE',
    long: words('--timeout --wait --conflict-exit-code'),
    operands: 1,
    code: words('c --command'),
  }),
  rule('unshare', {
    short: 'SGRw',
    long: words('--setuid --setgid --root --wd --propagation --map-user --map-group'),
  }),
  rule('systemd-run', {
    anywhere: true,
    clean: true,
    short: 'puMHG',
    long: words(
      '--property --unit --machine --host --description --slice --uid --gid --setenv --working-directory --on-active --on-calendar',
    ),
  }),
  rule('bwrap', {
    flags: words(
      '--unshare-all --share-net --unshare-user --unshare-ipc --unshare-pid --unshare-net --unshare-uts --unshare-cgroup --die-with-parent --new-session --as-pid-1 --clearenv',
    ),
    elsewhere: true,
  }),
  rule('start-stop-daemon', {
    short: 'pndugrcNI',
    long: words('--pidfile --name --chdir --user --group --chuid --nicelevel --iosched'),
    program: words('--exec --startas x a'),
    dashes: true,
  }),
  rule('dbus-launch choom tini dumb-init catatonit fakechroot annotate-output systemd-cat sem retry', {
    short: 'ntdc',
    long: words('--adjust --identifier --priority --tries --delay'),
  }),
  rule('prlimit', { short: 'o', long: ['--output'] }),
  rule('proot', { short: 'rbwqk', long: words('--rootfs --bind --cwd'), elsewhere: true }),
  rule('faketime datefudge gdbserver s6-setuidgid', { operands: 1 }),
  rule('cgexec sandbox-exec', { short: 'gpfnD' }),
  rule('arch xcrun', { long: words('--sdk --toolchain') }),
  rule('wait-for-it', { dashes: true, runs: 'option' }),
  rule('dockerize', { long: words('-wait -timeout -template'), operands: 0 }),
  rule('systemd-nspawn', {
    short: 'DiMu',
    long: words('--directory --image --machine --user'),
    elsewhere: true,
  }),
  sub('ip', 'netns exec', { operands: 1 }),
  rule('bpftrace', { runs: 'option', code: ['c'], permutes: true }),
  sub('foreman honcho teller pixi devbox', 'run', {
    short: 'f',
    long: words('--env --config --manifest-path'),
  }),
  rule('sshpass', { short: 'pfdP' }),
  rule('perf', { path: ['stat'], short: 'eopCrx' }),
  rule('perf', { path: ['record'], short: 'eopCcF' }),
  rule('gdb lldb', { path: ['--args'] }),
  rule('watch', { short: 'nq', long: words('--interval --equexit'), runs: 'text' }),
  rule('script', { short: 'EIOBTmo', long: [], runs: 'option', code: words('c --command'), permutes: true }),
  rule('hyperfine concurrently', {
    short: 'wmMrnLPDSipc',
    long: words(
      '--warmup --min-runs --max-runs --runs --names --name --prefix --export-json --export-markdown --parameter-list --shell --kill-others-on',
    ),
    runs: 'texts',
    code: words('--prepare --setup --cleanup --conclude'),
  }),
  rule('entr', { code: ['s'] }),
  rule('watchexec', {
    runs: 'text',
    short: 'wefis',
    long: words('--watch --exts --filter --ignore --shell --signal'),
  }),
  sub('cargo', 'watch', { runs: 'option', code: words('s --shell'), permutes: true }),
  rule('nodemon', {
    short: 'wed',
    long: words('--watch --ext --delay --ignore'),
    runs: 'option',
    code: words('x --exec'),
    permutes: true,
  }),
]

/** Programs that give the command its operands. */
export const OPERANDS: readonly WrapperRule[] = [
  rule('xargs gxargs', {
    short: 'adEILlnPsRSJ',
    long: words('--arg-file --delimiter --max-lines --max-args --max-procs --max-chars --process-slot-var'),
    more: true,
  }),
  rule('fd fdfind', { path: ['-x|-X|--exec|--exec-batch'], more: true }),
  sub('git', 'submodule foreach', {
    anywhere: true,
    before: words('-C -c --git-dir --work-tree'),
    runs: 'text',
  }),
  sub('git', 'bisect run', { before: words('-C -c --git-dir --work-tree') }),
  sub('git', 'rebase', {
    anywhere: true,
    before: words('-C -c --git-dir --work-tree'),
    runs: 'option',
    code: words('x --exec'),
    permutes: true,
  }),
]
