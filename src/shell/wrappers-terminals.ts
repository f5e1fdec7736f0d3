import { rule, sub, type WrapperRule, words } from './wrapper-rule.ts'

/** Terminals and what keeps several in one: they run a command in a new one. */
export const TERMINALS: readonly WrapperRule[] = [
  rule('xterm uxterm rxvt urxvt alacritty konsole foot st gnome-terminal kitty xfce4-terminal', {
    path: ['-e|-x|--'],
  }),
  sub('wezterm', 'start', { long: ['--cwd'] }),
  sub('zellij', 'run', { long: words('--name --cwd'), dashes: true }),
  ...['send-keys', 'send'].map((path) =>
    sub('tmux', path, { anywhere: true, before: words('-L -S -f'), short: 'tN', runs: 'texts' }),
  ),
  ...words(
    'new-session new new-window neww split-window splitw run-shell run respawn-pane respawn-window if-shell pipe-pane',
  ).map((path) =>
    sub('tmux', path, { anywhere: true, before: words('-L -S -f'), short: 'stnceFxyl', runs: 'text' }),
  ),
  sub('screen', '-X stuff', { anywhere: true, runs: 'texts' }),
  rule('screen', { short: 'ScehpstT' }),
]
