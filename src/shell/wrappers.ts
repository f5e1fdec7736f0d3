/** How a program that runs another command is written. */
export interface WrapperRule {
  readonly names: readonly string[]
  /** Short options that take a value, each one letter. */
  readonly short?: string
  /** Long options that take a value in the next word. */
  readonly long?: readonly string[]
  /** Words of its own before the command: `timeout 5`, `chroot /mnt`. */
  readonly operands?: number
  /** NAME=value words before the command set its environment. */
  readonly assignments?: boolean
  /**
   * words: the rest is the command, as it is (the default). text: the rest is joined and
   * read by a shell. option: only `code` is run.
   */
  readonly runs?: 'words' | 'text' | 'option'
  /** Options whose value is shell text, for example `c` or `--command`. */
  readonly code?: readonly string[]
  /** It runs something only after one of these words: `docker exec`, `uv run`. */
  readonly subcommands?: readonly string[]
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

/** Programs that run the command after their own options. */
export const WRAPPERS: readonly WrapperRule[] = [
  rule('sudo', {
    short: 'CDghpRrTtUu',
    long: [
      '--close-from',
      '--chdir',
      '--group',
      '--host',
      '--prompt',
      '--chroot',
      '--role',
      '--command-timeout',
      '--type',
      '--other-user',
      '--user',
    ],
    assignments: true,
    quiet: ['l', 'v', 'V', 'e', '--list', '--validate', '--version', '--edit'],
  }),
  rule('doas', { short: 'uCa', quiet: ['C', 'L'] }),
  rule('run0', {
    short: 'ugDp',
    long: [
      '--user',
      '--group',
      '--chdir',
      '--property',
      '--description',
      '--slice',
      '--nice',
      '--setenv',
      '--background',
      '--machine',
      '--unit',
    ],
  }),
  rule('pkexec', { long: ['--user'] }),
  rule('su', {
    short: 'gGsTw',
    long: ['--group', '--supp-group', '--shell', '--whitelist-environment'],
    runs: 'option',
    code: ['c', '--command', '--session-command'],
  }),
  rule('runuser', {
    short: 'gGsTw',
    long: ['--group', '--supp-group', '--shell', '--whitelist-environment'],
    runs: 'option',
    code: ['c', '--command', '--session-command'],
  }),
  rule('gosu su-exec setuidgid chpst', { short: 'uUbenmopdfctr/', operands: 1 }),
  rule('gsudo', { short: 'uig', long: ['--user', '--integrity', '--loglevel', '--chdir'] }),
  rule('setpriv', {
    long: [
      '--reuid',
      '--regid',
      '--ruid',
      '--euid',
      '--rgid',
      '--egid',
      '--groups',
      '--inh-caps',
      '--ambient-caps',
      '--bounding-set',
      '--securebits',
      '--pdeathsig',
      '--selinux-label',
      '--apparmor-profile',
      '--landlock-access',
      '--landlock-rule',
      '--seccomp-filter',
    ],
  }),
  rule('capsh unbuffer', {}),
  rule('env genv', {
    short: 'uCS',
    long: ['--unset', '--chdir', '--split-string', '--block-signal', '--default-signal', '--ignore-signal'],
    assignments: true,
    code: ['S', '--split-string'],
  }),
  rule('command builtin', { quiet: ['v', 'V'] }),
  rule('exec', { short: 'a' }),
  rule('nohup setsid noglob nocorrect proxychains proxychains4 torsocks tsocks catchsegv caffeinate', {
    short: 'tw',
  }),
  rule('nice', { short: 'n', long: ['--adjustment'] }),
  rule('ionice', { short: 'cnpPu', long: ['--class', '--classdata', '--pid'] }),
  rule('chrt', { short: 'TPD', operands: 1 }),
  rule('taskset', { operands: 1 }),
  rule('numactl', {
    short: 'ipmNlC',
    long: ['--interleave', '--preferred', '--membind', '--cpunodebind', '--physcpubind'],
  }),
  rule('timeout gtimeout', { short: 'ks', long: ['--kill-after', '--signal'], operands: 1 }),
  rule('time gtime', { short: 'fo', long: ['--format', '--output'] }),
  rule('stdbuf gstdbuf', { short: 'ioe', long: ['--input', '--output', '--error'] }),
  rule('watch', { short: 'nq', long: ['--interval', '--equexit'], runs: 'text' }),
  rule('strace ltrace', { short: 'aeEIoOpPsSuUX', long: ['--output', '--trace', '--user', '--attach'] }),
  rule('flock', {
    short: 'wE',
    long: ['--timeout', '--wait', '--conflict-exit-code'],
    operands: 1,
    code: ['c', '--command'],
  }),
  rule('chroot', { long: ['--userspec', '--groups'], operands: 1, elsewhere: true }),
  rule('unshare', {
    short: 'SGRw',
    long: ['--setuid', '--setgid', '--root', '--wd', '--propagation', '--map-user', '--map-group'],
  }),
  rule('nsenter', { short: 'tSGW', long: ['--target', '--setuid', '--setgid'], elsewhere: true }),
  rule('busybox toybox', {}),
  rule('xargs gxargs', {
    short: 'adEILlnPsR',
    long: [
      '--arg-file',
      '--delimiter',
      '--replace',
      '--max-lines',
      '--max-args',
      '--max-procs',
      '--max-chars',
      '--process-slot-var',
    ],
    more: true,
  }),
  rule('ssh', { short: 'bcDEeFIiJLlmOopQRSWw', operands: 1, runs: 'text', elsewhere: true }),
  rule('script', { short: 'cEIOBTmo', long: ['--command'], runs: 'option', code: ['c', '--command'] }),
  rule('npx bunx pnpx dlx', {
    short: 'pcw',
    long: ['--package', '--call', '--workspace'],
    code: ['c', '--call'],
  }),
]

/** The rules by name, with those a person has added. */
export function wrapperRules(more: readonly WrapperRule[] = []): ReadonlyMap<string, WrapperRule> {
  const rules = new Map<string, WrapperRule>()
  for (const one of [...WRAPPERS, ...more]) for (const name of one.names) rules.set(name, one)
  return rules
}
