import { rule, sub, type WrapperRule, words } from './wrapper-rule.ts'

/** Programs that run the command on another machine, in a container or under another root. */
export const ELSEWHERE: readonly WrapperRule[] = [
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
    long: words('--env --user --workdir --volume --publish --name --label'),
    program: ['--entrypoint'],
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
    program: ['--entrypoint'],
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
