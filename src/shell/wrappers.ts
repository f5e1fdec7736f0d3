/** How a program that runs another command is written. */
export interface WrapperRule {
  readonly names: readonly string[]
  /** It runs something only after these words: `docker compose exec`, `uv run`. */
  readonly path?: readonly string[]
  /** Options that take a value and stand before or between the words of the path. */
  readonly before?: readonly string[]
  /** Options that take a value, short ones as one string of letters. */
  readonly short?: string
  readonly long?: readonly string[]
  /** Long options without a value, where all others take one. */
  readonly flags?: readonly string[]
  /** Words of its own before the command: `timeout 5`, `chroot /mnt`. */
  readonly operands?: number
  /** The command stands after `--` when there is one. */
  readonly dashes?: boolean
  /** NAME=value words before the command set its environment. */
  readonly assignments?: boolean
  /**
   * words: the rest is the command, as it is (the default). text: the rest is joined and
   * read by a shell. texts: each word is read by a shell. option: only `code` is run.
   */
  readonly runs?: 'words' | 'text' | 'texts' | 'option'
  /** Options whose value is shell text, for example `c` or `--command`. */
  readonly code?: readonly string[]
  /** `code` may stand after other words too. */
  readonly permutes?: boolean
  /** Options whose value is the directory it runs in. */
  readonly directory?: readonly string[]
  /** Another machine, container or root. */
  readonly elsewhere?: boolean
  /** Further operands come at run time. */
  readonly more?: boolean
  /** With these options it runs nothing (`command -v`, `sudo -l`). */
  readonly quiet?: readonly string[]
}

const rule = (names: string, more: Omit<WrapperRule, 'names'> = {}): WrapperRule => ({
  names: names.split(' '),
  ...more,
})
const words = (list: string): string[] => list.split(' ')
/** A program that runs what follows one of its own words. */
const sub = (names: string, path: string, more: Omit<WrapperRule, 'names' | 'path'> = {}): WrapperRule =>
  rule(names, { path: words(path), ...more })

const SU: Omit<WrapperRule, 'names'> = {
  short: 'gGsTw',
  long: words('--group --supp-group --shell --whitelist-environment'),
  runs: 'option',
  code: words('c --command --session-command'),
  permutes: true,
}

/** Programs that raise or change privileges. */
const PRIVILEGES: readonly WrapperRule[] = [
  rule('sudo', {
    short: 'CDghpRrTtUu',
    long: words(
      '--close-from --chdir --group --host --prompt --chroot --role --command-timeout --type --other-user --user',
    ),
    assignments: true,
    directory: words('D --chdir'),
    quiet: words('l v V e --list --validate --version --edit'),
  }),
  rule('doas', { short: 'uCa', quiet: words('C L') }),
  rule('run0', {
    short: 'ugDp',
    long: words(
      '--user --group --chdir --property --description --slice --nice --setenv --background --machine --unit',
    ),
    directory: words('D --chdir'),
  }),
  rule('pkexec gsudo', { short: 'ui', long: words('--user --integrity --loglevel') }),
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
const CONDITIONS: readonly WrapperRule[] = [
  rule('env genv', {
    short: 'uC',
    long: words('--unset --chdir --block-signal --default-signal --ignore-signal'),
    assignments: true,
    code: words('S --split-string'),
    directory: words('C --chdir'),
  }),
  rule('cross-env cross-env-shell envchain', { assignments: true }),
  rule('command builtin', { quiet: words('v V') }),
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
  ...['send-keys', 'send'].map((path) =>
    sub('tmux', path, { before: words('-L -S -f'), short: 'tN', runs: 'texts' }),
  ),
  ...words(
    'new-session new new-window neww split-window splitw run-shell run respawn-pane respawn-window if-shell pipe-pane',
  ).map((path) => sub('tmux', path, { before: words('-L -S -f'), short: 'stnceFxyl', runs: 'text' })),
  sub('screen', '-X stuff', { runs: 'texts' }),
  rule('screen', { short: 'ScehpstT' }),
  rule('entr', {}),
  rule('watchexec', { short: 'wefis', long: words('--watch --exts --filter --ignore --shell --signal') }),
  rule('nodemon', {
    short: 'wed',
    long: words('--watch --ext --delay --ignore'),
    runs: 'option',
    code: words('x --exec'),
    permutes: true,
  }),
]

/** Programs that give the command its operands. */
const OPERANDS: readonly WrapperRule[] = [
  rule('xargs gxargs', {
    short: 'adEILlnPsRSJ',
    long: words('--arg-file --delimiter --max-lines --max-args --max-procs --max-chars --process-slot-var'),
    more: true,
  }),
  rule('fd fdfind', { path: ['-x'], more: true }),
  rule('fd fdfind', { path: ['-X'], more: true }),
  rule('fd fdfind', { path: ['--exec'], more: true }),
  rule('fd fdfind', { path: ['--exec-batch'], more: true }),
  sub('git', 'submodule foreach', { before: words('-C -c --git-dir --work-tree'), runs: 'text' }),
  sub('git', 'bisect run', { before: words('-C -c --git-dir --work-tree') }),
  sub('git', 'rebase', {
    before: words('-C -c --git-dir --work-tree'),
    runs: 'option',
    code: words('x --exec'),
    permutes: true,
  }),
]

/** Package managers and version managers: the command is one that they find. */
const FINDERS: readonly WrapperRule[] = [
  rule('npx bunx pnpx', { short: 'pw', long: words('--package --workspace'), code: words('c --call') }),
  rule('uvx', { short: 'p', long: words('--from --with --python --index') }),
  sub('npm', 'exec', {
    before: words('--prefix -C -w --workspace'),
    short: 'pw',
    long: words('--package --workspace'),
    code: words('c --call'),
  }),
  sub('npm', 'x', { short: 'pw', long: words('--package --workspace'), code: words('c --call') }),
  sub('pnpm', 'exec', { before: words('-C --dir -F --filter'), directory: [] }),
  sub('pnpm', 'dlx', { long: words('--package') }),
  sub('yarn', 'exec', { before: words('--cwd') }),
  sub('yarn', 'dlx', { short: 'p' }),
  sub('bun', 'x'),
  sub('lerna', 'exec', { dashes: true }),
  sub('uv', 'run', {
    before: words('--directory --project --python -p'),
    short: 'pc',
    long: words(
      '--with --extra --group --python --env-file --package --directory --project --with-requirements --no-group --only-group --index',
    ),
    directory: words('--directory'),
  }),
  sub('poetry', 'run', { before: words('-C --directory -P --project') }),
  sub('pipenv', 'run'),
  sub('pdm', 'run', { short: 'ps' }),
  sub('rye', 'run'),
  sub('hatch', 'run'),
  sub('conda', 'run', { short: 'np', long: words('--name --prefix --cwd') }),
  sub('mamba micromamba', 'run', { short: 'np', long: words('--name --prefix --cwd') }),
  sub('bundle', 'exec'),
  sub('rbenv pyenv nodenv goenv asdf jenv', 'exec'),
  sub('mise rtx', 'exec', { dashes: true, code: words('c --command'), directory: words('C --cd') }),
  sub('mise rtx', 'x', { dashes: true, code: words('c --command'), directory: words('C --cd') }),
  sub('direnv', 'exec', { operands: 1 }),
  sub('nvm', 'exec', { operands: 1 }),
  sub('nvm', 'run', { operands: 1 }),
  sub('fnm', 'exec', { long: words('--using') }),
  sub('volta', 'run', { long: words('--node --npm --yarn --pnpm') }),
  sub('rustup', 'run', { operands: 1 }),
  sub('dotenvx op infisical', 'run', { short: 'fe', long: words('--env-file --env --path'), dashes: true }),
  sub('doppler', 'run', {
    short: 'pc',
    long: words('--project --config'),
    dashes: true,
    code: words('--command'),
  }),
  sub('aws-vault chamber', 'exec', { operands: 1, dashes: true }),
  sub('sops', 'exec-env', { operands: 1, runs: 'text' }),
  rule('nix-shell', { short: 'pIA', runs: 'option', code: words('--run --command'), permutes: true }),
  sub('nix', 'develop', { runs: 'option' }),
  sub('nix', 'shell', { runs: 'option' }),
  sub('guix', 'shell', { dashes: true, runs: 'option' }),
]

/** Programs that run the command on another machine, in a container or under another root. */
const ELSEWHERE: readonly WrapperRule[] = [
  rule('ssh autossh mosh', { short: 'bcDEeFIiJLlmOopQRSWwM', operands: 1, runs: 'text', elsewhere: true }),
  sub('tailscale', 'ssh', { operands: 1, runs: 'text', elsewhere: true }),
  rule('chroot', { long: words('--userspec --groups'), operands: 1, elsewhere: true }),
  rule('arch-chroot', { short: 'u', operands: 1, elsewhere: true }),
  rule('nsenter', { short: 'tSGW', long: words('--target --setuid --setgid'), elsewhere: true }),
  ...dockerLike('docker podman nerdctl'),
  sub('docker-compose podman-compose', 'exec', {
    before: words('-f --file -p --project-name'),
    short: 'euwT',
    long: words('--env --user --workdir --index'),
    operands: 1,
    elsewhere: true,
  }),
  sub('docker-compose podman-compose', 'run', {
    before: words('-f --file -p --project-name'),
    short: 'euwvpl',
    long: words('--env --user --workdir --volume --publish --name --entrypoint --label'),
    operands: 1,
    elsewhere: true,
  }),
  sub('kubectl oc k3s microk8s', 'exec', {
    before: words('-n --namespace --context --kubeconfig --cluster --user -s --server'),
    short: 'ncfs',
    long: words(
      '--namespace --container --context --kubeconfig --cluster --user --server --filename --pod-running-timeout',
    ),
    operands: 1,
    dashes: true,
    elsewhere: true,
  }),
  sub('kubectl oc', 'debug', {
    long: words('--image --namespace --context'),
    short: 'nc',
    operands: 1,
    dashes: true,
    elsewhere: true,
  }),
  sub('kubectl oc', 'run', {
    flags: words('--rm --stdin --tty --attach --command --quiet --privileged'),
    short: 'nl',
    operands: 1,
    dashes: true,
    elsewhere: true,
  }),
  sub('lxc incus multipass', 'exec', { operands: 1, dashes: true, elsewhere: true }),
  sub('lima limactl', 'shell', { operands: 1, elsewhere: true }),
  sub('colima', 'ssh', { dashes: true, runs: 'option', elsewhere: true }),
  sub('distrobox', 'enter', { dashes: true, runs: 'option', elsewhere: true }),
  sub('toolbox', 'run', { short: 'cr', long: words('--container --release'), elsewhere: true }),
  sub('vagrant', 'ssh', { runs: 'option', code: words('c --command'), permutes: true, elsewhere: true }),
  sub('gcloud', 'compute ssh', { runs: 'option', code: words('--command'), permutes: true, elsewhere: true }),
  sub('fly flyctl', 'ssh console', {
    runs: 'option',
    code: words('C --command'),
    permutes: true,
    elsewhere: true,
  }),
  sub('heroku', 'run', { short: 'as', long: words('--app --size --env'), runs: 'text', elsewhere: true }),
  sub('adb', 'shell', { before: words('-s -t'), runs: 'text', elsewhere: true }),
  sub('machinectl', 'shell', { operands: 1, elsewhere: true }),
  rule('wsl', { short: 'du', long: words('--distribution --user --cd'), elsewhere: true }),
]

function dockerLike(names: string): WrapperRule[] {
  const before = words(
    '-H --host -c --context --config --log-level -l --url --connection -f --file -p --project-name --profile --env-file --project-directory',
  )
  const exec = {
    before,
    short: 'euw',
    long: words('--env --env-file --user --workdir --detach-keys --index'),
    operands: 1,
    elsewhere: true,
  }
  const run = {
    before,
    short: 'acehlmpuvw',
    flags: words(
      '--rm --interactive --tty --detach --init --privileged --read-only --no-healthcheck --oom-kill-disable --publish-all --sig-proxy --quiet --disable-content-trust --replace --no-deps --service-ports --use-aliases --build --remove-orphans --no-TTY',
    ),
    operands: 1,
    elsewhere: true,
  }
  return [
    sub(names, 'exec', exec),
    sub(names, 'container exec', exec),
    sub(names, 'run', run),
    sub(names, 'container run', run),
    sub(names, 'create', run),
    sub(names, 'compose exec', { ...exec, short: 'euw' }),
    sub(names, 'compose run', run),
  ]
}

export const WRAPPERS: readonly WrapperRule[] = [
  ...PRIVILEGES,
  ...CONDITIONS,
  ...OPERANDS,
  ...FINDERS,
  ...ELSEWHERE,
]

export type WrapperRules = ReadonlyMap<string, readonly WrapperRule[]>

/** The rules by program name. */
export function wrapperRules(list: readonly WrapperRule[]): WrapperRules {
  const rules = new Map<string, WrapperRule[]>()
  for (const one of list) {
    for (const name of one.names) {
      const known = rules.get(name)
      if (known) known.push(one)
      else rules.set(name, [one])
    }
  }
  return rules
}
